import pg from "pg";
import type { PostgresHost } from "../address.ts";
import { recordStoreFault } from "../faults.ts";
import type { PoolLoad } from "../store.ts";
import { connectionConfig, type Hosts } from "./hosts.ts";
import { isNameFailure, isServerFailure, QUERY_TIMEOUT_MS } from "./server.ts";

/** A statement that the server may keep under a name. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

/** Connections to the host that accepts writes, at most `max` at a time. */
export class PrimaryPool {
  /** Kysely would connect with these to cancel a query, which nothing here does. */
  readonly options = {};
  readonly #hosts: Hosts;
  readonly #max: number;
  readonly #lockTimeoutMs: number | undefined;
  #pool: pg.Pool | null = null;
  #host: PostgresHost | null = null;
  #isEnded = false;

  constructor(hosts: Hosts, max: number, lockTimeoutMs?: number) {
    this.#hosts = hosts;
    this.#max = max;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  get load(): PoolLoad {
    const { totalCount: open = 0, idleCount: idle = 0, waitingCount: waiting = 0 } = this.#pool ?? {};
    return { open, idle, waiting };
  }

  /** Sends one statement, once. If the connection is lost while it runs, its outcome is unknown. */
  async query<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>> {
    const client = await this.connect();
    try {
      const result = await client.query<Row>(this.#hosts.keepsStatements ? statement : unnamed(statement));
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      if (statement.name !== undefined && isNameFailure(error)) {
        this.#hosts.stopKeepingStatements();
        return await this.query<Row>(unnamed(statement));
      }
      this.handleFailure(error);
      throw error;
    }
  }

  /** The caller must release it. If it cannot be made and there are other hosts, this looks for the primary again. */
  async connect(): Promise<pg.PoolClient> {
    this.#requireOpen();
    const pool = this.#current() ?? (await this.#find());
    try {
      return await pool.connect();
    } catch (error) {
      this.handleFailure(error);
      if (this.#hosts.knownPrimary !== null) throw error;
      return await (await this.#find()).connect();
    }
  }

  /** After a server failure no connection is reused: others may be dead too, and a hung server never says so. */
  handleFailure(error: unknown): void {
    recordStoreFault(error);
    if (!isServerFailure(error)) return;
    this.#hosts.clearPrimary();
    this.#host = null;
  }

  /** Waits for queries in flight; no queries can be sent afterwards. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#pool?.end();
  }

  #current(): pg.Pool | null {
    return this.#host !== null && this.#host === this.#hosts.knownPrimary ? this.#pool : null;
  }

  async #find(): Promise<pg.Pool> {
    const host = await this.#hosts.primary();
    this.#requireOpen();
    if (this.#pool !== null && this.#host === host) return this.#pool;
    // Queries in flight on the previous host end by themselves; its idle connections close at once.
    this.#pool?.end().catch(() => {});
    return this.#open(host);
  }

  #requireOpen(): void {
    if (this.#isEnded) throw new Error("The store is closed");
  }

  #open(host: PostgresHost): pg.Pool {
    const pool = new pg.Pool({
      ...connectionConfig(this.#hosts.address, host),
      query_timeout: QUERY_TIMEOUT_MS,
      max: this.#max,
      onConnect: (client) => this.#hosts.requireUsable(client, host, this.#lockTimeoutMs),
    });
    // A lost busy connection fails its statement. After a lost idle one, another host may be the primary. Without a
    // listener, either would end the process.
    pool.on("error", (error) => {
      if (this.#pool === pool) this.handleFailure(error);
    });
    pool.on("connect", (client) => client.on("error", () => {}));
    this.#pool = pool;
    this.#host = host;
    return pool;
  }
}

function unnamed({ name: _, ...statement }: Statement): Statement {
  return statement;
}
