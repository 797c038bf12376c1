import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { BurstLimiter } from "../../src/access/admission.ts";
import { Networks } from "../../src/access/allowed-addresses.ts";

const LIMITS = { burstPerSecond: 50, burstCapacity: 200 };

function knownKey(limits = LIMITS): BurstLimiter {
  const burst = new BurstLimiter();
  burst.setLimits("key", limits, 0);
  return burst;
}

function taken(burst: BurstLimiter, nowMs: number, tries: number): number {
  return Array.from({ length: tries }, () => burst.take("key", nowMs)).filter(Boolean).length;
}

describe("the burst limit of a key", () => {
  test("allows its capacity at once, including the first request", () => {
    expect(taken(knownKey(), 0, 300)).toBe(199);
  });

  test("allows its rate after that", () => {
    const burst = knownKey();
    taken(burst, 0, 300);
    expect(taken(burst, 1_000, 300)).toBe(50);
    expect(taken(burst, 1_019, 300)).toBe(0);
    expect(taken(burst, 1_020, 300)).toBe(1);
  });

  test("never allows more than its capacity and its rate over any period", () => {
    const gaps = fc.array(fc.tuple(fc.nat({ max: 3_000 }), fc.nat({ max: 300 })), { maxLength: 30 });
    const limits = fc.record({
      burstPerSecond: fc.integer({ min: 1, max: 1_000 }),
      burstCapacity: fc.integer({ min: 1, max: 400 }),
    });
    fc.assert(
      fc.property(limits, gaps, (numbers, steps) => {
        const burst = knownKey(numbers);
        let [nowMs, passed] = [0, 1];
        for (const [gapMs, tries] of steps) {
          nowMs += gapMs;
          passed += taken(burst, nowMs, tries);
          expect(passed).toBeLessThanOrEqual(numbers.burstCapacity + (nowMs * numbers.burstPerSecond) / 1_000 + 1e-6);
        }
      }),
    );
  });

  test("reports exactly when the next request may come, and when the whole burst is available again", () => {
    const burst = knownKey();
    taken(burst, 0, 300);
    expect(burst.wait("key", 0)).toEqual({ tokenMs: 20, fullMs: 4_000 });
    expect(burst.wait("key", 15).tokenMs).toBeCloseTo(5);
    expect(burst.take("key", 19)).toBe(false);
    expect(burst.take("key", 20)).toBe(true);
  });

  test("refills nothing when the clock is set back, and at its rate from there", () => {
    const burst = knownKey();
    taken(burst, 10_000, 300);
    expect(taken(burst, 0, 300)).toBe(0);
    expect(taken(burst, 1_000, 300)).toBe(50);
  });

  test("takes nothing away when the clock is set back", () => {
    const burst = knownKey();
    expect(taken(burst, 10_000, 1)).toBe(1);
    expect(taken(burst, 0, 300)).toBe(199);
    expect(burst.wait("key", 0)).toEqual({ tokenMs: 20, fullMs: 4_000 });
  });

  test("follows a change of the plan", () => {
    const burst = knownKey();
    taken(burst, 0, 300);
    burst.setLimits("key", { burstPerSecond: 1_000, burstCapacity: 4_000 }, 0);
    expect(taken(burst, 0, 5_000)).toBe(3_800);
  });

  test("never limits a key that it does not know", () => {
    const burst = new BurstLimiter();
    expect(taken(burst, 0, 10_000)).toBe(10_000);
    expect(burst.wait("key", 0)).toEqual({ tokenMs: 0, fullMs: 0 });
  });

  test("remembers the keys in use and forgets the idle ones, however many there are", () => {
    const burst = knownKey();
    taken(burst, 0, 300);
    for (let number = 0; number < 60_000; number++) {
      burst.setLimits(`other ${number}`, LIMITS, 0);
      if (number % 10_000 === 0) expect(burst.take("key", 0)).toBe(false);
    }
    for (let number = 0; number < 70_000; number++) burst.setLimits(`more ${number}`, LIMITS, 0);
    expect(burst.take("key", 0)).toBe(true);
  });
});

test("whoever uses a restricted key elsewhere takes no token from its holder", () => {
  const burst = new BurstLimiter();
  burst.setLimits("key", LIMITS, 0, new Networks("192.0.2.0/24"));
  const takenFrom = (address: string | undefined) =>
    Array.from({ length: 300 }, () => burst.take("key", 0, () => address)).filter(Boolean).length;
  expect([takenFrom("198.51.100.7"), takenFrom(undefined), takenFrom("192.0.2.7")]).toEqual([300, 300, 199]);
});
