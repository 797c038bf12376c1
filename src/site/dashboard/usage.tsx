/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import { REQUEST_KINDS, type RequestKind } from "../../access/decision.ts";
import type { ApiKey } from "../../accounts/keys.ts";
import { type DailyUsage, USAGE_KEPT_DAYS } from "../../accounts/usage.ts";
import type { SiteKit } from "../kit.ts";
import { dayText } from "../moment.ts";
import { counted, number } from "../number.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { URLS } from "../urls.ts";
import type { HolderVisit, SiteEnv, Visits } from "../visit.ts";
import { dashboardPage, type Holding, holdingOf } from "./dashboard-page.tsx";
import { UsageChart } from "./usage-chart.tsx";
import { usageCsv } from "./usage-csv.ts";
import { keysOf, keyTitle, lastDays, requestsOf, usageSeries } from "./usage-series.ts";

const SPANS = [30, 90] as const;
/** The page stays under 100 KB; the file has all rows. */
const MAX_ROWS = 100;

export const KIND_TITLES = {
  city: "City",
  county: "County",
  batch: "Batch",
  stats: "Stats",
  other: "Other",
} as const satisfies Record<RequestKind, string>;

export function usageRoutes(app: Hono<SiteEnv>, kit: SiteKit, visits: Visits): void {
  app.get(
    URLS.usage,
    visits.holderPage(async (visit) => {
      const asked = Number(visit.context.req.query("days"));
      const days = SPANS.find((span) => span === asked) ?? SPANS[0];
      const span = lastDays(kit.clock.now(), days);
      const { accountId } = visit.holder;
      const [holding, usage] = await Promise.all([
        holdingOf(kit, visit),
        kit.usage.daily(accountId, span.fromMs, span.toMs),
      ]);
      const keys = await keysOf(kit, accountId, usage);
      return visit.context.html(usagePage(visit, holding, { days, span, keys, usage }));
    }),
  );
  app.get(
    URLS.usageCsv,
    visits.holderPage(async (visit) => {
      const { accountId } = visit.holder;
      const span = lastDays(kit.clock.now(), USAGE_KEPT_DAYS);
      const usage = await kit.usage.daily(accountId, span.fromMs, span.toMs);
      const keys = await keysOf(kit, accountId, usage);
      return visit.context.body(usageCsv(usage, keys), 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="safety-usage-${dayText(kit.clock.now())}.csv"`,
      });
    }),
  );
}

interface UsageView {
  readonly days: number;
  readonly span: { readonly fromMs: number; readonly toMs: number };
  readonly keys: readonly ApiKey[];
  readonly usage: readonly DailyUsage[];
}

function usagePage(visit: HolderVisit, holding: Holding, view: UsageView): string {
  const { usage, keys, days, span } = view;
  return dashboardPage(visit, holding, {
    path: URLS.usage,
    title: "Usage",
    wide: true,
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
              <strong>No requests in the last {days} days.</strong> They appear here as soon as one is admitted.{" "}
              <a href={URLS.tryIt}>Try a look-up</a>.
            </p>
          </div>
        ) : (
          <>
            <UsageChart series={usageSeries(usage, keys, span)} />
            <h2>By day, key and kind of request</h2>
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
      <ScrollBox label="Usage by day, key and kind">
        <table>
          <thead>
            <tr>
              <th scope="col">Day (UTC)</th>
              <th scope="col">Key</th>
              {REQUEST_KINDS.map((kind) => (
                <th scope="col" class="number">
                  {KIND_TITLES[kind]}
                </th>
              ))}
              <th scope="col" class="number">
                All
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr>
                <th scope="row" class="nowrap">
                  {dayText(row.dayMs)}
                </th>
                <td class="nowrap">{keyTitle(keys, row.keyId)}</td>
                {REQUEST_KINDS.map((kind) => (
                  <td class="number">{number(row.counts[kind])}</td>
                ))}
                <td class="number">{number(requestsOf(row))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {usage.length > rows.length ? (
        <p class="small muted">
          The newest {MAX_ROWS} of {counted(usage.length, "row")}; the CSV file has all.
        </p>
      ) : null}
      <p class="small muted">“Other” are admitted requests to unknown paths or with a wrong method.</p>
    </>
  );
}
