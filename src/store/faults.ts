import { AsyncLocalStorage } from "node:async_hooks";
import { StoreError } from "./error.ts";

/** Node's codes for a server that cannot be reached. */
const NETWORK_CODES =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
/** SQLSTATEs: connection, resources, operator intervention, system, lock not available, server accepts no writes. */
const POSTGRES_STATES = /^(?:08|53|57|58)[0-9A-Z]{3}$|^55P03$|^25006$/;
const SQLITE_CODES = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN)/;
/** Driver messages for errors without a code. */
const MESSAGES =
  /^Connection terminated|timeout exceeded when trying to connect|Query read timeout|connection error|closed database|driver has already been destroyed|pool after calling end/i;

interface RequestFault {
  fault: unknown;
}

const requestFault = new AsyncLocalStorage<RequestFault>();

/** Whether an error or one of its causes means that the store is unavailable right now, as opposed to a bug. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StoreError) return true;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (NETWORK_CODES.test(code) || POSTGRES_STATES.test(code) || SQLITE_CODES.test(code) || MESSAGES.test(error.message))
    return true;
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return inner.some(isUnavailable);
}

/** What keeps the store from taking writes, in a sentence for an operator that reveals no address. */
export function whyUnavailable(error: unknown): string {
  const codes = codesOf(error);
  if (codes.some((code) => /^(?:SQLITE_FULL|53100|ENOSPC)$/.test(code))) return "The disk of the store is full.";
  if (codes.includes("SQLITE_READONLY_DBMOVED")) return "The files of the store were moved, deleted, or replaced.";
  if (codes.some((code) => /^(?:SQLITE_READONLY\w*|25006|EROFS)$/.test(code))) return "The store accepts no writes.";
  return "The store is not available.";
}

/** The codes of an error and its causes. */
function codesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  return [...own, ...(error instanceof AggregateError ? error.errors : [error.cause]).flatMap(codesOf)];
}

/** Runs the work of one request. Within it, `storeFault` returns the store's last failure. */
export function withStoreFault<Result>(work: () => Result): Result {
  return requestFault.run({ fault: undefined }, work);
}

/** The store's last failure in this request, even if a library replaced it with an error of its own. */
export function storeFault(): unknown {
  return requestFault.getStore()?.fault;
}

export function recordStoreFault(fault: unknown): void {
  const request = requestFault.getStore();
  if (request !== undefined) request.fault = fault;
}
