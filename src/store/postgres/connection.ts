import pg from "pg";
import type { PostgresAddress, PostgresHost } from "../address.ts";

export function connectionConfig({ connection }: PostgresAddress, { host, port }: PostgresHost): pg.ClientConfig {
  return { ...connection, host, port, types: { getTypeParser } };
}

/** The type of `bigint[]`, which the driver does not name. */
const INT8_ARRAY = 1_016;

/** Counters and times fit in a number. */
function getTypeParser(oid: number, format?: "text" | "binary") {
  if (oid === INT8_ARRAY) return numbersOf;
  return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format);
}

/** The numbers in PostgreSQL's text for a `bigint[]` without nulls, such as `{1,2}`. */
function numbersOf(text: string): number[] {
  return text === "{}" ? [] : text.slice(1, -1).split(",").map(Number);
}
