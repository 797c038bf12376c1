import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { z } from "zod";
import type { Account } from "../../accounts/account.ts";
import { DAY_MS, utcDay } from "../../base/window.ts";
import { CommandError, EXIT, note, print } from "../../main/exit.ts";
import { systemClock } from "../../main/system-clock.ts";
import type { Store } from "../../store/store.ts";
import { isoTime, printJson, printSection } from "../terminal.ts";
import { accountOf, allKeys, onStore } from "../with-store.ts";
import {
  accountRecord,
  EVENT_COLUMNS,
  eventRecord,
  keyRecord,
  monthRecord,
  REFUSAL_COLUMNS,
  refusalRecord,
  withDisplays,
} from "./records.ts";

const DAYS_SHOWN = 8;
const CHANGES_SHOWN = 15;

interface SupportOptions {
  readonly email?: string;
  readonly request?: string;
  readonly log?: string;
  readonly json?: true;
}

/** A line of the service's log about a request. */
const requestLine = z.object({
  time: z.string(),
  requestId: z.string(),
  pattern: z.string().optional(),
  status: z.number().optional(),
  code: z.string().nullish(),
  keyId: z.number().nullish(),
  msg: z.string().optional(),
  error: z.string().optional(),
});
type RequestLine = z.infer<typeof requestLine>;

export function addSupportCommand(program: Command): void {
  program
    .command("support")
    .description(
      "Show what support needs: plan, quota, people, keys, refused requests, notices, last changes, or one request",
    )
    .option("--email <address>", "email address of the account")
    .option("--request <id>", "the X-Request-Id of an answer; reads the service's log from standard input or --log")
    .option("--log <file>", "with --request: a file with the service's log")
    .option("--json", "print a JSON object")
    .action(onStore(support));
}

async function support(store: Store, { email, request, log, json }: SupportOptions): Promise<void> {
  if ((email === undefined) === (request === undefined)) {
    throw new CommandError("Give either --email ADDRESS or --request ID", EXIT.usage);
  }
  const lines = request === undefined ? [] : linesAbout(request, log);
  if (request !== undefined && lines.length === 0) {
    throw new CommandError(
      `The log has no line about ${request}. It has one for each error, and up to ten a second for 403 and 429; others only with LOG_LEVEL=debug.`,
    );
  }
  const account = email === undefined ? await accountOfLines(store, lines) : await accountOf(store, email);
  const report = account === null ? null : await reportOn(store, account);
  if (json) return printJson({ ...(request === undefined ? {} : { request: lines }), ...report });
  for (const line of lines) print(`${describeLine(line)}\n`);
  if (report !== null) printReport(report);
  else note("No account is known for this request: its key is unknown, or the answer did not depend on a key.\n");
}

/** The lines of a log about one request. Lines of other programs, such as systemd's, are skipped. */
function linesAbout(requestId: string, path: string | undefined): readonly RequestLine[] {
  let text: string;
  try {
    text = readFileSync(path ?? 0, "utf8");
  } catch (error) {
    throw new CommandError(`The log cannot be read: ${String(error)}`);
  }
  return text.split("\n").flatMap((line) => {
    if (!line.includes(requestId)) return [];
    const start = line.indexOf("{");
    const parsed = requestLine.safeParse(start < 0 ? null : parseJson(line.slice(start)));
    return parsed.success && parsed.data.requestId === requestId ? [parsed.data] : [];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function accountOfLines(store: Store, lines: readonly RequestLine[]): Promise<Account | null> {
  const keyId = lines.find((line) => line.keyId != null)?.keyId;
  const key = keyId == null ? null : await store.keys.find(keyId);
  return key === null ? null : await store.accounts.find(key.accountId);
}

function describeLine({ time, pattern, status, code, msg, error }: RequestLine): string {
  const parts = [time, msg, pattern, status, code && `${code} (see /errors/${code})`, error];
  return parts.filter((part) => part !== undefined && part !== null && part !== "").join("  ");
}

async function reportOn(store: Store, account: Account) {
  const nowMs = systemClock.now();
  const { endMs } = utcDay(nowMs);
  const fromMs = endMs - DAYS_SHOWN * DAY_MS;
  const [month, people, keys, refused, notices, changes] = await Promise.all([
    store.usage.month(account.id),
    store.members.members(account.id),
    allKeys(store, account.id),
    store.usage.refused(account.id, fromMs, endMs),
    store.notices.sent(account.id, fromMs),
    store.accounts.auditLog(account.id, { limit: CHANGES_SHOWN }),
  ]);
  return {
    ...accountRecord(account),
    month: monthRecord(account, month),
    people: people.map(({ email, role, isMain }) => ({ email, role, is_main_owner: isMain })),
    keys: keys.map(keyRecord),
    refused: refused.map(refusalRecord),
    notices: notices.map(({ kind, text, mailedAtMs }) => ({ kind, text, sent_at: isoTime(mailedAtMs) })),
    changes: changes.map(eventRecord),
  };
}

function printReport(report: Awaited<ReturnType<typeof reportOn>>): void {
  const { email, plan, suspended_at, month, limits, people, keys, refused, notices, changes } = report;
  print(`\n${email}: plan ${plan}${suspended_at === null ? "" : `, suspended since ${suspended_at}`}\n`);
  print(`${month.used} of ${month.limit} requests this month, resets ${month.resets_at ?? "-"}; `);
  print(`burst of ${limits.burstCapacity}, ${limits.burstPerSecond} per second\n`);
  printSection("PEOPLE", people, ["email", "role", "is_main_owner"]);
  printSection("KEYS", keys, ["id", "display", "type", "status", "last_used_at"]);
  printSection(`REFUSED REQUESTS, ${DAYS_SHOWN} DAYS`, withDisplays(refused, keys), REFUSAL_COLUMNS);
  printSection("NOTICES", notices, ["sent_at", "text"]);
  printSection("LAST CHANGES", changes, EVENT_COLUMNS);
}
