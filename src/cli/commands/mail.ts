import { Argument, type Command } from "commander";
import type { QueuedEmail } from "../../accounts/outbox.ts";
import { CommandError, EXIT, note } from "../../main/exit.ts";
import type { Store } from "../../store/store.ts";
import { isoTime, printRecords } from "../terminal.ts";
import { onStore } from "../with-store.ts";
import { wholeNumber } from "./options.ts";

const MAX_LISTED = 500;

export function addMailCommands(program: Command): void {
  const command = program.command("mail").description("List emails that were not sent yet, and send them again");
  command
    .command("list")
    .description("List emails that wait or were given up, oldest first, with what the mail server said last")
    .option("--json", "print a JSON array")
    .action(onStore(list));
  command
    .command("retry")
    .description("Send an email again now, or with --all every one that waits or was given up")
    .addArgument(new Argument("[number]", "as listed").argParser(wholeNumber(1, Number.MAX_SAFE_INTEGER)))
    .option("--all", "every email")
    .action(onStore(retry));
}

async function list(store: Store, { json }: { readonly json?: true }): Promise<void> {
  const unsent = (await store.outbox.unsent(MAX_LISTED)).map(recordOf);
  if (unsent.length === 0 && !json) return note("Every email was sent.\n");
  printRecords(unsent, ["number", "kind", "recipient", "queued_at", "attempts", "next_attempt_at", "fault"], json);
}

async function retry(store: Store, id: number | undefined, { all }: { readonly all?: true }): Promise<void> {
  if ((id === undefined) !== (all === true)) throw new CommandError("give a number, or --all", EXIT.usage);
  const due = await store.outbox.retry(id ?? null);
  if (due === 0 && id !== undefined) {
    throw new CommandError(`Email ${id} is being sent, or there is none. \`safety mail list\` shows those that wait.`);
  }
  note(`A running node sends ${due === 1 ? "1 email" : `${due} emails`} within seconds.\n`);
}

function recordOf({ id, kind, recipient, accountId, atMs, attempts, nextAttemptAtMs, fault }: QueuedEmail) {
  return {
    ...{ number: id, kind, recipient, account: accountId },
    queued_at: isoTime(atMs),
    attempts,
    next_attempt_at: isoTime(nextAttemptAtMs),
    fault,
  };
}
