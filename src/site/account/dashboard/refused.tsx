/** @jsxImportSource hono/jsx */
import { PROBLEMS } from "../../../domain/problem.ts";
import { number } from "../../ui/number.ts";
import { Day } from "../../ui/time.tsx";
import { URLS, urlOf } from "../../ui/urls.ts";
import type { UsageReport } from "./usage-report.ts";

export function Refused({ report: { days, refused, reasons } }: { readonly report: UsageReport }) {
  const total = refused.reduce((sum, count) => sum + count, 0);
  return (
    <section aria-labelledby="refused">
      <h2 id="refused">Refused</h2>
      <p class="muted">
        <b class="figure">{number(total)}</b> in the last {days.length} days, not counted
      </p>
      <ul class="rows">
        {reasons.map(({ code, requests, lastDayMs }) => (
          <li>
            <b>{number(requests)}</b> <a href={urlOf(URLS.error, { code })}>{PROBLEMS[code].title}</a>,{" "}
            {PROBLEMS[code].status}, last on <Day ms={lastDayMs} />
          </li>
        ))}
      </ul>
    </section>
  );
}
