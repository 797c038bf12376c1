/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import { CodeBlock } from "../code-block.tsx";
import { number } from "../number.ts";
import { PLAN_TITLES, PlansTable } from "../plan-table.tsx";
import type { SessionHandlers, SiteEnv } from "../request-context.ts";
import type { SiteServices } from "../services.ts";
import { URLS } from "../urls.ts";
import { accountViewOf, dashboardPage } from "./dashboard-page.tsx";

export function planRoutes(app: Hono<SiteEnv>, services: SiteServices, handlers: SessionHandlers): void {
  app.get(
    URLS.plan,
    handlers.holderPage(async (request) => {
      const accountView = await accountViewOf(services, request);
      const { plan, limits, email } = accountView.account;
      const isOwn = JSON.stringify(limits) !== JSON.stringify(services.plans[plan]);
      return request.context.html(
        dashboardPage(request, accountView, {
          path: URLS.plan,
          title: "Plan",
          content: (
            <>
              <p>
                You are on <strong>{PLAN_TITLES[plan]}</strong>: {number(limits.monthlyRequests)} requests a month,{" "}
                {number(limits.batchNames)} names in a batch.
                {isOwn ? " The operator has set limits of your own, which may differ from the table." : ""}
              </p>
              <PlansTable plans={services.plans} current={plan} />
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
