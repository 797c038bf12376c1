import type { Command } from "commander";
import type { Delivery } from "../../accounts/webhook.ts";
import { readConfig } from "../../main/config.ts";
import { CommandError, EXIT, note, print } from "../../main/exit.ts";
import type { Store } from "../../store/store.ts";
import { createWebhookEndpoint } from "../../webhooks/endpoint.ts";
import { serviceSecret } from "../service-secret.ts";
import { isoTime, printJson, printMembers, printSection } from "../terminal.ts";
import { accountOf, onStore, operator } from "../with-store.ts";

const SHOWN = 20;

export function addWebhookCommands(program: Command): void {
  const command = program.command("webhook").description("Set, show, test, and delete the webhook of an account");
  command
    .command("set")
    .description("Set the URL and switch the webhook on. For a new one, prints the signing secret once.")
    .argument("<email>")
    .argument("<url>", "such as https://example.com/hooks/safety")
    .action(onStore(set));
  command
    .command("show")
    .description("Show the webhook of an account and its last messages")
    .argument("<email>")
    .option("--json", "print a JSON object")
    .action(onStore(show));
  command.command("test").description("Send a test message").argument("<email>").action(onStore(test));
  command
    .command("renew-secret")
    .description("Create a new signing secret and print it. The old one works for another day.")
    .argument("<email>")
    .action(onStore(renew));
  command
    .command("delete")
    .description("Delete the webhook of an account and its messages")
    .argument("<email>")
    .action(onStore(remove));
}

async function endpointOf(store: Store) {
  const secret = await serviceSecret(store);
  return createWebhookEndpoint({ store: store.webhooks, secret, allowed: readConfig().WEBHOOK_ALLOWED_NETWORKS });
}

async function set(store: Store, email: string, url: string): Promise<void> {
  const { id } = await accountOf(store, email);
  const saved = await (await endpointOf(store)).save(id, url, operator());
  if (!saved.ok) throw new CommandError(`${saved.fault}.`, EXIT.usage);
  if (saved.secret === null) note("The webhook is set and on. It keeps its signing secret.\n");
  else printSecret(saved.secret);
}

async function show(store: Store, email: string, { json }: { readonly json?: true }): Promise<void> {
  const { id } = await accountOf(store, email);
  const webhook = await store.webhooks.find(id);
  if (webhook === null) throw missing(email);
  const state = {
    url: webhook.url,
    failing_since: isoTime(webhook.failingSinceMs),
    disabled_at: isoTime(webhook.disabledAtMs),
  };
  const messages = (await store.webhooks.deliveries(id, SHOWN)).map(recordOf);
  if (json) return printJson({ ...state, messages });
  printMembers(state);
  printSection("LAST MESSAGES", messages, ["at", "type", "attempts", "delivered_at", "status", "fault", "next_at"]);
}

async function test(store: Store, email: string): Promise<void> {
  if (!(await store.webhooks.sendTest((await accountOf(store, email)).id))) throw missing(email);
  note("A running node sends the test message within seconds. `safety webhook show` says how it went.\n");
}

async function renew(store: Store, email: string): Promise<void> {
  const secret = await (await endpointOf(store)).renew((await accountOf(store, email)).id, operator());
  if (secret === null) throw missing(email);
  printSecret(secret);
}

async function remove(store: Store, email: string): Promise<void> {
  if (!(await store.webhooks.delete((await accountOf(store, email)).id, operator()))) throw missing(email);
  note(`The webhook of ${email} is deleted.\n`);
}

/** Only the secret goes to standard output, so a script can use it directly. */
function printSecret(secret: string): void {
  print(`${secret}\n`);
  note("This is the signing secret. Save it now: it is not shown again.\n");
}

function missing(email: string): CommandError {
  return new CommandError(`${email} has no webhook that is on. \`safety webhook set\` sets one.`);
}

function recordOf({ atMs, type, attempts, deliveredAtMs, status, fault, nextAttemptAtMs }: Delivery) {
  const [at, delivered_at, next_at] = [atMs, deliveredAtMs, nextAttemptAtMs].map(isoTime);
  return { at, type, attempts, delivered_at, status, fault, next_at };
}
