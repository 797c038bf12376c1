/** @jsxImportSource hono/jsx */
import { REQUEST_KINDS } from "../../../access/decision.ts";
import { firstKeptDay, keptMonths, monthOf, requestsOfType } from "../../../accounts/billing.ts";
import type { ApiKey } from "../../../accounts/keys.ts";
import type { DailyUsage } from "../../../accounts/store.ts";
import { isoDay, utcDay } from "../../../base/window.ts";
import type { SignedInRequest } from "../../http/session.ts";
import { csvFile, type FileColumn } from "../../ui/columns.ts";
import { number } from "../../ui/number.ts";
import { Segments } from "../../ui/segments.tsx";
import { Table } from "../../ui/table.tsx";
import { monthText } from "../../ui/time.tsx";
import { URLS } from "../../ui/urls.ts";
import { dashboardPage } from "./dashboard-page.tsx";
import { Refused, UsageChart } from "./usage-chart.tsx";
import { loadUsage, requestsOf } from "./usage-report.ts";

const SPANS = [30, 90] as const;

/** The links between the views of usage. */
function UsageSegments({ current }: { readonly current: (typeof SPANS)[number] | "months" }) {
  const spans = SPANS.map((days) => ({
    text: `Last ${days} days`,
    href: `${URLS.usage}?days=${days}`,
    isCurrent: days === current,
  }));
  const months = { text: "By month", href: URLS.usageMonths, isCurrent: current === "months" };
  return <Segments label="Time" choices={[...spans, months]} />;
}

export async function usageFile({ context, holder, services }: SignedInRequest): Promise<Response> {
  const nowMs = services.clock.now();
  const month = monthOf(context.req.query("month") ?? "");
  const { fromMs, toMs } = month ?? { fromMs: firstKeptDay(services.retention, nowMs), toMs: utcDay(nowMs).endMs };
  const rows = await services.usage.daily(holder.accountId, fromMs, toMs);
  const keys = await services.keys.named(holder.accountId, [...new Set(rows.map(({ keyId }) => keyId))]);
  const name = month === null ? isoDay(nowMs) : isoDay(fromMs).slice(0, 7);
  return context.body(usageCsv(rows, keys), 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="safety-usage-${name}.csv"`,
  });
}

/** One line per UTC day and key, oldest first. Users choose the names of keys, so formulas are escaped. */
function usageCsv(usage: readonly DailyUsage[], keys: readonly ApiKey[]): string {
  const known = new Map(keys.map((key) => [key.id, key]));
  const keyOf = ({ keyId }: DailyUsage) => known.get(keyId);
  const columns: readonly FileColumn<DailyUsage>[] = [
    { key: "day_utc", value: ({ dayMs }) => isoDay(dayMs) },
    { key: "key", value: (row) => keyOf(row)?.display ?? null },
    { key: "key_name", value: (row) => keyOf(row)?.name ?? null },
    { key: "key_type", value: (row) => keyOf(row)?.type ?? null },
    ...REQUEST_KINDS.map((kind) => ({ key: kind, value: ({ counts }: DailyUsage) => counts[kind] })),
    { key: "all", value: requestsOf },
  ];
  return csvFile(columns, usage);
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
        <UsageSegments current={days} />
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

/** The months that are kept, as the operator bills them, each with its file. */
export async function usageMonthsPage(request: SignedInRequest): Promise<Response> {
  const { holder, services } = request;
  const nowMs = services.clock.now();
  const months = [];
  for (const period of keptMonths(services.retention, nowMs)) {
    const [own] = await services.usage.totals(period, { firstId: holder.accountId, limit: 1 });
    if (own?.accountId !== holder.accountId) break;
    months.push({
      ...own,
      isOver: period.toMs <= nowMs,
      month: isoDay(period.fromMs).slice(0, 7),
      title: monthText(period.fromMs),
    });
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
            { heading: "Month (UTC)", cell: ({ title, isOver }) => (isOver ? title : `${title}, so far`) },
            { heading: "Live", class: "number", cell: (own) => number(requestsOfType(own, "live")) },
            { heading: "Test", class: "number", cell: (own) => number(requestsOfType(own, "test")) },
            {
              heading: "By day and key",
              cell: ({ month, title }) => (
                <a href={`${URLS.usageCsv}?month=${month}`} aria-label={`CSV of ${title}`}>
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
