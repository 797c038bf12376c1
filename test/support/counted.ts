import { type Environment, safety } from "./command.ts";

/** With these limits, no limit of the enterprise plan affects a test. For `PLAN_LIMITS`. */
export const WIDE_LIMITS = JSON.stringify({
  enterprise: { monthlyRequests: 1_000_000_000, burstPerSecond: 1_000_000, burstCapacity: 1_000_000 },
});

/** The number of requests counted for an account this month, as an operator sees it. */
export async function countedRequests(environment: Environment, email = "alice@example.com"): Promise<number> {
  const { out } = await safety(environment, "usage", "--email", email, "--json");
  const { month }: { readonly month: { readonly used: number } } = JSON.parse(out);
  return month.used;
}
