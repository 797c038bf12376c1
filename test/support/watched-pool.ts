import { Hosts } from "../../src/store/postgres/hosts.ts";
import { PrimaryPool } from "../../src/store/postgres/pool.ts";
import { postgresAddress } from "./stores.ts";

/** A connection, and the names of the statements sent over it. */
export interface WatchedPool {
  readonly pool: PrimaryPool;
  readonly sent: string[];
}

export function watchedPool(url: string): WatchedPool {
  const pool = new PrimaryPool(new Hosts(postgresAddress(url)), 1);
  const sent: string[] = [];
  const send = pool.query.bind(pool);
  pool.query = (statement) => {
    sent.push(statement.name ?? "");
    return send(statement);
  };
  return { pool, sent };
}
