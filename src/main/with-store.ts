import type { Account, Origin } from "../accounts/account.ts";
import { emailAddress } from "../accounts/account.ts";
import type { ApiKey } from "../accounts/keys.ts";
import { planTable } from "../domain/plan.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/store.ts";
import { systemClock } from "./clock.ts";
import { CommandError, configOf, EXIT, type Terminal } from "./terminal.ts";

const PAGE = 500;

/** How the audit log names what an operator does at a terminal. */
export const OPERATOR: Origin = { via: "command", address: null };

/** Opens the configured store for one command and closes it whatever happens. Works beside a running server. */
export async function withStore<Result>(terminal: Terminal, work: (store: Store) => Promise<Result>): Promise<Result> {
  const config = configOf(terminal);
  const store = await openStore({ url: config.DATABASE_URL, clock: systemClock, plans: planTable(config.PLAN_LIMITS) });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** @throws CommandError where the text is no e-mail address. */
export function parseEmail(text: string): string {
  const parsed = emailAddress.safeParse(text);
  if (!parsed.success) throw new CommandError(`"${text}" is not an e-mail address`, EXIT.usage);
  return parsed.data;
}

/** @throws CommandError where there is no account of that address. */
export async function accountOf(store: Store, email: string): Promise<Account> {
  const account = await store.accounts.findByEmail(parseEmail(email));
  if (!account) throw new CommandError(`There is no account of ${email}. \`safety account list\` shows all.`);
  return account;
}

/** All keys of an account, the newest first. */
export async function allKeys(store: Store, accountId: number): Promise<readonly ApiKey[]> {
  const keys = [...(await store.keys.usable(accountId))];
  for (let page = await store.keys.ended(accountId, { limit: PAGE }); page.length > 0; ) {
    keys.push(...page);
    page = await store.keys.ended(accountId, { limit: PAGE, beforeId: page.at(-1)?.id ?? 0 });
  }
  return keys.sort((left, right) => right.id - left.id);
}
