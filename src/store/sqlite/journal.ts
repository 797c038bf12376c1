import type { Database } from "bun:sqlite";
import { REQUEST_KINDS, type RequestKind } from "../../access/decision.ts";
import { WINDOW_POLICIES, type WindowPolicy } from "../../base/window.ts";
import { type CountedCounter, type CountedUsage, usedOf } from "./counted-rows.ts";

/*
 * A batch of requests is one row of the journal, so that its cost does not depend on how far apart the rows of its keys
 * are. The row has the counts of its keys after the batch. A count never falls, so its value is the largest of its row in
 * `counters` or `daily_usage` and those in the journal, and writing a row of the journal there again changes nothing. Rows
 * of the journal are deleted, oldest first, once their counts are there.
 */

/**
 * As JSON: `months` and `days` have subjects, each before its `used`, in one array; `usage` has such an array of keys and
 * counts for each day and kind.
 */
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
  VALUES (0, 0, 0, '[]', '[]', '{}')`;

export const DELETE_UP_TO = "DELETE FROM count_journal WHERE id <= ?1";

/** Whether any row has counts. */
export const HAS_COUNTS = "SELECT EXISTS (SELECT 1 FROM count_journal WHERE usage <> '{}') AS found";

/** The counts of a row, of what a batch has changed. */
export function countsOf(
  counters: readonly CountedCounter[],
  usage: Iterable<readonly [kind: RequestKind, ofKind: readonly CountedUsage[]]>,
) {
  const used: Record<WindowPolicy, number[]> = { month: [], day: [] };
  for (const counter of counters) used[counter.quota.policy].push(counter.quota.subject, usedOf(counter));
  const days = new Map<number, string>();
  for (const [kind, ofKind] of usage) {
    const lists = new Map<number, number[]>();
    for (const { dayMs, keyId, counts } of ofKind) {
      const list = lists.get(dayMs);
      if (list === undefined) lists.set(dayMs, [keyId, counts[kind]]);
      else list.push(keyId, counts[kind]);
    }
    for (const [dayMs, list] of lists) {
      const members = days.get(dayMs);
      const member = `"${kind}":[${list.join()}]`;
      days.set(dayMs, members === undefined ? member : `${members},${member}`);
    }
  }
  const ofDays = [...days].map(([dayMs, members]) => `"${dayMs}":{${members}}`).join();
  return { months: `[${used.month.join()}]`, days: `[${used.day.join()}]`, usage: `{${ofDays}}` };
}

const WRITE_COUNTER = `
  INSERT INTO counters (policy, window_start, subject, used) VALUES (?1, ?2, ?3, ?4)
  ON CONFLICT (policy, window_start, subject) DO UPDATE SET used = max(used, excluded.used)`;

const WRITE_USAGE = `
  INSERT INTO daily_usage (day, key_id, last_used_at, ${REQUEST_KINDS.join(", ")})
  VALUES (?1, ?2, ?3, ${REQUEST_KINDS.map((_, index) => `?${index + 4}`).join(", ")})
  ON CONFLICT (day, key_id) DO UPDATE SET last_used_at = max(last_used_at, excluded.last_used_at),
    ${REQUEST_KINDS.map((kind) => `${kind} = max(${kind}, excluded.${kind})`).join(", ")}`;

interface JournalRow {
  readonly at: number;
  readonly month_start: number;
  readonly day_start: number;
  readonly months: string;
  readonly days: string;
  readonly usage: string;
}

/** Rows whose counts are written in one transaction when a process finds a journal that it has not written itself. */
const STEP_ROWS = 100;

/**
 * Writes the journal into the tables, in the open transaction: all of it, or the oldest rows. Returns whether that was all.
 */
export function replayJournal(database: Database, most = Number.MAX_SAFE_INTEGER): boolean {
  const { first, last } = database.query<JournalEnds, []>(READ_ENDS).get() ?? { first: null, last: null };
  if (first === null || last === null || !hasCounts(database)) return true;
  const upTo = Math.min(first + most - 1, last);
  const rows = database.query<JournalRow, [number]>("SELECT * FROM count_journal WHERE id <= ?1 ORDER BY id");
  writeCounts(database, rows.iterate(upTo));
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

/** Writes the newest counts of rows: what many of them have is written once. */
function writeCounts(database: Database, rows: Iterable<JournalRow>): void {
  const counters = { month: new ByTwo<number>(), day: new ByTwo<number>() };
  const usage = new ByTwo<{ at: number; readonly counts: Map<string, number> }>();
  for (const { at, month_start, day_start, months, days, usage: ofDays } of rows) {
    for (const [subject, used] of pairsOf(JSON.parse(months))) counters.month.set(month_start, subject, used);
    for (const [subject, used] of pairsOf(JSON.parse(days))) counters.day.set(day_start, subject, used);
    const read: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = JSON.parse(ofDays);
    for (const [day, ofDay] of Object.entries(read)) {
      for (const [kind, list] of Object.entries(ofDay)) {
        for (const [keyId, count] of pairsOf(list)) {
          const known = usage.get(Number(day), keyId) ?? { at, counts: new Map() };
          known.at = Math.max(known.at, at);
          known.counts.set(kind, count);
          usage.set(Number(day), keyId, known);
        }
      }
    }
  }
  const writeCounter = database.query<unknown, [string, number, number, number]>(WRITE_COUNTER);
  for (const policy of WINDOW_POLICIES) {
    for (const [start, subject, used] of counters[policy].entries()) writeCounter.run(policy, start, subject, used);
  }
  const writeUsage = database.query<unknown, number[]>(WRITE_USAGE);
  for (const [day, keyId, { at, counts }] of usage.entries()) {
    writeUsage.run(day, keyId, at, ...REQUEST_KINDS.map((kind) => counts.get(kind) ?? 0));
  }
}

/** Values by two numbers. */
class ByTwo<Value> {
  readonly #values = new Map<number, Map<number, Value>>();

  get(first: number, second: number): Value | undefined {
    return this.#values.get(first)?.get(second);
  }

  set(first: number, second: number, value: Value): void {
    const known = this.#values.get(first);
    if (known === undefined) this.#values.set(first, new Map([[second, value]]));
    else known.set(second, value);
  }

  *entries(): Generator<readonly [first: number, second: number, value: Value]> {
    for (const [first, values] of this.#values) for (const [second, value] of values) yield [first, second, value];
  }
}

function* pairsOf(list: readonly number[]): Generator<readonly [id: number, count: number]> {
  for (let at = 0; at + 1 < list.length; at += 2) yield [list[at] ?? 0, list[at + 1] ?? 0];
}
