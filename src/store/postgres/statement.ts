import type { KeyRow } from "../../access/counting.ts";
import { REQUEST_KINDS, type RequestKind } from "../../access/decision.ts";
import { recordFrom } from "../../base/named-table.ts";
import { DAY_MS, type WindowPolicy } from "../../base/window.ts";
import { KEY_COLUMNS } from "../tables.ts";
import type { Statement } from "./pool.ts";

/** Values by the names of a statement's parameters: all of them, and no others. A list is sent as an array. */
type ParameterValues<Name extends string> = Readonly<
  Record<Name, string | number | null | readonly (string | number)[]>
>;

/** Kept by the server. PostgreSQL has only positional parameters; Kysely would compile the text for every batch. */
function prepared<const Name extends string>(
  name: string,
  parameters: readonly Name[],
  textOf: (placeholders: Readonly<Record<Name, string>>) => string,
): (values: ParameterValues<Name>) => Statement {
  const text = textOf(recordFrom(parameters.map((parameter, index) => [parameter, `$${index + 1}`] as const)));
  return (values) => ({ name, text, values: parameters.map((parameter) => literalOf(values[parameter])) });
}

/** Writes lists in PostgreSQL's array syntax. Their elements are digests, numbers, and names, which need no quotes. */
function literalOf(value: ParameterValues<string>[string]): string | number | null {
  return typeof value === "object" && value !== null ? `{${value.join(",")}}` : value;
}

/** The server's time in milliseconds since the epoch. */
export const SERVER_NOW = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

export interface ReadKeyRow extends KeyRow {
  readonly now_ms: number;
  /** The version of the keys and accounts that the statement saw; null if its row is missing. */
  readonly version: string | null;
}

/** Reads the keys with these digests and their accounts, at one moment. `nowMs` null: the server's time. */
export const READ_KEYS = prepared(
  "read keys",
  ["digests", "nowMs"],
  (p) => `
SELECT ${KEY_COLUMNS}, v.version, t.now_ms
FROM (SELECT coalesce(${p.nowMs}::bigint, ${SERVER_NOW}) AS now_ms) t
CROSS JOIN unnest(${p.digests}::text[]) AS d (digest)
JOIN api_keys k ON k.digest = d.digest
JOIN accounts a ON a.id = k.account_id
LEFT JOIN admission_version v ON true`,
);

/** The start of the clock's window. Days have the same length in UTC, so they need no calendar. */
const CLOCK_WINDOW_START: Readonly<Record<WindowPolicy, string>> = {
  month: "(extract(epoch FROM date_trunc('month', to_timestamp(now_ms / 1000.0) AT TIME ZONE 'UTC')) * 1000)::bigint",
  day: `now_ms - now_ms % ${DAY_MS}`,
};

/** The later of the clock's window and the newest window of any counter, so that no window starts twice. */
const windowStart = (policy: WindowPolicy) => `greatest(
    ${CLOCK_WINDOW_START[policy]},
    (SELECT max(window_start) FROM counters WHERE policy = '${policy}')
  )`;

/**
 * The row that `COUNT` returns; none if nothing was counted. The lists, null if empty, have an entry for each counter that
 * was written or is used up.
 */
export interface CountRow {
  readonly now_ms: number;
  /** Starts of the windows in which the batch was counted. */
  readonly month_start: number;
  readonly day_start: number;
  readonly counters: readonly number[] | null;
  /** After the batch. */
  readonly used: readonly number[] | null;
  readonly granted: readonly number[] | null;
}

/** Stands in a key's `kinds` for a request with another key of the same counter. */
export const OTHER_KEY = ".";

const FIRST_SIGN = "a".charCodeAt(0);

/** Stands in a key's `kinds` for a request of each kind: a letter. */
export const KIND_SIGNS = recordFrom(
  REQUEST_KINDS.map((kind, index) => [kind, String.fromCharCode(FIRST_SIGN + index)] as const),
);

/** The number of requests of a kind in `kinds`: the text without all other signs has one byte for each. */
function requestsOf(kind: RequestKind): string {
  const others = [OTHER_KEY, ...REQUEST_KINDS.filter((other) => other !== kind).map((other) => KIND_SIGNS[other])].join(
    "",
  );
  return `octet_length(translate(g.kinds, '${others}', ''))`;
}

/**
 * Counts a batch: PostgreSQL's form of the counting rule, in one statement, so in one transaction and one round trip.
 *
 * It counts nothing and returns no row if the keys have changed: if `version` is no longer that of the keys and
 * accounts (null: the keys have just been read), or if `endsAtMs`, the time when the first of the keys ends, has
 * passed.
 *
 * `counters`, `limits`, and `demands` describe the counters: how many requests of the batch count in each of them, 0 to
 * ask only whether it is used up. `keyIds`, `keyCounters`, and `kinds` describe the keys and their counters: `kinds`
 * has a sign for each request of the counter, in order of arrival, up to the key's last. All arrays are parsed for
 * every batch, so a counter is one number in them.
 *
 * It is exact under READ COMMITTED: `counted` takes each counter's row lock and adds to its newest version, whatever
 * this statement's snapshot shows, and never more than the room left there. Counters are locked in sorted order, and
 * usage rows only under their counter's lock, so two batches never deadlock. A counter that the snapshot shows as used
 * up needs no lock and no write: within a window, a counter never falls. Nor does one whose limit is 0.
 */
export const COUNT = prepared(
  "count",
  [
    ...(["version", "nowMs", "endsAtMs"] as const),
    ...(["counters", "limits", "demands"] as const),
    ...(["keyIds", "keyCounters", "kinds"] as const),
  ],
  (p) => `
WITH time AS MATERIALIZED (
  SELECT now_ms, ${windowStart("month")} AS month_start, ${windowStart("day")} AS day_start
  FROM (SELECT coalesce(${p.nowMs}::bigint, ${SERVER_NOW}) AS now_ms) AS moment
  WHERE now_ms < ${p.endsAtMs}::bigint
    AND (${p.version}::uuid IS NULL OR EXISTS (SELECT FROM admission_version WHERE version = ${p.version}::uuid))
),
demand AS (
  SELECT d.counter, d.quota, d.requests, w.policy, w.subject, w.window_start,
    d.quota = 0 OR EXISTS (
      SELECT FROM counters s
      WHERE s.policy = w.policy AND s.window_start = w.window_start AND s.subject = w.subject AND s.used >= d.quota
    ) AS used_up
  FROM unnest(${p.counters}::bigint[], ${p.limits}::bigint[], ${p.demands}::bigint[]) AS d (counter, quota, requests)
  CROSS JOIN time t
  CROSS JOIN LATERAL (
    SELECT CASE WHEN d.counter > 0 THEN 'month' ELSE 'day' END AS policy,
      abs(d.counter) AS subject,
      CASE WHEN d.counter > 0 THEN t.month_start ELSE t.day_start END AS window_start
  ) w
),
counted AS (
  INSERT INTO counters AS c (policy, subject, window_start, used, granted, quota)
  SELECT d.policy, d.subject, d.window_start, least(d.requests, d.quota), least(d.requests, d.quota), d.quota
  FROM demand d
  WHERE d.requests > 0 AND NOT d.used_up
  ORDER BY d.policy, d.subject
  ON CONFLICT (policy, window_start, subject) DO UPDATE SET
    granted = greatest(least(excluded.granted, excluded.quota - c.used), 0),
    used = c.used + greatest(least(excluded.granted, excluded.quota - c.used), 0),
    quota = excluded.quota
  RETURNING CASE c.policy WHEN 'month' THEN c.subject ELSE -c.subject END AS counter, c.window_start, c.used, c.granted
),
usage AS (
  INSERT INTO daily_usage AS u (key_id, day, last_used_at, ${REQUEST_KINDS.join(", ")})
  SELECT g.key_id, greatest(t.day_start, g.window_start), t.now_ms, ${REQUEST_KINDS.map(requestsOf).join(", ")}
  FROM (
    SELECT k.key_id, c.window_start, left(k.kinds, c.granted::int) AS kinds
    FROM unnest(${p.keyIds}::bigint[], ${p.keyCounters}::bigint[], ${p.kinds}::text[]) AS k (key_id, counter, kinds)
    JOIN counted c ON c.counter = k.counter
    ORDER BY k.key_id
  ) AS g
  CROSS JOIN time t
  WHERE ltrim(g.kinds, '${OTHER_KEY}') <> ''
  ON CONFLICT (day, key_id) DO UPDATE SET
    ${REQUEST_KINDS.map((kind) => `${kind} = u.${kind} + excluded.${kind}`).join(", ")},
    last_used_at = greatest(u.last_used_at, excluded.last_used_at)
)
SELECT t.now_ms, t.month_start, t.day_start, c.counters, c.used, c.granted
FROM time t
CROSS JOIN (
  SELECT array_agg(counter) AS counters, array_agg(used) AS used, array_agg(granted) AS granted
  FROM (SELECT counter, used, granted FROM counted UNION ALL SELECT counter, quota, 0 FROM demand WHERE used_up) AS all_of
) c`,
);
