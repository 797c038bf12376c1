/** What differs between the dialects in the statements that make the tables. */
export interface SchemaDialect {
  /** Column types: a generated id, an integer, a boolean, a better-auth timestamp, a text key. */
  readonly id: string;
  readonly integer: string;
  readonly boolean: string;
  readonly time: string;
  readonly textKey: string;
  /** Follows a reference to a row that may be inserted later in the same transaction. */
  readonly deferrable: string;
  /** Follows the columns of a table, and of one that is only read by its key. */
  readonly table: string;
  readonly keyedTable: string;
  /** Follows the columns of `counters` and `daily_usage`, which admission writes; the share of a page to fill, in percent. */
  readonly hotTable: (fill: number) => string;
  readonly workingColumns: string;
  /** What watches the tables that admission reads. */
  readonly watchers: readonly string[];
  readonly version9: readonly string[];
  /** The table in which admission collects counts. */
  readonly journal: readonly string[];
}
