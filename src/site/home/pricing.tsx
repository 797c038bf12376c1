/** @jsxImportSource hono/jsx */
import type { PlanTable } from "../../domain/plan.ts";
import { renderPage } from "../layout.tsx";
import { PlansTable } from "../plan-table.tsx";
import { URLS } from "../urls.ts";

export function pricingPage(plans: PlanTable): string {
  return renderPage(
    {
      title: "Plans",
      description: "Requests a month, batch size and keys of the Free, Pro and Enterprise plans.",
      path: URLS.pricing,
    },
    <>
      <h1>Plans</h1>
      <PlansTable plans={plans} />
      <ul>
        <li>A request counts once, when it is admitted; refused requests (401, 403, 429, 503) count nothing.</li>
        <li>A batch of any size is one request.</li>
        <li>Months and days are UTC calendar windows. At the limit the answer is 429 with the time of the next one.</li>
        <li>Test keys are free of charge and never touch the monthly quota.</li>
      </ul>
      <p>
        Every account starts on Free. The operator of this server sets prices and changes plans; a change is in force
        for the next request.
      </p>
      <p>
        <a class="button primary" href={URLS.signUp}>
          Create an account
        </a>
      </p>
    </>,
  );
}
