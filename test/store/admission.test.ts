import { describe, expect, test } from "bun:test";
import type { AdmissionRequest, BatchDecision } from "../../src/access/store.ts";
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

function requests(digest: string, count: number): AdmissionRequest[] {
  return Array.from({ length: count }, () => ({ digest, kind: "city", counts: true }));
}

function outcomes(decisions: readonly BatchDecision[]): string[] {
  return decisions.map((decision) => ("code" in decision ? decision.code : decision.outcome));
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

  test("remembers the last use of a key, even if the clock is set back", async () => {
    clock.set(NOVEMBER);
    const { id } = await newAccount(store);
    const { digest, key } = await newKey(store, id);
    await store.admission.admit(requests(digest, 1));
    const lastUsedAtMs = clock.now();
    clock.nowMs -= 30_000;
    await other.admission.admit(requests(digest, 1));
    expect(await store.keys.find(key.id)).toMatchObject({ lastUsedAtMs });
    expect(await store.usage.daily(id, 0, lastUsedAtMs)).toMatchObject([{ counts: { city: 2 } }]);
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
  test("of a month ends after its last millisecond", async () => {
    const clock = new MovableClock("2026-11-30T23:59:59.999Z");
    const url = await migratedStoreUrl(dialect);
    const [store, other] = [await openTestStore(url, { clock }), await openTestStore(url, { clock })];
    const { id } = await newAccount(store);
    const { digest } = await newKey(store, id);
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
});
