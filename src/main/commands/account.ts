import { Argument, type Command, InvalidArgumentError } from "commander";
import type { Account } from "../../accounts/account.ts";
import type { ChangeAccountResult } from "../../accounts/store.ts";
import { PLAN_NAMES, type PlanName } from "../../domain/plan.ts";
import { LIMIT_NAMES, readLimitOverrides } from "../../domain/plan-settings.ts";
import type { Store } from "../../store/store.ts";
import { CommandError, EXIT, isoTime, printJson, printTable, showTime, type Terminal } from "../terminal.ts";
import { accountOf, allAccounts, allKeys, OPERATOR, withStore } from "../with-store.ts";
import { type LogOptions, printLog } from "./account-log.ts";

const MAX_REQUESTS = 500;

export function addAccountCommands(program: Command, terminal: Terminal): void {
  const command = program.command("account").description("List, show and change accounts");
  command
    .command("list")
    .description("List all accounts")
    .option("--requests", "only accounts that have requested another plan, with their request")
    .option("--json", "print a JSON array")
    .action(({ json, requests }: { json?: true; requests?: true }) =>
      withStore(terminal, (store) => (requests ? listRequests(terminal, store, json) : list(terminal, store, json))),
    );
  command
    .command("show")
    .description("Show an account: plan, limits, this month, keys")
    .argument("<email>")
    .option("--json", "print a JSON object")
    .action((email: string, options: { json?: true }) =>
      withStore(terminal, (store) => show(terminal, store, email, options.json)),
    );
  command
    .command("plan")
    .description("Change the plan; applies to the next request")
    .argument("<email>")
    .addArgument(new Argument("<plan>").choices(PLAN_NAMES))
    .action((email: string, plan: PlanName) =>
      change(terminal, email, `is on the ${plan} plan`, (store, id) => store.accounts.changePlan(id, plan, OPERATOR)),
    );
  command
    .command("limits")
    .description("Give an account custom limits; {} restores the plan's")
    .argument("<email>")
    .argument("<json>", "such as '{\"monthlyRequests\":250000}'")
    .action((email: string, json: string) => {
      const overrides = parseLimits(json);
      return change(terminal, email, "has the new limits", (store, id) =>
        store.accounts.changeLimits(id, overrides, OPERATOR),
      );
    });
  command
    .command("suspend")
    .description("Refuse every key of an account from the next request on")
    .argument("<email>")
    .action((email: string) =>
      change(terminal, email, "is suspended", (store, id) => store.accounts.suspend(id, OPERATOR)),
    );
  command
    .command("resume")
    .description("Lift a suspension")
    .argument("<email>")
    .action((email: string) =>
      change(terminal, email, "is no longer suspended", (store, id) => store.accounts.resume(id, OPERATOR)),
    );
  command
    .command("log")
    .description("Show the audit log of an account, or without one all changes by operators, with their user names")
    .argument("[email]")
    .option("--limit <n>", "the newest n entries", parseLimit, 50)
    .option("--json", "print a JSON array")
    .action((email: string | undefined, options: LogOptions) =>
      withStore(terminal, (store) => printLog(terminal, store, email, options)),
    );
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 10_000) return limit;
  throw new InvalidArgumentError("It must be a whole number from 1 to 10000.");
}

async function list(terminal: Terminal, store: Store, json: true | undefined): Promise<void> {
  const accounts = await Array.fromAsync(allAccounts(store));
  if (json) return printJson(terminal, accounts.map(describe));
  if (accounts.length === 0) {
    return terminal.note("There are no accounts yet. `safety key create --email … --type test` creates one.\n");
  }
  printTable(
    terminal,
    ["ACCOUNT", "EMAIL", "PLAN", "CREATED", "SUSPENDED"],
    accounts.map((account) => [
      String(account.id),
      account.email,
      account.plan,
      showTime(account.createdAtMs),
      showTime(account.suspendedAtMs),
    ]),
  );
}

async function listRequests(terminal: Terminal, store: Store, json: true | undefined): Promise<void> {
  const requests = await store.planRequests.open(MAX_REQUESTS);
  if (json) {
    return printJson(
      terminal,
      requests.map(({ email, currentPlan, plan, message, requestedAtMs }) => ({
        email,
        plan: currentPlan,
        requested_plan: plan,
        message,
        requested_at: isoTime(requestedAtMs),
      })),
    );
  }
  if (requests.length === 0) return terminal.note("No account has requested another plan.\n");
  printTable(
    terminal,
    ["EMAIL", "PLAN", "ASKS FOR", "SINCE", "MESSAGE"],
    requests.map(({ email, currentPlan, plan, message, requestedAtMs }) => [
      email,
      currentPlan,
      plan,
      showTime(requestedAtMs),
      message.replaceAll(/\s+/g, " "),
    ]),
  );
}

async function show(terminal: Terminal, store: Store, email: string, json: true | undefined): Promise<void> {
  const account = await accountOf(store, email);
  const [month, keys] = await Promise.all([store.usage.month(account.id), allKeys(store, account.id)]);
  const used = month?.used ?? 0;
  if (json) return printJson(terminal, { ...describe(account), month_used: used, keys: keys.length });
  const { limits } = account;
  printTable(
    terminal,
    ["ACCOUNT", account.email],
    [
      ["number", String(account.id)],
      ["plan", account.plan],
      ["created", showTime(account.createdAtMs)],
      ["suspended", showTime(account.suspendedAtMs)],
      ["this month", `${used} of ${limits.monthlyRequests} requests, resets ${showTime(month?.resetsAtMs ?? null)}`],
      ["batch", `${limits.batchNames} names`],
      ["burst", `${limits.burstPerSecond} per second, burst of ${limits.burstCapacity}, per key and process`],
      ["keys", `${keys.length}, at most ${limits.activeKeysPerType} active of each type`],
    ],
  );
}

async function change(
  terminal: Terminal,
  email: string,
  done: string,
  apply: (store: Store, accountId: number) => Promise<ChangeAccountResult>,
): Promise<void> {
  await withStore(terminal, async (store) => {
    const result = await apply(store, (await accountOf(store, email)).id);
    if (!result.ok) throw new CommandError(`The account of ${email} no longer exists.`);
    terminal.note(`${result.account.email} ${done}, from the next request on.\n`);
  });
}

function parseLimits(json: string) {
  try {
    return readLimitOverrides(JSON.parse(json));
  } catch {
    throw new CommandError(
      `The limits must be a JSON object of whole numbers, with any of these names: ${LIMIT_NAMES.join(", ")}`,
      EXIT.usage,
    );
  }
}

function describe(account: Account) {
  return {
    id: account.id,
    email: account.email,
    plan: account.plan,
    limits: account.limits,
    created_at: isoTime(account.createdAtMs),
    suspended_at: isoTime(account.suspendedAtMs),
  };
}
