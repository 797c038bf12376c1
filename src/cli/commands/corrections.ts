import { Argument, type Command } from "commander";
import type { NewEmail } from "../../accounts/outbox.ts";
import { namesOf } from "../../base/named-table.ts";
import { ANSWERS, type AnsweredState, type Correction } from "../../corrections/correction.ts";
import { answerEmail } from "../../corrections/correction-mail.ts";
import { FIGURES } from "../../corrections/figure.ts";
import { readConfig } from "../../main/config.ts";
import { CommandError, EXIT, note } from "../../main/exit.ts";
import type { Store } from "../../store/store.ts";
import { isoTime, printJson, printMembers, printRecords } from "../terminal.ts";
import { onStore } from "../with-store.ts";
import { wholeNumber } from "./options.ts";

const MAX_LISTED = 500;

const NUMBER = new Argument("<number>", "the number of the receipt").argParser(wholeNumber(1, Number.MAX_SAFE_INTEGER));

export function addCorrectionCommands(program: Command): void {
  const command = program.command("corrections").description("Read and answer reports about figures");
  command
    .command("list")
    .description("List the reports that have no answer, oldest first")
    .option("--json", "print a JSON array")
    .action(onStore(list));
  command
    .command("show")
    .description("Show a report with the visitor's words")
    .addArgument(NUMBER)
    .option("--json", "print a JSON object")
    .action(onStore(show));
  command
    .command("answer")
    .description("Answer a report: publishes the answer, emails the visitor, and deletes the visitor's address")
    .addArgument(NUMBER)
    .addArgument(new Argument("<state>").choices(namesOf(ANSWERS)))
    .option("--after <n>", "with corrected: the figure after the correction", wholeNumber(0, 1_000_000_000))
    .option("--message <text>", "for the email to the visitor; never published", "")
    .action(onStore(answer));
  command
    .command("delete")
    .description("Delete a report that is not about a figure, such as spam")
    .addArgument(NUMBER)
    .action(onStore(remove));
}

async function list(store: Store, { json }: { readonly json?: true }): Promise<void> {
  const open = (await store.corrections.open(MAX_LISTED)).map(recordOf);
  if (open.length === 0 && !json) return note("No report waits for an answer.\n");
  printRecords(open, ["number", "place", "year", "figure", "before", "expected", "received_at"], json);
}

async function show(store: Store, id: number, { json }: { readonly json?: true }): Promise<void> {
  const record = recordOf(await correctionOf(store, id));
  if (json) return printJson(record);
  printMembers(record);
}

interface AnswerOptions {
  readonly after?: number;
  readonly message: string;
}

async function answer(store: Store, id: number, state: AnsweredState, options: AnswerOptions): Promise<void> {
  const { after = null, message } = options;
  if (after !== null && state !== "corrected") throw new CommandError("--after goes with corrected", EXIT.usage);
  const correction = await correctionOf(store, id);
  const letter = letterTo(correction, state, message);
  const figure = state === "unchanged" ? correction.before : after;
  if (!(await store.corrections.answer(id, { state, after: figure, letter }))) throw missing(id);
  note(`Report ${id} is answered${letter === null ? "" : ", and a running node emails the visitor within seconds"}.\n`);
}

/** The answer to the visitor; null without an address. @throws CommandError if the service sends no email */
function letterTo(correction: Correction, state: AnsweredState, message: string): NewEmail | null {
  if (correction.email === null) return null;
  const { SMTP_URL, baseUrl } = readConfig();
  if (SMTP_URL === undefined) {
    throw new CommandError(
      `The visitor wants an answer at ${correction.email}, and the service sends no email. Nothing was changed. Set SMTP_URL.`,
    );
  }
  return answerEmail(correction.email, correction, {
    state,
    message,
    logUrl: `${baseUrl}/corrections#${correction.id}`,
  });
}

async function remove(store: Store, id: number): Promise<void> {
  if (!(await store.corrections.delete(id))) throw missing(id);
  note(`Report ${id} is deleted.\n`);
}

async function correctionOf(store: Store, id: number): Promise<Correction> {
  const found = await store.corrections.find(id);
  if (found === null) throw missing(id);
  return found;
}

function missing(id: number): CommandError {
  return new CommandError(`There is no report ${id}. \`safety corrections list\` shows those without an answer.`);
}

function recordOf(correction: Correction) {
  const { id, place, path, year, figure, before, expected, after, state, text, source, email } = correction;
  return {
    number: id,
    ...{ place, path, year, figure: FIGURES[figure], before, expected, after, state },
    received_at: isoTime(correction.receivedAtMs),
    answered_at: isoTime(correction.answeredAtMs),
    ...{ text, source, email },
  };
}
