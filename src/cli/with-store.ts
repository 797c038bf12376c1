import type { Account, Origin } from "../accounts/account.ts";
import { emailAddress } from "../accounts/account.ts";
import type { ApiKey } from "../accounts/keys.ts";
import { messageOf } from "../base/error-text.ts";
import { planTable } from "../domain/plan.ts";
import { readConfig } from "../main/config.ts";
import { CommandError, type Environment, EXIT, note } from "../main/exit.ts";
import { systemClock } from "../main/system-clock.ts";
import { describeAddress } from "../store/address.ts";
import type { Store } from "../store/store.ts";

const PAGE = 500;

/** The audit log's name for an operator at a terminal: the user of the machine, also behind `sudo`. */
export function operator(): Origin {
  const { SUDO_USER, USER }: Environment = process.env;
  // Containers and timers set no name.
  return { via: "command", address: SUDO_USER ?? USER ?? `user ${process.getuid?.() ?? "unknown"}` };
}

interface StoreUse {
  /** Whether the command may create the store if it does not exist; otherwise a missing store is an error. */
  readonly mayCreate?: boolean;
}

/**
 * Opens the configured store for one command and always closes it. Works while the service runs. @throws CommandError
 * if there is no store: a command with different settings than the service must not appear to succeed.
 */
export async function withStore<Result>(
  work: (store: Store) => Promise<Result>,
  { mayCreate = false }: StoreUse = {},
): Promise<Result> {
  const { DATABASE_URL: address, PLAN_LIMITS } = readConfig();
  const shown = describeAddress(address);
  // Help and wrong arguments need no store.
  const [{ inspectStore }, { openStore }] = await Promise.all([
    import("../store/inspect.ts"),
    import("../store/open.ts"),
  ]);
  const { version } = await inspectStore(address).catch((error: unknown) => {
    throw new CommandError(`The store at ${shown} cannot be opened: ${messageOf(error)}`);
  });
  const isNew = version === 0;
  if (isNew && !mayCreate) {
    throw new CommandError(
      `There is no store at ${shown}. Run the command with the settings of the service, for example --env-file /etc/safety/safety.env.`,
    );
  }
  const store = await openStore({ address, clock: systemClock, plans: planTable(PLAN_LIMITS) });
  if (isNew) note(`Created a new store: ${shown}\n`);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The action of a command that works on the store. */
export function onStore<Arguments extends readonly unknown[]>(
  work: (store: Store, ...given: Arguments) => Promise<void>,
  use?: StoreUse,
): (...given: Arguments) => Promise<void> {
  return (...given) => withStore((store) => work(store, ...given), use);
}

/** @throws CommandError if the text is not an email address. */
export function parseEmail(text: string): string {
  const parsed = emailAddress.safeParse(text);
  if (!parsed.success) throw new CommandError(`"${text}" is not an email address`, EXIT.usage);
  return parsed.data;
}

/** The account with an address or, also once it is deleted, with a number. @throws CommandError if there is none */
export async function accountOf(store: Store, name: string): Promise<Account> {
  const { accounts } = store;
  const account = await (/^\d{1,15}$/.test(name)
    ? accounts.find(Number(name))
    : accounts.findByEmail(parseEmail(name)));
  if (!account) throw new CommandError(`There is no account for ${name}. \`safety account list\` shows all accounts.`);
  return account;
}

export async function* allAccounts(store: Store): AsyncGenerator<Account, void> {
  for (let page = await store.accounts.list({ limit: PAGE }); page.length > 0; ) {
    yield* page;
    page = await store.accounts.list({ limit: PAGE, afterId: page.at(-1)?.id ?? 0 });
  }
}

/** All keys of an account, newest first. */
export async function allKeys(store: Store, accountId: number): Promise<readonly ApiKey[]> {
  const keys = [...(await store.keys.usable(accountId))];
  for (let page = await store.keys.ended(accountId, { limit: PAGE }); page.length > 0; ) {
    keys.push(...page);
    page = await store.keys.ended(accountId, { limit: PAGE, beforeId: page.at(-1)?.id ?? 0 });
  }
  return keys.sort((left, right) => right.id - left.id);
}
