/** @jsxImportSource hono/jsx */

import { stringify } from "csv-stringify/sync";
import { REQUEST_KINDS } from "../../../access/decision.ts";
import type { ApiKey } from "../../../accounts/keys.ts";
import { type DailyUsage, USAGE_KEPT_DAYS } from "../../../accounts/store.ts";
import type { SignedInRequest } from "../../http/session.ts";
import { dayText } from "../../ui/time.tsx";
import { URLS } from "../../ui/urls.ts";
import { dashboardPage } from "./dashboard-page.tsx";
import { Refused } from "./refused.tsx";
import { UsageChart } from "./usage-chart.tsx";
import { loadUsage, requestsOf } from "./usage-report.ts";

const SPANS = [30, 90] as const;

export async function usageFile(request: SignedInRequest): Promise<Response> {
  const { rows, keys } = await loadUsage(request, USAGE_KEPT_DAYS);
  return request.context.body(usageCsv(rows, keys), 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="safety-usage-${dayText(request.services.clock.now())}.csv"`,
  });
}

/** One line per UTC day and key, oldest first. Users choose the names of keys, so formulas are escaped. */
function usageCsv(usage: readonly DailyUsage[], keys: readonly ApiKey[]): string {
  const known = new Map(keys.map((key) => [key.id, key]));
  const header = ["day_utc", "key", "key_name", "key_type", ...REQUEST_KINDS, "all"];
  const rows = usage.map((row) => {
    const key = known.get(row.keyId);
    return [
      dayText(row.dayMs),
      key?.display ?? "",
      key?.name ?? "",
      key?.type ?? "",
      ...REQUEST_KINDS.map((kind) => row.counts[kind]),
      requestsOf(row),
    ];
  });
  // A cell that starts like a formula gets an apostrophe (OWASP, CSV injection).
  return stringify([header, ...rows], { escape_formulas: true });
}

export async function usagePage(request: SignedInRequest): Promise<Response> {
  const asked = Number(request.context.req.query("days"));
  const days = SPANS.find((span) => span === asked) ?? SPANS[0];
  const report = await loadUsage(request, days);
  return dashboardPage(request, {
    path: URLS.usage,
    title: "Usage",
    content: (
      <>
        <ul class="segments">
          {SPANS.map((one) => (
            <li>
              <a href={`${URLS.usage}?days=${one}`} aria-current={one === days ? "true" : undefined}>
                Last {one} days
              </a>
            </li>
          ))}
        </ul>
        {report.rows.length === 0 && report.reasons.length === 0 ? (
          <div class="empty">
            <p>
              <strong>No requests in the last {days} days.</strong> A request appears here as soon as it is admitted.
            </p>
          </div>
        ) : (
          <>
            <UsageChart report={report} />
            <Refused report={report} />
          </>
        )}
      </>
    ),
  });
}
