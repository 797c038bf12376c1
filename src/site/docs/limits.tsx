/** @jsxImportSource hono/jsx */

import { dailyNewKeys, dailyTestKeys, TEST_KEY_DAILY_REQUESTS } from "../../domain/plan.ts";
import { number } from "../number.ts";
import { PlansTable } from "../plan-table.tsx";
import { Table } from "../table.tsx";
import { URLS } from "../urls.ts";
import { ErrorLink } from "./error-link.tsx";
import type { Guide } from "./guide.ts";
import { Inline } from "./inline.tsx";

const LIMIT_HEADERS = [
  "RateLimit-Policy",
  "RateLimit",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "Retry-After",
] as const;

export const limits: Guide = {
  path: URLS.limits,
  title: "Limits and headers",
  description:
    "Monthly quotas, the daily limit of test keys, bursts, and the headers that report a key's remaining requests.",
  content: ({ plans, reference }) => {
    const headers = reference.operations[0]?.responses["429"]?.headers ?? {};
    return (
      <>
        <PlansTable plans={plans} />
        <ul>
          <li>
            All live keys of the account share the monthly quota, which resets on the first of the month at 00:00 UTC.
            When it is used up, requests get <ErrorLink code="month_quota_exceeded" />.
          </li>
          <li>
            A test key has {number(TEST_KEY_DAILY_REQUESTS)} requests per UTC day on every plan, and the burst of the
            Free plan. A reissued key shares them with the key that it replaces. When they are used up, requests get{" "}
            <ErrorLink code="day_quota_exceeded" />.
          </li>
          <li>
            An account can create a limited number of keys in the dashboard per UTC day: {dailyTestKeys(plans.free)}{" "}
            test keys on the Free plan, including revoked ones and those from earlier days that still work, and{" "}
            {dailyNewKeys(plans.free)} keys of both types, including reissues. On the other plans the limits are
            likewise two and eight times the number of active keys of a type.
          </li>
          <li>
            Each key may burst, then is held to its plan's rate. Faster requests get <ErrorLink code="burst_exceeded" />
            .
          </li>
        </ul>
        <h2>What counts</h2>
        <p>
          A request counts once, when it is admitted: the key is valid and within its limits. From then on every answer
          counts: 200, 304, 400, 404, 405, 413, 415, and 500. Answers with 401, 403, 429, 431, and 503 do not count. A
          batch is one request, whatever its size. Limits are exact: no request is admitted over the limit, and none is
          counted twice.
        </p>
        <h2>Rate limit headers</h2>
        <p>Every admitted answer and every 429 has these headers:</p>
        <Table
          label="Headers"
          class="stack"
          columns={[
            { heading: "Header", cell: (name) => <code>{name}</code> },
            { heading: "For instance", cell: (name) => <code>{String(headers[name]?.schema.example ?? "")}</code> },
            {
              heading: "Meaning",
              cell: (name) => (
                <Inline
                  text={`${headers[name]?.description ?? ""}${name === "Retry-After" ? " (429 and 503 alone)" : ""}`}
                />
              ),
            },
          ]}
          rows={LIMIT_HEADERS}
        />
        <p>
          They describe the limit that is closest to being reached: <code>month</code> for live keys, <code>day</code>{" "}
          for test keys, and <code>burst</code> if the burst ran out.
        </p>
        <h2>Be a good client</h2>
        <ul>
          <li>
            On 429 and 503, wait the number of seconds in <code>Retry-After</code> plus a random delay, then try again.
            The <a href={URLS.typescriptClient}>TypeScript client</a> does this for you.
          </li>
          <li>
            Look up many cities in one <a href={URLS.batch}>batch</a>: it is one request.
          </li>
          <li>
            Cache answers. They change when the dataset does, once or twice a year. <code>Cache-Control</code> allows
            five minutes without a new request, and <code>If-None-Match</code> with the last <code>ETag</code> gets 304
            if nothing has changed.
          </li>
        </ul>
      </>
    );
  },
};
