import { type LimitOverrides, limitsOf, type PlanLimits, type PlanName, type PlanTable } from "../domain/plan.ts";
import { readKnownLimits } from "../domain/plan-settings.ts";

/** An account's limits, from its columns `plan` and `overrides`. */
export type LimitsReader = (plan: PlanName, overrides: string | null) => PlanLimits;

export function limitsReader(plans: PlanTable): LimitsReader {
  return (plan, overrides) => {
    // A plan that only a newer version of the program knows gets the smallest limits until this node is upgraded too.
    const known = Object.hasOwn(plans, plan) ? plan : "free";
    return overrides === null ? plans[known] : limitsOf(plans, known, parseOverrides(overrides));
  };
}

/** Ignores members that only a newer version of the program knows, so that two versions can run at the same time. */
export function parseOverrides(text: string | null): LimitOverrides {
  return text === null ? {} : readKnownLimits(JSON.parse(text));
}

export function formatOverrides(overrides: LimitOverrides): string | null {
  return Object.keys(overrides).length === 0 ? null : JSON.stringify(overrides);
}
