/** @jsxImportSource hono/jsx */
import { keptMonths, requestsOfType } from "../../../accounts/billing.ts";
import type { SignedInRequest } from "../../http/session.ts";
import { number } from "../../ui/number.ts";
import { Table } from "../../ui/table.tsx";
import { isoDay } from "../../ui/time.tsx";
import { URLS } from "../../ui/urls.ts";
import { dashboardPage } from "./dashboard-page.tsx";
import { UsageSegments } from "./usage-segments.tsx";

/** The months that are kept, as the operator bills them, each with its file. */
export async function usageMonthsPage(request: SignedInRequest): Promise<Response> {
  const { holder, services } = request;
  const nowMs = services.clock.now();
  const months = [];
  for (const period of keptMonths(services.retention, nowMs)) {
    const [own] = await services.billing.totals(period, { firstId: holder.accountId, limit: 1 });
    if (own?.accountId !== holder.accountId) break;
    months.push({ ...own, isOver: period.toMs <= nowMs, month: isoDay(period.fromMs).slice(0, 7) });
  }
  return dashboardPage(request, {
    path: URLS.usageMonths,
    title: "Usage by month",
    content: (
      <>
        <UsageSegments current="months" />
        <Table
          label="Requests by month"
          columns={[
            { heading: "Month (UTC)", cell: ({ month, isOver }) => (isOver ? month : `${month}, so far`) },
            { heading: "Live", class: "number", cell: (own) => number(requestsOfType(own, "live")) },
            { heading: "Test", class: "number", cell: (own) => number(requestsOfType(own, "test")) },
            {
              heading: "By day and key",
              cell: ({ month }) => (
                <a href={`${URLS.usageCsv}?month=${month}`} aria-label={`CSV of ${month}`}>
                  CSV
                </a>
              ),
            },
          ]}
          rows={months}
        />
        <p class="muted">
          Requests of live keys count toward the monthly quota and are what you pay for. Months are kept for{" "}
          {services.retention.usageDays} days.
        </p>
      </>
    ),
  });
}
