import { REQUEST_KINDS } from "../../access/decision.ts";
import type { WindowPolicy } from "../../domain/window.ts";
import { KEY_COLUMNS, type KeyRow } from "../counting.ts";
import { prepared } from "./prepared.ts";

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

/** The later of the clock's window and the newest window of any counter, so that no window starts twice. */
const windowStart = (policy: WindowPolicy) => `greatest(
    (extract(epoch FROM date_trunc('${policy}', to_timestamp(now_ms / 1000.0) AT TIME ZONE 'UTC')) * 1000)::bigint,
    (SELECT max(window_start) FROM counters WHERE policy = '${policy}')
  )`;

/** One row for each counter; a single row of nulls if there is no counter; no row if nothing was counted. */
export interface CountRow {
  readonly now_ms: number;
  /** The position of the counter in the parameters, from 1. */
  readonly n: number | null;
  readonly window_start: number;
  /** After the batch. */
  readonly used: number;
  readonly granted: number;
}

/**
 * Counts a batch: PostgreSQL's form of the counting rule, in one statement, so in one transaction and one round trip.
 *
 * It counts nothing and returns no row if the keys have changed: if `version` is no longer that of the keys and
 * accounts (null: the keys have just been read), or if `endsAtMs`, the time when the first of the keys ends, has
 * passed.
 *
 * `policies`, `subjects`, `limits`, and `demands` describe the counters: how many requests of the batch use each of
 * them. `keyIds`, `kinds`, `counters`, and `places` describe those requests: `counters` is a position in the lists
 * above, from 1, and `places` is the request's position, from 1, among all requests for that counter.
 *
 * It is exact under READ COMMITTED: `counted` takes each counter's row lock and adds to its newest version, whatever
 * this statement's snapshot shows, and never more than the room left there. Counters are locked in sorted order, and
 * usage rows only under their counter's lock, so two batches never deadlock. A window that the snapshot shows as used
 * up needs no lock and no write: within a window, a counter never falls.
 */
export const COUNT = prepared(
  "count",
  [
    ...(["version", "nowMs", "endsAtMs"] as const),
    ...(["policies", "subjects", "limits", "demands"] as const),
    ...(["keyIds", "kinds", "counters", "places"] as const),
  ],
  (p) => `
WITH time AS MATERIALIZED (
  SELECT now_ms, ${windowStart("month")} AS month_start, ${windowStart("day")} AS day_start
  FROM (SELECT coalesce(${p.nowMs}::bigint, ${SERVER_NOW}) AS now_ms) AS moment
  WHERE now_ms < ${p.endsAtMs}::bigint
    AND (${p.version}::uuid IS NULL OR EXISTS (SELECT FROM admission_version WHERE version = ${p.version}::uuid))
),
demand AS MATERIALIZED (
  SELECT d.n, d.policy, d.subject, d.quota, d.requests, w.window_start, coalesce(c.used, 0) AS seen_used
  FROM unnest(${p.policies}::text[], ${p.subjects}::bigint[], ${p.limits}::bigint[], ${p.demands}::bigint[])
    WITH ORDINALITY AS d (policy, subject, quota, requests, n)
  CROSS JOIN time t
  CROSS JOIN LATERAL (SELECT CASE d.policy WHEN 'month' THEN t.month_start ELSE t.day_start END AS window_start) w
  LEFT JOIN counters c ON c.policy = d.policy AND c.window_start = w.window_start AND c.subject = d.subject
),
counted AS (
  INSERT INTO counters AS c (policy, subject, window_start, used, granted, quota)
  SELECT policy, subject, window_start, least(requests, quota), least(requests, quota), quota
  FROM demand
  WHERE seen_used < quota
  ORDER BY policy, subject
  ON CONFLICT (policy, window_start, subject) DO UPDATE SET
    granted = greatest(least(excluded.granted, excluded.quota - c.used), 0),
    used = c.used + greatest(least(excluded.granted, excluded.quota - c.used), 0),
    quota = excluded.quota
  RETURNING c.policy, c.subject, c.used, c.granted
),
counter AS MATERIALIZED (
  SELECT d.n, d.window_start, coalesce(c.used, d.seen_used) AS used, coalesce(c.granted, 0) AS granted
  FROM demand d
  LEFT JOIN counted c ON c.policy = d.policy AND c.subject = d.subject
),
usage AS (
  INSERT INTO daily_usage AS u (key_id, day, last_used_at, ${REQUEST_KINDS.join(", ")})
  SELECT r.key_id, greatest(t.day_start, c.window_start), t.now_ms,
    ${REQUEST_KINDS.map((kind) => `count(*) FILTER (WHERE r.kind = '${kind}')`).join(", ")}
  FROM unnest(${p.keyIds}::bigint[], ${p.kinds}::text[], ${p.counters}::int[], ${p.places}::int[])
    AS r (key_id, kind, counter, place)
  JOIN counter c ON c.n = r.counter AND r.place <= c.granted
  CROSS JOIN time t
  GROUP BY r.key_id, c.window_start, t.day_start, t.now_ms
  ORDER BY r.key_id
  ON CONFLICT (day, key_id) DO UPDATE SET
    ${REQUEST_KINDS.map((kind) => `${kind} = u.${kind} + excluded.${kind}`).join(", ")},
    last_used_at = greatest(u.last_used_at, excluded.last_used_at)
)
SELECT t.now_ms, c.n::int, c.window_start, c.used, c.granted FROM time t LEFT JOIN counter c ON true`,
);
