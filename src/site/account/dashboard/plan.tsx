/** @jsxImportSource hono/jsx */
import { originBy } from "../../../accounts/identity-parts.ts";
import { planRequestEmail, planRequestMessage } from "../../../accounts/plan-request.ts";
import { throttle } from "../../../accounts/throttle.ts";
import { timeText } from "../../../base/window.ts";
import { PLAN_NAMES, PLAN_TITLES } from "../../../domain/plan.ts";
import { FIRST_VISIT, refused } from "../../http/form-refusal.ts";
import type { PostedForm, SignedInRequest } from "../../http/session.ts";
import { Choices, PostForm, TextArea } from "../../ui/form.tsx";
import { number } from "../../ui/number.ts";
import { PlansTable } from "../../ui/plan-table.tsx";
import { URLS } from "../../ui/urls.ts";
import { accountOf, dashboardPage } from "./dashboard-page.tsx";

const AFTER = {
  request: "Your request is sent. The operator of this server answers by email.",
};

export async function requestPlan(request: SignedInRequest, form: PostedForm): Promise<Response> {
  const { context, holder, services } = request;
  const account = await accountOf(request);
  const plan = PLAN_NAMES.find((one) => one !== account.plan && one === form.get("plan"));
  const message = planRequestMessage.safeParse(form.get("message") ?? "");
  if (plan === undefined || !message.success) {
    const errors = {
      ...(plan !== undefined ? {} : { plan: "Choose a different plan" }),
      ...(message.success ? {} : { message: "Enter at most 500 characters" }),
    };
    return planPage(request, refused(errors, 400, form));
  }
  await throttle(services.throttles, "plan_request_account", account.email);
  const { id: accountId, email, plan: currentPlan } = account;
  const asked = { accountId, email, person: holder.email, currentPlan, plan, message: message.data };
  const letter = services.contactEmail === undefined ? undefined : planRequestEmail(services.contactEmail, asked);
  await services.accounts.requestPlan(accountId, { plan, message: message.data, origin: originBy(request) }, letter);
  return context.redirect(`${URLS.plan}?after=request`, 303);
}

export async function planPage(request: SignedInRequest, refusal = FIRST_VISIT): Promise<Response> {
  const { services } = request;
  const { plan, limits, id } = await accountOf(request);
  const open = await services.accounts.planRequest(id);
  const hasOwnLimits = JSON.stringify(limits) !== JSON.stringify(services.plans[plan]);
  const others = PLAN_NAMES.filter((name) => name !== plan);
  return dashboardPage(request, {
    path: URLS.plan,
    title: "Plan",
    refusal,
    after: AFTER,
    content: (
      <>
        <p>
          You are on <strong>{PLAN_TITLES[plan]}</strong>: {number(limits.monthlyRequests)} requests a month,{" "}
          {number(limits.batchNames)} names in a batch.
          {hasOwnLimits ? " Your account has custom limits, which can differ from the table." : ""}
        </p>
        <PlansTable plans={services.plans} prices={services.prices} current={plan} />
        <h2>Change the plan</h2>
        {open ? (
          <p class="message">
            You requested the <strong>{PLAN_TITLES[open.plan]}</strong> plan on {timeText(open.requestedAtMs)}. A new
            request replaces it.
          </p>
        ) : null}
        <p>
          Send a request to the operator of this server, who answers by email. A new plan applies from your next
          request. What you have used this month still counts.
          {services.contactEmail ? (
            <>
              {" "}
              You can also write to <a href={`mailto:${services.contactEmail}`}>{services.contactEmail}</a>.
            </>
          ) : null}
        </p>
        <PostForm action={URLS.plan} submit="Send request">
          <Choices
            name="plan"
            legend="New plan"
            chosen={others.find((name) => PLAN_NAMES.indexOf(name) > PLAN_NAMES.indexOf(plan)) ?? ""}
            choices={others.map((name) => ({ value: name, label: PLAN_TITLES[name] }))}
          />
          <TextArea
            name="message"
            label="Message"
            hint="Optional. For example, how many requests you expect per month."
            maxlength={500}
          />
        </PostForm>
      </>
    ),
  });
}
