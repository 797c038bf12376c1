import { describe, expect, test } from "bun:test";
import {
  dailyNewKeys,
  dailyTestKeys,
  limitOverrides,
  limitsOf,
  PLAN_NAMES,
  PLAN_TITLES,
  PLANS,
  planOverrides,
  planPrices,
  planTable,
} from "../../src/domain/plan.ts";

test("the plans are those of decisions 4", () => {
  expect(PLAN_TITLES).toEqual({ free: "Free", pro: "Pro", enterprise: "Enterprise" });
  const numbers = PLAN_NAMES.map((plan) => [PLANS[plan].monthlyRequests, PLANS[plan].batchNames]);
  expect(numbers).toEqual([
    [1_000, 25],
    [50_000, 50],
    [1_000_000, 100],
  ]);
  expect(PLAN_NAMES.map((plan) => [PLANS[plan].burstPerSecond, PLANS[plan].burstCapacity])).toEqual([
    [50, 200],
    [100, 400],
    [1_000, 4_000],
  ]);
});

test("the number of new keys per day follows from the number of keys at a time (decisions 3)", () => {
  const perPlan = PLAN_NAMES.map((plan) => [
    PLANS[plan].activeKeysPerType,
    dailyTestKeys(PLANS[plan]),
    dailyNewKeys(PLANS[plan]),
  ]);
  expect(perPlan).toEqual([
    [2, 4, 16],
    [10, 20, 80],
    [50, 100, 400],
  ]);
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
    const accepts = (value: unknown) => limitOverrides.safeParse({ [name]: value }).success;
    expect([least, most].map(accepts)).toEqual([true, true]);
    expect([least - 1, most + 1, least + 0.5, "1", null, undefined].map(accepts)).toEqual(Array(6).fill(false));
  });

  test("have no other members, and use the plans' names", () => {
    expect(limitOverrides.safeParse({ requests: 1 }).success).toBe(false);
    expect(planOverrides.parse({ free: { batchNames: 9 } })).toEqual({ free: { batchNames: 9 } });
    expect(planOverrides.safeParse({ silver: {} }).success).toBe(false);
  });
});

test("a price is text for one plan, without white space around it", () => {
  expect(planPrices.parse({ pro: "  $49 a month " })).toEqual({ pro: "$49 a month" });
  expect(planPrices.safeParse({ pro: "x".repeat(60) }).success).toBe(true);
  for (const price of ["", "   ", "x".repeat(61)]) expect(planPrices.safeParse({ pro: price }).success).toBe(false);
});
