import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { formerAddressOf } from "../../src/accounts/account.ts";
import type { NewEmail } from "../../src/accounts/outbox.ts";
import { DIALECTS, emptyStore, MovableClock, newAccount, newKey, OPERATOR } from "../support/stores.ts";

const HOLDER = { via: "dashboard", address: "203.0.113.7" } as const;
const formerAddress = formerAddressOf("a secret");
const ROUNDS = 12;

function letterTo(accountId: number, recipient: string, subject: string): NewEmail {
  return { kind: "security_changed", recipient, accountId, subject, text: "" };
}

describe.each(DIALECTS)("users over %s", async (dialect) => {
  let users = 0;
  const store = await emptyStore(dialect, { clock: new MovableClock("2026-11-20T12:00:00Z") });

  /** An account with a user, a session, and a link to set a password. */
  async function newUser({
    confirmed,
    origin = HOLDER,
  }: {
    confirmed: boolean;
    origin?: typeof HOLDER | typeof OPERATOR;
  }) {
    const userId = `user${++users}`;
    const email = `${userId}-${dialect}@example.com`;
    const { account } = await store.accounts.create({ email, plan: "free", origin });
    const verified = dialect === "sqlite" ? Number(confirmed) : confirmed;
    const now = "2026-11-20T12:00:00.000Z";
    await sql`insert into users (id, name, email, email_verified, created_at, updated_at, account_id)
      values (${userId}, '', ${email}, ${verified}, ${now}, ${now}, ${account.id})`.execute(store.database);
    await sql`insert into sessions (id, expires_at, token, created_at, updated_at, user_id)
      values (${`session-${userId}`}, ${now}, ${`token-${userId}`}, ${now}, ${now}, ${userId})`.execute(store.database);
    await sql`insert into verifications (id, identifier, value, expires_at, created_at, updated_at)
      values (${`link-${userId}`}, ${`link-${userId}`}, ${`reset ${userId} ${email}`}, ${now}, ${now}, ${now})`.execute(
      store.database,
    );
    return { userId, email, accountId: account.id, linkId: `link-${userId}` };
  }

  const count = async (table: string, column: string, value: string) => {
    const query = sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${sql.ref(column)} = ${value}`;
    return Number((await query.execute(store.database)).rows[0]?.n);
  };
  const eventsOf = async (accountId: number) =>
    (await store.accounts.auditLog(accountId, { limit: 10 })).map(({ name }): string => name).toReversed();
  const leave = (accountId: number, email: string, sessionId: string | null = null) =>
    store.accounts.changeEmail(accountId, {
      email,
      origin: HOLDER,
      formerAddress,
      keptSession: sessionId === null ? null : { sessionId, newToken: `new-${sessionId}` },
      letters: (unlinked) => [letterTo(accountId, email, unlinked.join())],
    });

  test("a link sets the password once, and ends the sessions and the other links", async () => {
    const { userId, email, accountId, linkId } = await newUser({ confirmed: false });
    const letter = () => letterTo(accountId, email, "reset");
    const reset = { linkId, userId, email, origin: HOLDER, letter };
    const results = await Promise.all(
      ["first", "second", "third"].map((passwordHash) => store.users.resetPassword({ ...reset, passwordHash })),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await count("emails", "recipient", email)).toBe(1);
    expect(await count("sessions", "user_id", userId)).toBe(0);
    expect(await count("credentials", "user_id", userId)).toBe(1);
    expect(await eventsOf(accountId)).toEqual(["account_created", "password_reset"]);
    expect(await store.users.resetPassword({ ...reset, passwordHash: "fourth" })).toBe(false);
  });

  test("two-factor sign-in is turned off once, with the sessions and links, and what is left is shown", async () => {
    const user = await newUser({ confirmed: true });
    const { userId, email, accountId } = user;
    const other = await newUser({ confirmed: true });
    const off = () => store.users.endTwoFactor(email, OPERATOR, (id) => letterTo(id, email, "off"));
    expect(await off()).toBe(false);
    const on = dialect === "sqlite" ? 1 : true;
    for (const id of [userId, other.userId]) {
      await sql`update users set two_factor_enabled = ${on} where id = ${id}`.execute(store.database);
      await sql`insert into two_factors (id, secret, backup_codes, user_id) values (${id}, '', '', ${id})`.execute(
        store.database,
      );
    }
    const left = { hasPassword: false, passkeys: 0, providers: [] };
    expect(await store.users.waysIn(email)).toEqual({ twoFactorOn: true, ...left });
    expect((await Promise.all([off(), off(), off()])).filter(Boolean)).toHaveLength(1);
    expect(await store.users.waysIn(email)).toEqual({ twoFactorOn: false, ...left });
    expect(await store.users.waysIn("nobody@example.com")).toBeNull();
    for (const table of ["two_factors", "sessions"]) {
      expect([await count(table, "user_id", userId), await count(table, "user_id", other.userId)]).toEqual([0, 1]);
    }
    expect(await count("verifications", "id", user.linkId)).toBe(0);
    expect(await count("emails", "recipient", email)).toBe(1);
    expect(await eventsOf(accountId)).toEqual(["account_created", "two_factor_off"]);
    expect(await store.users.waysIn(other.email)).toMatchObject({ twoFactorOn: true });
  });

  test("a link used during a change of address works before the change or not at all", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await newUser({ confirmed: true });
      const letter = (accountId: number) => letterTo(accountId, user.email, "reset");
      const reset = () => store.users.resetPassword({ ...user, passwordHash: "hash", origin: HOLDER, letter });
      const change = () => leave(user.accountId, `moved-${user.email}`);
      const [first, second] = round % 2 === 0 ? [reset, change] : [change, reset];
      const results = await Promise.all([first(), second()]);
      const isReset = results.includes(true);
      const expected = isReset
        ? ["account_created", "password_reset", "other_sessions_ended", "email_changed"]
        : ["account_created", "other_sessions_ended", "email_changed"];
      expect(await eventsOf(user.accountId)).toEqual(expected);
      expect(await count("credentials", "user_id", user.userId)).toBe(Number(isReset));
    }
  });

  test("a change of address keeps one session, with a new token, or changes nothing if that session has ended", async () => {
    const { userId, email, accountId } = await newUser({ confirmed: true });
    expect(await leave(accountId, `moved-${email}`, "ended")).toEqual({ ok: false, reason: "session_ended" });
    expect(await store.accounts.findByEmail(email)).toMatchObject({ id: accountId });
    expect(await count("sessions", "token", `token-${userId}`)).toBe(1);
    expect(await leave(accountId, `moved-${email}`, `session-${userId}`)).toMatchObject({ ok: true });
    expect(await count("sessions", "token", `new-session-${userId}`)).toBe(1);
    expect(await count("sessions", "user_id", userId)).toBe(1);
    expect(await count("verifications", "id", `link-${userId}`)).toBe(0);
  });

  test("a deletion keeps the digest of the address at that time, even during a change of address", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { userId, email, accountId } = await newUser({ confirmed: true });
      const moved = `moved-${email}`;
      const [changed, deleted] = await Promise.all([
        leave(accountId, moved),
        store.accounts.delete(accountId, HOLDER, formerAddress),
      ]);
      expect(deleted.ok).toBe(true);
      const kept = changed.ok ? [email, moved] : [email];
      const rows = await store.database
        .selectFrom("former_addresses")
        .select("digest")
        .where("account_id", "=", accountId)
        .execute();
      expect(rows.map(({ digest }) => digest).toSorted()).toEqual(kept.map(formerAddress).toSorted());
      expect(await count("users", "id", userId)).toBe(0);
      expect(await count("verifications", "id", `link-${userId}`)).toBe(0);
    }
  });

  test("a confirmation during a second sign-up: the first sign-up is confirmed or replaced", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await newUser({ confirmed: false });
      const confirm = () => store.users.confirm(user, HOLDER);
      const forget = () => store.users.deleteUnconfirmedSignUp(user.email);
      const [first, second] = round % 2 === 0 ? [confirm, forget] : [forget, confirm];
      const results = await Promise.all([first(), second()]);
      expect(await count("users", "id", user.userId)).toBe(Number(results.includes(true)));
      expect(await store.users.confirm({ ...user, email: "other@example.com" }, HOLDER)).toBe(false);
    }
  });

  test("a second sign-up removes the first one with its account, but not an account with a key or changed by an operator", async () => {
    const gone = await newUser({ confirmed: false });
    const made = await newUser({ confirmed: false, origin: OPERATOR });
    const withKey = await newUser({ confirmed: false });
    await newKey(store, withKey.accountId);
    const confirmed = await newUser({ confirmed: true });
    for (const { email } of [gone, made, withKey, confirmed]) await store.users.deleteUnconfirmedSignUp(email);
    expect(await store.accounts.find(gone.accountId)).toBeNull();
    for (const { accountId } of [made, withKey, confirmed]) {
      expect(await store.accounts.find(accountId)).toMatchObject({ id: accountId });
    }
    for (const { userId } of [gone, made, withKey]) expect(await count("users", "id", userId)).toBe(0);
    expect(await count("users", "id", confirmed.userId)).toBe(1);
    expect((await newAccount(store)).id).toBeGreaterThan(0);
  });
});
