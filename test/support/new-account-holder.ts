import { randomUUID } from "node:crypto";
import { type FormClient, PASSWORD, signIn } from "./form-client.ts";
import type { ServedSite } from "./served-site.ts";

/** Computed once and with little work, because the tests check passwords often; those of passwords use the forms. */
const PASSWORD_HASH = Bun.password.hashSync(PASSWORD, { algorithm: "argon2id", memoryCost: 8, timeCost: 1 });

/**
 * A new account, as it is after its sign-up with `PASSWORD` and a confirmed address, and signed in. It is put into the store
 * directly, which takes a fraction of the time that the forms take.
 */
export async function newAccountHolder(site: Pick<ServedSite, "url" | "sql">, email: string): Promise<FormClient> {
  const [account] = await site.sql(
    `INSERT INTO accounts (email, plan, created_at) VALUES ('${email}', 'free', ${Date.now()}) RETURNING id`,
  );
  const [user, now] = [randomUUID(), new Date().toISOString()];
  await site.sql(
    `INSERT INTO users (id, name, email, email_verified, created_at, updated_at, account_id, two_factor_enabled)
     VALUES ('${user}', '', '${email}', TRUE, '${now}', '${now}', ${account?.["id"]}, FALSE)`,
  );
  await site.sql(
    `INSERT INTO credentials (id, account_id, provider_id, user_id, password, created_at, updated_at)
     VALUES ('${user}', '${user}', 'credential', '${user}', '${PASSWORD_HASH}', '${now}', '${now}')`,
  );
  return signIn(site, email);
}
