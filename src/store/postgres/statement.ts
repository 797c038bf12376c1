import { REQUEST_KINDS } from "../../access/decision.ts";
import type { WindowPolicy } from "../../domain/window.ts";

/** The server's time in milliseconds since the epoch. */
export const SERVER_NOW = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** The later of the clock's window and the newest that any counter was opened in: no window begins again. */
const windowStart = (policy: WindowPolicy) => `greatest(
  (extract(epoch FROM date_trunc('${policy}', to_timestamp(now_ms / 1000.0) AT TIME ZONE 'UTC')) * 1000)::bigint,
  (SELECT max(window_start) FROM counters WHERE policy = '${policy}')
)`;

const timeAt = (parameter: string) => `
  SELECT now_ms, ${windowStart("month")} AS month_start, ${windowStart("day")} AS day_start
  FROM (SELECT coalesce(${parameter}::bigint, ${SERVER_NOW}) AS now_ms) AS moment`;

const ADD_USAGE = `
  ON CONFLICT (day, key_id) DO UPDATE SET
    ${REQUEST_KINDS.map((kind) => `${kind} = u.${kind} + excluded.${kind}`).join(", ")},
    last_used_at = greatest(u.last_used_at, excluded.last_used_at)`;

/**
 * Admission of a whole batch in one statement, hence one transaction and one round trip.
 *
 * $1 the batch's distinct digests; for each request that counts, in order of arrival, $2 the number of its digest in $1
 * and $3 its kind; $4 the time, or null for the server's; $5 the plans' monthly limits as JSON; $6 the daily limit of a
 * test key.
 *
 * It is exact under READ COMMITTED: `counted` takes each counter's row lock and adds to its newest version, whatever this
 * statement's snapshot shows, and no more than the room left there. Counters are locked in sorted order, and the days of
 * usage only under their counter's lock, so two batches never wait for each other in a ring. A window that the snapshot
 * shows as used up needs no lock and no write: within a window, a counter never falls.
 */
export const ADMIT_BATCH = `
WITH time AS MATERIALIZED (${timeAt("$4")}
),
key AS MATERIALIZED (
  SELECT d.n, k.id AS key_id, k.account_id, k.type, k.expires_at, k.revoked_at, k.grace_ends_at,
    k.first_key_id, a.plan, a.overrides, a.suspended_at, s.policy, s.subject, s.window_start, s.quota,
    coalesce(c.used, 0) AS seen_used,
    k.revoked_at IS NULL AND a.suspended_at IS NULL
      AND (k.grace_ends_at IS NULL OR k.grace_ends_at > t.now_ms)
      AND (k.expires_at IS NULL OR k.expires_at > t.now_ms)
      AND coalesce(c.used, 0) < s.quota AS countable
  FROM unnest($1::text[]) WITH ORDINALITY AS d (digest, n)
  CROSS JOIN time t
  JOIN api_keys k ON k.digest = d.digest
  JOIN accounts a ON a.id = k.account_id
  CROSS JOIN LATERAL (
    SELECT 'month' AS policy, a.id AS subject, t.month_start AS window_start, coalesce(
      (a.overrides::jsonb ->> 'monthlyRequests')::bigint,
      ($5::jsonb ->> a.plan)::bigint,
      ($5::jsonb ->> 'free')::bigint
    ) AS quota WHERE k.type = 'live'
    UNION ALL
    SELECT 'day', coalesce(k.first_key_id, k.id), t.day_start, $6::bigint WHERE k.type <> 'live'
  ) s
  LEFT JOIN counters c ON c.policy = s.policy AND c.window_start = s.window_start AND c.subject = s.subject
),
request AS MATERIALIZED (
  SELECT k.policy, k.subject, k.key_id, k.window_start, k.quota, r.kind,
    row_number() OVER (PARTITION BY k.policy, k.subject ORDER BY r.arrival) AS rank
  FROM unnest($2::int[], $3::text[]) WITH ORDINALITY AS r (n, kind, arrival)
  JOIN key k ON k.n = r.n
  WHERE k.countable
),
counted AS (
  INSERT INTO counters AS c (policy, subject, window_start, used, granted, quota)
  SELECT policy, subject, window_start, least(count(*), quota), least(count(*), quota), quota
  FROM request
  GROUP BY policy, subject, window_start, quota
  ORDER BY policy, subject
  ON CONFLICT (policy, window_start, subject) DO UPDATE SET
    granted = greatest(least(excluded.granted, excluded.quota - c.used), 0),
    used = c.used + greatest(least(excluded.granted, excluded.quota - c.used), 0),
    quota = excluded.quota
  RETURNING c.policy, c.subject, c.used, c.granted
),
usage AS (
  INSERT INTO daily_usage AS u (key_id, day, last_used_at, ${REQUEST_KINDS.join(", ")})
  SELECT r.key_id, greatest(t.day_start, r.window_start), t.now_ms,
    ${REQUEST_KINDS.map((kind) => `count(*) FILTER (WHERE r.kind = '${kind}')`).join(", ")}
  FROM request r
  JOIN counted c ON c.policy = r.policy AND c.subject = r.subject
  CROSS JOIN time t
  WHERE r.rank <= c.granted
  GROUP BY r.key_id, r.window_start, t.day_start, t.now_ms
  ORDER BY r.key_id
  ${ADD_USAGE}
)
SELECT k.n::int, k.key_id, k.account_id, k.type, k.expires_at, k.revoked_at, k.grace_ends_at,
  k.first_key_id, k.plan, k.overrides, k.suspended_at, t.now_ms, k.window_start, v.version,
  coalesce(c.used, k.seen_used) AS used,
  coalesce(c.granted, 0) AS granted
FROM key k
CROSS JOIN time t
LEFT JOIN admission_version v ON true
LEFT JOIN counted c ON c.policy = k.policy AND c.subject = k.subject`;

/**
 * Counts requests of keys that are known already, and reads no key: only where `admission_version` is still $1, that of the
 * moment in which the keys were read. What it counts fits whole; what might not is left out, for `ADMIT_BATCH` to decide.
 *
 * $2 the time, or null for the server's. For each counter $3 its policy, $4 its subject, $5 how many requests, at most $6, its
 * limit, and $7 when the first of its keys ends. For each key $8 its id, $9 and $10 its counter, from $11 on its requests by kind.
 *
 * It is as exact as `ADMIT_BATCH`: a counter's lock is taken before it is read, in the same order.
 */
export const ADMIT_KNOWN = `
WITH time AS MATERIALIZED (${timeAt("$2")}
  WHERE EXISTS (SELECT FROM admission_version WHERE version = $1)
),
counted AS (
  INSERT INTO counters AS c (policy, subject, window_start, used, granted, quota)
  SELECT d.policy, d.subject, CASE d.policy WHEN 'month' THEN t.month_start ELSE t.day_start END, d.demand, d.demand, d.quota
  FROM unnest($3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[]) AS d (policy, subject, demand, quota, ends_at)
  CROSS JOIN time t
  WHERE d.ends_at > t.now_ms
  ORDER BY d.policy, d.subject
  ON CONFLICT (policy, window_start, subject) DO UPDATE SET
    used = c.used + excluded.used, granted = excluded.granted, quota = excluded.quota
  WHERE c.used + excluded.used <= excluded.quota
  RETURNING c.policy, c.subject, c.window_start, c.used
),
usage AS (
  INSERT INTO daily_usage AS u (key_id, day, last_used_at, ${REQUEST_KINDS.join(", ")})
  SELECT k.key_id, greatest(t.day_start, c.window_start), t.now_ms, ${REQUEST_KINDS.map((kind) => `k.${kind}`).join(", ")}
  FROM unnest($8::bigint[], $9::text[], $10::bigint[], ${REQUEST_KINDS.map((_, index) => `$${11 + index}::bigint[]`).join(", ")})
    AS k (key_id, policy, subject, ${REQUEST_KINDS.join(", ")})
  JOIN counted c ON c.policy = k.policy AND c.subject = k.subject
  CROSS JOIN time t
  ORDER BY k.key_id
  ${ADD_USAGE}
)
SELECT c.policy, c.subject, c.window_start, c.used, t.now_ms FROM counted c CROSS JOIN time t`;
