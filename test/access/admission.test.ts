import { describe, expect, test } from "bun:test";
import { Admission } from "../../src/access/admission.ts";
import type { Decision } from "../../src/access/decision.ts";
import { planTable } from "../../src/domain/plan.ts";
import {
  DIALECTS,
  MovableClock,
  migratedStoreUrl,
  newAccount,
  newKey,
  OPERATOR,
  openTestStore,
} from "../support/stores.ts";

const plans = planTable({ free: { burstCapacity: 20, burstPerSecond: 10 } });

function outcomeOf(decision: Decision): string {
  return "code" in decision ? decision.code : decision.outcome;
}

describe.each(DIALECTS)("admission over %s", async (dialect) => {
  const clock = new MovableClock("2026-11-20T12:00:00Z");
  const url = await migratedStoreUrl(dialect);
  const store = await openTestStore(url, { clock, plans });

  function admissionOf(): Admission {
    return new Admission({ store: store.admission, clock, plans });
  }

  /** Sends a first request, after which the burst of the key is known. */
  async function warmKey(admission: Admission) {
    const { id } = await newAccount(store);
    const key = await newKey(store, id);
    expect(outcomeOf(await admission.admit(key.digest, "city"))).toBe("admitted");
    return { ...key, accountId: id };
  }

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

  test("answers 503 if the store fails, logs the error, and admits again when the store recovers", async () => {
    const errors: unknown[] = [];
    const broken = await openTestStore(url, { clock, plans });
    const admission = new Admission({
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
