import pg from "pg";
import type { PostgresHost } from "../address.ts";
import { connectionConfig } from "./connection.ts";
import type { Hosts } from "./hosts.ts";
import { isNameFailure, isServerFailure, QUERY_TIMEOUT_MS } from "./server.ts";

/** A statement that the server may keep under a name. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

/** Connections to whichever host takes writes, at most `max` at a time. */
export class PrimaryPool {
  /** Kysely would connect with these to cancel a query, which nothing here does. */
  readonly options = {};
  readonly #hosts: Hosts;
  readonly #max: number;
  #pool: pg.Pool | null = null;
  #host: PostgresHost | null = null;
  #isEnded = false;

  constructor(hosts: Hosts, max: number) {
    this.#hosts = hosts;
    this.#max = max;
  }

  /** Sends one statement, once: where the connection is lost under way, its outcome is not known. */
  async query<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>> {
    // The driver's own way through its pool makes fewer promises than `connect` and `release`.
    const pool = this.#connected() ?? (await this.#connect());
    try {
      return await pool.query<Row>(this.#hosts.keepsStatements ? statement : unnamed(statement));
    } catch (error) {
      if (statement.name !== undefined && isNameFailure(error)) {
        this.#hosts.stopKeepingStatements();
        return await this.query<Row>(unnamed(statement));
      }
      this.doubt(error);
      throw error;
    }
  }

  /** A connection that has to be released. If it cannot be made and there are other hosts, the primary is looked for again. */
  async connect(): Promise<pg.PoolClient> {
    this.#requireOpen();
    const pool = this.#current() ?? (await this.#find());
    try {
      return await pool.connect();
    } catch (error) {
      this.doubt(error);
      if (this.#hosts.knownPrimary !== null) throw error;
      return await (await this.#find()).connect();
    }
  }

  /**
   * Takes in that a statement failed. After a failure of the server no connection is used again: the others may be as dead,
   * and a server that answers nothing more never says so.
   */
  doubt(error: unknown): void {
    if (!isServerFailure(error)) return;
    this.#hosts.doubt();
    this.#host = null;
  }

  /** Waits for what is in flight; nothing can be asked afterwards. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#pool?.end();
  }

  #current(): pg.Pool | null {
    return this.#host !== null && this.#host === this.#hosts.knownPrimary ? this.#pool : null;
  }

  /** A pool with a connection that waits for a statement. */
  #connected(): pg.Pool | null {
    const pool = this.#current();
    return pool !== null && pool.idleCount > 0 && !this.#isEnded ? pool : null;
  }

  async #connect(): Promise<pg.Pool> {
    (await this.connect()).release();
    return this.#current() ?? (await this.#find());
  }

  async #find(): Promise<pg.Pool> {
    const host = await this.#hosts.primary();
    this.#requireOpen();
    if (this.#pool !== null && this.#host === host) return this.#pool;
    // What is in flight on the host before ends by itself; its idle connections go at once.
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
      onConnect: (client) => this.#hosts.requireUsable(client, host),
    });
    // An idle connection that was lost is replaced on the next use, and one in use tells the statement that it was lost
    // under; without a listener either would end the process.
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    this.#pool = pool;
    this.#host = host;
    return pool;
  }
}

function unnamed({ name: _, ...statement }: Statement): Statement {
  return statement;
}
