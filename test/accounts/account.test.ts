import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { emailAddress } from "../../src/accounts/account.ts";
import { PLANS } from "../../src/domain/plan.ts";
import type { Store } from "../../src/store/store.ts";
import { DIALECTS, emptyStore, MovableClock, newAccount, newKey, OPERATOR, START_MS } from "../support/stores.ts";

describe.each(DIALECTS)("accounts on %s", (dialect) => {
  const clock = new MovableClock("2026-11-20T12:00:00Z");
  let store: Store;

  beforeAll(async () => {
    store = await emptyStore(dialect, { clock });
  }, START_MS);
  afterAll(() => store.close());

  test("a new account is found by its address and its id", async () => {
    const alice = await newAccount(store, "pro");
    expect(alice).toMatchObject({ plan: "pro", overrides: {}, limits: PLANS.pro, suspendedAtMs: null });
    expect(await store.accounts.findByEmail(alice.email)).toEqual(alice);
    expect(await store.accounts.find(alice.id)).toEqual(alice);
    expect(await store.accounts.find(999_999)).toBeNull();
  });

  test("an address has one account, also when it is asked for many times at once", async () => {
    const request = { email: "bob@example.com", plan: "free", origin: OPERATOR } as const;
    const results = await Promise.all(Array.from({ length: 8 }, () => store.accounts.create(request)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(new Set(results.map(({ account }) => account.id)).size).toBe(1);
  });

  test("the plan and the account's own limits decide what is in force", async () => {
    const alice = await newAccount(store);
    await store.accounts.changePlan(alice.id, "enterprise", OPERATOR);
    await store.accounts.changeLimits(alice.id, { batchNames: 500 }, OPERATOR);
    expect(await store.accounts.find(alice.id)).toMatchObject({
      overrides: { batchNames: 500 },
      limits: { ...PLANS.enterprise, batchNames: 500 },
    });
    const changed = await store.accounts.changeLimits(alice.id, {}, OPERATOR);
    expect(changed).toMatchObject({ ok: true, account: { overrides: {}, limits: PLANS.enterprise } });
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

  test("a change of nobody is said so", async () => {
    expect(await store.accounts.changePlan(999_999, "pro", OPERATOR)).toEqual({
      ok: false,
      reason: "account_not_found",
    });
  });

  test("deleting revokes the keys, frees the address and keeps what billing needs", async () => {
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

  test("lists and audit logs are read page by page", async () => {
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

test("an email address has one form", () => {
  expect(emailAddress.parse("  Alice@Example.COM ")).toBe("alice@example.com");
  for (const text of ["", "alice", "alice@", "@example.com", "a b@example.com", `${"a".repeat(250)}@example.com`]) {
    expect(emailAddress.safeParse(text).success).toBe(false);
  }
});
