import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { emailAddress, formerAddressOf } from "../../src/accounts/account.ts";
import { utcMonth } from "../../src/base/window.ts";
import { PLANS } from "../../src/domain/plan.ts";
import { RETENTION } from "../../src/domain/retention.ts";
import { DIALECTS, emptyStore, MovableClock, newAccount, newKey, OPERATOR } from "../support/stores.ts";

const HOLDER = { via: "dashboard", address: "203.0.113.7" } as const;
const MOVE = {
  origin: HOLDER,
  formerAddress: formerAddressOf("a secret"),
  keptSession: null,
  letters: () => [],
} as const;

describe.each(DIALECTS)("accounts on %s", async (dialect) => {
  const clock = new MovableClock("2026-11-20T12:00:00Z");
  const store = await emptyStore(dialect, { clock });

  test("a new account is found by its address and its id", async () => {
    const alice = await newAccount(store, "pro");
    expect(alice).toMatchObject({ plan: "pro", limits: PLANS.pro, suspendedAtMs: null });
    expect(await store.accounts.findByEmail(alice.email)).toEqual(alice);
    expect(await store.accounts.find(alice.id)).toEqual(alice);
    expect(await store.accounts.find(999_999)).toBeNull();
  });

  test("an address has one account, even after many concurrent requests", async () => {
    const request = { email: "bob@example.com", plan: "free", origin: OPERATOR } as const;
    const results = await Promise.all(Array.from({ length: 8 }, () => store.accounts.create(request)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(new Set(results.map(({ account }) => account.id)).size).toBe(1);
  });

  test("the plan and the custom limits determine the effective limits", async () => {
    const alice = await newAccount(store);
    await store.accounts.changePlan(alice.id, "enterprise", OPERATOR);
    await store.accounts.changeLimits(alice.id, { batchNames: 500 }, OPERATOR);
    expect(await store.accounts.find(alice.id)).toMatchObject({
      limits: { ...PLANS.enterprise, batchNames: 500 },
    });
    const changed = await store.accounts.changeLimits(alice.id, {}, OPERATOR);
    expect(changed).toMatchObject({ ok: true, account: { limits: PLANS.enterprise } });
  });

  test("suspending keeps its first time, and resuming ends it", async () => {
    const alice = await newAccount(store);
    const suspendedAtMs = clock.now();
    await store.accounts.suspend(alice.id, OPERATOR);
    clock.nowMs += 1_000;
    expect(await store.accounts.suspend(alice.id, OPERATOR)).toMatchObject({ account: { suspendedAtMs } });
    expect(await store.accounts.resume(alice.id, OPERATOR)).toMatchObject({ account: { suspendedAtMs: null } });
    const log = await store.accounts.auditLog(alice.id, { limit: 10 });
    expect(log.map(({ name }) => name)).toEqual(["account_resumed", "account_suspended", "account_created"]);
  });

  test("a change to an unknown account is reported", async () => {
    expect(await store.accounts.changePlan(999_999, "pro", OPERATOR)).toEqual({
      ok: false,
      reason: "account_not_found",
    });
  });

  test("deleting revokes the keys, frees the address, and keeps the data needed for billing", async () => {
    const alice = await newAccount(store);
    const { key, digest } = await newKey(store, alice.id);
    await store.admission.admit([{ digest, kind: "city", counts: true }]);
    await store.accounts.delete(alice.id, OPERATOR);
    expect(await store.accounts.findByEmail(alice.email)).toBeNull();
    expect(await store.keys.find(key.id)).toMatchObject({ revokedAtMs: clock.now() });
    expect(await store.admission.admit([{ digest, kind: "city", counts: true }])).toMatchObject([
      { code: "key_revoked" },
    ]);
    expect((await store.usage.month(alice.id))?.used).toBe(1);
    expect((await store.accounts.resume(alice.id, OPERATOR)).ok).toBe(false);
    expect((await store.accounts.create({ email: alice.email, plan: "free", origin: OPERATOR })).ok).toBe(true);
  });

  test("deleting and signing up again, any number of times, continues the month's count until the month ends", async () => {
    const email = "again@example.com";
    const formerAddress = formerAddressOf("a secret");
    const signUp = async () =>
      (await store.accounts.create({ email, plan: "free", origin: HOLDER, formerAddress })).account;
    const admitted = async (accountId: number, requests: number) => {
      const { digest } = await newKey(store, accountId);
      const batch = Array.from({ length: requests }, () => ({ digest, kind: "city", counts: true }) as const);
      const verdicts = await store.admission.admit(batch);
      return verdicts.filter(({ outcome }) => outcome === "admitted").length;
    };
    const first = await signUp();
    expect(await admitted(first.id, 150)).toBe(150);
    await store.accounts.delete(first.id, HOLDER, formerAddress);
    const second = await signUp();
    expect(await store.usage.month(second.id)).toMatchObject({ used: 150 });
    expect(await admitted(second.id, 50)).toBe(50);
    await store.accounts.delete(second.id, HOLDER, formerAddress);
    // Another person's address inherits nothing.
    const other = await newAccount(store);
    expect(await store.usage.month(other.id)).toMatchObject({ used: 0 });
    const third = await signUp();
    expect(await admitted(third.id, 900)).toBe(800);
    await store.accounts.delete(third.id, HOLDER, formerAddress);
    await store.usage.prune(RETENTION);
    expect(await store.database.selectFrom("former_addresses").select("account_id").execute()).toEqual(
      [first, second, third].map(({ id }) => ({ account_id: id })),
    );
    const before = clock.nowMs;
    clock.set("2026-12-01T00:00:00Z");
    const fourth = await signUp();
    expect(await store.usage.month(fourth.id)).toMatchObject({ used: 0 });
    await store.usage.prune(RETENTION);
    expect(await store.database.selectFrom("former_addresses").selectAll().execute()).toEqual([]);
    clock.nowMs = before;
  });

  test("the data kept of a deleted account contains neither its address nor what its holder named or wrote", async () => {
    const alice = await newAccount(store);
    const { key } = await newKey(store, alice.id);
    await store.notices.raise({ accountId: alice.id, kind: "key_revoked", subject: "1", text: "The key “a key” …" });
    await store.keys.restrict({ accountId: alice.id, keyId: key.id, origin: HOLDER }, "198.51.100.0/24");
    await store.webhooks.save(alice.id, "https://hooks.alice.example/in", "a nonce", HOLDER);
    await store.accounts.requestPlan(alice.id, { plan: "pro", message: "Please call me", origin: HOLDER });
    const report = { path: "/", place: "Irvine", year: 2025, figure: "other", before: null, expected: null } as const;
    const reports = [alice.email, "bob@example.com"].map((email) =>
      store.corrections.save({ ...report, text: "", source: "", email }),
    );
    const [own = 0, other = 0] = await Promise.all(reports);
    const words = [alice.email, "a key", "198.51.100", "hooks.alice.example", "Please call me"];
    const before = JSON.stringify(await store.accounts.export(alice.id));
    expect(words.filter((word) => !before.includes(word))).toEqual([]);
    await store.accounts.delete(alice.id, HOLDER, formerAddressOf("a secret"));
    const after = await store.accounts.export(alice.id);
    expect(words.filter((word) => JSON.stringify(after).includes(word))).toEqual([]);
    expect(after?.["audit_events"]?.map(({ name }) => name)).toContain("key_restricted");
    expect((await store.corrections.find(own))?.email).toBeNull();
    expect((await store.corrections.find(other))?.email).toBe("bob@example.com");
    const kept = await store.database.selectFrom("former_addresses").selectAll().execute();
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(alice.email);
    expect(kept[0]?.digest).not.toBe(formerAddressOf("another secret")(alice.email));
    await store.database.deleteFrom("former_addresses").execute();
  });

  test("the user of a suspended account cannot delete it and its address stays taken; an operator can delete it", async () => {
    const alice = await newAccount(store);
    await store.accounts.suspend(alice.id, OPERATOR);
    expect(await store.accounts.delete(alice.id, HOLDER)).toEqual({ ok: false, reason: "account_suspended" });
    const again = await store.accounts.create({ email: alice.email, plan: "free", origin: HOLDER });
    expect(again).toMatchObject({ ok: false, reason: "email_taken", account: { id: alice.id } });
    expect((await store.accounts.auditLog(alice.id, { limit: 1 }))[0]?.name).toBe("account_suspended");
    expect((await store.accounts.delete(alice.id, OPERATOR)).ok).toBe(true);
  });

  test("a new address replaces the old one, which keeps counting until the month ends", async () => {
    const alice = await newAccount(store);
    const changed = "alice-new@example.com";
    const former = formerAddressOf("a secret");
    const other = await newAccount(store);
    expect(await store.accounts.changeEmail(alice.id, { ...MOVE, email: other.email })).toEqual({
      ok: false,
      reason: "email_taken",
    });
    expect(await store.accounts.changeEmail(alice.id, { ...MOVE, email: changed })).toMatchObject({
      ok: true,
      account: { id: alice.id, email: changed },
    });
    expect(await store.accounts.findByEmail(alice.email)).toBeNull();
    const [event] = await store.accounts.auditLog(alice.id, { limit: 1 });
    expect(event).toMatchObject({ name: "email_changed", origin: HOLDER, detail: "" });
    await sql`insert into counters (policy, subject, window_start, used)
      values ('month', ${alice.id}, ${utcMonth(clock.now()).startMs}, 700)`.execute(store.database);
    const { account } = await store.accounts.create({
      email: alice.email,
      plan: "free",
      origin: HOLDER,
      formerAddress: former,
    });
    expect(await store.usage.month(account.id)).toMatchObject({ used: 700 });
    await store.database.deleteFrom("former_addresses").execute();
  });

  test("if two accounts take one address at the same time, only one gets it", async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, () => newAccount(store)));
    const results = await Promise.all(
      accounts.map(({ id }) => store.accounts.changeEmail(id, { ...MOVE, email: "wanted@example.com" })),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter((result) => !result.ok && result.reason === "email_taken")).toHaveLength(5);
    await store.database.deleteFrom("former_addresses").execute();
  });

  test("sign-ups that were never confirmed are deleted after some days, and no other account", async () => {
    const oldMs = clock.now();
    const signUp = async (name: string, confirmed: boolean) => {
      const email = emailAddress.parse(`${name}@example.com`);
      const formerAddress = formerAddressOf("a secret");
      const { account } = await store.accounts.create({ email, plan: "free", origin: HOLDER, formerAddress });
      await sql`insert into users (id, name, email, email_verified, created_at, updated_at, account_id)
        values (${name}, '', ${email}, ${dialect === "sqlite" ? Number(confirmed) : confirmed}, '2026-11-20', '2026-11-20', ${account.id})`.execute(
        store.database,
      );
      return account.id;
    };
    const email = "unconfirmed@example.com";
    const before = await store.accounts.create({ email, plan: "free", origin: HOLDER });
    await store.accounts.delete(before.account.id, HOLDER, formerAddressOf("a secret"));
    const gone = await signUp("unconfirmed", false);
    await store.notices.raise({ accountId: gone, kind: "key_revoked", subject: "1", text: "" });
    const kept = [await signUp("confirmed", true), await signUp("suspended", false), await signUp("has-a-key", false)];
    await store.accounts.suspend(kept[1] ?? 0, OPERATOR);
    const request = { type: "live", name: "a key", expiresAtMs: null, origin: HOLDER } as const;
    const made = await store.keys.create({ ...request, accountId: kept[2] ?? 0 });
    if (!made.ok) throw new Error(made.reason);
    await store.keys.revoke({ accountId: made.key.accountId, keyId: made.key.id, origin: HOLDER });
    clock.nowMs += 1_000;
    kept.push(await signUp("new", false));
    expect(await store.accounts.deleteUnconfirmedSignUps(oldMs + 1_000)).toBe(1);
    expect(await store.accounts.find(gone)).toBeNull();
    for (const id of kept) expect(await store.accounts.find(id)).toMatchObject({ id });
    expect(await store.accounts.deleteUnconfirmedSignUps(oldMs + 1_000)).toBe(0);
    const { rows } = await sql<{ id: string }>`select id from users order by id`.execute(store.database);
    expect(rows.map(({ id }) => id)).toEqual(["confirmed", "has-a-key", "new", "suspended"]);
  });

  test("lists and audit logs are paginated", async () => {
    const accounts = [await newAccount(store), await newAccount(store), await newAccount(store)];
    const [first, second, third] = accounts.map(({ id }) => id);
    const page = await store.accounts.list({ limit: 2, afterId: (first ?? 0) - 1 });
    expect(page.map(({ id }) => id)).toEqual([first, second].filter((id) => id !== undefined));
    const rest = await store.accounts.list({ limit: 2, afterId: second ?? 0 });
    expect(rest[0]?.id).toBe(third ?? 0);
    const event = { accountId: first ?? 0, name: "signed_in", origin: OPERATOR, detail: "" } as const;
    await store.accounts.record(event);
    const [newest] = await store.accounts.auditLog(event.accountId, { limit: 1 });
    const [oldest] = await store.accounts.auditLog(event.accountId, { limit: 1, beforeId: newest?.id ?? 0 });
    expect([newest?.name, oldest?.name]).toEqual(["signed_in", "account_created"]);
  });
});

describe.each(DIALECTS)("the events for a collector on %s", async (dialect) => {
  const clock = new MovableClock("2026-11-20T12:00:00Z");
  const store = await emptyStore(dialect, { clock });

  test("come once, oldest first, and never before one with a lower number", async () => {
    const [alice, bob] = [await newAccount(store), await newAccount(store, "free", "bob")];
    clock.nowMs += 30_000;
    const { key } = await newKey(store, alice.id);
    const seen: string[] = [];
    let last = 0;
    const collect = async () => {
      for (const event of await store.accounts.eventsAfter(last, 2, null)) {
        seen.push(`${event.accountId} ${event.name}`);
        last = event.id;
      }
    };
    clock.nowMs += 29_999;
    await collect();
    expect(seen).toEqual([]);
    clock.nowMs += 1;
    await collect();
    expect(seen).toEqual([`${alice.id} account_created`, `${bob.id} account_created`]);
    // An earlier event that is written later, such as a refused sign-in, is not skipped.
    const event = { accountId: bob.id, name: "sign_in_refused", origin: HOLDER, detail: "" } as const;
    await store.accounts.record({ ...event, atMs: clock.now() - 300 });
    clock.nowMs += 60_000;
    for (let round = 0; round < 3; round++) await collect();
    expect(seen.slice(2)).toEqual([`${alice.id} key_created`, `${bob.id} sign_in_refused`]);
    const own = await store.accounts.eventsAfter(0, 9, alice.id);
    expect(own.map(({ name, keyId }) => [name, keyId])).toEqual([
      ["account_created", null],
      ["key_created", key.id],
    ]);
  });
});

test("an email address has one normalized form", () => {
  expect(emailAddress.parse("  Alice@Example.COM ")).toBe("alice@example.com");
  for (const text of ["user@xn--e1afmkfd.xn--p1ai", "r&d@example.com", "o'neil/x@example.com", "a.@mail.example.co"]) {
    expect(emailAddress.parse(text.toUpperCase())).toBe(text);
  }
  const long = `${"a".repeat(250)}@example.com`;
  const others = ["alice@localhost", "alice@example.", "a,b@example.com", "<a@example.com>"];
  for (const text of ["", "alice", "alice@", "@example.com", "a b@example.com", long, ...others]) {
    expect([text, emailAddress.safeParse(text).success]).toEqual([text, false]);
  }
});
