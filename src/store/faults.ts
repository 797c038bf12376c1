import { AsyncLocalStorage } from "node:async_hooks";
import { StoreError } from "./error.ts";

/** Node's codes for a server that cannot be reached. */
const NETWORK =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
/**
 * SQLSTATE classes and codes: connection exceptions, insufficient resources, operator intervention, system errors, a
 * lock that is not available, and a server that accepts no writes.
 */
const POSTGRES = /^(?:08|53|57|58)[0-9A-Z]{3}$|^55P03$|^25006$/;
const SQLITE = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN)/;
/** Driver messages for errors without a code. */
const WORDS =
  /^Connection terminated|timeout exceeded when trying to connect|Query read timeout|connection error|closed database|driver has already been destroyed|pool after calling end/i;

/** What happened to a request so far. */
interface Met {
  fault: unknown;
}

const met = new AsyncLocalStorage<Met>();

/**
 * Whether an error or one of its causes means that the store cannot be reached or written right now, as opposed to a
 * bug.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StoreError) return true;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (NETWORK.test(code) || POSTGRES.test(code) || SQLITE.test(code) || WORDS.test(error.message)) return true;
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return inner.some(isUnavailable);
}

/** Runs the work of one request. Within it, `storeFault` returns the store's last failure. */
export function withStoreFault<Result>(work: () => Result): Result {
  return met.run({ fault: undefined }, work);
}

/**
 * The store's last failure in this request, even if a library replaced it with an error of its own; otherwise
 * undefined.
 */
export function storeFault(): unknown {
  return met.getStore()?.fault;
}

/** Records a failure of the store for the current request. */
export function noteStoreFault(fault: unknown): void {
  const request = met.getStore();
  if (request !== undefined) request.fault = fault;
}
