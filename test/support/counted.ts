import { REQUEST_KINDS } from "../../src/access/decision.ts";
import type { Store } from "../../src/store/store.ts";
import { type Environment, safety } from "./command.ts";

/** With these limits, no limit of the enterprise plan affects a test. For `PLAN_LIMITS`. */
export const WIDE_LIMITS = JSON.stringify({
  enterprise: { monthlyRequests: 1_000_000_000, burstPerSecond: 1_000_000, burstCapacity: 1_000_000 },
});

/** The number of requests counted for an account, as an operator sees it by days: no end of a month resets it. */
export async function countedRequests(environment: Environment, email = "alice@example.com"): Promise<number> {
  const { out } = await safety(environment, "usage", "--email", email, "--json");
  const { days }: { readonly days: readonly Readonly<Record<string, number>>[] } = JSON.parse(out);
  return days.reduce((sum, day) => sum + totalOf(REQUEST_KINDS.map((kind) => day[kind] ?? 0)), 0);
}

/** The number of requests counted for an account on all its days. */
export async function countedIn(store: Pick<Store, "usage">, accountId: number): Promise<number> {
  const days = await store.usage.daily(accountId, 0, Number.MAX_SAFE_INTEGER);
  return days.reduce((sum, { counts }) => sum + totalOf(Object.values(counts)), 0);
}

function totalOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
