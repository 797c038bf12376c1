import {
  type LimitOverrides,
  limitOverrides,
  limitsOf,
  type PlanLimits,
  type PlanName,
  type PlanTable,
} from "../domain/plan.ts";

/** The limits in force for an account, from its columns `plan` and `overrides`. */
export type LimitsReader = (plan: PlanName, overrides: string | null) => PlanLimits;

/** Accounts with numbers of their own are few, and the same numbers come again and again. */
const MAX_REMEMBERED = 1_000;

/** Reads limits without parsing the same text twice: admission asks for every key of every batch. */
export function limitsReader(plans: PlanTable): LimitsReader {
  const remembered = new Map<string, PlanLimits>();
  return (plan, overrides) => {
    // A plan that only a newer version of the program knows has the smallest numbers until this node is upgraded too.
    const known = Object.hasOwn(plans, plan) ? plan : "free";
    if (overrides === null) return plans[known];
    const name = `${plan} ${overrides}`;
    let limits = remembered.get(name);
    if (limits === undefined) {
      limits = limitsOf(plans, known, parseOverrides(overrides));
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(name, limits);
    }
    return limits;
  };
}

/** Members that only a newer version of the program knows are left out, so that two versions can work side by side. */
export function parseOverrides(text: string | null): LimitOverrides {
  return text === null ? {} : limitOverrides.unwrap().strip().parse(JSON.parse(text));
}

export function formatOverrides(overrides: LimitOverrides): string | null {
  return Object.keys(overrides).length === 0 ? null : JSON.stringify(overrides);
}
