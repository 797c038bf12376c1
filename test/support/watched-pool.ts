import type pg from "pg";
import { createPool } from "../../src/store/postgres/open.ts";
import { postgresAddress } from "./stores.ts";

/** A connection, and the names of the statements that were sent over it. */
export interface WatchedPool {
  readonly pool: pg.Pool;
  readonly sent: string[];
}

export function watchedPool(url: string): WatchedPool {
  const pool = createPool(postgresAddress(url), 1);
  const sent: string[] = [];
  const send = pool.query.bind(pool) as (asked: { readonly name?: string }) => unknown;
  const watched = (asked: { readonly name?: string }) => {
    sent.push(asked.name ?? "");
    return send(asked);
  };
  pool.query = watched as typeof pool.query;
  return { pool, sent };
}
