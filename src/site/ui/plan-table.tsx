/** @jsxImportSource hono/jsx */

import {
  PLAN_NAMES,
  PLAN_TITLES,
  type PlanName,
  type PlanPrices,
  type PlanTable,
  TEST_KEY_DAILY_REQUESTS,
} from "../../domain/plan.ts";
import { number } from "./number.ts";
import { Table } from "./table.tsx";

interface PlansTableProps {
  readonly plans: PlanTable;
  /** If set, the table has a row of prices. */
  readonly prices?: PlanPrices;
  /** The current plan, marked in words. */
  readonly current?: PlanName;
}

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
    <Table
      label="Plans"
      columns={[
        { heading: "Limit", cell: ({ label }) => label },
        ...PLAN_NAMES.map((plan) => ({
          heading: `${PLAN_TITLES[plan]}${plan === current ? " (yours)" : ""}`,
          class: "number",
          cell: (row: (typeof rows)[number]) => row.cell(plan),
        })),
      ]}
      rows={rows}
    />
  );
}
