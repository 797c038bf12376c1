import { describe, expect, test } from "bun:test";
import {
  dailyNewKeys,
  dailyTestKeys,
  limitsOf,
  mapPlans,
  PLAN_NAMES,
  PLAN_TITLES,
  PLANS,
  type PlanName,
  planTable,
} from "../../src/domain/plan.ts";
import {
  readKnownLimits,
  readLimitOverrides,
  readPlanOverrides,
  readPlanPrices,
} from "../../src/domain/plan-settings.ts";

/** Of decisions 3 and 4: a row for each plan. */
const NUMBERS: Readonly<Record<PlanName, readonly (string | number)[]>> = {
  free: ["Free", 1_000, 25, 50, 200, 2, 4, 16],
  pro: ["Pro", 50_000, 50, 100, 400, 10, 20, 80],
  enterprise: ["Enterprise", 1_000_000, 100, 1_000, 4_000, 50, 100, 400],
};

test("the plans are those of decisions 4, and the new keys of a day follow from the keys at a time (decisions 3)", () => {
  const rows = mapPlans<readonly (string | number)[]>((plan) => {
    const { monthlyRequests, batchNames, burstPerSecond, burstCapacity, activeKeysPerType } = PLANS[plan];
    const limits = [monthlyRequests, batchNames, burstPerSecond, burstCapacity, activeKeysPerType];
    return [PLAN_TITLES[plan], ...limits, dailyTestKeys(PLANS[plan]), dailyNewKeys(PLANS[plan])];
  });
  expect(rows).toEqual(NUMBERS);
});

describe("an operator's limits", () => {
  test("replace the plan's, and an account's own replace both; the rest stays", () => {
    const table = planTable({ free: { monthlyRequests: 2_000, batchNames: 30 } });
    expect(table.free).toEqual({ ...PLANS.free, monthlyRequests: 2_000, batchNames: 30 });
    expect(table.pro).toEqual(PLANS.pro);
    expect(limitsOf(table, "free", { batchNames: 7 })).toEqual({ ...table.free, batchNames: 7 });
    expect(limitsOf(table, "free")).toEqual(table.free);
    expect(planTable()).toEqual(PLANS);
  });

  const bounds = {
    monthlyRequests: [0, 1_000_000_000],
    batchNames: [1, 1_000],
    burstPerSecond: [1, 1_000_000],
    burstCapacity: [1, 1_000_000],
    activeKeysPerType: [1, 10_000],
  } as const;
  test.each(Object.entries(bounds))("%s has its bounds", (name, [least, most]) => {
    for (const limit of [least, most]) expect(readLimitOverrides({ [name]: limit })).toEqual({ [name]: limit });
    for (const limit of [least - 1, most + 1, least + 0.5, "1", null, undefined]) {
      expect(() => readLimitOverrides({ [name]: limit })).toThrow(
        `${name}: must be a whole number from ${least} to ${most}`,
      );
    }
  });

  test("have no other members, and use the plans' names", () => {
    expect(readPlanOverrides({ free: { batchNames: 9 }, pro: {} })).toEqual({ free: { batchNames: 9 }, pro: {} });
    for (const value of [{ requests: 1 }, JSON.parse('{"__proto__":1}'), [], [1], null, 7, "free"]) {
      expect(() => readLimitOverrides(value)).toThrow();
      expect(() => readPlanOverrides({ free: value })).toThrow("free: ");
    }
    expect(() => readPlanOverrides({ silver: {} })).toThrow(`the only members are ${PLAN_NAMES.join(", ")}`);
  });

  test("that are stored may have members that only a newer version knows", () => {
    expect(readKnownLimits({ batchNames: 9, colors: 3 })).toEqual({ batchNames: 9 });
    expect(() => readKnownLimits({ batchNames: "9" })).toThrow("batchNames: ");
  });
});

test("settings that are no objects are refused", () => {
  for (const value of [null, undefined, 7, "", []]) {
    expect(() => readLimitOverrides(value)).toThrow("expected an object");
    expect(() => readPlanPrices(value)).toThrow("expected an object");
  }
});

test("a price is text for one plan, without white space around it", () => {
  expect(readPlanPrices({ pro: "  $49 a month " })).toEqual({ pro: "$49 a month" });
  expect(readPlanPrices({ pro: "x".repeat(60) })).toEqual({ pro: "x".repeat(60) });
  for (const price of ["", "   ", "x".repeat(61), 49])
    expect(() => readPlanPrices({ pro: price })).toThrow("pro: must be a text of 1 to 60 characters");
});
