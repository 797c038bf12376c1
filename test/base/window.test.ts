import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { dayText, utcDay, utcMonth, WINDOW_POLICIES, windowOf } from "../../src/base/window.ts";

const moment = fc.integer({ min: Date.UTC(1970, 0), max: Date.UTC(2200, 0) });
const iso = (ms: number) => new Date(ms).toISOString();

describe("a window", () => {
  test("contains its moment, and is adjacent to the windows before and after", () => {
    fc.assert(
      fc.property(fc.constantFrom(...WINDOW_POLICIES), moment, (policy, ms) => {
        const { startMs, endMs } = windowOf(policy, ms);
        expect(startMs).toBeLessThanOrEqual(ms);
        expect(endMs).toBeGreaterThan(ms);
        expect(windowOf(policy, endMs).startMs).toBe(endMs);
        expect(windowOf(policy, endMs - 1)).toEqual({ startMs, endMs });
      }),
    );
  });

  test("of a month is the UTC calendar month, including leap years and the end of the year", () => {
    expect(windowOf("month", Date.parse("2028-02-29T23:59:59.999Z"))).toEqual(utcMonth(Date.UTC(2028, 1, 1)));
    const { startMs, endMs } = utcMonth(Date.parse("2026-12-31T23:59:59.999Z"));
    expect([iso(startMs), iso(endMs)]).toEqual(["2026-12-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"]);
  });

  test("of a day is the UTC calendar day", () => {
    const { startMs, endMs } = windowOf("day", Date.parse("2026-02-28T12:00:00Z"));
    expect([iso(startMs), iso(endMs)]).toEqual(["2026-02-28T00:00:00.000Z", "2026-03-01T00:00:00.000Z"]);
    expect(utcDay(startMs)).toEqual({ startMs, endMs });
  });
});

test("a day is written as Intl writes it", () => {
  const format = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
  fc.assert(fc.property(moment, (ms) => expect(dayText(ms)).toBe(format.format(ms))));
});
