import { expiryAfterDay } from "../accounts/keys.ts";
import { DAY_MS } from "../domain/window.ts";
import { CommandError, EXIT } from "./terminal.ts";

const MAX_DAYS = 3_650;

/**
 * A key's expiry in milliseconds since the epoch: `90d` from now, or the end of a UTC day such as `2027-06-30`.
 * @throws CommandError for anything else.
 */
export function parseExpiry(text: string, nowMs: number): number {
  const days = /^(\d{1,4})d$/.exec(text)?.[1];
  if (days !== undefined && Number(days) >= 1 && Number(days) <= MAX_DAYS) return nowMs + Number(days) * DAY_MS;
  const endMs = expiryAfterDay(text);
  if (endMs !== null) return endMs;
  throw new CommandError(`"${text}" is neither a number of days such as 90d nor a date such as 2027-06-30`, EXIT.usage);
}
