/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import { mailPlanRequest, type PlanRequest, planRequestMessage } from "../../accounts/plan-request.ts";
import { throttle } from "../../accounts/throttle.ts";
import { PLAN_NAMES, PLAN_TITLES, planName } from "../../domain/plan.ts";
import { throttledText } from "../account/account-page.tsx";
import { Choices, type FieldErrors, FORM_ERROR, PostForm, TextArea } from "../form.tsx";
import { timeText } from "../moment.ts";
import { number } from "../number.ts";
import { PlansTable } from "../plan-table.tsx";
import type { HolderRequest, PostedForm, SessionHandlers, SiteEnv } from "../request-context.ts";
import type { SiteServices } from "../services.ts";
import { URLS } from "../urls.ts";
import { accountViewOf, dashboardPage } from "./dashboard-page.tsx";

const AFTER: ReadonlyMap<string, string> = new Map([
  ["request", "Your request is sent. The operator of this server answers by email."],
  ["withdrawn", "Your request is withdrawn."],
]);

export function planRoutes(app: Hono<SiteEnv>, services: SiteServices, handlers: SessionHandlers): void {
  app.get(
    URLS.plan,
    handlers.holderPage(async (request) => request.context.html(await planPage(services, request, new Map(), {}))),
  );
  app.post(
    URLS.plan,
    handlers.holderPost((request, form) => requestPlan(services, request, form)),
  );
  app.post(
    URLS.withdrawPlanRequest,
    handlers.holderPost(async ({ context, holder }) => {
      await services.planRequests.withdraw(holder.accountId);
      return context.redirect(`${URLS.plan}?after=withdrawn`, 303);
    }),
  );
}

async function requestPlan(services: SiteServices, request: HolderRequest, form: PostedForm): Promise<Response> {
  const { context, holder } = request;
  const refuse = async (errors: FieldErrors, status: 400 | 429 = 400) =>
    context.html(await planPage(services, request, form, errors), status);
  const { account } = await accountViewOf(services, request);
  const plan = planName.safeParse(form.get("plan"));
  const message = planRequestMessage.safeParse(form.get("message") ?? "");
  if (!plan.success || plan.data === account.plan || !message.success) {
    return refuse({
      ...(plan.success && plan.data !== account.plan ? {} : { plan: "Choose a different plan" }),
      ...(message.success ? {} : { message: "Enter at most 500 characters" }),
    });
  }
  const allowed = await throttle(services.throttles, "plan_request_account", account.email);
  if (!allowed.ok) return refuse({ [FORM_ERROR]: throttledText(allowed.retryAtMs) }, 429);
  await services.planRequests.save(holder.accountId, plan.data, message.data);
  if (services.contactEmail !== undefined) {
    await mailPlanRequest(services.mailer, services.contactEmail, {
      email: account.email,
      currentPlan: account.plan,
      plan: plan.data,
      message: message.data,
    });
  }
  return context.redirect(`${URLS.plan}?after=request`, 303);
}

async function planPage(
  services: SiteServices,
  request: HolderRequest,
  typed: PostedForm,
  errors: FieldErrors,
): Promise<string> {
  const [accountView, open] = await Promise.all([
    accountViewOf(services, request),
    services.planRequests.find(request.holder.accountId),
  ]);
  const { plan, limits } = accountView.account;
  const hasOwnLimits = JSON.stringify(limits) !== JSON.stringify(services.plans[plan]);
  const others = PLAN_NAMES.filter((name) => name !== plan);
  return dashboardPage(request, accountView, {
    path: URLS.plan,
    title: "Plan",
    errors,
    status: AFTER.get(request.context.req.query("after") ?? ""),
    content: (
      <>
        <p>
          You are on <strong>{PLAN_TITLES[plan]}</strong>: {number(limits.monthlyRequests)} requests a month,{" "}
          {number(limits.batchNames)} names in a batch.
          {hasOwnLimits ? " Your account has custom limits, which can differ from the table." : ""}
        </p>
        <PlansTable plans={services.plans} prices={services.prices} current={plan} />
        <h2>Change the plan</h2>
        {open ? <OpenRequest request={open} csrfToken={request.csrfToken} /> : null}
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
        <PostForm action={URLS.plan} csrfToken={request.csrfToken}>
          <Choices
            name="plan"
            legend="New plan"
            chosen={
              typed.get("plan") ?? others.find((name) => PLAN_NAMES.indexOf(name) > PLAN_NAMES.indexOf(plan)) ?? ""
            }
            errors={errors}
            choices={others.map((name) => ({ value: name, label: PLAN_TITLES[name] }))}
          />
          <TextArea
            name="message"
            label="Message"
            hint="Optional. For example, how many requests you expect per month."
            maxlength={500}
            value={typed.get("message") ?? ""}
            errors={errors}
          />
          <button type="submit" class="primary">
            Send request
          </button>
        </PostForm>
      </>
    ),
  });
}

function OpenRequest({ request, csrfToken }: { readonly request: PlanRequest; readonly csrfToken: string }) {
  return (
    <div class="message">
      <p>
        You requested the <strong>{PLAN_TITLES[request.plan]}</strong> plan on {timeText(request.requestedAtMs)}. A new
        request replaces it.
      </p>
      <PostForm action={URLS.withdrawPlanRequest} csrfToken={csrfToken} class="bare">
        <button type="submit" class="quiet">
          Withdraw the request
        </button>
      </PostForm>
    </div>
  );
}
