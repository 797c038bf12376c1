import { AsyncLocalStorage } from "node:async_hooks";
import { StoreError } from "./error.ts";

/** Node's codes for a server that cannot be reached. */
const NETWORK =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
/**
 * SQLSTATE: connection exceptions, insufficient resources, operator intervention, system errors, a lock that is not to be
 * had, and a server that takes no writes.
 */
const POSTGRES = /^(?:08|53|57|58)[0-9A-Z]{3}$|^55P03$|^25006$/;
const SQLITE = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN)/;
/** Messages of the drivers for errors without a code. */
const WORDS =
  /^Connection terminated|timeout exceeded when trying to connect|Query read timeout|connection error|closed database|driver has already been destroyed|pool after calling end/i;

/** What a request met so far. */
interface Met {
  fault: unknown;
}

const met = new AsyncLocalStorage<Met>();

/** Whether an error, or a cause of it, says that the store cannot be reached or written now, rather than that we are wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StoreError) return true;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (NETWORK.test(code) || POSTGRES.test(code) || SQLITE.test(code) || WORDS.test(error.message)) return true;
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return inner.some(isUnavailable);
}

/** Does work for one request. Within it, `storeFault` returns what the store failed with. */
export function withStoreFault<Result>(work: () => Result): Result {
  return met.run({ fault: undefined }, work);
}

/** The last failure of the store in this request, also one that a library replaced with an error of its own; else undefined. */
export function storeFault(): unknown {
  return met.getStore()?.fault;
}

/** Notes a failure of the store for the request that met it. */
export function noteStoreFault(fault: unknown): void {
  const request = met.getStore();
  if (request !== undefined) request.fault = fault;
}
