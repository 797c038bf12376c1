/** @jsxImportSource hono/jsx */
import { originBy } from "../../../accounts/identity-parts.ts";
import { NOTICE_TITLES, OPTIONAL_NOTICES } from "../../../accounts/notice.ts";
import type { PostedForm, SignedInRequest } from "../../http/session.ts";
import { Check, PostForm } from "../../ui/form.tsx";
import { URLS } from "../../ui/urls.ts";
import { accountOf, dashboardPage, idOf } from "./dashboard-page.tsx";

const AFTER = { saved: "Your choice of notices is saved." };

export async function dismissNotice({ context, holder, services }: SignedInRequest): Promise<Response> {
  const id = idOf(context.req.param("notice"));
  if (id !== null) await services.notices.dismiss(holder.accountId, id);
  return context.redirect(URLS.overview, 303);
}

export async function saveNotices(request: SignedInRequest, form: PostedForm): Promise<Response> {
  const { context, holder, services } = request;
  const off = OPTIONAL_NOTICES.filter((kind) => !form.has(kind));
  await services.accounts.switchOffNotices(holder.accountId, off, originBy(request));
  return context.redirect(`${URLS.notices}?after=saved`, 303);
}

export async function noticesPage(request: SignedInRequest): Promise<Response> {
  const { noticesOff, email } = await accountOf(request);
  const members = await request.services.members.members(request.holder.accountId);
  return dashboardPage(request, {
    path: URLS.notices,
    title: "Notices",
    after: AFTER,
    content: (
      <>
        <p>
          A notice is sent once to{" "}
          {members.length > 1 ? (
            "the owners of the account, and those about keys and the webhook also to its developers. It"
          ) : (
            <>
              <strong>{email}</strong> and
            </>
          )}{" "}
          stays in the dashboard until {members.length > 1 ? "an owner dismisses" : "you dismiss"} it. A notice that is
          off is neither sent nor shown.
        </p>
        <PostForm action={URLS.notices} submit="Save">
          <fieldset class="field">
            <legend>Send a notice when</legend>
            {OPTIONAL_NOTICES.map((kind) => (
              <Check name={kind} label={NOTICE_TITLES[kind]} checked={!noticesOff.includes(kind)} />
            ))}
          </fieldset>
        </PostForm>
        <p class="small muted">
          You always get an email when someone else revokes one of your keys, when your{" "}
          <a href={URLS.webhook}>webhook</a> is turned off, and when your password, your email address, or two-factor
          sign-in changes. Quotas are checked about once a minute.
        </p>
      </>
    ),
  });
}
