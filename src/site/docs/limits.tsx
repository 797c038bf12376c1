/** @jsxImportSource hono/jsx */
import { dailyNewKeys, dailyTestKeys, TEST_KEY_DAILY_REQUESTS } from "../../domain/plan.ts";
import { number } from "../number.ts";
import { PlansTable } from "../plan-table.tsx";
import { ScrollBox } from "../scroll-box.tsx";
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
  description: "Monthly quotas, the daily limit of test keys, bursts, and the headers that tell where a key stands.",
  content: ({ plans, reference }) => {
    const headers = reference.operations[0]?.responses["429"]?.headers ?? {};
    return (
      <>
        <PlansTable plans={plans} />
        <ul>
          <li>
            The monthly quota is shared by all live keys of the account and starts anew on the first of the month, 00:00
            UTC. At its end: <ErrorLink code="month_quota_exceeded" />.
          </li>
          <li>
            A test key has {number(TEST_KEY_DAILY_REQUESTS)} requests a UTC day for itself, whatever the plan, and the
            burst of the Free plan; a reissued key and its successor share them. At its end:{" "}
            <ErrorLink code="day_quota_exceeded" />.
          </li>
          <li>
            Keys that an account may make in the dashboard on one UTC day: {dailyTestKeys(plans.free)} test keys on the
            Free plan, those of the days before that still work and revoked ones included, and{" "}
            {dailyNewKeys(plans.free)} keys of both types with reissues; on the other plans likewise twice and eight
            times the number of active keys of a type.
          </li>
          <li>
            Each key may burst, then is held to its plan's rate. Beyond: <ErrorLink code="burst_exceeded" />.
          </li>
        </ul>
        <h2>What counts</h2>
        <p>
          A request counts once, when it is admitted: the key is valid and there is room. Then every answer counts, 200,
          304, 400, 404, 405, 413 and 415 alike, and a 500, should it ever come. 401, 403, 429, 431 and 503 count
          nothing. A batch is one request, whatever its size. Limits are exact: never one request more, never one
          counted twice.
        </p>
        <h2>Headers that tell where a key stands</h2>
        <p>On every admitted answer, and on 429:</p>
        <ScrollBox label="Headers">
          <table class="stack">
            <thead>
              <tr>
                <th scope="col">Header</th>
                <th scope="col">For instance</th>
                <th scope="col">Meaning</th>
              </tr>
            </thead>
            <tbody>
              {LIMIT_HEADERS.map((name) => (
                <tr>
                  <th scope="row" data-label="Header">
                    <code>{name}</code>
                  </th>
                  <td data-label="For instance">
                    <code>{String(headers[name]?.schema.example ?? "")}</code>
                  </td>
                  <td data-label="Meaning">
                    <Inline
                      text={`${headers[name]?.description ?? ""}${name === "Retry-After" ? " (429 and 503 alone)" : ""}`}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
        <p>
          They speak of the tightest window: <code>month</code> for live keys, <code>day</code> for test keys, and{" "}
          <code>burst</code> where that is what ran out.
        </p>
        <h2>Be a good client</h2>
        <ul>
          <li>
            On 429 and 503 wait the seconds of <code>Retry-After</code>, add a random part, and try again. The{" "}
            <a href={URLS.typescriptClient}>TypeScript client</a> does it for you.
          </li>
          <li>
            Ask for many cities in one <a href={URLS.batch}>batch</a>: it is one request.
          </li>
          <li>
            Keep answers. They change when the dataset does, once or twice a year; <code>Cache-Control</code> allows
            five minutes without asking, and <code>If-None-Match</code> with the last <code>ETag</code> is answered 304.
          </li>
        </ul>
      </>
    );
  },
};
