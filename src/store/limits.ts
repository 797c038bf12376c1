import { limitsOf, type PlanLimits, type PlanName, type PlanTable } from "../domain/plan.ts";
import { readKnownLimits } from "../domain/plan-settings.ts";

export type LimitsReader = (plan: PlanName, overrides: string | null) => PlanLimits;

export function limitsReader(plans: PlanTable): LimitsReader {
  return (plan, overrides) => {
    // A plan that only a newer version of the program knows gets the smallest limits until this node is upgraded too.
    const known = Object.hasOwn(plans, plan) ? plan : "free";
    // Ignores limits that only a newer version knows, so that two versions can run at the same time.
    return overrides === null ? plans[known] : limitsOf(plans, known, readKnownLimits(JSON.parse(overrides)));
  };
}
