import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Networks } from "../../src/access/allowed-addresses.ts";
import { type Bucket, Buckets, takeToken, waitFor } from "../../src/access/burst.ts";

const LIMITS = { burstPerSecond: 50, burstCapacity: 200 };

function knownKey(limits = LIMITS): Bucket {
  return new Buckets().set("key", undefined, limits, 0);
}

function taken(bucket: Bucket | undefined, nowMs: number, tries: number): number {
  return Array.from({ length: tries }, () => takeToken(bucket, nowMs)).filter(Boolean).length;
}

describe("the burst limit of a key", () => {
  test("allows its capacity at once, including the first request", () => {
    expect(taken(knownKey(), 0, 300)).toBe(199);
  });

  test("allows its rate after that", () => {
    const bucket = knownKey();
    taken(bucket, 0, 300);
    expect(taken(bucket, 1_000, 300)).toBe(50);
    expect(taken(bucket, 1_019, 300)).toBe(0);
    expect(taken(bucket, 1_020, 300)).toBe(1);
  });

  test("never allows more than its capacity and its rate over any period", () => {
    const gaps = fc.array(fc.tuple(fc.nat({ max: 3_000 }), fc.nat({ max: 300 })), { maxLength: 30 });
    const limits = fc.record({
      burstPerSecond: fc.integer({ min: 1, max: 1_000 }),
      burstCapacity: fc.integer({ min: 1, max: 400 }),
    });
    fc.assert(
      fc.property(limits, gaps, (numbers, steps) => {
        const bucket = knownKey(numbers);
        let [nowMs, passed] = [0, 1];
        for (const [gapMs, tries] of steps) {
          nowMs += gapMs;
          passed += taken(bucket, nowMs, tries);
          expect(passed).toBeLessThanOrEqual(numbers.burstCapacity + (nowMs * numbers.burstPerSecond) / 1_000 + 1e-6);
        }
      }),
    );
  });

  test("reports exactly when the next request may come, and when the whole burst is available again", () => {
    const bucket = knownKey();
    taken(bucket, 0, 300);
    expect(waitFor(bucket, 0)).toEqual({ tokenMs: 20, fullMs: 4_000 });
    expect(waitFor(bucket, 15).tokenMs).toBeCloseTo(5);
    expect(takeToken(bucket, 19)).toBe(false);
    expect(takeToken(bucket, 20)).toBe(true);
  });

  test("refills nothing when the clock is set back, and at its rate from there", () => {
    const bucket = knownKey();
    taken(bucket, 10_000, 300);
    expect(taken(bucket, 0, 300)).toBe(0);
    expect(taken(bucket, 1_000, 300)).toBe(50);
  });

  test("takes nothing away when the clock is set back", () => {
    const bucket = knownKey();
    expect(taken(bucket, 10_000, 1)).toBe(1);
    expect(taken(bucket, 0, 300)).toBe(199);
    expect(waitFor(bucket, 0)).toEqual({ tokenMs: 20, fullMs: 4_000 });
  });

  test("follows a change of the plan", () => {
    const buckets = new Buckets();
    const bucket = buckets.set("key", undefined, LIMITS, 0);
    taken(bucket, 0, 300);
    expect(buckets.set("key", bucket, { burstPerSecond: 1_000, burstCapacity: 4_000 }, 0)).toBe(bucket);
    expect(taken(bucket, 0, 5_000)).toBe(3_800);
  });

  test("never limits a key that it does not know", () => {
    expect(taken(new Buckets().get("key"), 0, 10_000)).toBe(10_000);
  });

  test("takes one token for the first requests of a key, which are decided before it is known", () => {
    const buckets = new Buckets();
    const unknown = buckets.get("key");
    const bucket = buckets.set("key", unknown, LIMITS, 0);
    expect(buckets.set("key", unknown, LIMITS, 0)).toBe(bucket);
    expect(taken(bucket, 0, 300)).toBe(199);
  });

  test("remembers the keys in use and forgets the idle ones, however many there are", () => {
    const buckets = new Buckets();
    const bucket = buckets.set("key", undefined, LIMITS, 0);
    for (let number = 0; number < 60_000; number++) {
      buckets.set(`other ${number}`, undefined, LIMITS, 0);
      if (number % 10_000 === 0) expect(buckets.get("key")).toBe(bucket);
    }
    for (let number = 0; number < 70_000; number++) buckets.set(`more ${number}`, undefined, LIMITS, 0);
    expect(buckets.get("key")).toBeUndefined();
  });
});

test("whoever uses a restricted key elsewhere takes no token from its holder", () => {
  const bucket = new Buckets().set("key", undefined, LIMITS, 0, new Networks("192.0.2.0/24"));
  const takenFrom = (address: string | undefined) =>
    Array.from({ length: 300 }, () => takeToken(bucket, 0, () => address)).filter(Boolean).length;
  expect([takenFrom("198.51.100.7"), takenFrom(undefined), takenFrom("192.0.2.7")]).toEqual([300, 300, 199]);
});
