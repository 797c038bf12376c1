import { describe, expect, test } from "bun:test";
import type { RequestKind } from "../../src/access/decision.ts";
import { digestOf } from "../../src/access/key.ts";
import type { AdmissionRequest, BatchDecision } from "../../src/access/store.ts";
import { reissueKey } from "../../src/accounts/issue-key.ts";
import { type KeyType, PLANS, planTable } from "../../src/domain/plan.ts";
import {
  DIALECTS,
  MovableClock,
  migratedStoreUrl,
  newAccount,
  newKey,
  OPERATOR,
  openTestStore,
} from "../support/stores.ts";

const NOVEMBER = "2026-11-20T12:00:00Z";

function requests(digest: string, count: number, kind: RequestKind = "city"): AdmissionRequest[] {
  return Array.from({ length: count }, () => ({ digest, kind, counts: true }));
}

function outcomes(decisions: readonly BatchDecision[]): string[] {
  return decisions.map((decision) => ("code" in decision ? decision.code : decision.outcome));
}

function count(decisions: readonly BatchDecision[], outcome: string): number {
  return outcomes(decisions).filter((one) => one === outcome).length;
}

describe.each(DIALECTS)("admission on %s", async (dialect) => {
  const clock = new MovableClock(NOVEMBER);
  const url = await migratedStoreUrl(dialect);
  const store = await openTestStore(url, { clock });
  /** A second node on the same store. */
  const other = await openTestStore(url, { clock });

  test("admits exactly the first m of n requests if a window has room for m", async () => {
    clock.set(NOVEMBER);
    const { id } = await newAccount(store);
    const { digest } = await newKey(store, id, "test");
    const decisions = await store.admission.admit(requests(digest, 130));
    expect(outcomes(decisions)).toEqual([
      ...Array.from({ length: 100 }, () => "admitted"),
      ...Array.from({ length: 30 }, () => "day_quota_exceeded"),
    ]);
  });

  test("answers an empty batch with no decisions, before and after it has read a key", async () => {
    const node = await openTestStore(url, { clock });
    expect(await node.admission.admit([])).toEqual([]);
    const { id } = await newAccount(node);
    const { digest } = await newKey(node, id, "live");
    await node.admission.admit(requests(digest, 1));
    expect(await node.admission.admit([])).toEqual([]);
  });

  test("admits exactly the limit across two nodes at once, and stores it", async () => {
    clock.set(NOVEMBER);
    const { id } = await newAccount(store);
    const keys = [await newKey(store, id), await newKey(store, id)];
    const batches = Array.from({ length: 40 }, async (_, turn) => {
      const node = turn % 2 === 0 ? store : other;
      return await node.admission.admit(keys.flatMap(({ digest }) => requests(digest, 1 + (turn % 20))));
    });
    const decisions = (await Promise.all(batches)).flat();
    const expected = Math.min(decisions.length, PLANS.free.monthlyRequests);
    expect(count(decisions, "admitted")).toBe(expected);
    expect((await other.usage.month(id))?.used).toBe(expected);
    const days = await other.usage.daily(id, 0, clock.now() + 1);
    expect(days.reduce((sum, { counts }) => sum + counts.city, 0)).toBe(expected);
  });

  test("counts each kind of request for its key and day, and nothing that was refused", async () => {
    clock.set(NOVEMBER);
    const { id } = await newAccount(store);
    const { digest, key } = await newKey(store, id, "test");
    await store.admission.admit([
      ...requests(digest, 3, "city"),
      ...requests(digest, 2, "county"),
      ...requests(digest, 1, "stats"),
      ...requests(digest, 4, "explain"),
      ...requests(digest, 5, "history"),
      ...requests(digest, 6, "places"),
      ...requests(digest, 7, "locate"),
    ]);
    await store.admission.admit([...requests(digest, 68, "batch"), ...requests(digest, 9, "other")]);
    expect(await store.usage.daily(id, 0, clock.now() + 1)).toEqual([
      {
        keyId: key.id,
        dayMs: Date.parse("2026-11-20T00:00:00Z"),
        counts: { city: 3, county: 2, batch: 68, stats: 1, explain: 4, history: 5, places: 6, locate: 7, other: 4 },
        lastUsedAtMs: clock.now(),
      },
    ]);
    expect((await store.keys.find(key.id))?.lastUsedAtMs).toBe(clock.now());
  });

  test("checks the key of a request that does not count, and leaves the counter unchanged", async () => {
    clock.set(NOVEMBER);
    const { id } = await newAccount(store);
    const { digest, key } = await newKey(store, id, "test");
    const uncounted = [{ digest, kind: "city", counts: false }] as const;
    expect(await store.admission.admit(uncounted)).toMatchObject([{ outcome: "usable", principal: { keyId: key.id } }]);
    expect((await store.usage.day(key.id))?.used).toBe(0);
    const day = Array.from({ length: 100 }, () => ({ digest, kind: "city", counts: true }) as const);
    expect(outcomes(await store.admission.admit([...day, ...uncounted])).at(-1)).toBe("day_quota_exceeded");
    for (const node of [store, other]) {
      expect(await node.admission.admit(uncounted)).toMatchObject([{ allowance: { policy: "day", remaining: 0 } }]);
      expect(outcomes(await node.admission.admit(uncounted))).toEqual(["day_quota_exceeded"]);
    }
    expect((await store.usage.day(key.id))?.used).toBe(100);
    clock.nowMs += 86_400_000;
    for (const node of [store, other]) expect(outcomes(await node.admission.admit(uncounted))).toEqual(["usable"]);
    await store.keys.revoke({ accountId: id, keyId: key.id, origin: OPERATOR });
    expect(outcomes(await store.admission.admit(uncounted))).toEqual(["key_revoked"]);
  });

  test("a refused or uncounted request adds no row, and a lowered limit takes nothing back", async () => {
    clock.set(NOVEMBER);
    const { id } = await newAccount(store);
    const { digest } = await newKey(store, id);
    const rows = async () => [
      await store.database
        .selectFrom("counters")
        .select("used")
        .where("policy", "=", "month")
        .where("subject", "=", id)
        .execute(),
      await store.usage.daily(id, 0, clock.now() + 1),
    ];
    await store.accounts.changeLimits(id, { monthlyRequests: 0 }, OPERATOR);
    await store.admission.admit([...requests("nobody", 1), ...requests(digest, 1)]);
    await store.admission.admit([{ digest, kind: "city", counts: false }]);
    expect(await rows()).toEqual([[], []]);
    await store.accounts.changeLimits(id, { monthlyRequests: 4 }, OPERATOR);
    await store.admission.admit(requests(digest, 4));
    await store.accounts.changeLimits(id, { monthlyRequests: 2 }, OPERATOR);
    expect(await store.admission.admit(requests(digest, 1))).toMatchObject([
      { outcome: "exhausted", allowance: { limit: 2, remaining: 0 } },
    ]);
    await store.accounts.changeLimits(id, { monthlyRequests: 5 }, OPERATOR);
    expect(outcomes(await store.admission.admit(requests(digest, 2)))).toEqual(["admitted", "month_quota_exceeded"]);
    expect((await store.usage.month(id))?.used).toBe(5);
  });

  describe("the next request on any node", () => {
    test("is refused from the very millisecond in which its key expires", async () => {
      clock.set(NOVEMBER);
      const { id } = await newAccount(store);
      const { digest } = await newKey(store, id, "live", clock.now() + 1_000);
      clock.nowMs += 999;
      expect(outcomes(await other.admission.admit(requests(digest, 1)))).toEqual(["admitted"]);
      clock.nowMs += 1;
      expect(outcomes(await other.admission.admit(requests(digest, 1)))).toEqual(["key_expired"]);
    });

    test("is admitted with both the old key and the new one until the grace period of a reissue ends", async () => {
      clock.set(NOVEMBER);
      const { id } = await newAccount(store);
      const { digest, key } = await newKey(store, id);
      const result = await reissueKey(store.keys, { accountId: id, keyId: key.id, grace: "hour", origin: OPERATOR });
      if (!result.ok) throw new Error(result.reason);
      const successor = digestOf(result.secret);
      const both = [...requests(digest, 1), ...requests(successor, 1)];
      clock.nowMs += 3_599_999;
      expect(outcomes(await other.admission.admit(both))).toEqual(["admitted", "admitted"]);
      clock.nowMs += 1;
      expect(outcomes(await other.admission.admit(both))).toEqual(["key_revoked", "admitted"]);
    });
  });

  test("gets an operator's limits for a plan", async () => {
    clock.set(NOVEMBER);
    const plans = planTable({ free: { monthlyRequests: 2 } });
    const strict = await openTestStore(url, { clock, plans });
    const { id } = await newAccount(strict);
    const { digest } = await newKey(strict, id);
    expect(count(await strict.admission.admit(requests(digest, 3)), "admitted")).toBe(2);
  });
});

describe.each(DIALECTS)("a window on %s", (dialect) => {
  const clock = new MovableClock(NOVEMBER);

  /** Each test has its own store, because a window opened by one test would be newer than another's. */
  async function nodesWithKey(type: KeyType = "live") {
    const url = await migratedStoreUrl(dialect);
    const [store, other] = [await openTestStore(url, { clock }), await openTestStore(url, { clock })];
    const { id } = await newAccount(store);
    return { store, other, id, ...(await newKey(store, id, type)) };
  }

  test("of a month ends after its last millisecond", async () => {
    const { store, other, id, digest } = await nodesWithKey();
    clock.set("2026-11-30T23:59:59.999Z");
    const last = await store.admission.admit(requests(digest, 1_001));
    expect(last.at(-1)).toMatchObject({ outcome: "exhausted", retryAfterMs: 1 });
    clock.nowMs += 1;
    const first = await other.admission.admit(requests(digest, 1));
    const resetsAtMs = Date.parse("2027-01-01T00:00:00Z");
    expect(first).toMatchObject([{ outcome: "admitted", allowance: { remaining: 999, resetsAtMs } }]);
    const days = await store.usage.daily(id, 0, clock.now() + 1);
    expect(days.map(({ dayMs, counts }) => [new Date(dayMs).toISOString().slice(0, 10), counts.city])).toEqual([
      ["2026-11-30", 1_000],
      ["2026-12-01", 1],
    ]);
  });

  test("is never reopened by a clock that is set back", async () => {
    const { store, id, digest, key } = await nodesWithKey();
    clock.set("2026-11-30T23:59:59Z");
    await store.admission.admit(requests(digest, 400));
    clock.set("2026-12-01T00:00:00Z");
    await store.admission.admit(requests(digest, 300));
    const lastUsedAtMs = clock.now();
    clock.set("2026-11-30T23:59:30Z");
    expect(count(await store.admission.admit(requests(digest, 100)), "admitted")).toBe(100);
    const back = await store.admission.admit(requests(digest, 601));
    expect(count(back, "admitted")).toBe(600);
    const resetsAtMs = Date.parse("2027-01-01T00:00:00Z");
    expect(back.at(-1)).toMatchObject({ allowance: { resetsAtMs }, retryAfterMs: resetsAtMs - clock.now() });
    expect(await store.usage.month(id)).toEqual({ limit: 1_000, used: 1_000, remaining: 0, resetsAtMs });
    expect(await store.keys.find(key.id)).toMatchObject({ lastUsedAtMs });
    const days = await store.usage.daily(id, 0, resetsAtMs);
    expect(days.map(({ dayMs, counts }) => [new Date(dayMs).toISOString().slice(0, 10), counts.city])).toEqual([
      ["2026-11-30", 400],
      ["2026-12-01", 1_000],
    ]);
  });
});
