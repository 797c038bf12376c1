import { type Environment, safety } from "./command.ts";

/** Under these no limit of the enterprise plan gets into the way of a test. For `PLAN_LIMITS`. */
export const WIDE_LIMITS = JSON.stringify({
  enterprise: { monthlyRequests: 1_000_000_000, burstPerSecond: 1_000_000, burstCapacity: 1_000_000 },
});

/** Requests of an account that this month's count holds, as an operator reads them. */
export async function countedRequests(environment: Environment, email = "alice@example.com"): Promise<number> {
  const { out } = await safety(environment, "usage", "--email", email, "--json");
  const { month }: { readonly month: { readonly used: number } } = JSON.parse(out);
  return month.used;
}
