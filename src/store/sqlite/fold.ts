import { REQUEST_KINDS } from "../../access/decision.ts";
import type { countStatements } from "./count-statements.ts";
import { type CountedCounter, type CountedUsage, type RowCache, usedOf } from "./counted-rows.ts";

type CountedRow = CountedCounter | CountedUsage;
type Statements = ReturnType<typeof countStatements>;

/** The rows that only the journal has, in the order of their tables, so that those of one page are written together. */
export function rowsToWrite({ counters, usage }: RowCache): readonly CountedRow[] {
  return [...inOrder(counters.inJournal), ...inOrder(usage.inJournal)];
}

function inOrder<Row extends CountedRow>(rows: ReadonlyMap<number, Row>): readonly Row[] {
  return [...rows.values()].sort((a, b) => (a.rowid ?? 0) - (b.rowid ?? 0));
}

/** Writes rows to their tables, in the open transaction. */
export function writeRows(rows: readonly CountedRow[], cache: RowCache, statements: Statements): void {
  for (const row of rows) {
    if ("quota" in row) writeCounter(row, cache, statements);
    else writeUsage(row, cache, statements);
  }
}

function writeCounter(
  { quota: { policy, subject, counter: id } }: CountedCounter,
  { counters }: RowCache,
  { counter, openCounter, setCounter }: Statements,
): void {
  // A counter with another limit may have taken its place.
  const row = counters.inJournal.get(id);
  if (row === undefined) return;
  const windowMs = row.window.startMs;
  row.rowid ??= counter.get(policy, windowMs, subject)?.rowid ?? null;
  if (row.rowid !== null) setCounter.run(row.rowid, usedOf(row));
  else row.rowid = Number(openCounter.run(policy, windowMs, subject, usedOf(row)).lastInsertRowid);
  counters.keep(id, row);
}

function writeUsage(row: CountedUsage, { usage: cached }: RowCache, { usage, openUsage, setUsage }: Statements): void {
  const counts = REQUEST_KINDS.map((kind) => row.counts[kind]);
  row.rowid ??= usage.get(row.dayMs, row.keyId)?.rowid ?? null;
  if (row.rowid !== null) setUsage.run(row.rowid, row.lastUsedAtMs, ...counts);
  else row.rowid = Number(openUsage.run(row.dayMs, row.keyId, row.lastUsedAtMs, ...counts).lastInsertRowid);
  cached.keep(row.keyId, row);
}
