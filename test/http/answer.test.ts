import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Allowance } from "../../src/access/decision.ts";
import { type AdmittedStamp, RateLimitHeaders, stamp } from "../../src/http/answer.ts";

/** Few values, so that consecutive limits often share some members and differ in others. */
const allowances: fc.Arbitrary<Allowance> = fc.record({
  policy: fc.constantFrom("month", "day", "burst"),
  limit: fc.constantFrom(100, 1_000, 25_000),
  remaining: fc.integer({ min: 0, max: 25_000 }),
  resetsAtMs: fc.constantFrom(1_764_547_200_000, 1_764_633_600_000, 1_764_633_600_001),
});
const stamps: fc.Arbitrary<AdmittedStamp> = fc.record({
  requestId: fc.uuid(),
  allowance: allowances,
  nowMs: fc.integer({ min: 1_764_460_800_000, max: 1_764_633_700_000 }),
});

test("headers that overwrite those of earlier answers equal newly created ones", () => {
  fc.assert(
    fc.property(fc.array(stamps, { minLength: 1, maxLength: 20 }), (sequence) => {
      const fixed = { "Content-Type": "application/json", Vary: "X-API-Key" };
      const shared = new RateLimitHeaders(fixed);
      for (const admitted of sequence) {
        expect([...shared.stamp(admitted)]).toEqual([...stamp(new Headers(fixed), admitted)]);
      }
    }),
  );
});

test("the headers of an answer do not change when the next one is stamped", () => {
  const shared = new RateLimitHeaders({});
  const allowance = { policy: "month", limit: 1_000, remaining: 7, resetsAtMs: 1_764_547_200_000 } as const;
  const first = new Response("", {
    headers: shared.stamp({ requestId: "first", allowance, nowMs: 1_764_547_100_000 }),
  });
  shared.stamp({ requestId: "second", allowance: { ...allowance, remaining: 6 }, nowMs: 1_764_547_100_000 });
  expect([first.headers.get("X-Request-Id"), first.headers.get("X-RateLimit-Remaining")]).toEqual(["first", "7"]);
});
