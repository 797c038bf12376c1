import { emailAddress } from "../../src/accounts/account.ts";
import { type KeyType, type PlanName, planTable } from "../../src/domain/plan.ts";
import { systemClock } from "../../src/main/system-clock.ts";
import { parseStoreAddress } from "../../src/store/address.ts";
import { openStore } from "../../src/store/open.ts";
import { newKey, OPERATOR } from "./stores.ts";

export interface KeyWanted {
  readonly email?: string;
  readonly type?: KeyType;
  readonly plan?: PlanName;
}

/** A new key in the store of a running server, created like an operator's, and its account if it is new. */
export async function issueKey(databaseUrl: string, wanted: KeyWanted = {}): Promise<string> {
  const { email = "alice@example.com", type = "live", plan = "free" } = wanted;
  const store = await openStore({ address: parseStoreAddress(databaseUrl), clock: systemClock, plans: planTable() });
  try {
    const account = { email: emailAddress.parse(email), plan, origin: OPERATOR };
    return (await newKey(store, (await store.accounts.create(account)).account.id, type)).secret;
  } finally {
    await store.close();
  }
}
