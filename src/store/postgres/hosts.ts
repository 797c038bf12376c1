import pg from "pg";
import { messageOf } from "../../domain/message.ts";
import { describeHost, type PostgresAddress, type PostgresHost } from "../address.ts";
import { StoreError } from "../error.ts";
import { connectionConfig } from "./connection.ts";
import { examineServer, QUERY_TIMEOUT_MS, type ServerState } from "./server.ts";

/** While no host accepts writes, every request looks for one: they all share the result of one search for this long. */
const SEARCH_EVERY_MS = 100;

/** `serve` refuses a server that cannot be the store; `examine` accepts a single host in any state. */
type Purpose = "serve" | "examine";

/** The hosts of an address, and which of them accepts writes. With one host there is no choice to make. */
export class Hosts {
  readonly address: PostgresAddress;
  readonly #accepts: (server: ServerState) => boolean;
  #primary: PostgresHost | null;
  #search: Promise<PostgresHost> | null = null;
  #server: ServerState | null = null;
  #mayKeepStatements = true;

  constructor(address: PostgresAddress, purpose: Purpose = "serve") {
    this.address = address;
    const hasChoice = address.hosts.length > 1;
    this.#accepts = ({ fault }) => fault === null || (purpose === "examine" && !hasChoice);
    this.#primary = hasChoice ? null : address.hosts[0];
  }

  /** null if it has to be searched for. */
  get knownPrimary(): PostgresHost | null {
    return this.#primary;
  }

  /** The server of the newest connection; null before the first. */
  get server(): ServerState | null {
    return this.#server;
  }

  /**
   * Whether a connection can reuse a prepared statement by name. A pooler may route each transaction to another server.
   */
  get keepsStatements(): boolean {
    return this.#mayKeepStatements && (this.address.preparedStatements ?? !this.#server?.isPooled);
  }

  /** Called when a prepared statement was not found by its name: then a pooler that was not detected is in between. */
  stopKeepingStatements(): void {
    this.#mayKeepStatements = false;
  }

  /**
   * The host that accepts writes. Asks all hosts at once. Rejects with `StoreError`, which gives the result for each.
   */
  async primary(): Promise<PostgresHost> {
    if (this.#primary !== null) return this.#primary;
    this.#search ??= this.#findPrimary();
    return await this.#search;
  }

  /** Called after a server failure: another host may be the primary by now. */
  clearPrimary(): void {
    if (this.address.hosts.length > 1) this.#primary = null;
  }

  /** Opens a separate connection. Rejects if it cannot be made, or the host cannot be the store. */
  async connect(host: PostgresHost, config: pg.ClientConfig = {}): Promise<pg.Client> {
    const client = new pg.Client({ ...connectionConfig(this.address, host), ...config });
    // A lost connection also fails its running statement. Without a listener, the event would end the process.
    client.on("error", () => {});
    try {
      await client.connect();
      await this.requireUsable(client, host);
      return client;
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
  }

  /** Checks a new connection. @throws StoreError if the host cannot be the store. */
  async requireUsable(client: pg.ClientBase, host: PostgresHost): Promise<void> {
    const server = await examineServer(client, host);
    if (!this.#accepts(server)) throw new StoreError(server.fault ?? "");
    this.#server = server;
  }

  async #findPrimary(): Promise<PostgresHost> {
    try {
      this.#primary = await Promise.any(this.address.hosts.map((host) => this.#tryHost(host)));
      this.#search = null;
      return this.#primary;
    } catch (error) {
      setTimeout(() => {
        this.#search = null;
      }, SEARCH_EVERY_MS).unref();
      const reasons: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
      throw new StoreError(`no host of DATABASE_URL accepts writes: ${reasons.map(messageOf).join("; ")}`);
    }
  }

  async #tryHost(host: PostgresHost): Promise<PostgresHost> {
    try {
      const client = await this.connect(host, { query_timeout: QUERY_TIMEOUT_MS });
      client.end().catch(() => {});
      return host;
    } catch (error) {
      if (error instanceof StoreError) throw error;
      throw new StoreError(`${describeHost(host)}: ${messageOf(error)}`, { cause: error });
    }
  }
}
