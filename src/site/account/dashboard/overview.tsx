/** @jsxImportSource hono/jsx */

import type { ApiKey } from "../../../accounts/keys.ts";
import type { SignedInRequest } from "../../http/session.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { PrimaryLink } from "../../ui/form.tsx";
import { URLS } from "../../ui/urls.ts";
import { accountOf, dashboardPage } from "./dashboard-page.tsx";
import { KeyTable } from "./key-table.tsx";
import { Pace, QuotaMeter, TestQuotas } from "./quota-meter.tsx";
import { Refused } from "./refused.tsx";
import { curlLine } from "./shown-key.tsx";
import { UsageChart } from "./usage-chart.tsx";
import { loadUsage } from "./usage-report.ts";

const DAYS = 30;
const AFTER = { confirmed: "Your email address is confirmed." };

export async function overviewPage(request: SignedInRequest): Promise<Response> {
  const { holder, services } = request;
  const nowMs = services.clock.now();
  const [account, keys, month, report] = await Promise.all([
    accountOf(request),
    services.keys.usable(holder.accountId),
    services.usage.month(holder.accountId),
    loadUsage(request, DAYS),
  ]);
  const isUnused = report.total === 0 && keys.every((key) => key.lastUsedAtMs === null);
  return dashboardPage(request, {
    path: URLS.overview,
    title: "Overview",
    after: AFTER,
    action: <PrimaryLink href={URLS.createKey}>Create key</PrimaryLink>,
    content: (
      <>
        {month ? <Pace month={month} account={account} nowMs={nowMs} /> : null}
        <div class="overview">
          {month ? <QuotaMeter month={month} account={account} nowMs={nowMs} /> : null}
          <Refused report={report} />
        </div>
        <TestQuotas keys={keys} report={report} />
        {isUnused ? <FirstRequest baseUrl={services.baseUrl} keys={keys} /> : <UsageChart report={report} />}
        {keys.length > 0 ? (
          <>
            <h2>Keys</h2>
            <KeyTable keys={keys} report={report} nowMs={nowMs} />
          </>
        ) : null}
      </>
    ),
  });
}

function FirstRequest({ baseUrl, keys }: { readonly baseUrl: string; readonly keys: readonly ApiKey[] }) {
  return (
    <section class="panel" aria-labelledby="first">
      <h2 id="first">Your first request</h2>
      {keys.length === 0 ? (
        <p>Create a key. It is shown only once. Then send it in the X-API-Key header.</p>
      ) : (
        <p>You have a key but have not sent a request yet. Replace YOUR_API_KEY with your key.</p>
      )}
      <CodeBlock id="sample-curl" label="curl" text={curlLine(baseUrl)} />
      <p>
        The <a href={URLS.quickStart}>quick start</a> has the same in TypeScript and Python.
      </p>
    </section>
  );
}
