/** @jsxImportSource hono/jsx */

import type { ApiKey } from "../../accounts/keys.ts";
import type { WindowUsage } from "../../accounts/usage.ts";
import { PLAN_TITLES } from "../../domain/plan.ts";
import { CodeBlock } from "../code-block.tsx";
import { PrimaryLink } from "../form.tsx";
import { Moment } from "../moment-element.tsx";
import { number } from "../number.ts";
import type { HolderRoutes } from "../routes.ts";
import type { SignedInRequest } from "../session.ts";
import { URLS } from "../urls.ts";
import { curlLine, pythonLines, typescriptLines } from "./code-samples.ts";
import { accountViewOf, dashboardPage } from "./dashboard-page.tsx";
import { UsageChart } from "./usage-chart.tsx";
import { keysOf, lastDays, usageSeries } from "./usage-series.ts";

const CHART_DAYS = 30;
/** How many ended keys the page checks to decide whether the account has made a request yet. */
const ENDED_KEYS = 50;

export function overviewRoutes(routes: HolderRoutes): void {
  routes.signedInPage(URLS.overview, overviewPage);
}

async function overviewPage(request: SignedInRequest): Promise<Response> {
  const { services } = request;
  const { accountId } = request.holder;
  const nowMs = services.clock.now();
  const span = lastDays(nowMs, CHART_DAYS);
  const [accountView, usable, ended, month, usage] = await Promise.all([
    accountViewOf(request),
    services.keys.usable(accountId),
    services.keys.ended(accountId, { limit: ENDED_KEYS }),
    services.usage.month(accountId),
    services.usage.daily(accountId, span.fromMs, span.toMs),
  ]);
  const keys = [...usable, ...ended];
  const isUnused = usage.length === 0 && keys.every((key) => key.lastUsedAtMs === null);
  return dashboardPage(request, {
    accountView,
    path: URLS.overview,
    title: "Overview",
    status: request.context.req.query("after") === "confirmed" ? "Your email address is confirmed." : undefined,
    content: (
      <>
        {month ? <Month month={month} plan={PLAN_TITLES[accountView.account.plan]} nowMs={nowMs} /> : null}
        {isUnused ? (
          <FirstRequest baseUrl={services.baseUrl} keys={keys} />
        ) : (
          <>
            <h2>Requests per day</h2>
            <UsageChart series={usageSeries(usage, await keysOf(request, usage), span)} />
            <h2>Code samples</h2>
            <Samples baseUrl={services.baseUrl} />
          </>
        )}
      </>
    ),
  });
}

interface MonthProps {
  readonly month: WindowUsage;
  readonly plan: string;
  readonly nowMs: number;
}

function Month({ month, plan, nowMs }: MonthProps) {
  return (
    <section aria-labelledby="month">
      <h2 id="month">This month</h2>
      <p class="lead">
        {number(month.remaining)} of {number(month.limit)} requests left
      </p>
      <progress max={Math.max(month.limit, 1)} value={Math.min(month.used, month.limit)} aria-labelledby="month-used" />
      <p id="month-used" class="muted">
        {number(month.used)} used on the <a href={URLS.plan}>{plan} plan</a> by all live keys together. The quota resets
        on <Moment ms={month.resetsAtMs} nowMs={nowMs} />.
      </p>
    </section>
  );
}

/** Next steps, shown until the first request. */
function FirstRequest({ baseUrl, keys }: { readonly baseUrl: string; readonly keys: readonly ApiKey[] }) {
  return (
    <section class="panel" aria-labelledby="first">
      <h2 id="first">Your first request</h2>
      {keys.length === 0 ? (
        <>
          <p>Create a key. It is shown only once. Then send it in the X-API-Key header.</p>
          <p>
            <PrimaryLink href={URLS.createKey}>Create Key</PrimaryLink>
          </p>
        </>
      ) : (
        <p>
          You have a key but have not sent a request yet. Replace YOUR_API_KEY with your key, or{" "}
          <a href={URLS.tryIt}>try a lookup here</a>.
        </p>
      )}
      <Samples baseUrl={baseUrl} />
    </section>
  );
}

function Samples({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <>
      <CodeBlock id="sample-curl" label="curl" text={curlLine(baseUrl)} />
      <details>
        <summary>TypeScript</summary>
        <CodeBlock id="sample-typescript" label="TypeScript" text={typescriptLines(baseUrl)} />
      </details>
      <details>
        <summary>Python</summary>
        <CodeBlock id="sample-python" label="Python" text={pythonLines(baseUrl)} />
      </details>
    </>
  );
}
