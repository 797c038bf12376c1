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
      ? [{ label: "Price", cell: (plan: PlanName) => prices[plan] ?? (plan === "free" ? "Free" : "On request") }]
      : []),
    { label: "Requests per month, all live keys", cell: (plan: PlanName) => number(plans[plan].monthlyRequests) },
    { label: "Requests per day, one test key", cell: () => number(TEST_KEY_DAILY_REQUESTS) },
    { label: "Requests per second, one key", cell: (plan: PlanName) => number(plans[plan].burstPerSecond) },
    { label: "Burst of requests, one key", cell: (plan: PlanName) => number(plans[plan].burstCapacity) },
    { label: "Names per batch", cell: (plan: PlanName) => number(plans[plan].batchNames) },
    { label: "Live keys (and as many test keys)", cell: (plan: PlanName) => plans[plan].activeKeysPerType },
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
