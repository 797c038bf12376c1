import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { digestOf, type KeyDigest } from "../../src/access/key.ts";
import { formerAddressOf, type Origin } from "../../src/accounts/account.ts";
import { type ApiKey, expiryAfterDay, type GracePeriod, gracePeriod, keyStatus } from "../../src/accounts/keys.ts";
import type { KeyStore } from "../../src/accounts/store.ts";
import { utcDay } from "../../src/base/window.ts";
import type { KeyType } from "../../src/domain/plan.ts";
import type { Store } from "../../src/store/store.ts";
import {
  DIALECTS,
  emptyStore,
  MovableClock,
  migratedStoreUrl,
  newAccount,
  newKey,
  OPERATOR,
  openTestStore,
} from "../support/stores.ts";

const DAY_MS = 86_400_000;
const gracePeriodAny = fc.constantFrom(...gracePeriod.options);

type Result = Awaited<ReturnType<KeyStore["create" | "reissue"]>>;

/** The key with its secret. @throws if it was refused */
function made(result: Result) {
  if (!result.ok) throw new Error(result.reason);
  return result;
}

describe.each(DIALECTS)("keys on %s", async (dialect) => {
  const clock = new MovableClock("2026-11-20T12:00:00Z");
  const store = await emptyStore(dialect, { clock });

  /** What differs from a live key without an end. */
  interface Wanted {
    readonly type?: KeyType;
    readonly name?: string;
    readonly expiresAtMs?: number;
  }

  function issue(accountId: number, { type = "live", name = "a key", expiresAtMs }: Wanted = {}) {
    return store.keys.create({ accountId, type, name, expiresAtMs: expiresAtMs ?? null, origin: OPERATOR });
  }

  function reissue(accountId: number, keyId: number, grace: GracePeriod = "none") {
    return store.keys.reissue({ accountId, keyId, grace, origin: OPERATOR });
  }

  function revoke(accountId: number, keyId: number) {
    return store.keys.revoke({ accountId, keyId, origin: OPERATOR });
  }

  test("a new key is listed for its account without its secret", async () => {
    const alice = await newAccount(store);
    const expiresAtMs = clock.now() + 30 * DAY_MS;
    const { key, secret } = made(await issue(alice.id, { name: "production", expiresAtMs }));
    expect(await store.keys.usable(alice.id)).toEqual([
      {
        ...{ id: key.id, accountId: alice.id, type: "live", name: "production" },
        ...{ display: `svc_live_…${secret.slice(-4)}`, createdAtMs: clock.now(), expiresAtMs },
        ...{ revokedAtMs: null, replacedBy: null, graceEndsAtMs: null, lastUsedAtMs: null, addresses: null },
      },
    ]);
  });

  test("an account has as many active keys of a type as its plan allows, also of concurrent requests", async () => {
    const alice = await newAccount(store);
    const results = await Promise.all(Array.from({ length: 10 }, () => issue(alice.id, { type: "test" })));
    const [first, second] = results.filter(({ ok }) => ok).map(made);
    expect(results.filter(({ ok }) => !ok)).toEqual(
      Array(8).fill({ ok: false, reason: "key_limit_reached", limit: 2 }),
    );
    expect((await issue(alice.id, { expiresAtMs: clock.now() + 1 })).ok).toBe(true);
    expect((await issue(alice.id)).ok).toBe(true);
    expect((await issue(alice.id)).ok).toBe(false);
    // An expired key, a revoked key, and another plan make room.
    clock.nowMs += 1;
    expect((await issue(alice.id)).ok).toBe(true);
    await revoke(alice.id, first?.key.id ?? 0);
    expect((await issue(alice.id, { type: "test" })).ok).toBe(true);
    await store.accounts.changePlan(alice.id, "pro", OPERATOR);
    expect((await issue(alice.id, { type: "test" })).ok).toBe(true);
    expect((await store.keys.find(second?.key.id ?? 0))?.revokedAtMs).toBeNull();
  });

  test("a key cannot be created for an unknown account, nor with an expiry in the past", async () => {
    expect(await issue(999_999)).toEqual({ ok: false, reason: "account_not_found" });
    const alice = await newAccount(store);
    expect(await issue(alice.id, { expiresAtMs: clock.now() })).toEqual({ ok: false, reason: "expiry_past" });
  });

  test("revoking is permanent, and only possible for the account's own keys", async () => {
    const [alice, charlie] = [await newAccount(store), await newAccount(store, "free", "charlie")];
    const { key } = await newKey(store, alice.id);
    expect(await revoke(charlie.id, key.id)).toEqual({ ok: false, reason: "key_not_found" });
    expect(await revoke(alice.id, key.id)).toEqual({ ok: true });
    expect(await store.keys.find(key.id)).toEqual({ ...key, revokedAtMs: clock.now() });
    expect(await revoke(alice.id, key.id)).toEqual({ ok: false, reason: "key_revoked" });
  });

  test("a reissue keeps the name, type, and lifetime, and the old key stops working immediately", async () => {
    const alice = await newAccount(store);
    const { key } = await newKey(store, alice.id, "test", clock.now() + 30 * DAY_MS);
    const { key: lasting } = await newKey(store, alice.id, "test", expiryAfterDay("9999-12-31"));
    clock.nowMs += 10 * DAY_MS;
    const next = made(await reissue(alice.id, key.id));
    expect(next.secret).toStartWith("svc_test_");
    expect(next.key).toMatchObject({ name: key.name, type: "test", expiresAtMs: clock.now() + 30 * DAY_MS });
    expect(await store.keys.find(key.id)).toMatchObject({ revokedAtMs: clock.now(), replacedBy: next.key.id });
    // No key ends after the year 9999.
    expect(made(await reissue(alice.id, lasting.id)).key.expiresAtMs).toBe(Date.UTC(9999, 11, 31, 23, 59, 59, 999));
  });

  test.each([
    ["hour", DAY_MS / 24],
    ["day", DAY_MS],
    ["week", 7 * DAY_MS],
  ] as const)("a reissue with a grace of an %s ends the old key after it", async (grace, graceMs) => {
    const alice = await newAccount(store);
    const { key } = await newKey(store, alice.id);
    const nowMs = clock.now();
    await reissue(alice.id, key.id, grace);
    const old = await store.keys.find(key.id);
    if (old === null) throw new Error("The old key is gone");
    expect(old).toMatchObject({ revokedAtMs: null, graceEndsAtMs: nowMs + graceMs });
    expect(keyStatus(old, nowMs + graceMs - 1)).toBe("replaced");
    expect(keyStatus(old, nowMs + graceMs)).toBe("revoked");
  });

  test("a reissue is possible even if all keys of the plan are in use, but graces cannot pile up", async () => {
    const alice = await newAccount(store);
    const keys = [await newKey(store, alice.id, "test"), await newKey(store, alice.id, "test")];
    const successors: number[] = [];
    for (const { key } of keys) successors.push(made(await reissue(alice.id, key.id, "week")).key.id);
    const [next = 0] = successors;
    expect(await reissue(alice.id, next, "hour")).toEqual({ ok: false, reason: "grace_limit_reached", limit: 2 });
    expect((await reissue(alice.id, next)).ok).toBe(true);
  });

  test("a reissue is refused for a key that is revoked, expired, replaced, or another account's", async () => {
    const [alice, charlie] = [await newAccount(store, "pro"), await newAccount(store, "free", "charlie")];
    const { key: revoked } = await newKey(store, alice.id);
    await revoke(alice.id, revoked.id);
    const { key: expired } = await newKey(store, alice.id, "live", clock.now() + 1);
    clock.nowMs += 1;
    const { key: replaced } = await newKey(store, alice.id);
    await reissue(alice.id, replaced.id, "hour");
    const { key: alices } = await newKey(store, alice.id);
    expect(await reissue(alice.id, revoked.id)).toEqual({ ok: false, reason: "key_revoked" });
    expect(await reissue(alice.id, expired.id)).toEqual({ ok: false, reason: "key_expired" });
    expect(await reissue(alice.id, replaced.id)).toEqual({ ok: false, reason: "key_replaced" });
    expect(await reissue(charlie.id, alices.id)).toEqual({ ok: false, reason: "key_not_found" });
    expect(await reissue(alice.id, 999_999)).toEqual({ ok: false, reason: "key_not_found" });
  });

  test("every change of a key is in the audit log, without a secret", async () => {
    const alice = await newAccount(store);
    const { key, secret } = await newKey(store, alice.id);
    const origin = { via: "dashboard", address: "203.0.113.7" } as const;
    const reissued = made(await store.keys.reissue({ accountId: alice.id, keyId: key.id, grace: "none", origin }));
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

const HOLDER = { via: "dashboard", address: "203.0.113.7" } as const;

describe.each(DIALECTS)("an account's keys of one day, on two nodes over %s", async (dialect) => {
  const clock = new MovableClock("2026-11-20T23:00:00Z");
  const url = await migratedStoreUrl(dialect);
  const nodes: readonly [Store, Store] = [await openTestStore(url, { clock }), await openTestStore(url, { clock })];

  function create(node: Store, accountId: number, type: KeyType) {
    return node.keys.create({ accountId, type, name: "a key", expiresAtMs: null, origin: HOLDER });
  }

  function reissue(
    node: Store,
    accountId: number,
    keyId: number,
    grace: GracePeriod = "none",
    origin: Origin = HOLDER,
  ) {
    return node.keys.reissue({ accountId, keyId, grace, origin });
  }

  /** The number of requests that the store admits out of many with these keys, sent to both nodes at once. */
  async function admittedOf(digests: readonly KeyDigest[], each: number): Promise<number> {
    const batch = digests.flatMap((digest) =>
      Array.from({ length: each }, () => ({ digest, kind: "city", counts: true }) as const),
    );
    const verdicts = await Promise.all(nodes.map((node) => node.admission.admit(batch)));
    return verdicts.flat().filter(({ outcome }) => outcome === "admitted").length;
  }

  test("a chain of reissues has exactly 100 requests a day, and another 100 on the next", async () => {
    const alice = await newAccount(nodes[0]);
    let { key, digest } = await newKey(nodes[0], alice.id, "test");
    let admitted = 0;
    for (const [index, grace] of (["none", "hour", "none", "week", "none", "none"] as const).entries()) {
      admitted += await admittedOf([digest], 9);
      const next = made(await reissue(nodes[index % 2 === 0 ? 0 : 1], alice.id, key.id, grace));
      ({ key } = next);
      digest = digestOf(next.secret);
    }
    expect(admitted).toBe(108 - 8);
    expect(await nodes[1].usage.day(key.id)).toMatchObject({ used: 100, remaining: 0 });
    expect(await admittedOf([digest], 5)).toBe(0);
    clock.nowMs += DAY_MS;
    expect(await admittedOf([digest], 80)).toBe(100);
  });

  test("while a test key is in its grace period, it and its successor share one day", async () => {
    const alice = await newAccount(nodes[0]);
    const old = await newKey(nodes[0], alice.id, "test");
    const next = made(await reissue(nodes[1], alice.id, old.key.id, "week"));
    expect(await admittedOf([old.digest, digestOf(next.secret)], 40)).toBe(100);
    for (const { key } of [old, next]) expect(await nodes[0].usage.day(key.id)).toMatchObject({ used: 100 });
  });

  test("any sequence of creating, reissuing, and revoking admits at most 4 × 100 requests of test keys a day", async () => {
    const acts = fc.array(
      fc.record({
        act: fc.constantFrom("create", "create", "reissue", "revoke", "request", "request", "request"),
        node: fc.nat({ max: 1 }),
        key: fc.nat({ max: 9 }),
        grace: gracePeriodAny,
      }),
      { minLength: 10, maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(acts, acts, async (today, tomorrow) => {
        const { id: accountId } = await newAccount(nodes[0]);
        const keys: { readonly id: number; readonly digest: KeyDigest }[] = [];
        const add = (result: Result) => {
          if (result.ok) keys.push({ id: result.key.id, digest: digestOf(result.secret) });
        };
        for (const day of [today, tomorrow]) {
          let admitted = 0;
          for (const { act, node, key: index, grace } of day) {
            const store = nodes[node === 0 ? 0 : 1];
            const key = keys.at(-1 - index);
            if (act === "create") add(await create(store, accountId, "test"));
            if (key === undefined) continue;
            if (act === "reissue") add(await reissue(store, accountId, key.id, grace));
            if (act === "revoke") await store.keys.revoke({ accountId, keyId: key.id, origin: HOLDER });
            if (act === "request") admitted += await admittedOf([key.digest], 60);
          }
          const digests = keys.map(({ digest }) => digest);
          admitted += await admittedOf(digests, 60);
          expect(admitted).toBeLessThanOrEqual(400);
          clock.nowMs += DAY_MS;
        }
      }),
      { numRuns: dialect === "sqlite" ? 40 : 15 },
    );
  });

  test("a day has at most twice as many test keys as may be active, including revoked ones and concurrent requests", async () => {
    const alice = await newAccount(nodes[0]);
    let count = 0;
    const again = async (node: Store) => {
      for (let round = 0; round < 4; round++) {
        const result = await create(node, alice.id, "test");
        if (!result.ok) continue;
        count += 1;
        await node.keys.revoke({ accountId: alice.id, keyId: result.key.id, origin: HOLDER });
      }
    };
    await Promise.all([...nodes, ...nodes].map(again));
    expect(count).toBe(4);
    const { endMs } = utcDay(clock.now());
    const refusal = { ok: false, reason: "daily_test_keys_reached", limit: 4, retryAtMs: endMs } as const;
    expect(await create(nodes[0], alice.id, "test")).toEqual(refusal);
    expect((await create(nodes[0], alice.id, "live")).ok).toBe(true);
    clock.nowMs = endMs;
    expect((await create(nodes[1], alice.id, "test")).ok).toBe(true);
  });

  test("deleting the account and signing up again gives no additional test keys or new keys on the same day", async () => {
    const email = `again-${dialect}@example.com`;
    const formerAddress = formerAddressOf("a secret");
    const signUp = async () => {
      const { account } = await nodes[0].accounts.create({ email, plan: "free", origin: HOLDER, formerAddress });
      return account.id;
    };
    const leave = (accountId: number) => nodes[1].accounts.delete(accountId, HOLDER, formerAddress);
    const first = await signUp();
    expect((await create(nodes[0], first, "test")).ok).toBe(true);
    await leave(first);
    expect(await create(nodes[1], first, "test")).toEqual({ ok: false, reason: "account_not_found" });
    const second = await signUp();
    for (const _ of [1, 2]) expect((await create(nodes[0], second, "test")).ok).toBe(true);
    await leave(second);
    const third = await signUp();
    expect((await create(nodes[0], third, "test")).ok).toBe(true);
    expect(await create(nodes[1], third, "test")).toMatchObject({ reason: "daily_test_keys_reached", limit: 4 });
    for (const _ of Array.from({ length: 12 })) {
      const live = made(await create(nodes[0], third, "live"));
      await nodes[1].keys.revoke({ accountId: third, keyId: live.key.id, origin: HOLDER });
    }
    expect(await create(nodes[0], third, "live")).toMatchObject({ reason: "daily_keys_reached", limit: 16 });
    // It does not affect another person's address, and it ends with the day.
    expect((await create(nodes[0], (await newAccount(nodes[0])).id, "test")).ok).toBe(true);
    clock.nowMs += DAY_MS;
    expect((await create(nodes[0], third, "test")).ok).toBe(true);
  });

  async function useUpLiveKeys(accountId: number): Promise<void> {
    for (;;) {
      const result = await create(nodes[1], accountId, "live");
      if (!result.ok) break;
      await nodes[1].keys.revoke({ accountId, keyId: result.key.id, origin: HOLDER });
    }
  }

  test("signing up with a former address takes no keys from the account that gave it up", async () => {
    const email = `left-${dialect}@example.com`;
    const formerAddress = formerAddressOf("a secret");
    const signUp = { email, plan: "free", origin: HOLDER, formerAddress } as const;
    const move = { origin: HOLDER, formerAddress, keptSession: null, letters: () => [] } as const;
    const older = await newAccount(nodes[0]);
    const owner = (await nodes[0].accounts.create(signUp)).account.id;
    const own = made(await create(nodes[0], owner, "test"));
    const moved = `moved-${dialect}@example.com`;
    expect((await nodes[0].accounts.changeEmail(owner, { ...move, email: moved })).ok).toBe(true);
    // An older account takes the address and gives it up again.
    const away = `away-${dialect}@example.com`;
    expect((await nodes[1].accounts.changeEmail(older.id, { ...move, email })).ok).toBe(true);
    expect((await nodes[1].accounts.changeEmail(older.id, { ...move, email: away })).ok).toBe(true);
    await useUpLiveKeys(older.id);
    const newcomer = (await nodes[0].accounts.create(signUp)).account.id;
    for (const _ of [1, 2]) expect((await create(nodes[1], newcomer, "test")).ok).toBe(true);
    await useUpLiveKeys(newcomer);
    expect((await reissue(nodes[0], owner, own.key.id)).ok).toBe(true);
    expect((await create(nodes[0], owner, "test")).ok).toBe(true);
    expect((await create(nodes[0], owner, "live")).ok).toBe(true);
    expect(await create(nodes[0], newcomer, "test")).toMatchObject({ ok: false });
  });

  test("keys of both types, including reissues, are at most four times the active ones per day", async () => {
    const alice = await newAccount(nodes[0]);
    let last = made(await create(nodes[0], alice.id, "live"));
    for (let count = 1; count < 16; count++) last = made(await reissue(nodes[1], alice.id, last.key.id));
    const retryAtMs = utcDay(clock.now()).endMs;
    const refusal = { ok: false, reason: "daily_keys_reached", limit: 16, retryAtMs } as const;
    expect(await reissue(nodes[1], alice.id, last.key.id)).toEqual(refusal);
    expect(await create(nodes[0], alice.id, "live")).toEqual(refusal);
    // The daily limit does not bind an operator's command.
    expect((await reissue(nodes[1], alice.id, last.key.id, "none", OPERATOR)).ok).toBe(true);
    await newKey(nodes[0], alice.id, "test");
    clock.nowMs = utcDay(clock.now()).endMs;
    expect((await create(nodes[0], alice.id, "live")).ok).toBe(true);
  });

  test("ended keys are paginated, without those of other accounts", async () => {
    const [alice, charlie] = [await newAccount(nodes[0], "enterprise"), await newAccount(nodes[0], "free", "charlie")];
    const revoked: number[] = [];
    for (let count = 0; count < 5; count++) {
      const { key } = await newKey(nodes[0], alice.id);
      revoked.push(key.id);
      await nodes[0].keys.revoke({ accountId: alice.id, keyId: key.id, origin: OPERATOR });
    }
    const expired = await newKey(nodes[0], alice.id, "live", clock.now() + 1);
    clock.nowMs += 1;
    const active = await newKey(nodes[0], alice.id);
    const ids = (keys: readonly ApiKey[]) => keys.map(({ id }) => id);
    const { keys } = nodes[0];
    expect(ids(await keys.usable(alice.id))).toEqual([active.key.id]);
    const newest = [expired.key.id, ...revoked.toReversed()];
    expect(ids(await keys.ended(alice.id, { limit: 4 }))).toEqual(newest.slice(0, 4));
    expect(ids(await keys.ended(alice.id, { limit: 4, beforeId: newest[3] ?? 0 }))).toEqual(newest.slice(4));
    expect(await keys.ended(charlie.id, { limit: 4 })).toEqual([]);
    expect(ids(await keys.named(alice.id, [active.key.id, revoked[0] ?? 0]))).toHaveLength(2);
    expect(await keys.named(charlie.id, revoked)).toEqual([]);
  });
});
