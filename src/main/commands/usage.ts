import { type Command, Option } from "commander";
import { stringify } from "csv-stringify/sync";
import { REQUEST_KINDS } from "../../access/decision.ts";
import { DAY_MS, utcDay } from "../../domain/window.ts";
import type { Store } from "../../store/store.ts";
import { systemClock } from "../system-clock.ts";
import { CommandError, EXIT, print, printJson, printSection } from "../terminal.ts";
import { accountOf, allAccounts, onStore } from "../with-store.ts";
import { FORMATS, type PeriodOptions, printPeriod } from "./period-usage.ts";
import { dayText, monthRecord, REFUSAL_COLUMNS, refusalRecord, withDisplays } from "./records.ts";

const DAYS_SHOWN = 31;

interface UsageOptions extends PeriodOptions {
  readonly all?: true;
  readonly json?: true;
}

export function addUsageCommand(program: Command): void {
  program
    .command("usage")
    .description(
      `Show usage of ${DAYS_SHOWN} days by key and kind of request, with refused requests, or what accounts are billed for in a period`,
    )
    .option("--email <address>", "email address or number of the account")
    .option("--all", "all accounts, as CSV")
    .option("--month <month>", "all requests of a UTC month such as 2026-10, by account")
    .option("--from <day>", "instead of a month: from this UTC day on")
    .option("--to <day>", "and to this one, included")
    .option("--keys", "with a period: by key and kind of request")
    .addOption(new Option("--format <format>", "with a period").choices(FORMATS).default("table"))
    .option("--json", "print a JSON object")
    .action(onStore(run));
}

async function run(store: Store, options: UsageOptions): Promise<void> {
  const { email, all, json } = options;
  if ((options.month ?? options.from ?? options.to) !== undefined) return await printPeriod(store, options);
  if ((email === undefined) === (all === undefined))
    throw new CommandError("Give --email, --all, or a period such as --month 2026-10", EXIT.usage);
  if (email === undefined) return await printAll(store);
  const account = await accountOf(store, email);
  const month = monthRecord(account, await store.usage.month(account.id));
  const found = await recent(store, account.id);
  const days = found.days.map(({ dayMs, keyId, counts }) => ({ day: dayText(dayMs), key: keyId, ...counts }));
  const refused = found.refused.map(refusalRecord);
  if (json) return printJson({ email: account.email, plan: account.plan, month, days, refused });
  print(`${month.used} of ${month.limit} requests of live keys this month; resets ${month.resets_at ?? "-"}\n`);
  const keys = await store.keys.named(account.id, [...new Set([...days, ...refused].map(({ key }) => key))]);
  printSection(`REQUESTS, ${DAYS_SHOWN} DAYS`, withDisplays(days, keys), ["day", "key", ...REQUEST_KINDS]);
  printSection("REFUSED REQUESTS, NOT COUNTED", withDisplays(refused, keys), REFUSAL_COLUMNS);
}

/** One row for each day, key, and kind of admitted request or code of a refusal. */
async function printAll(store: Store): Promise<void> {
  print("day,email,plan,key,outcome,kind,requests\n");
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
    if (rows.length > 0) print(stringify(rows, { escape_formulas: true }));
  }
}

async function recent(store: Store, accountId: number) {
  const { endMs } = utcDay(systemClock.now());
  const fromMs = endMs - DAYS_SHOWN * DAY_MS;
  const days = await store.usage.daily(accountId, fromMs, endMs);
  return { days, refused: await store.refused.daily(accountId, fromMs, endMs) };
}
