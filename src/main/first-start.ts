import type { ServingStore } from "../store/store.ts";
import { type Config, isPublic, LOOPBACK } from "./config.ts";

const LOCAL_EMAIL = "local@safety.localhost";

/**
 * On the first start with an embedded store that listens only on this machine, creates a local account with one test
 * key, so the first request needs no other step. Returns the key, to be shown once; null on every other start.
 */
export async function firstKey(
  store: ServingStore,
  { HOST, BASE_URL }: Pick<Config, "HOST" | "BASE_URL">,
): Promise<string | null> {
  if (store.dialect !== "sqlite" || !LOOPBACK.includes(HOST) || isPublic(BASE_URL)) return null;
  if (await store.hasAccounts()) return null;
  const { accounts, keys } = await store.repositories();
  const origin = { via: "service", address: null } as const;
  // If several processes start at the same time, the store lets only one create the account and its key.
  const local = await accounts.create({ email: LOCAL_EMAIL, plan: "free", origin });
  if (!local.ok) return null;
  const made = await keys.create({
    accountId: local.account.id,
    type: "test",
    name: "first test key",
    expiresAtMs: null,
    origin,
  });
  return made.ok ? made.secret : null;
}
