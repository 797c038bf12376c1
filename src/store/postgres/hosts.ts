import pg from "pg";
import { messageOf } from "../../base/error-text.ts";
import type { Log } from "../../base/log.ts";
import { describeHost, type PostgresAddress, type PostgresHost } from "../address.ts";
import { StoreError } from "../error.ts";
import { examineServer, QUERY_TIMEOUT_MS, type ServerState, timelineOf } from "./server.ts";

/** While no host accepts writes, every request looks for one: they all share the result of one search for this long. */
const SEARCH_EVERY_MS = 100;
/** How long a search waits for the other hosts after one has accepted writes: a second primary must be seen. */
const OTHERS_WAIT_MS = 250;
const WATCH_EVERY_MS = 5_000;
/** How long a statement waits for a lock, except those that count requests. */
const LOCK_TIMEOUT_MS = 2_000;

interface Writable {
  readonly host: PostgresHost;
  readonly timeline: number;
}

/** `serve` refuses a server that cannot be the store; `examine` accepts a single host in any state. */
type Purpose = "serve" | "examine";

/** The hosts of an address, and which of them accepts writes. With one host there is no choice to make. */
export class Hosts {
  readonly address: PostgresAddress;
  readonly #accepts: (server: ServerState) => boolean;
  #primary: PostgresHost | null;
  #search: Promise<PostgresHost> | null = null;
  #writable = 1;
  #server: ServerState | null = null;
  #mayKeepStatements = true;

  readonly #log: Log | undefined;

  constructor(address: PostgresAddress, purpose: Purpose = "serve", log?: Log) {
    this.address = address;
    this.#log = log;
    const hasChoice = address.hosts.length > 1;
    this.#accepts = ({ fault }) => fault === null || (purpose === "examine" && !hasChoice);
    this.#primary = hasChoice ? null : address.hosts[0];
  }

  /** null if it has to be searched for. */
  get knownPrimary(): PostgresHost | null {
    return this.#primary;
  }

  /** How many hosts accepted writes in the last search. */
  get writable(): number {
    return this.#writable;
  }

  /** Looks for a second primary every few seconds. Returns a function that ends it. */
  watch(): () => void {
    if (this.address.hosts.length === 1) return () => {};
    const timer = setInterval(() => {
      this.#search ??= this.#findPrimary();
      this.#search.catch(() => {});
    }, WATCH_EVERY_MS).unref();
    return () => clearInterval(timer);
  }

  /** The server of the newest connection; null before the first. */
  get server(): ServerState | null {
    return this.#server;
  }

  /** Whether a prepared statement can be reused by name. A pooler may route each transaction to another server. */
  get keepsStatements(): boolean {
    return this.#mayKeepStatements && (this.address.preparedStatements ?? !this.#server?.isPooled);
  }

  /** Called when a prepared statement was not found by its name: then a pooler that was not detected is in between. */
  stopKeepingStatements(): void {
    this.#mayKeepStatements = false;
  }

  /** The host that accepts writes. Asks all at once. @throws StoreError with the result for each */
  async primary(): Promise<PostgresHost> {
    if (this.#primary !== null) return this.#primary;
    this.#search ??= this.#findPrimary();
    return await this.#search;
  }

  /** All hosts that accept writes now, waiting for each. Empty if there is only one host to choose from. */
  async writableHosts(): Promise<readonly string[]> {
    if (this.address.hosts.length === 1) return [];
    const tries = await Promise.allSettled(this.address.hosts.map((host) => this.#tryHost(host)));
    return tries.flatMap((one) => (one.status === "fulfilled" ? [describeHost(one.value.host)] : []));
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
  async requireUsable(client: pg.ClientBase, host: PostgresHost, lockTimeoutMs = LOCK_TIMEOUT_MS): Promise<void> {
    const server = await examineServer(client, host, lockTimeoutMs);
    if (!this.#accepts(server)) throw new StoreError(server.fault ?? "");
    this.#server = server;
  }

  /** Of several hosts that accept writes, the one that was promoted last is the primary: all nodes choose the same. */
  async #findPrimary(): Promise<PostgresHost> {
    try {
      const found: Writable[] = [];
      const tries = this.address.hosts.map(async (host) => void found.push(await this.#tryHost(host)));
      await Promise.any(tries);
      await Promise.race([Promise.allSettled(tries), Bun.sleep(OTHERS_WAIT_MS)]);
      const [first, second] = found.toSorted((one, other) => other.timeline - one.timeline);
      if (first === undefined) throw new StoreError("no host accepts writes");
      this.#noteWritable(found, first);
      if (first.timeline === second?.timeline) {
        throw new StoreError(`both ${describeHost(first.host)} and ${describeHost(second.host)} do: stop one of them`);
      }
      if (this.#primary !== first.host) this.#log?.info({ host: describeHost(first.host) }, "found the primary");
      this.#primary = first.host;
      this.#search = null;
      return first.host;
    } catch (error) {
      this.#primary = null;
      setTimeout(() => {
        this.#search = null;
      }, SEARCH_EVERY_MS).unref();
      const reasons: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
      throw new StoreError(`not one host of DATABASE_URL accepts writes: ${reasons.map(messageOf).join("; ")}`);
    }
  }

  #noteWritable(found: readonly Writable[], first: Writable): void {
    if (found.length > 1 && this.#writable !== found.length) {
      const hosts = found.map(({ host }) => describeHost(host));
      this.#log?.error({ hosts, uses: describeHost(first.host) }, "more than one host accepts writes");
    }
    this.#writable = found.length;
  }

  async #tryHost(host: PostgresHost): Promise<Writable> {
    try {
      const client = await this.connect(host, { query_timeout: QUERY_TIMEOUT_MS });
      const timeline = await timelineOf(client);
      client.end().catch(() => {});
      return { host, timeline };
    } catch (error) {
      if (error instanceof StoreError) throw error;
      throw new StoreError(`${describeHost(host)}: ${messageOf(error)}`, { cause: error });
    }
  }
}

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
