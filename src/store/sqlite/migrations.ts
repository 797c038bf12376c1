import { migrationsOf } from "../migrations.ts";
import { JOURNAL_TABLE } from "./journal.ts";

export const SQLITE_MIGRATIONS = migrationsOf({
  id: "INTEGER PRIMARY KEY AUTOINCREMENT",
  integer: "INTEGER",
  boolean: "INTEGER",
  time: "DATE",
  textKey: "TEXT PRIMARY KEY NOT NULL",
  deferrable: "",
  table: " STRICT",
  keyedTable: " STRICT, WITHOUT ROWID",
  // With a rowid, which admission caches for a busy key: writes take half the time.
  hotTable: () => " STRICT",
  workingColumns: "",
  watchers: [],
  // Only PostgreSQL keeps old versions of a row in its indexes.
  version9: [],
  journal: [JOURNAL_TABLE],
});
