import { recordFrom } from "../base/named-table.ts";

/** An account's limits. Each is per account or per key, as its description says. */
export interface PlanLimits {
  /** Requests of all live keys of the account together, per UTC month. */
  readonly monthlyRequests: number;
  /** Names in one `POST /v1/safety/batch` (contract 4.3). */
  readonly batchNames: number;
  /** Token bucket per key and per process: refill per second, and capacity. */
  readonly burstPerSecond: number;
  readonly burstCapacity: number;
  /** Usable keys of the account at one time, per key type. */
  readonly activeKeysPerType: number;
}

export const KEY_TYPES = ["live", "test"] as const;
export type KeyType = (typeof KEY_TYPES)[number];

/** From the smallest plan to the largest. */
export const PLAN_NAMES = ["free", "pro", "enterprise"] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

/** All differences between the plans (decisions 4). */
const PLAN_ROWS = {
  free: {
    title: "Free",
    limits: { monthlyRequests: 1_000, batchNames: 25, burstPerSecond: 50, burstCapacity: 200, activeKeysPerType: 2 },
  },
  pro: {
    title: "Pro",
    limits: { monthlyRequests: 50_000, batchNames: 50, burstPerSecond: 100, burstCapacity: 400, activeKeysPerType: 10 },
  },
  enterprise: {
    title: "Enterprise",
    limits: {
      monthlyRequests: 1_000_000,
      batchNames: 100,
      burstPerSecond: 1_000,
      burstCapacity: 4_000,
      activeKeysPerType: 50,
    },
  },
} as const satisfies Record<PlanName, { readonly title: string; readonly limits: PlanLimits }>;

export const PLANS = mapPlans<PlanLimits>((plan) => PLAN_ROWS[plan].limits);
export const PLAN_TITLES = mapPlans<string>((plan) => PLAN_ROWS[plan].title);

/** Requests of one test key per UTC day, whatever the plan (contract 5 and 8). */
export const TEST_KEY_DAILY_REQUESTS = 100;

/** Test keys in force at any moment of a UTC day (decisions 3). A key and its reissues count as one. */
export function dailyTestKeys({ activeKeysPerType }: PlanLimits): number {
  return 2 * activeKeysPerType;
}

/** The most keys of both types that an account may create on one UTC day, including reissues (decisions 3). */
export function dailyNewKeys({ activeKeysPerType }: PlanLimits): number {
  return 4 * KEY_TYPES.length * activeKeysPerType;
}

/** The most names in one batch that an operator may allow, on any plan. */
export const MAX_BATCH_NAMES = 1_000;

/** An operator's changes to individual limits, for a plan or an account. Missing members keep the plan's number. */
export type LimitOverrides = Readonly<Partial<PlanLimits>>;

export type PlanOverrides = Readonly<Partial<Record<PlanName, LimitOverrides>>>;

/** The price of each plan, in the operator's words. A plan without an entry shows "On request". */
export type PlanPrices = Readonly<Partial<Record<PlanName, string>>>;

export type PlanTable = Readonly<Record<PlanName, PlanLimits>>;

/** The plan table with an operator's numbers instead of the defaults. */
export function planTable(overrides: PlanOverrides = {}): PlanTable {
  return mapPlans((plan) => ({ ...PLANS[plan], ...overrides[plan] }));
}

/** An account's limits: the plan's, with the account's own overrides. */
export function limitsOf(table: PlanTable, plan: PlanName, account: LimitOverrides = {}): PlanLimits {
  return { ...table[plan], ...account };
}

export function mapPlans<Value>(entryOf: (plan: PlanName) => Value): Readonly<Record<PlanName, Value>> {
  return recordFrom(PLAN_NAMES.map((plan) => [plan, entryOf(plan)] as const));
}
