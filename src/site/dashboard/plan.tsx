/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import { CodeBlock } from "../code-block.tsx";
import type { SiteKit } from "../kit.ts";
import { number } from "../number.ts";
import { PLAN_TITLES, PlansTable } from "../plan-table.tsx";
import { URLS } from "../urls.ts";
import type { SiteEnv, Visits } from "../visit.ts";
import { dashboardPage, holdingOf } from "./dashboard-page.tsx";

export function planRoutes(app: Hono<SiteEnv>, kit: SiteKit, visits: Visits): void {
  app.get(
    URLS.plan,
    visits.holderPage(async (visit) => {
      const holding = await holdingOf(kit, visit);
      const { plan, limits, email } = holding.account;
      const isOwn = JSON.stringify(limits) !== JSON.stringify(kit.plans[plan]);
      return visit.context.html(
        dashboardPage(visit, holding, {
          path: URLS.plan,
          title: "Plan",
          content: (
            <>
              <p>
                You are on <strong>{PLAN_TITLES[plan]}</strong>: {number(limits.monthlyRequests)} requests a month,{" "}
                {number(limits.batchNames)} names in a batch.
                {isOwn ? " The operator has set limits of your own, which may differ from the table." : ""}
              </p>
              <PlansTable plans={kit.plans} current={plan} />
              <h2>Change the plan</h2>
              <p>
                The operator of this server changes plans, with the command below. A change is in force for the next
                request; what was used this month stays counted.
              </p>
              <CodeBlock
                id="plan-command"
                label="Command to change the plan"
                text={`npm run -s safety -- account plan ${email} ${plan === "free" ? "pro" : "enterprise"}`}
              />
            </>
          ),
        }),
      );
    }),
  );
}
