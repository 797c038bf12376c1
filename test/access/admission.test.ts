import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Admission, type AdmissionOptions, createAdmission } from "../../src/access/admission.ts";
import type { Decision } from "../../src/access/decision.ts";
import { planTable } from "../../src/domain/plan.ts";
import type { Store } from "../../src/store/store.ts";
import {
  DIALECTS,
  MovableClock,
  migratedStoreUrl,
  newAccount,
  newKey,
  OPERATOR,
  openTestStore,
} from "../support/stores.ts";

const plans = planTable({ free: { burstCapacity: 20, burstPerSecond: 10 }, pro: { burstCapacity: 30 } });

function outcomeOf(decision: Decision): string {
  return "code" in decision ? decision.code : decision.outcome;
}

describe.each(DIALECTS)("admission over %s", (dialect) => {
  const clock = new MovableClock("2026-11-20T12:00:00Z");
  let url: string;
  let store: Store;

  beforeAll(async () => {
    url = await migratedStoreUrl(dialect);
    store = await openTestStore(url, { clock, plans });
  });
  afterAll(() => store.close());

  function admissionOf(options: Partial<AdmissionOptions> = {}): Admission {
    return createAdmission({ store: store.admission, clock, plans, ...options });
  }

  /** Sends a first request, after which the burst of the key is known. */
  async function warmKey(admission: Admission, plan: "free" | "pro" = "free", type: "live" | "test" = "live") {
    const { id } = await newAccount(store, plan);
    const key = await newKey(store, id, type);
    expect(outcomeOf(await admission.admit(key.digest, "city"))).toBe("admitted");
    return { ...key, accountId: id };
  }

  test("rejects a value with a wrong checksum without a store query", async () => {
    const decision = await admissionOf().admit(null, "city");
    expect(decision).toEqual({ outcome: "refused", code: "key_unknown" });
  });

  test("decides requests in order of arrival, each with its own remaining count", async () => {
    const admission = admissionOf();
    const { digest } = await warmKey(admission);
    const decisions = await Promise.all(Array.from({ length: 5 }, () => admission.admit(digest, "city")));
    expect(decisions.map((decision) => "allowance" in decision && decision.allowance.remaining)).toEqual([
      998, 997, 996, 995, 994,
    ]);
    expect(admission.waiting()).toBe(0);
  });

  test("refuses requests over the burst with correct times, and counts none of them", async () => {
    const admission = admissionOf();
    const { digest, accountId } = await warmKey(admission);
    const decisions = await Promise.all(Array.from({ length: 25 }, () => admission.admit(digest, "city")));
    expect(decisions.map(outcomeOf)).toEqual([
      ...Array.from({ length: 19 }, () => "admitted"),
      ...Array.from({ length: 6 }, () => "burst_exceeded"),
    ]);
    expect(decisions.at(-1)).toMatchObject({
      allowance: { policy: "burst", limit: 20, remaining: 0, resetsAtMs: clock.now() + 2_000 },
      retryAfterMs: 100,
    });
    expect((await store.usage.month(accountId))?.used).toBe(20);
    clock.nowMs += 100;
    expect(outcomeOf(await admission.admit(digest, "city"))).toBe("admitted");
  });

  test("refuses a revoked key as revoked, even over its burst", async () => {
    const admission = admissionOf();
    const { digest, accountId, key } = await warmKey(admission);
    await Promise.all(Array.from({ length: 25 }, () => admission.admit(digest, "city")));
    expect(outcomeOf(await admission.admit(digest, "city"))).toBe("burst_exceeded");
    await store.keys.revoke({ accountId, keyId: key.id, origin: OPERATOR });
    expect(outcomeOf(await admission.admit(digest, "city"))).toBe("key_revoked");
  });

  test("limits a test key to the burst of the free plan, whatever the account's plan", async () => {
    const admission = admissionOf();
    const live = await warmKey(admission, "pro");
    const forTests = await warmKey(admission, "pro", "test");
    for (const [{ digest }, passing] of [
      [live, 29],
      [forTests, 19],
    ] as const) {
      const decisions = await Promise.all(Array.from({ length: 40 }, () => admission.admit(digest, "city")));
      expect(decisions.map(outcomeOf).filter((outcome) => outcome === "admitted").length).toBe(passing);
    }
  });

  test("rejects requests beyond its queue at once, and decides the others", async () => {
    const admission = admissionOf({ maxWaiting: 3 });
    const { digest } = await warmKey(admission);
    const pending = Array.from({ length: 5 }, () => admission.admit(digest, "city"));
    expect(admission.waiting()).toBe(3);
    const decisions = await Promise.all(pending);
    expect(decisions.map(outcomeOf)).toEqual(["admitted", "admitted", "admitted", "overloaded", "overloaded"]);
    expect(decisions[4]).toEqual({ outcome: "unavailable", code: "overloaded", retryAfterMs: 1_000 });
    expect(outcomeOf(await admission.admit(digest, "city"))).toBe("admitted");
  });

  test("splits many requests into several batches, still in order of arrival", async () => {
    const admission = admissionOf();
    const { id } = await newAccount(store);
    const { digest } = await newKey(store, id);
    const decisions = await Promise.all(Array.from({ length: 2_500 }, () => admission.admit(digest, "city")));
    expect(decisions.map(outcomeOf)).toEqual([
      ...Array.from({ length: 1_000 }, () => "admitted"),
      ...Array.from({ length: 1_500 }, () => "month_quota_exceeded"),
    ]);
    expect(admission.waiting()).toBe(0);
  });

  test("answers 503 if the store fails, logs the error, and admits again when the store recovers", async () => {
    const errors: unknown[] = [];
    const broken = await openTestStore(url, { clock, plans });
    const admission = createAdmission({
      store: broken.admission,
      clock,
      plans,
      onStoreError: (error) => errors.push(error),
    });
    const { digest } = await warmKey(admission);
    await broken.close();
    const decision = await admission.admit(digest, "city");
    expect(decision).toEqual({ outcome: "unavailable", code: "store_unavailable", retryAfterMs: 1_000 });
    expect(errors).toHaveLength(1);
    expect(admission.waiting()).toBe(0);
  });
});

describe("admission over a database file that another process writes", () => {
  const clock = new MovableClock("2026-11-20T12:00:00Z");

  test("waits without blocking the event loop, and counts once the other process is done", async () => {
    const url = await migratedStoreUrl("sqlite");
    const store = await openTestStore(url, { clock, plans });
    const admission = createAdmission({ store: store.admission, clock, plans });
    const { id } = await newAccount(store);
    const { digest } = await newKey(store, id);
    const other = new Database(url.slice("sqlite:".length));
    other.run("BEGIN IMMEDIATE");
    const first = admission.admit(digest, "city");
    await Bun.sleep(5);
    const second = admission.admit(digest, "city");
    await Bun.sleep(5);
    expect(admission.waiting()).toBe(2);
    other.run("ROLLBACK");
    expect([await first, await second].map(outcomeOf)).toEqual(["admitted", "admitted"]);
    expect((await store.usage.month(id))?.used).toBe(2);
    other.close();
    await store.close();
  });

  test("gives up after its deadline, and recovers", async () => {
    const url = await migratedStoreUrl("sqlite");
    const store = await openTestStore(url, { clock, plans });
    const admission = createAdmission({ store: store.admission, clock, plans });
    const { id } = await newAccount(store);
    const { digest } = await newKey(store, id);
    const other = new Database(url.slice("sqlite:".length));
    other.run("BEGIN IMMEDIATE");
    expect(outcomeOf(await admission.admit(digest, "city"))).toBe("store_unavailable");
    other.run("ROLLBACK");
    expect(outcomeOf(await admission.admit(digest, "city"))).toBe("admitted");
    expect((await store.usage.month(id))?.used).toBe(1);
    other.close();
    await store.close();
  });
});
