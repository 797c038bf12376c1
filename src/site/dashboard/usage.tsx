/** @jsxImportSource hono/jsx */

import { REQUEST_KINDS } from "../../access/decision.ts";
import type { ApiKey } from "../../accounts/keys.ts";
import { type DailyUsage, USAGE_KEPT_DAYS } from "../../accounts/usage.ts";
import { dayText } from "../moment.ts";
import { counted, number } from "../number.ts";
import type { HolderRoutes } from "../routes.ts";
import type { SignedInRequest } from "../session.ts";
import { Table } from "../table.tsx";
import { URLS } from "../urls.ts";
import { dashboardPage } from "./dashboard-page.tsx";
import { UsageChart } from "./usage-chart.tsx";
import { usageCsv } from "./usage-csv.ts";
import { keysOf, keyTitle, lastDays, requestsOf, usageSeries } from "./usage-series.ts";

const SPANS = [30, 90] as const;
/** Limits the page to 100 KB. The file has all rows. */
const MAX_ROWS = 100;

export function usageRoutes(routes: HolderRoutes): void {
  routes.signedInPage(URLS.usage, usagePage);
  routes.signedInPage(URLS.usageCsv, async (request) => {
    const { holder, services } = request;
    const span = lastDays(services.clock.now(), USAGE_KEPT_DAYS);
    const usage = await services.usage.daily(holder.accountId, span.fromMs, span.toMs);
    return request.context.body(usageCsv(usage, await keysOf(request, usage)), 200, {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="safety-usage-${dayText(services.clock.now())}.csv"`,
    });
  });
}

async function usagePage(request: SignedInRequest): Promise<Response> {
  const { context, holder, services } = request;
  const requested = Number(context.req.query("days"));
  const days = SPANS.find((span) => span === requested) ?? SPANS[0];
  const span = lastDays(services.clock.now(), days);
  const usage = await services.usage.daily(holder.accountId, span.fromMs, span.toMs);
  const keys = await keysOf(request, usage);
  return dashboardPage(request, {
    path: URLS.usage,
    title: "Usage",
    content: (
      <>
        <p class="actions">
          {SPANS.map((one) => (
            <a href={`${URLS.usage}?days=${one}`} aria-current={one === days ? "true" : undefined}>
              Last {one} days
            </a>
          ))}
          <a href={URLS.usageCsv} download>
            Download CSV ({USAGE_KEPT_DAYS} days)
          </a>
        </p>
        {usage.length === 0 ? (
          <div class="empty">
            <p>
              <strong>No requests in the last {days} days.</strong> A request appears here as soon as it is admitted.{" "}
              <a href={URLS.tryIt}>Try a lookup</a>.
            </p>
          </div>
        ) : (
          <>
            <UsageChart series={usageSeries(usage, keys, span)} />
            <h2>By day, key, and kind of request</h2>
            <UsageTable usage={usage} keys={keys} />
          </>
        )}
      </>
    ),
  });
}

function UsageTable({ usage, keys }: { readonly usage: readonly DailyUsage[]; readonly keys: readonly ApiKey[] }) {
  const rows = usage.toReversed().slice(0, MAX_ROWS);
  return (
    <>
      <Table
        label="Usage by day, key, and kind"
        columns={[
          { heading: "Day (UTC)", class: "nowrap", cell: ({ dayMs }) => dayText(dayMs) },
          { heading: "All", class: "number key", cell: (row) => number(requestsOf(row)) },
          { heading: "Key", class: "key-name", cell: ({ keyId }) => keyTitle(keys, keyId) },
          ...REQUEST_KINDS.map((kind) => ({
            heading: capitalized(kind),
            class: "number",
            cell: ({ counts }: DailyUsage) => number(counts[kind]),
          })),
        ]}
        rows={rows}
      />
      {usage.length > rows.length ? (
        <p class="small muted">
          The newest {MAX_ROWS} of {counted(usage.length, "row")}; the CSV file has all.
        </p>
      ) : null}
      <p class="small muted">“Other” are admitted requests to unknown paths or with a wrong method.</p>
    </>
  );
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
