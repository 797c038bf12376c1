/** @jsxImportSource hono/jsx */
import { FIRST_VISIT, refusedFor } from "../../http/form-refusal.ts";
import type { PostedForm, SecurityRequest } from "../../http/session.ts";
import { FORM_ERROR, PostForm } from "../../ui/form.tsx";
import { counted } from "../../ui/number.ts";
import { URLS } from "../../ui/urls.ts";
import { accountOf, dashboardPage, ProofField } from "./dashboard-page.tsx";

const REFUSALS = {
  account_suspended: { [FORM_ERROR]: "This account is suspended, and only the operator can delete it" },
  wrong_password: { proof: "The password is wrong" },
};

export async function deleteAccount(request: SecurityRequest, form: PostedForm): Promise<Response> {
  const { context, holder, services } = request;
  const isOwn = holder.accountId === holder.ownAccountId;
  const deleted = await services.security.deleteAccount(request, form.get("proof") ?? "");
  if (!deleted.ok) return deleteAccountPage(request, refusedFor(deleted, REFUSALS));
  context.header("Clear-Site-Data", isOwn ? '"cache", "cookies"' : '"cache"');
  return context.redirect(isOwn ? `${URLS.signIn}?after=deleted` : URLS.accounts, 303);
}

export async function deleteAccountPage(request: SecurityRequest, refusal = FIRST_VISIT): Promise<Response> {
  const { holder, services } = request;
  const [{ email }, usable, members] = await Promise.all([
    accountOf(request),
    services.keys.usable(holder.accountId),
    services.members.members(holder.accountId),
  ]);
  const isOwn = holder.accountId === holder.ownAccountId;
  const hasPassword = await services.security.hasPassword(holder);
  return dashboardPage(request, {
    path: URLS.deleteAccount,
    title: "Delete the account?",
    refusal,
    content: (
      <>
        <ul>
          <li>{counted(usable.length, "usable key")} will be revoked at once. This cannot be undone.</li>
          <li>
            {isOwn ? "Your email address, password, sessions, second factor, " : "Its people, invitations, "}
            notices, webhook and the names of its keys are deleted.
          </li>
          {members.length > 1 ? (
            <li>
              {isOwn
                ? "The other people of the account lose it, and you are removed from the accounts of others. To keep it for the others, "
                : "Its other people lose it, also its main owner. All of you keep your own sign-ins and accounts. To go without deleting it, "}
              <a href={URLS.people}>{isOwn ? "make another owner the main owner" : "leave it"}</a> instead.
            </li>
          ) : null}
          <li>
            Data needed for billing is kept without {isOwn ? "your address" : "addresses"}: the account's number, its
            plan, its daily counts for {services.retention.usageDays} days, and its audit log for{" "}
            {services.retention.auditDays} days, with IP addresses for {services.retention.addressDays}.{" "}
            <a href={URLS.exportAccount}>Download your data</a> first if you want to keep it.
          </li>
          <li>
            {isOwn
              ? "Until this month ends (UTC), a keyed digest of your address is kept with the month's usage. If you sign up again with the same address, this month's usage and the keys that you created today still count. "
              : "This month's usage still counts in the main owner's own account. "}
            <a href={URLS.privacy}>What is stored, and for how long</a>
          </li>
        </ul>
        <PostForm
          action={URLS.deleteAccount}
          submit={isOwn ? `Delete ${email}` : `Delete the account of ${email}`}
          isDangerous
          back={[URLS.security, "Keep the account"]}
        >
          <ProofField holder={holder} hasPassword={hasPassword} />
        </PostForm>
      </>
    ),
  });
}
