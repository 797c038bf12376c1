/** @jsxImportSource hono/jsx */
import { FIRST_VISIT, refusedFor } from "../../http/form-refusal.ts";
import type { PostedForm, SecurityRequest } from "../../http/session.ts";
import { FORM_ERROR, PostForm } from "../../ui/form.tsx";
import { counted } from "../../ui/number.ts";
import { URLS } from "../../ui/urls.ts";
import { dashboardPage, ProofField } from "./dashboard-page.tsx";

const REFUSALS = {
  account_suspended: { [FORM_ERROR]: "This account is suspended, and only the operator can delete it" },
  wrong_password: { proof: "The password is wrong" },
};

export async function deleteAccount(request: SecurityRequest, form: PostedForm): Promise<Response> {
  const { context, services } = request;
  const deleted = await services.security.deleteAccount(request, form.get("proof") ?? "");
  if (!deleted.ok) return deleteAccountPage(request, refusedFor(deleted, REFUSALS));
  context.header("Clear-Site-Data", '"cache", "cookies"');
  return context.redirect(`${URLS.signIn}?after=deleted`, 303);
}

export async function deleteAccountPage(request: SecurityRequest, refusal = FIRST_VISIT): Promise<Response> {
  const { holder, services } = request;
  const usable = await services.keys.usable(holder.accountId);
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
            Your email address, password, sessions, second factor, notices, webhook and the names of your keys are
            deleted.
          </li>
          <li>
            Data needed for billing is kept without your address: the account's number, its plan, its daily counts for{" "}
            {services.retention.usageDays} days, and its audit log for {services.retention.auditDays} days, with IP
            addresses for {services.retention.addressDays}. <a href={URLS.exportAccount}>Download your data</a> first if
            you want to keep it.
          </li>
          <li>
            Until this month ends (UTC), a keyed digest of your address is kept with the month's usage. If you sign up
            again with the same address, this month's usage and the keys that you created today still count.{" "}
            <a href={URLS.privacy}>What is stored, and for how long</a>
          </li>
        </ul>
        <PostForm
          action={URLS.deleteAccount}
          submit={`Delete ${holder.email}`}
          isDangerous
          back={[URLS.security, "Keep the account"]}
        >
          <ProofField holder={holder} hasPassword={hasPassword} />
        </PostForm>
      </>
    ),
  });
}
