/** @jsxImportSource hono/jsx */
import {
  PLAN_NAMES,
  PLAN_TITLES,
  type PlanName,
  type PlanPrices,
  type PlanTable,
  TEST_KEY_DAILY_REQUESTS,
} from "../domain/plan.ts";
import { number } from "./number.ts";
import { ScrollBox } from "./scroll-box.tsx";

interface PlansTableProps {
  readonly plans: PlanTable;
  /** If set, the table has a row of prices. */
  readonly prices?: PlanPrices;
  /** The current plan, marked in words. */
  readonly current?: PlanName;
}

/** A table that compares the plans. */
export function PlansTable({ plans, prices, current }: PlansTableProps) {
  const rows = [
    ...(prices
      ? [{ label: "Price", cell: (plan: PlanName) => prices[plan] ?? (plan === "free" ? "None" : "Ask") }]
      : []),
    {
      label: "Requests per month, all live keys together",
      cell: (plan: PlanName) => number(plans[plan].monthlyRequests),
    },
    { label: "Names in one batch request", cell: (plan: PlanName) => number(plans[plan].batchNames) },
    {
      label: "Requests per second with one key, and in a burst",
      cell: (plan: PlanName) => `${number(plans[plan].burstPerSecond)}/s, ${number(plans[plan].burstCapacity)} at once`,
    },
    {
      label: "Active keys",
      cell: (plan: PlanName) => `${plans[plan].activeKeysPerType} live + ${plans[plan].activeKeysPerType} test`,
    },
    { label: "Requests per day with one test key", cell: () => number(TEST_KEY_DAILY_REQUESTS) },
  ];
  return (
    <ScrollBox label="Plans">
      <table>
        <thead>
          <tr>
            <th scope="col">Limit</th>
            {PLAN_NAMES.map((plan) => (
              <th scope="col" class="number">
                {PLAN_TITLES[plan]}
                {plan === current ? " (yours)" : ""}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              <th scope="row">{row.label}</th>
              {PLAN_NAMES.map((plan) => (
                <td class="number">{row.cell(plan)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
