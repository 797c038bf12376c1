import { stringify } from "csv-stringify/sync";
import { REQUEST_KINDS } from "../../access/decision.ts";
import type { ApiKey } from "../../accounts/keys.ts";
import type { DailyUsage } from "../../accounts/usage.ts";
import { dayText } from "../time.tsx";
import { requestsOf } from "./usage-report.ts";

/** One line per UTC day and key, oldest first. Users choose the names of keys, so formulas are escaped. */
export function usageCsv(usage: readonly DailyUsage[], keys: readonly ApiKey[]): string {
  const known = new Map(keys.map((key) => [key.id, key]));
  const header = ["day_utc", "key", "key_name", "key_type", ...REQUEST_KINDS, "all"];
  const rows = usage.map((row) => {
    const key = known.get(row.keyId);
    return [
      dayText(row.dayMs),
      key?.display ?? "",
      key?.name ?? "",
      key?.type ?? "",
      ...REQUEST_KINDS.map((kind) => row.counts[kind]),
      requestsOf(row),
    ];
  });
  // A cell that starts like a formula gets an apostrophe (OWASP, CSV injection).
  return stringify([header, ...rows], { escape_formulas: true });
}
