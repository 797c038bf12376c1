import { messageOf } from "../base/error-text.ts";
import { namesOf } from "../base/named-table.ts";
import {
  type LimitOverrides,
  MAX_BATCH_NAMES,
  PLAN_NAMES,
  type PlanLimits,
  type PlanOverrides,
  type PlanPrices,
} from "./plan.ts";

const MAX_PRICE_LENGTH = 60;

/** Least and most of each limit that an operator may set. */
const LIMIT_BOUNDS: Readonly<Record<keyof PlanLimits, readonly [least: number, most: number]>> = {
  monthlyRequests: [0, 1_000_000_000],
  batchNames: [1, MAX_BATCH_NAMES],
  burstPerSecond: [1, 1_000_000],
  burstCapacity: [1, 1_000_000],
  activeKeysPerType: [1, 10_000],
};
export const LIMIT_NAMES = namesOf(LIMIT_BOUNDS);

/** Checks limits such as `{"monthlyRequests":2000}`. @throws Error that names the member, and repeats no value */
export function readLimitOverrides(value: unknown): LimitOverrides {
  return readMembers(value, LIMIT_NAMES, (limit, name) => {
    const [least, most] = LIMIT_BOUNDS[name];
    if (typeof limit === "number" && Number.isInteger(limit) && limit >= least && limit <= most) return limit;
    throw new Error(`must be a whole number from ${least} to ${most}`);
  });
}

/** Like `readLimitOverrides`, but ignores members that only a newer version of the program knows. */
export function readKnownLimits(value: object): LimitOverrides {
  const known = new Set<string>(LIMIT_NAMES);
  return readLimitOverrides(Object.fromEntries(Object.entries(value).filter(([name]) => known.has(name))));
}

/** Checks overrides per plan: `{"free":{"monthlyRequests":2000}}`. @throws Error as `readLimitOverrides`. */
export function readPlanOverrides(value: unknown): PlanOverrides {
  return readMembers(value, PLAN_NAMES, readLimitOverrides);
}

/** Checks prices: `{"pro":"$49 a month"}`, without white space around them. @throws Error as `readLimitOverrides`. */
export function readPlanPrices(value: unknown): PlanPrices {
  return readMembers(value, PLAN_NAMES, (price) => {
    const text = typeof price === "string" ? price.trim() : "";
    if (text !== "" && text.length <= MAX_PRICE_LENGTH) return text;
    throw new Error(`must be a text of 1 to ${MAX_PRICE_LENGTH} characters`);
  });
}

/** Checks an object that has any of these members and no others. */
function readMembers<Name extends string, Value>(
  value: unknown,
  names: readonly Name[],
  read: (member: unknown, name: Name) => Value,
): Readonly<Partial<Record<Name, Value>>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("expected an object");
  const members: Partial<Record<Name, Value>> = {};
  for (const [key, member] of Object.entries(value)) {
    const name = names.find((one) => one === key);
    if (name === undefined) throw new Error(`the only members are ${names.join(", ")}`);
    try {
      members[name] = read(member, name);
    } catch (error) {
      throw new Error(`${name}: ${messageOf(error)}`);
    }
  }
  return members;
}
