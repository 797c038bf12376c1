import type { Database } from "bun:sqlite";
import type { KeyRow } from "../../access/counting.ts";
import { REQUEST_KINDS, type RequestKind } from "../../access/decision.ts";
import type { KeyDigest } from "../../access/key.ts";
import type { WindowPolicy } from "../../base/window.ts";
import { KEY_COLUMNS } from "../tables.ts";
import type { NewestWindows } from "./counting-windows.ts";
import { ADD_EMPTY, DELETE_UP_TO, HAS_COUNTS, type JournalEnds, READ_ENDS } from "./journal.ts";

type CounterPlace = [policy: WindowPolicy, windowMs: number, subject: number];
type UsagePlace = [dayMs: number, keyId: number];
type UsageRow = Readonly<Record<RequestKind | "rowid" | "last_used_at", number>>;
type JournalRow = [nowMs: number, monthMs: number, dayMs: number, months: string, days: string, usage: string];

/**
 * The statements of admission. A row with a known rowid is written by it. Parameters have numbers: the runtime would look
 * up names in the statement and in an object, for every run.
 */
export function countStatements(database: Database) {
  return {
    begin: database.prepare("BEGIN IMMEDIATE"),
    commit: database.prepare("COMMIT"),
    /** Changes when another connection, in this or another process, has committed. */
    version: database.prepare<{ readonly data_version: number }, []>("PRAGMA data_version"),
    newestWindows: database.prepare<NewestWindows, []>(`
      SELECT (SELECT max(window_start) FROM counters WHERE policy = 'month') AS month,
        (SELECT max(window_start) FROM counters WHERE policy = 'day') AS day`),
    /** With the subquery, SQLite does not plan the join again for each digest, as it would for a parameter value. */
    key: database.prepare<KeyRow, [digest: KeyDigest]>(`
      SELECT ${KEY_COLUMNS} FROM api_keys k JOIN accounts a ON a.id = k.account_id WHERE k.digest = (SELECT ?1)`),
    counter: database.prepare<{ readonly rowid: number; readonly used: number }, CounterPlace>(
      "SELECT rowid, used FROM counters WHERE policy = ?1 AND window_start = ?2 AND subject = ?3",
    ),
    openCounter: database.prepare<unknown, [...CounterPlace, used: number]>(
      "INSERT INTO counters (policy, window_start, subject, used) VALUES (?1, ?2, ?3, ?4)",
    ),
    setCounter: database.prepare<unknown, [rowid: number, used: number]>(
      "UPDATE counters SET used = max(used, ?2) WHERE rowid = ?1",
    ),
    usage: database.prepare<UsageRow, UsagePlace>(
      `SELECT rowid, last_used_at, ${REQUEST_KINDS.join(", ")} FROM daily_usage WHERE day = ?1 AND key_id = ?2`,
    ),
    openUsage: database.prepare<unknown, [...UsagePlace, lastUsedAtMs: number, ...counts: number[]]>(`
      INSERT INTO daily_usage (day, key_id, last_used_at, ${REQUEST_KINDS.join(", ")})
      VALUES (?1, ?2, ?3, ${REQUEST_KINDS.map((_, index) => `?${index + 4}`).join(", ")})`),
    setUsage: database.prepare<unknown, [rowid: number, lastUsedAtMs: number, ...counts: number[]]>(`
      UPDATE daily_usage SET last_used_at = max(last_used_at, ?2),
        ${REQUEST_KINDS.map((kind, index) => `${kind} = max(${kind}, ?${index + 3})`).join(", ")} WHERE rowid = ?1`),
    append: database.prepare<unknown, JournalRow>(`
      INSERT INTO count_journal (at, month_start, day_start, months, days, usage) VALUES (?1, ?2, ?3, ?4, ?5, ?6)`),
    hasCounts: database.prepare<{ readonly found: number }, []>(HAS_COUNTS),
    journalEnds: database.prepare<JournalEnds, []>(READ_ENDS),
    addEmpty: database.prepare(ADD_EMPTY),
    deleteUpTo: database.prepare<unknown, [id: number]>(DELETE_UP_TO),
  };
}
