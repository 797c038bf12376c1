import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createKey, reissueKey } from "../../src/accounts/key-issuance.ts";
import { expiryAfterDay, keyName, keyStatus } from "../../src/accounts/keys.ts";
import type { Store } from "../../src/store/store.ts";
import { DIALECTS, emptyStore, MovableClock, newAccount, newKey, OPERATOR, START_MS } from "../support/stores.ts";

const DAY_MS = 86_400_000;

describe.each(DIALECTS)("keys on %s", (dialect) => {
  const clock = new MovableClock("2026-11-20T12:00:00Z");
  let store: Store;

  beforeAll(async () => {
    store = await emptyStore(dialect, { clock });
  }, START_MS);
  afterAll(() => store.close());

  test("a new key is listed for its holder without its secret", async () => {
    const alice = await newAccount(store);
    const expiresAtMs = clock.now() + 30 * DAY_MS;
    const result = await createKey(store.keys, {
      accountId: alice.id,
      type: "live",
      name: "production",
      expiresAtMs,
      origin: OPERATOR,
    });
    if (!result.ok) throw new Error(result.reason);
    expect(await store.keys.list(alice.id)).toEqual([
      {
        id: result.key.id,
        accountId: alice.id,
        type: "live",
        name: "production",
        display: `svc_live_…${result.secret.slice(-4)}`,
        createdAtMs: clock.now(),
        expiresAtMs,
        revokedAtMs: null,
        replacedBy: null,
        graceEndsAtMs: null,
        lastUsedAtMs: null,
      },
    ]);
  });

  test("an account has as many active keys of a type as its plan allows", async () => {
    const alice = await newAccount(store);
    const first = await newKey(store, alice.id, "test");
    await newKey(store, alice.id, "test");
    const third = { accountId: alice.id, type: "test", name: "third", expiresAtMs: null, origin: OPERATOR } as const;
    expect(await createKey(store.keys, third)).toEqual({ ok: false, reason: "key_limit_reached", limit: 2 });
    await newKey(store, alice.id, "live");
    await store.keys.revoke({ accountId: alice.id, keyId: first.key.id, origin: OPERATOR });
    expect((await createKey(store.keys, third)).ok).toBe(true);
    await store.accounts.changePlan(alice.id, "pro", OPERATOR);
    expect((await createKey(store.keys, third)).ok).toBe(true);
  });

  test("an expired key makes room for another one", async () => {
    const alice = await newAccount(store);
    await newKey(store, alice.id, "live", clock.now() + 1);
    await newKey(store, alice.id, "live");
    clock.nowMs += 1;
    await newKey(store, alice.id, "live");
  });

  test("the limit holds when many are asked for at once", async () => {
    const alice = await newAccount(store);
    const request = { accountId: alice.id, type: "live", name: "key", expiresAtMs: null, origin: OPERATOR } as const;
    const results = await Promise.all(Array.from({ length: 10 }, () => createKey(store.keys, request)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(2);
  });

  test("a key cannot be made for nobody, nor with an expiry that is past", async () => {
    const request = { type: "live", name: "key", origin: OPERATOR } as const;
    expect(await createKey(store.keys, { ...request, accountId: 999_999, expiresAtMs: null })).toEqual({
      ok: false,
      reason: "account_not_found",
    });
    const alice = await newAccount(store);
    expect(await createKey(store.keys, { ...request, accountId: alice.id, expiresAtMs: clock.now() })).toEqual({
      ok: false,
      reason: "expiry_past",
    });
  });

  test("revoking is once and for all, and only for the holder", async () => {
    const [alice, charlie] = [await newAccount(store), await newAccount(store, "free", "charlie")];
    const { key } = await newKey(store, alice.id);
    const request = { keyId: key.id, origin: OPERATOR };
    expect(await store.keys.revoke({ ...request, accountId: charlie.id })).toEqual({
      ok: false,
      reason: "key_not_found",
    });
    expect(await store.keys.revoke({ ...request, accountId: alice.id })).toEqual({
      ok: true,
      key: { ...key, revokedAtMs: clock.now() },
    });
    expect(await store.keys.revoke({ ...request, accountId: alice.id })).toEqual({ ok: false, reason: "key_revoked" });
  });

  test("a reissue keeps the name, the type and the length of life, and ends the old key at once", async () => {
    const alice = await newAccount(store);
    const { key } = await newKey(store, alice.id, "test", clock.now() + 30 * DAY_MS);
    clock.nowMs += 10 * DAY_MS;
    const result = await reissueKey(store.keys, {
      accountId: alice.id,
      keyId: key.id,
      grace: "none",
      origin: OPERATOR,
    });
    if (!result.ok) throw new Error(result.reason);
    expect(result.secret).toStartWith("svc_test_");
    expect(result.key).toMatchObject({ name: key.name, type: "test", expiresAtMs: clock.now() + 30 * DAY_MS });
    expect(await store.keys.find(key.id)).toMatchObject({ revokedAtMs: clock.now(), replacedBy: result.key.id });
  });

  test("a reissue of a key that ends with the year 9999 ends with it too", async () => {
    const alice = await newAccount(store);
    const { key } = await newKey(store, alice.id, "test", expiryAfterDay("9999-12-31"));
    clock.nowMs += 10 * DAY_MS;
    const result = await reissueKey(store.keys, {
      accountId: alice.id,
      keyId: key.id,
      grace: "none",
      origin: OPERATOR,
    });
    expect(result).toMatchObject({ ok: true, key: { expiresAtMs: Date.UTC(9999, 11, 31, 23, 59, 59, 999) } });
  });

  test.each([
    ["hour", DAY_MS / 24],
    ["day", DAY_MS],
    ["week", 7 * DAY_MS],
  ] as const)("a reissue with a grace of an %s ends the old key after it", async (grace, graceMs) => {
    const alice = await newAccount(store);
    const { key } = await newKey(store, alice.id);
    const nowMs = clock.now();
    await reissueKey(store.keys, { accountId: alice.id, keyId: key.id, grace, origin: OPERATOR });
    const old = await store.keys.find(key.id);
    if (old === null) throw new Error("The old key is gone");
    expect(old).toMatchObject({ revokedAtMs: null, graceEndsAtMs: nowMs + graceMs });
    expect(keyStatus(old, nowMs + graceMs - 1)).toBe("replaced");
    expect(keyStatus(old, nowMs + graceMs)).toBe("revoked");
  });

  test("a reissue fits also where all keys of the plan are in use, but graces cannot be piled up", async () => {
    const alice = await newAccount(store);
    const keys = [await newKey(store, alice.id, "test"), await newKey(store, alice.id, "test")];
    const successors: number[] = [];
    for (const { key } of keys) {
      const result = await reissueKey(store.keys, {
        accountId: alice.id,
        keyId: key.id,
        grace: "week",
        origin: OPERATOR,
      });
      if (result.ok) successors.push(result.key.id);
    }
    const [next = 0] = successors;
    const again = { accountId: alice.id, keyId: next, origin: OPERATOR };
    expect(await reissueKey(store.keys, { ...again, grace: "hour" })).toEqual({
      ok: false,
      reason: "grace_limit_reached",
      limit: 2,
    });
    expect((await reissueKey(store.keys, { ...again, grace: "none" })).ok).toBe(true);
  });

  test("a reissue is refused for a key that is revoked, expired, replaced or another's", async () => {
    const [alice, charlie] = [await newAccount(store, "pro"), await newAccount(store, "free", "charlie")];
    const reissue = (keyId: number, accountId = alice.id) =>
      reissueKey(store.keys, { accountId, keyId, grace: "hour", origin: OPERATOR });
    const { key: revoked } = await newKey(store, alice.id);
    await store.keys.revoke({ accountId: alice.id, keyId: revoked.id, origin: OPERATOR });
    const { key: expired } = await newKey(store, alice.id, "live", clock.now() + 1);
    clock.nowMs += 1;
    const { key: replaced } = await newKey(store, alice.id);
    await reissue(replaced.id);
    const { key: alices } = await newKey(store, alice.id);
    expect(await reissue(revoked.id)).toEqual({ ok: false, reason: "key_revoked" });
    expect(await reissue(expired.id)).toEqual({ ok: false, reason: "key_expired" });
    expect(await reissue(replaced.id)).toEqual({ ok: false, reason: "key_replaced" });
    expect(await reissue(alices.id, charlie.id)).toEqual({ ok: false, reason: "key_not_found" });
    expect(await reissue(999_999)).toEqual({ ok: false, reason: "key_not_found" });
  });

  test("a digest is told to its holder alone", async () => {
    const [alice, charlie] = [await newAccount(store), await newAccount(store, "free", "charlie")];
    const { key, digest } = await newKey(store, alice.id);
    expect(await store.keys.digest(alice.id, key.id)).toBe(digest);
    expect(await store.keys.digest(charlie.id, key.id)).toBeNull();
  });

  test("every change of a key is in the audit log, without a secret", async () => {
    const alice = await newAccount(store);
    const { key, secret } = await newKey(store, alice.id);
    const origin = { via: "dashboard", address: "203.0.113.7" } as const;
    const reissued = await reissueKey(store.keys, { accountId: alice.id, keyId: key.id, grace: "none", origin });
    if (!reissued.ok) throw new Error(reissued.reason);
    await store.keys.revoke({ accountId: alice.id, keyId: reissued.key.id, origin });
    const log = await store.accounts.auditLog(alice.id, { limit: 10 });
    expect(log.map(({ name, keyId, origin: from }) => [name, keyId, from.via])).toEqual([
      ["key_revoked", reissued.key.id, "dashboard"],
      ["key_reissued", key.id, "dashboard"],
      ["key_created", key.id, "command"],
      ["account_created", null, "command"],
    ]);
    expect(log[0]).toMatchObject({ accountId: alice.id, atMs: clock.now(), origin });
    expect(JSON.stringify(log)).not.toContain(secret.slice(9, -4));
  });
});

test("a key's name is one line of 1 to 60 characters", () => {
  expect(keyName.parse("  production ")).toBe("production");
  for (const name of ["", "   ", "a".repeat(61), "two\nlines"]) expect(keyName.safeParse(name).success).toBe(false);
});
