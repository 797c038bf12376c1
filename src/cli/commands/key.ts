import { readFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import { readNetworks } from "../../access/allowed-addresses.ts";
import { displayOf, findKeys } from "../../access/key.ts";
import { type ApiKey, expiryAfterDay, type GracePeriod, keyName, keyStatus } from "../../accounts/keys.ts";
import { errorCode, messageOf } from "../../base/error-text.ts";
import { DAY_MS } from "../../base/window.ts";
import { KEY_TYPES, type KeyType, PLAN_NAMES, type PlanName } from "../../domain/plan.ts";
import { CommandError, EXIT, note, print } from "../../main/exit.ts";
import { systemClock } from "../../main/system-clock.ts";
import type { Store } from "../../store/store.ts";
import { onOneLine, printJson, printRecords } from "../terminal.ts";
import { accountOf, allKeys, onStore, operator, parseEmail, withStore } from "../with-store.ts";
import { keyRecord } from "./records.ts";

const GRACES = { "0": "none", "1h": "hour", "24h": "day", "7d": "week" } as const satisfies Record<string, GracePeriod>;
type GraceText = keyof typeof GRACES;

const MAX_DAYS = 3_650;

const REFUSALS = {
  account_not_found: "The account no longer exists.",
  expiry_past: "The expiry is in the past.",
  daily_keys_reached: "The account has created as many keys today (UTC) as its plan allows.",
  daily_test_keys_reached: "The account has had as many test keys today (UTC) as its plan allows.",
  key_limit_reached: "The account has as many keys of this type as its plan allows. Revoke one, or change the plan.",
  grace_limit_reached: "Too many replaced keys are still in their grace period. Revoke one, or reissue with --grace 0.",
  key_not_found: "There is no such key. `safety key list` shows the numbers.",
  key_revoked: "The key is already revoked.",
  key_expired: "The key has expired. Create a new one.",
  key_replaced: "The key was already reissued.",
} as const;

interface CreateOptions {
  readonly email: string;
  readonly type: KeyType;
  readonly plan?: PlanName;
  readonly name?: string;
  readonly expires?: string;
  readonly json?: true;
}

export function addKeyCommands(program: Command): void {
  const command = program.command("key").description("Create, list, revoke, reissue, and find API keys");
  command
    .command("create")
    .description("Create a key and print it once. Creates the account if it does not exist.")
    .requiredOption("--email <address>", "account of the key")
    .addOption(
      new Option("--type <type>", "live counts toward the monthly quota, test toward the daily limit")
        .choices(KEY_TYPES)
        .makeOptionMandatory(),
    )
    .addOption(new Option("--plan <plan>", "plan of a new account (default: free)").choices(PLAN_NAMES))
    .option("--name <name>", "a label for the account holder")
    .option("--expires <when>", "such as 90d, or a date such as 2027-06-30")
    .option("--json", "print a JSON object")
    .action(onStore(create, { mayCreate: true }));
  command
    .command("list")
    .description("List the keys of an account")
    .requiredOption("--email <address>", "account of the keys")
    .option("--json", "print a JSON array")
    .action(onStore(list));
  command
    .command("revoke")
    .description("Revoke a key; applies to the next request")
    .argument("<key>", "number of the key, as `key list` shows it")
    .action(onStore(revoke));
  command
    .command("reissue")
    .description("Replace a key with a new one of the same name and type, and print it")
    .argument("<key>", "number of the key, as `key list` shows it")
    .addOption(
      new Option("--grace <time>", "how long the old key keeps working").choices(Object.keys(GRACES)).default("0"),
    )
    .option("--json", "print a JSON object")
    .action(onStore(reissue));
  command
    .command("restrict")
    .description("Let a key be used only from some addresses; applies to the next request")
    .argument("<key>", "number of the key, as `key list` shows it")
    .argument("[networks...]", "IPv4 or IPv6 addresses or networks, such as 203.0.113.0/24; none allows any address")
    .action(onStore(restrict));
  addScanCommand(command);
}

async function create(store: Store, options: CreateOptions): Promise<void> {
  const name = keyName.safeParse(options.name ?? `${options.type} key`);
  if (!name.success) throw new CommandError("The name must be one line of 1 to 60 characters.", EXIT.usage);
  const expiresAtMs = options.expires === undefined ? null : parseExpiry(options.expires, systemClock.now());
  const account = await accountFor(store, options);
  const wanted = { accountId: account.id, type: options.type, name: name.data, expiresAtMs, origin: operator() };
  const result = await store.keys.create(wanted);
  if (!result.ok) throw new CommandError(REFUSALS[result.reason]);
  printSecret(result, options.json);
}

/** Creates the account if it is new. A plan that differs from the account's is reported as a mistake. */
async function accountFor(store: Store, options: CreateOptions) {
  const wanted = { email: parseEmail(options.email), plan: options.plan ?? "free", origin: operator() } as const;
  const result = await store.accounts.create(wanted);
  const { account } = result;
  if (!result.ok && options.plan !== undefined && account.plan !== options.plan) {
    throw new CommandError(
      `${account.email} is on the ${account.plan} plan. Change it with \`safety account plan ${account.email} ${options.plan}\`.`,
    );
  }
  return account;
}

async function list(store: Store, options: { email: string; json?: true }): Promise<void> {
  const account = await accountOf(store, options.email);
  const keys = (await allKeys(store, account.id)).map(keyRecord);
  if (keys.length === 0 && !options.json) return note(`${account.email} has no keys yet.\n`);
  const columns = ["id", "name", "type", "display", "created_at", "last_used_at", "expires_at", "status"] as const;
  printRecords(keys, columns, options.json);
}

async function revoke(store: Store, text: string): Promise<void> {
  const key = await keyOf(store, text);
  const result = await store.keys.revoke({ accountId: key.accountId, keyId: key.id, origin: operator() });
  if (!result.ok) throw new CommandError(REFUSALS[result.reason]);
  note(`Revoked ${key.display} "${key.name}". Its next request gets 403.\n`);
}

async function reissue(store: Store, text: string, options: { grace: GraceText; json?: true }): Promise<void> {
  const key = await keyOf(store, text);
  const named = { accountId: key.accountId, keyId: key.id };
  const result = await store.keys.reissue({ ...named, grace: GRACES[options.grace], origin: operator() });
  if (!result.ok) throw new CommandError(REFUSALS[result.reason]);
  printSecret(result, options.json);
}

async function restrict(store: Store, text: string, networks: readonly string[]): Promise<void> {
  const key = await keyOf(store, text);
  const read = readNetworks(networks.join(" "));
  if (!read.ok) throw new CommandError(read.fault, EXIT.usage);
  await store.keys.restrict({ accountId: key.accountId, keyId: key.id, origin: operator() }, read.networks);
  note(`${key.display} "${key.name}" may be used from ${read.networks || "any address"}.\n`);
}

async function keyOf(store: Store, text: string): Promise<ApiKey> {
  const id = Number(text);
  if (!Number.isSafeInteger(id) || id < 1) {
    throw new CommandError(`"${text}" is not the number of a key. \`safety key list\` shows the numbers.`, EXIT.usage);
  }
  const key = await store.keys.find(id);
  if (!key) throw new CommandError(REFUSALS.key_not_found);
  return key;
}

/** Only the key goes to standard output, so a script can use it directly. */
function printSecret(made: { key: ApiKey; secret: string }, json: true | undefined): void {
  if (json) printJson({ ...keyRecord(made.key), key: made.secret });
  else print(`${made.secret}\n`);
  note(`Key ${made.key.id} "${made.key.name}". Save it now: it is not shown again.\n`);
}

/** Milliseconds since the epoch for `90d` from now, or for the end of a UTC day. @throws CommandError */
function parseExpiry(text: string, nowMs: number): number {
  const days = /^(\d{1,4})d$/.exec(text)?.[1];
  if (days !== undefined && Number(days) >= 1 && Number(days) <= MAX_DAYS) return nowMs + Number(days) * DAY_MS;
  const endMs = expiryAfterDay(text);
  if (endMs !== null) return endMs;
  throw new CommandError(`"${text}" is neither a number of days such as 90d nor a date such as 2027-06-30`, EXIT.usage);
}

/** The position of a key in a text. Line and column start at 1; the key itself is never printed. */
interface FoundSecret {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly display: string;
  readonly digest: string;
}

function addScanCommand(key: Command): void {
  key
    .command("scan")
    .description(
      "Find API keys in files by form and checksum; exit code 1 if there are any, 2 if a file cannot be read",
    )
    .argument("<file...>", "files to read; - is standard input")
    .option("--lookup", "also look up the keys in the store and show their number and status")
    .option("--json", "print a JSON array")
    .action(scan);
}

async function scan(files: readonly string[], options: { lookup?: true; json?: true }): Promise<void> {
  const findings: FoundSecret[] = [];
  const unread: string[] = [];
  for (const file of files) {
    try {
      const bytes = file === "-" ? await Bun.stdin.bytes() : await readFile(file);
      findings.push(...findingsIn(file, decoded(bytes)));
    } catch (error) {
      unread.push(`${onOneLine(file)} (${errorCode(error) ?? messageOf(error)})`);
    }
  }
  const found = options.lookup
    ? await withStore((store) => Promise.all(findings.map((finding) => lookedUp(store, finding))))
    : findings.map(({ digest: _, ...finding }) => ({ ...finding, known: null }));
  if (options.json) printJson(found);
  else {
    // In the format of compilers and grep, so editors can jump to it.
    for (const { file, line, column, display, known } of found) {
      const status = known ? ` key ${known.key}, ${known.status}` : "";
      print(`${onOneLine(file)}:${line}:${column}: ${display}${status}\n`);
    }
  }
  const advice = "Revoke them: `safety key revoke NUMBER`, or the page /revoke-key.";
  const result = found.length === 0 ? "No keys found." : `${found.length} found. ${advice}`;
  if (unread.length > 0) throw new CommandError(`${result} Not scanned: ${unread.join(", ")}.`, EXIT.usage);
  if (found.length > 0) throw new CommandError(result);
  note(`${result}\n`);
}

/**
 * UTF-8, or UTF-16 in either byte order. Without a byte order mark, the characters of a key in UTF-16 are those of
 * UTF-8 with NUL bytes between them. Other bytes become replacement characters, which no key contains.
 */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = isMarked ? (first === 0xff ? "utf-16le" : "utf-16be") : "utf-8";
  return new TextDecoder(encoding).decode(bytes).replaceAll("\0", "");
}

function findingsIn(file: string, text: string): readonly FoundSecret[] {
  return findKeys(text).map(({ key, digest, index }) => {
    const before = text.slice(0, index).split("\n");
    return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, display: displayOf(key), digest };
  });
}

async function lookedUp(store: Store, { digest, ...finding }: FoundSecret) {
  const key = await store.keys.findByDigest(digest);
  return { ...finding, known: key && { key: key.id, status: keyStatus(key, systemClock.now()) } };
}
