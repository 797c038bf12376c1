import type { Command } from "commander";
import { REQUEST_KINDS } from "../../access/decision.ts";
import type { DailyUsage } from "../../accounts/usage.ts";
import { utcDay } from "../../domain/window.ts";
import type { Store } from "../../store/store.ts";
import { systemClock } from "../clock.ts";
import { isoTime, printJson, printTable, showTime, type Terminal } from "../terminal.ts";
import { accountOf, withStore } from "../with-store.ts";

const DAYS_SHOWN = 31;
const DAY_MS = 86_400_000;

interface UsageOptions {
  readonly email: string;
  readonly json?: true;
}

export function addUsageCommand(program: Command, terminal: Terminal): void {
  program
    .command("usage")
    .description(`Show an account's usage: this month, and ${DAYS_SHOWN} days by key and kind of request`)
    .requiredOption("--email <address>", "email address of the account")
    .option("--json", "print a JSON object")
    .action((options: UsageOptions) => withStore(terminal, (store) => show(terminal, store, options)));
}

async function show(terminal: Terminal, store: Store, options: UsageOptions): Promise<void> {
  const account = await accountOf(store, options.email);
  const { endMs } = utcDay(systemClock.now());
  const [month, days] = await Promise.all([
    store.usage.month(account.id),
    store.usage.daily(account.id, endMs - DAYS_SHOWN * DAY_MS, endMs),
  ]);
  const used = month?.used ?? 0;
  const limit = month?.limit ?? account.limits.monthlyRequests;
  const resetsAtMs = month?.resetsAtMs ?? null;
  if (options.json) {
    printJson(terminal, {
      email: account.email,
      plan: account.plan,
      month: { used, limit, remaining: Math.max(0, limit - used), resets_at: isoTime(resetsAtMs) },
      days: days.map((day) => ({ day: dayOf(day), key: day.keyId, ...day.counts })),
    });
    return;
  }
  terminal.out(`${used} of ${limit} requests of live keys this month; resets ${showTime(resetsAtMs)}\n`);
  if (days.length === 0) return terminal.note(`No requests in the last ${DAYS_SHOWN} days.\n`);
  const keys = await store.keys.named(account.id, [...new Set(days.map(({ keyId }) => keyId))]);
  const displays = new Map(keys.map((key) => [key.id, key.display]));
  printTable(
    terminal,
    ["DAY (UTC)", "KEY", ...REQUEST_KINDS.map((kind) => kind.toUpperCase())],
    days.map((day) => [
      dayOf(day),
      displays.get(day.keyId) ?? String(day.keyId),
      ...REQUEST_KINDS.map((kind) => String(day.counts[kind])),
    ]),
  );
}

function dayOf(day: DailyUsage): string {
  return new Date(day.dayMs).toISOString().slice(0, 10);
}
