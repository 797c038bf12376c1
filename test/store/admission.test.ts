import { describe, expect, test } from "bun:test";
import type { RequestKind } from "../../src/access/decision.ts";
import type { AdmissionRequest, BatchDecision } from "../../src/access/store.ts";
import { type KeyType, PLANS } from "../../src/domain/plan.ts";
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
