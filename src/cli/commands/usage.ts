import { type Command, Option } from "commander";
import { stringify } from "csv-stringify/sync";
import { REQUEST_KINDS } from "../../access/decision.ts";
import {
  type AccountTotal,
  firstKeptDay,
  isBillable,
  monthOf,
  type Period,
  requestsOf,
  requestsOfType,
} from "../../accounts/billing.ts";
import { expiryAfterDay } from "../../accounts/keys.ts";
import { DAY_MS, isoDay, MINUTE_MS, utcDay } from "../../base/window.ts";
import { readConfig } from "../../main/config.ts";
import { CommandError, EXIT, note, print } from "../../main/exit.ts";
import { systemClock } from "../../main/system-clock.ts";
import type { Store } from "../../store/store.ts";
import { printed, printJson, printSection } from "../terminal.ts";
import { accountOf, allAccounts, onStore } from "../with-store.ts";
import { monthRecord, REFUSAL_COLUMNS, refusalRecord, withDisplays } from "./records.ts";

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
  const days = found.days.map(({ dayMs, keyId, counts }) => ({ day: isoDay(dayMs), key: keyId, ...counts }));
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
          ...[isoDay(dayMs), email, plan, keyId, "admitted", kind, counts[kind]],
        ]),
      ),
      ...refused.map(({ dayMs, keyId, code, requests }) => [
        ...[isoDay(dayMs), email, plan, keyId, "refused", code, requests],
      ]),
    ];
    if (rows.length > 0) print(stringify(rows, { escape_formulas: true }));
  }
}

async function recent(store: Store, accountId: number) {
  const { endMs } = utcDay(systemClock.now());
  const fromMs = endMs - DAYS_SHOWN * DAY_MS;
  const days = await store.usage.daily(accountId, fromMs, endMs);
  return { days, refused: await store.usage.refused(accountId, fromMs, endMs) };
}

const ACCOUNTS_PER_PAGE = 500;

const FORMATS = ["table", "csv", "jsonl"] as const;

interface PeriodOptions {
  readonly email?: string;
  readonly month?: string;
  readonly from?: string;
  readonly to?: string;
  readonly keys?: true;
  readonly format: (typeof FORMATS)[number];
}

type Row = Readonly<Record<string, string | number | null>>;

/** Prints what accounts used in a period. Memory does not grow with their number. */
async function printPeriod(store: Store, options: PeriodOptions): Promise<void> {
  const period = periodOf(options);
  const nowMs = systemClock.now();
  const keptMs = firstKeptDay(readConfig().retention, nowMs);
  if (period.fromMs < keptMs) {
    throw new CommandError(
      `Usage before ${isoDay(keptMs)} may be deleted (USAGE_KEPT_DAYS). Begin on that day or later.`,
    );
  }
  // Batches that began in the last moments of the period may still be written.
  if (nowMs < period.toMs + MINUTE_MS) note("The period is not over: its counts can still rise.\n");
  const only = options.email === undefined ? null : (await accountOf(store, options.email)).id;
  const days = { from: isoDay(period.fromMs), to: isoDay(period.toMs - DAY_MS) };
  const columns = ["from", "to", ...(options.keys ? KEY_COLUMNS : ACCOUNT_COLUMNS)];
  const rowsOf = options.keys ? keyRows : accountRows;
  if (options.format !== "jsonl") await printed(lines([columns], options.format));
  for (let firstId = only ?? 1; ; ) {
    const page = await store.usage.totals(period, { firstId, limit: only === null ? ACCOUNTS_PER_PAGE : 1 });
    const shown = page.filter((one) => (only === null ? isBillable(one) : one.accountId === only));
    const rows = shown.flatMap(rowsOf).map((row): Row => ({ ...days, ...row }));
    await printed(
      options.format === "jsonl"
        ? rows.map((row) => `${JSON.stringify(row)}\n`).join("")
        : lines(
            rows.map((row) => columns.map((column) => row[column] ?? "")),
            options.format,
          ),
    );
    const last = page.at(-1);
    if (last === undefined || only !== null) return;
    firstId = last.accountId + 1;
  }
}

const ACCOUNT_COLUMNS = ["account", "plan_at_start", "plan_at_end", "live", "test", "email"] as const;
const KEY_COLUMNS = ["account", "key", "display", "type", ...REQUEST_KINDS, "requests", "email"] as const;

function accountRows(total: AccountTotal): readonly Row[] {
  const { accountId: account, planAtStart: plan_at_start, planAtEnd: plan_at_end, email } = total;
  const [live, test] = [requestsOfType(total, "live"), requestsOfType(total, "test")];
  return [{ account, plan_at_start, plan_at_end, live, test, email }];
}

function keyRows({ accountId: account, email, keys }: AccountTotal): readonly Row[] {
  return keys.map((one) => {
    const { keyId: key, display, type, counts } = one;
    return { account, key, display, type, ...counts, requests: requestsOf(one), email };
  });
}

/** In a table, columns have a fixed width, because the widest cell is known only at the end. */
function lines(rows: (string | number)[][], format: "table" | "csv"): string {
  if (format === "csv") return rows.length === 0 ? "" : stringify(rows, { escape_formulas: true });
  return rows
    .map(
      (row) =>
        `${row
          .map((cell) => String(cell).padEnd(13))
          .join(" ")
          .trimEnd()}\n`,
    )
    .join("");
}

function periodOf({ month, from, to }: PeriodOptions): Period {
  if (month !== undefined && from === undefined && to === undefined) {
    const period = monthOf(month);
    if (period !== null) return period;
    throw new CommandError(`"${month}" is not a month such as 2026-10`, EXIT.usage);
  }
  if (month !== undefined || from === undefined || to === undefined) {
    throw new CommandError("Give --month, or --from and --to", EXIT.usage);
  }
  const [first, last] = [endOf(from), endOf(to)];
  if (last < first) throw new CommandError("--to is before --from", EXIT.usage);
  return { fromMs: first - DAY_MS, toMs: last };
}

function endOf(day: string): number {
  const endMs = expiryAfterDay(day);
  if (endMs === null) throw new CommandError(`"${day}" is not a day such as 2026-10-01`, EXIT.usage);
  return endMs;
}
