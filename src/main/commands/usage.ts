import type { Command } from "commander";
import { stringify } from "csv-stringify/sync";
import { REQUEST_KINDS } from "../../access/decision.ts";
import type { Account } from "../../accounts/account.ts";
import type { ApiKey } from "../../accounts/keys.ts";
import type { DailyRefusals, WindowUsage } from "../../accounts/usage.ts";
import { DAY_MS, utcDay } from "../../domain/window.ts";
import type { Store } from "../../store/store.ts";
import { systemClock } from "../clock.ts";
import { CommandError, EXIT, isoTime, printJson, printTable, showTime, type Terminal } from "../terminal.ts";
import { accountOf, allAccounts, withStore } from "../with-store.ts";

const DAYS_SHOWN = 31;

interface UsageOptions {
  readonly email?: string;
  readonly all?: true;
  readonly json?: true;
}

export function addUsageCommand(program: Command, terminal: Terminal): void {
  program
    .command("usage")
    .description(`Show usage of ${DAYS_SHOWN} days by key and kind of request, and refused requests by code`)
    .option("--email <address>", "email address of the account")
    .option("--all", "all accounts, as CSV")
    .option("--json", "print a JSON object")
    .action((options: UsageOptions) => withStore(terminal, (store) => run(terminal, store, options)));
}

async function run(terminal: Terminal, store: Store, { email, all, json }: UsageOptions): Promise<void> {
  if ((email === undefined) === (all === undefined)) throw new CommandError("Give --email or --all", EXIT.usage);
  if (email === undefined) return await printAll(terminal, store);
  const account = await accountOf(store, email);
  const month = await store.usage.month(account.id);
  const { days, refused } = await recent(store, account.id);
  if (json) {
    return printJson(terminal, {
      email: account.email,
      plan: account.plan,
      month: describeMonth(account, month),
      days: days.map(({ dayMs, keyId, counts }) => ({ day: dayText(dayMs), key: keyId, ...counts })),
      refused: refused.map(describeRefused),
    });
  }
  const { used, limit } = describeMonth(account, month);
  const resets = showTime(month?.resetsAtMs ?? null);
  terminal.out(`${used} of ${limit} requests of live keys this month; resets ${resets}\n`);
  const keyIds = [...days, ...refused].map(({ keyId }) => keyId);
  const keys = await store.keys.named(account.id, [...new Set(keyIds)]);
  const displays = displaysOf(keys);
  if (days.length === 0) terminal.note(`No requests in the last ${DAYS_SHOWN} days.\n`);
  else {
    printTable(
      terminal,
      ["DAY (UTC)", "KEY", ...REQUEST_KINDS.map((kind) => kind.toUpperCase())],
      days.map(({ dayMs, keyId, counts }) => [
        dayText(dayMs),
        displays.get(keyId) ?? String(keyId),
        ...REQUEST_KINDS.map((kind) => String(counts[kind])),
      ]),
    );
  }
  if (refused.length === 0) return;
  terminal.out("\nRefused requests, which are not counted in any quota:\n");
  printTable(terminal, ["DAY (UTC)", "KEY", "CODE", "REQUESTS"], refusedRows(refused, keys));
}

/** One row for each day, key, and kind of admitted request or code of a refusal. */
async function printAll(terminal: Terminal, store: Store): Promise<void> {
  terminal.out("day,email,plan,key,outcome,kind,requests\n");
  for await (const { id, email, plan } of allAccounts(store)) {
    const { days, refused } = await recent(store, id);
    const rows = [
      ...days.flatMap(({ dayMs, keyId, counts }) =>
        REQUEST_KINDS.filter((kind) => counts[kind] > 0).map((kind) => [
          ...[dayText(dayMs), email, plan, keyId, "admitted", kind, counts[kind]],
        ]),
      ),
      ...refused.map(({ dayMs, keyId, code, requests }) => [
        ...[dayText(dayMs), email, plan, keyId, "refused", code, requests],
      ]),
    ];
    if (rows.length > 0) terminal.out(stringify(rows, { escape_formulas: true }));
  }
}

async function recent(store: Store, accountId: number) {
  const { endMs } = utcDay(systemClock.now());
  const fromMs = endMs - DAYS_SHOWN * DAY_MS;
  const days = await store.usage.daily(accountId, fromMs, endMs);
  return { days, refused: await store.refused.daily(accountId, fromMs, endMs) };
}

/** The month in JSON output; `month` is null if the account was deleted a moment ago. */
export function describeMonth({ limits }: Account, month: WindowUsage | null) {
  const { used = 0, limit = limits.monthlyRequests, resetsAtMs = null } = month ?? {};
  return { used, limit, remaining: Math.max(0, limit - used), resets_at: isoTime(resetsAtMs) };
}

export function describeRefused({ dayMs, keyId, code, requests }: DailyRefusals) {
  return { day: dayText(dayMs), key: keyId, code, requests };
}

/** Rows of day, key, code, and number of requests. */
export function refusedRows(
  refused: readonly DailyRefusals[],
  keys: readonly Pick<ApiKey, "id" | "display">[],
): readonly (readonly string[])[] {
  const displays = displaysOf(keys);
  return refused.map(({ dayMs, keyId, code, requests }) => [
    ...[dayText(dayMs), displays.get(keyId) ?? String(keyId), code, String(requests)],
  ]);
}

function displaysOf(keys: readonly Pick<ApiKey, "id" | "display">[]): ReadonlyMap<number, string> {
  return new Map(keys.map(({ id, display }) => [id, display]));
}

/** `2026-11-20`. */
function dayText(dayMs: number): string {
  return new Date(dayMs).toISOString().slice(0, 10);
}
