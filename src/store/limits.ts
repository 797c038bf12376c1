import { type LimitOverrides, limitsOf, type PlanLimits, type PlanName, type PlanTable } from "../domain/plan.ts";
import { readKnownLimits } from "../domain/plan-settings.ts";

/** An account's limits, from its columns `plan` and `overrides`. */
export type LimitsReader = (plan: PlanName, overrides: string | null) => PlanLimits;

/** Few accounts have their own limits, and the same values repeat. */
const MAX_REMEMBERED = 1_000;

/** Reads limits without parsing the same text twice: admission needs them for every key of every batch. */
export function limitsReader(plans: PlanTable): LimitsReader {
  const remembered = new Map<string, PlanLimits>();
  return (plan, overrides) => {
    // A plan that only a newer version of the program knows gets the smallest limits until this node is upgraded too.
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

/** Ignores members that only a newer version of the program knows, so that two versions can run at the same time. */
export function parseOverrides(text: string | null): LimitOverrides {
  return text === null ? {} : readKnownLimits(JSON.parse(text));
}

export function formatOverrides(overrides: LimitOverrides): string | null {
  return Object.keys(overrides).length === 0 ? null : JSON.stringify(overrides);
}
