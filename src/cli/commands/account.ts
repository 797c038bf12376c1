import { Argument, type Command, Option } from "commander";
import { formerAddressOf } from "../../accounts/account.ts";
import { createAuthEmails } from "../../accounts/auth-emails.ts";
import type { ChangeAccountResult } from "../../accounts/store.ts";
import { PLAN_NAMES, type PlanName } from "../../domain/plan.ts";
import { LIMIT_NAMES, readLimitOverrides } from "../../domain/plan-settings.ts";
import { readConfig } from "../../main/config.ts";
import { CommandError, EXIT, note } from "../../main/exit.ts";
import { systemClock } from "../../main/system-clock.ts";
import { URLS } from "../../site/ui/urls.ts";
import type { Store } from "../../store/store.ts";
import { serviceSecret } from "../service-secret.ts";
import { isoTime, printed, printJson, printRecords } from "../terminal.ts";
import { accountOf, allAccounts, onStore, operator, parseEmail, withStore } from "../with-store.ts";
import { addMemberCommands } from "./members.ts";
import { wholeNumber } from "./options.ts";
import { accountRecord, EVENT_COLUMNS, eventRecord } from "./records.ts";
import { addTwoFactorCommand } from "./two-factor.ts";

const MAX_REQUESTS = 500;
const EVENTS_PER_PAGE = 1_000;

export function addAccountCommands(program: Command): void {
  const command = program.command("account").description("List and change accounts");
  command
    .command("list")
    .description("List all accounts")
    .option("--requests", "only accounts that have requested another plan, with their request")
    .option("--json", "print a JSON array")
    .action(onStore(list));
  command
    .command("create")
    .description("Create an account, and email its holder how to set a password")
    .argument("<email>")
    .addOption(new Option("--plan <plan>", "the plan").choices(PLAN_NAMES).default("free"))
    .option("--no-email", "send no email")
    .action(onStore(create, { mayCreate: true }));
  command
    .command("plan")
    .description("Change the plan; applies to the next request")
    .argument("<email>")
    .addArgument(new Argument("<plan>").choices(PLAN_NAMES))
    .action((email: string, plan: PlanName) =>
      change(email, `is on the ${plan} plan`, (store, id) => store.accounts.changePlan(id, plan, operator())),
    );
  command
    .command("limits")
    .description("Give an account custom limits; {} restores the plan's")
    .argument("<email>")
    .argument("<json>", "such as '{\"monthlyRequests\":250000}'")
    .action((email: string, json: string) => {
      const overrides = parseLimits(json);
      return change(email, "has the new limits", (store, id) => store.accounts.changeLimits(id, overrides, operator()));
    });
  command
    .command("suspend")
    .description("Refuse every key of an account from the next request on")
    .argument("<email>")
    .action((email: string) => change(email, "is suspended", (store, id) => store.accounts.suspend(id, operator())));
  command
    .command("resume")
    .description("Lift a suspension")
    .argument("<email>")
    .action((email: string) =>
      change(email, "is no longer suspended", (store, id) => store.accounts.resume(id, operator())),
    );
  addMemberCommands(command);
  addTwoFactorCommand(command);
  command
    .command("log")
    .description("Show the audit log of an account, or without one all changes by operators, with their user names")
    .argument("[email]")
    .option("--limit <n>", "the newest n entries", wholeNumber(1, 10_000), 50)
    .option("--after <id>", "all entries after this one, 0 for all, oldest first, as JSON lines", wholeNumber(0, 1e15))
    .option("--json", "print a JSON array")
    .action(onStore(printLog));
  command
    .command("export")
    .description("Print everything that is kept about an account, as JSON, without secrets")
    .argument("<email>")
    .action(onStore(exportAccount));
  command
    .command("delete")
    .description("Delete an account, also a suspended one. What bills are checked against is kept without its address.")
    .argument("<email>")
    .option("--yes", "do it; it cannot be undone")
    .action(onStore(deleteAccount));
}

async function list(store: Store, { requests, json }: { requests?: true; json?: true }): Promise<void> {
  if (requests) return await listRequests(store, json);
  const accounts = (await Array.fromAsync(allAccounts(store))).map(accountRecord);
  if (accounts.length === 0 && !json) {
    return note("There are no accounts yet. `safety account create EMAIL` creates one.\n");
  }
  printRecords(accounts, ["id", "email", "plan", "created_at", "suspended_at"], json);
}

interface NewAccountOptions {
  readonly plan: PlanName;
  /** False with `--no-email`. */
  readonly email: boolean;
}

/** Allowed whatever `SIGN_UP` says. */
async function create(store: Store, address: string, { plan, email: isTold }: NewAccountOptions): Promise<void> {
  const email = parseEmail(address);
  const { baseUrl, CONTACT_EMAIL: contactEmail, SMTP_URL } = readConfig();
  const emails = createAuthEmails({ baseUrl, contactEmail, links: URLS, providers: [] });
  const letter = (accountId: number) => emails.accountCreated({ email, accountId });
  const isSent = isTold && SMTP_URL !== undefined;
  const given = { email, plan, origin: operator(), ...(isSent ? { letter } : {}) };
  const created = await store.accounts.create(given);
  if (!created.ok) throw new CommandError(`${email} already has an account.`);
  const how = `sets a password at ${baseUrl}${URLS.forgotPassword}`;
  note(`${email} has an account on the ${plan} plan, and ${isSent ? "gets an email that says how to use it" : how}.\n`);
}

async function listRequests(store: Store, json: true | undefined): Promise<void> {
  const requests = (await store.accounts.planRequests(MAX_REQUESTS)).map((request) => ({
    email: request.email,
    plan: request.currentPlan,
    requested_plan: request.plan,
    message: request.message,
    requested_at: isoTime(request.requestedAtMs),
  }));
  if (requests.length === 0 && !json) return note("No account has requested another plan.\n");
  printRecords(requests, ["email", "plan", "requested_plan", "requested_at", "message"], json);
}

interface LogOptions {
  readonly limit: number;
  readonly after?: number;
  readonly json?: true;
}

/** Prints the audit log of an account, or the changes that operators made to any account, newest first. */
async function printLog(store: Store, email: string | undefined, { limit, after, json }: LogOptions): Promise<void> {
  const { accounts } = store;
  const id = email === undefined ? null : (await accountOf(store, email)).id;
  if (after !== undefined) return await printEventsAfter(store, after, id);
  const events = await (id === null ? accounts.operatorLog({ limit }) : accounts.auditLog(id, { limit }));
  if (events.length === 0 && !json) return note("There are no entries.\n");
  printRecords(events.map(eventRecord), EVENT_COLUMNS, json);
}

/** For a collector of logs. Memory does not grow with their number. */
async function printEventsAfter(store: Store, after: number, accountId: number | null): Promise<void> {
  for (let last: number | undefined = after; last !== undefined; ) {
    const page = await store.accounts.eventsAfter(last, EVENTS_PER_PAGE, accountId);
    await printed(page.map((event) => `${JSON.stringify(eventRecord(event))}\n`).join(""));
    last = page.at(-1)?.id;
  }
}

async function exportAccount(store: Store, email: string): Promise<void> {
  const { id } = await accountOf(store, email);
  printJson({ exported_at: isoTime(systemClock.now()), ...(await store.accounts.export(id)) });
}

async function deleteAccount(store: Store, email: string, { yes }: { readonly yes?: true }): Promise<void> {
  const { id, email: address } = await accountOf(store, email);
  if (!yes) {
    const [keys, members] = await Promise.all([store.keys.usable(id), store.members.members(id)]);
    const people = members.length > 1 ? `, removes its ${members.length} people` : "";
    throw new CommandError(
      `This deletes account ${id} (${address})${people}, revokes its ${keys.length} usable keys, and cannot be undone. Add --yes.`,
      EXIT.usage,
    );
  }
  const config = readConfig();
  const deleted = await store.accounts.delete(id, operator(), formerAddressOf(await serviceSecret(store)));
  if (!deleted.ok) throw new CommandError(`The account of ${email} is already deleted.`);
  const { usageDays, auditDays, addressDays } = config.retention;
  note(
    `Account ${id} is deleted, and its keys get 403 from the next request on. For bills, its number, plan, and keys are kept, its usage for ${usageDays} days, and its audit log for ${auditDays} days, with IP addresses for ${addressDays}.\n`,
  );
}

async function change(
  email: string,
  done: string,
  apply: (store: Store, accountId: number) => Promise<ChangeAccountResult>,
): Promise<void> {
  await withStore(async (store) => {
    const result = await apply(store, (await accountOf(store, email)).id);
    if (!result.ok) throw new CommandError(`The account of ${email} no longer exists.`);
    note(`${result.account.email} ${done}, from the next request on.\n`);
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
