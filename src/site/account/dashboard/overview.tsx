/** @jsxImportSource hono/jsx */

import type { ApiKey } from "../../../accounts/keys.ts";
import type { SignedInRequest } from "../../http/session.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { PostForm, PrimaryLink } from "../../ui/form.tsx";
import { URLS } from "../../ui/urls.ts";
import { SubmitOnceField } from "./create-key.tsx";
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
    ...(keys.length > 0 && { action: <PrimaryLink href={URLS.createKey}>Create key</PrimaryLink> }),
    content: (
      <>
        {month ? <Pace month={month} account={account} nowMs={nowMs} /> : null}
        <div class="overview">
          {month ? <QuotaMeter month={month} account={account} nowMs={nowMs} /> : null}
          <Refused report={report} />
        </div>
        <TestQuotas keys={keys} report={report} />
        {isUnused ? <FirstRequest request={request} keys={keys} /> : <UsageChart report={report} />}
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

interface FirstRequestProps {
  readonly request: SignedInRequest;
  readonly keys: readonly ApiKey[];
}

function FirstRequest({ request: { csrfToken, services }, keys }: FirstRequestProps) {
  return (
    <section class="panel" aria-labelledby="first">
      <h2 id="first">Your first request</h2>
      {keys.length === 0 ? (
        <>
          <p>
            A test key is free, with 100 requests a day. It is shown only once. Then send it in the X-API-Key header.{" "}
            <a href={URLS.createKey}>Choose a name and a type</a>
          </p>
          <PostForm csrfToken={csrfToken} action={URLS.createKey} submit="Create test key">
            <SubmitOnceField />
            <input type="hidden" name="name" value="First key" />
            <input type="hidden" name="type" value="test" />
          </PostForm>
        </>
      ) : (
        <p>You have a key but have not sent a request yet. Replace YOUR_API_KEY with your key.</p>
      )}
      <CodeBlock id="sample-curl" label="curl" text={curlLine(services.baseUrl)} />
      <p>
        The <a href={URLS.quickStart}>quick start</a> has the same in TypeScript and Python.
      </p>
    </section>
  );
}
