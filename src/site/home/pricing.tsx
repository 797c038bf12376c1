/** @jsxImportSource hono/jsx */
import { PLAN_TITLES } from "../../domain/plan.ts";
import type { SiteSettings } from "../http/services.ts";
import { PrimaryLink } from "../ui/form.tsx";
import { renderPage } from "../ui/layout.tsx";
import { PlansTable } from "../ui/plan-table.tsx";
import { URLS } from "../ui/urls.ts";

type PricingView = Pick<SiteSettings, "plans" | "prices" | "contactEmail">;

export function pricingPage({ plans, prices, contactEmail }: PricingView): string {
  return renderPage(
    {
      title: "Pricing",
      description: `Prices, monthly requests, batch sizes, and keys of each plan: ${Object.values(PLAN_TITLES).join(", ")}.`,
      path: URLS.pricing,
    },
    <>
      <h1>Pricing</h1>
      <PlansTable plans={plans} prices={prices} />
      <p>
        <PrimaryLink href={URLS.signUp}>Create an account</PrimaryLink>
      </p>
      <h2>How to upgrade</h2>
      <p>
        Every account starts on Free. To upgrade, sign in and open <a href={URLS.plan}>Plan</a>: choose the plan and
        send the request. The operator of this server answers by email and changes the plan, and the new limits apply to
        your next request.
      </p>
      {contactEmail ? (
        <p>
          Questions? Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
        </p>
      ) : null}
      <h2>What counts</h2>
      <ul>
        <li>A request counts once, when the service accepts it. Refused requests (401, 403, 429, 503) do not count.</li>
        <li>A batch of any size is one request.</li>
        <li>Months and days are UTC. Over the limit, requests get 429 with the time when the limit resets.</li>
        <li>Test keys are free and do not use the monthly quota.</li>
      </ul>
      <p>
        See the <a href={URLS.terms}>terms of use</a> and <a href={URLS.privacy}>what is stored</a>.
      </p>
    </>,
  );
}
