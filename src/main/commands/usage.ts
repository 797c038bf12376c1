import type { Command } from "commander";
import { stringify } from "csv-stringify/sync";
import { REQUEST_KINDS } from "../../access/decision.ts";
import type { ApiKey } from "../../accounts/keys.ts";
import type { DailyRefusals } from "../../accounts/usage.ts";
import { utcDay } from "../../domain/window.ts";
import type { Store } from "../../store/store.ts";
import { systemClock } from "../clock.ts";
import { CommandError, EXIT, isoTime, printJson, printTable, showTime, type Terminal } from "../terminal.ts";
import { accountOf, withStore } from "../with-store.ts";

const DAYS_SHOWN = 31;
const DAY_MS = 86_400_000;

interface UsageOptions {
  readonly email?: string;
  readonly all?: true;
  readonly json?: true;
}

/** Accounts per query of the store. */
const PAGE = 500;

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
  if (email !== undefined) return await show(terminal, store, { email, ...(json ? { json } : {}) });
  await printAll(terminal, store);
}

/** One row for each day, key, and kind of admitted request or code of a refusal. */
async function printAll(terminal: Terminal, store: Store): Promise<void> {
  const { endMs } = utcDay(systemClock.now());
  const fromMs = endMs - DAYS_SHOWN * DAY_MS;
  terminal.out("day,email,plan,key,outcome,kind,requests\n");
  for (let page = await store.accounts.list({ limit: PAGE }); page.length > 0; ) {
    for (const { id, email, plan } of page) {
      const [days, refused] = [
        await store.usage.daily(id, fromMs, endMs),
        await store.refused.daily(id, fromMs, endMs),
      ];
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
    page = await store.accounts.list({ limit: PAGE, afterId: page.at(-1)?.id ?? 0 });
  }
}

async function show(
  terminal: Terminal,
  store: Store,
  options: { readonly email: string; readonly json?: true },
): Promise<void> {
  const account = await accountOf(store, options.email);
  const { endMs } = utcDay(systemClock.now());
  const fromMs = endMs - DAYS_SHOWN * DAY_MS;
  const [month, days, refused] = await Promise.all([
    store.usage.month(account.id),
    store.usage.daily(account.id, fromMs, endMs),
    store.refused.daily(account.id, fromMs, endMs),
  ]);
  const used = month?.used ?? 0;
  const limit = month?.limit ?? account.limits.monthlyRequests;
  const resetsAtMs = month?.resetsAtMs ?? null;
  if (options.json) {
    printJson(terminal, {
      email: account.email,
      plan: account.plan,
      month: { used, limit, remaining: Math.max(0, limit - used), resets_at: isoTime(resetsAtMs) },
      days: days.map(({ dayMs, keyId, counts }) => ({ day: dayText(dayMs), key: keyId, ...counts })),
      refused: refused.map(({ dayMs, keyId, code, requests }) => ({ day: dayText(dayMs), key: keyId, code, requests })),
    });
    return;
  }
  terminal.out(`${used} of ${limit} requests of live keys this month; resets ${showTime(resetsAtMs)}\n`);
  const keyIds = [...days, ...refused].map(({ keyId }) => keyId);
  const keys = await store.keys.named(account.id, [...new Set(keyIds)]);
  if (days.length === 0) terminal.note(`No requests in the last ${DAYS_SHOWN} days.\n`);
  else {
    const displays = displaysOf(keys);
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
export function dayText(dayMs: number): string {
  return new Date(dayMs).toISOString().slice(0, 10);
}
