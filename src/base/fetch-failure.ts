import { errorCode } from "./error-text.ts";

export type FetchFailure = "certificate" | "refused" | "name" | "closed" | "protocol" | "coding" | "other";

/** Why `fetch` had no answer. The runtime's own message is not shown, because it may name the address with its secrets. */
export function fetchFailure(error: unknown): FetchFailure {
  const code = errorCode(error) ?? "";
  if (/CERT|TLS|SSL|SIGNATURE|ISSUER/i.test(code)) return "certificate";
  if (code === "ECONNREFUSED" || code === "ConnectionRefused") return "refused";
  if (/^(ENOTFOUND|EAI_|DNS)/.test(code)) return "name";
  if (code === "ECONNRESET" || code === "ConnectionClosed") return "closed";
  if (code === "EPROTO") return "protocol";
  return code === "ZlibError" ? "coding" : "other";
}
