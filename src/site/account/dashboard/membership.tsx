/** @jsxImportSource hono/jsx */
import { originBy } from "../../../accounts/identity-parts.ts";
import { capitalized } from "../../../base/capitalized.ts";
import { FIRST_VISIT, refusedFor } from "../../http/form-refusal.ts";
import type { PostedForm, SignedInRequest } from "../../http/session.ts";
import { FORM_ERROR, PostForm } from "../../ui/form.tsx";
import { Table } from "../../ui/table.tsx";
import { URLS } from "../../ui/urls.ts";
import { accountOf, dashboardPage, idOf } from "./dashboard-page.tsx";
import { MEMBER_REFUSALS } from "./person.tsx";

const AFTER = { left: "You left the account.", unknown: "You are not in that account, or no longer." };

/** The accounts that the person is in. */
export async function accountsPage(request: SignedInRequest): Promise<Response> {
  const { holder, services } = request;
  return dashboardPage(request, {
    path: URLS.accounts,
    title: "Your accounts",
    after: AFTER,
    content: (
      <Table
        class="stack"
        label="Accounts"
        columns={[
          {
            heading: "Account",
            class: "key-name",
            cell: ({ email, accountId }) => (accountId === holder.ownAccountId ? `${email} (your own)` : email),
          },
          { heading: "Role", cell: ({ role }) => capitalized(role) },
          {
            heading: "Action",
            cell: ({ accountId, email }) =>
              accountId === holder.accountId ? (
                "This one"
              ) : (
                <PostForm action={URLS.accounts} class="bare">
                  <input type="hidden" name="account" value={String(accountId)} />
                  <button type="submit" class="quiet">
                    Switch<span class="visually-hidden"> to the account of {email}</span>
                  </button>
                </PostForm>
              ),
          },
        ]}
        rows={await services.members.accountsOf(holder.userId)}
      />
    ),
  });
}

/** This session, and those that start after it, are in the account from then on. */
export async function switchAccount(request: SignedInRequest, form: PostedForm): Promise<Response> {
  const { context, holder, services } = request;
  const accountId = idOf(form.get("account"));
  const isIn = accountId !== null && (await services.members.switchTo(holder.sessionId, holder.userId, accountId));
  return context.redirect(isIn ? URLS.overview : `${URLS.accounts}?after=unknown`, 303);
}

const LEAVE_REFUSALS = {
  ...MEMBER_REFUSALS,
  main_owner: { [FORM_ERROR]: "You are the main owner. Make another owner the main owner first" },
  last_owner: { [FORM_ERROR]: "You are the only owner. Make another person an owner and the main owner first" },
};

export async function leave(request: SignedInRequest): Promise<Response> {
  const { context, holder, services } = request;
  const { accountId, userId } = holder;
  const left = await services.members.leave({ accountId, userId, origin: originBy(request) });
  if (!left.ok) return leavePage(request, refusedFor(left, LEAVE_REFUSALS));
  return context.redirect(`${URLS.accounts}?after=left`, 303);
}

export async function leavePage(request: SignedInRequest, refusal = FIRST_VISIT): Promise<Response> {
  const { email } = await accountOf(request);
  return dashboardPage(request, {
    path: URLS.leave,
    title: "Leave this account?",
    refusal,
    content: (
      <>
        <p>
          You no longer see the account of {email} or manage it. Its keys keep working. Your own account stays. To come
          back, you need an invitation.
        </p>
        <PostForm action={URLS.leave} submit="Leave" isDangerous back={[URLS.people, "Stay"]} />
      </>
    ),
  });
}
