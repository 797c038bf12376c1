import type { Database } from "bun:sqlite";
import { REQUEST_KINDS, type RequestKind } from "../../access/decision.ts";
import { type CountedCounter, type CountedUsage, usedOf } from "./counted-rows.ts";

/*
 * A batch of requests is one row of the journal, so that its cost does not depend on how far apart the rows of its keys
 * are. The row has the counts of its keys after the batch. A count never falls, so its value is the largest of its row in
 * `counters` or `daily_usage` and those in the journal, and writing a row of the journal there again changes nothing. Rows
 * of the journal are deleted, oldest first, once their counts are there.
 */

/** `months` and `days` have `used` by subject, and `usage` has counts by day, kind, and key: each as a JSON object. */
export const JOURNAL_TABLE = `CREATE TABLE count_journal (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  month_start INTEGER NOT NULL,
  day_start INTEGER NOT NULL,
  months TEXT NOT NULL,
  days TEXT NOT NULL,
  usage TEXT NOT NULL
) STRICT`;

/** Statements against these tables see all counts only after the journal was written there. */
export const COUNTED_TABLES = /\b(?:counters|daily_usage)\b/;

/** Ids of the oldest and the newest row; null before the first batch ever. */
export interface JournalEnds {
  readonly first: number | null;
  readonly last: number | null;
}

export const READ_ENDS = "SELECT min(id) AS first, max(id) AS last FROM count_journal";

/** The last row is never deleted without a newer one, so an id is never used again, and other nodes notice. */
export const ADD_EMPTY = `INSERT INTO count_journal (at, month_start, day_start, months, days, usage)
  VALUES (0, 0, 0, '{}', '{}', '{}')`;

export const DELETE_UP_TO = "DELETE FROM count_journal WHERE id <= ?1";

/** Whether any row has counts. */
export const HAS_COUNTS = "SELECT EXISTS (SELECT 1 FROM count_journal WHERE at > 0) AS found";

/** The counts of a row, as JSON objects, of what a batch has changed. */
export function countsOf(
  counters: Iterable<CountedCounter>,
  usage: Iterable<readonly [kind: RequestKind, ofKind: Iterable<CountedUsage>]>,
) {
  const used = { month: "", day: "" };
  for (const counter of counters) used[counter.quota.policy] += `,"${counter.quota.subject}":${usedOf(counter)}`;
  const days = new Map<number, string>();
  for (const [kind, ofKind] of usage) {
    const counts = new Map<number, string>();
    for (const { keyId, dayMs, counts: own } of ofKind) {
      counts.set(dayMs, `${counts.get(dayMs) ?? ""},"${keyId}":${own[kind]}`);
    }
    for (const [dayMs, members] of counts) days.set(dayMs, `${days.get(dayMs) ?? ""},"${kind}":${jsonOf(members)}`);
  }
  const ofDays = [...days].map(([dayMs, members]) => `,"${dayMs}":${jsonOf(members)}`).join("");
  return { months: jsonOf(used.month), days: jsonOf(used.day), usage: jsonOf(ofDays) };
}

/** An object of members that each begin with a comma. */
function jsonOf(members: string): string {
  return `{${members.slice(1)}}`;
}

const WRITE_COUNTERS = `
  INSERT INTO counters (policy, window_start, subject, used)
  SELECT policy, window_start, CAST(subject AS INTEGER) AS subject, max(used) FROM (
    SELECT 'month' AS policy, j.month_start AS window_start, m.key AS subject, m.value AS used
      FROM count_journal j, json_each(j.months) m WHERE j.id <= ?1
    UNION ALL SELECT 'day', j.day_start, d.key, d.value FROM count_journal j, json_each(j.days) d WHERE j.id <= ?1)
  GROUP BY policy, window_start, subject
  ON CONFLICT (policy, window_start, subject) DO UPDATE SET used = max(used, excluded.used)`;

const WRITE_USAGE = `
  INSERT INTO daily_usage (day, key_id, last_used_at, ${REQUEST_KINDS.join(", ")})
  SELECT CAST(d.key AS INTEGER) AS used_day, CAST(c.key AS INTEGER) AS used_key, max(j.at),
    ${REQUEST_KINDS.map((kind) => `max(CASE k.key WHEN '${kind}' THEN c.value ELSE 0 END)`).join(", ")}
  FROM count_journal j, json_each(j.usage) d, json_each(d.value) k, json_each(k.value) c WHERE j.id <= ?1
  GROUP BY used_day, used_key
  ON CONFLICT (day, key_id) DO UPDATE SET last_used_at = max(last_used_at, excluded.last_used_at),
    ${REQUEST_KINDS.map((kind) => `${kind} = max(${kind}, excluded.${kind})`).join(", ")}`;

/** Rows whose counts are written in one transaction when a process finds a journal that it has not written itself. */
const STEP_ROWS = 100;

/**
 * Writes the journal into the tables, in the open transaction: all of it, or the oldest rows. Returns whether that was all.
 */
export function replayJournal(database: Database, most = Number.MAX_SAFE_INTEGER): boolean {
  const { first, last } = database.query<JournalEnds, []>(READ_ENDS).get() ?? { first: null, last: null };
  if (first === null || last === null || !hasCounts(database)) return true;
  const upTo = Math.min(first + most - 1, last);
  database.query<unknown, [number]>(WRITE_COUNTERS).run(upTo);
  database.query<unknown, [number]>(WRITE_USAGE).run(upTo);
  if (upTo === last) database.query(ADD_EMPTY).run();
  database.query<unknown, [number]>(DELETE_UP_TO).run(upTo);
  return upTo === last;
}

/** As `replayJournal`, for some rows only, so that others wait for a few milliseconds at most. */
export function replayStep(database: Database): boolean {
  return replayJournal(database, STEP_ROWS);
}

function hasCounts(database: Database): boolean {
  return database.query<{ readonly found: number }, []>(HAS_COUNTS).get()?.found === 1;
}
