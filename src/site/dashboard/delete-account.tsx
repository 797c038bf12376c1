/** @jsxImportSource hono/jsx */

import { throttledError } from "../account/account-page.tsx";
import { type FieldErrors, FORM_ERROR, PostForm } from "../form.tsx";
import { counted } from "../number.ts";
import type { SecurityRoutes } from "../routes.ts";
import type { PageCode, PostedForm, SecurityRequest } from "../session.ts";
import { URLS } from "../urls.ts";
import { accountViewOf, dashboardPage, ProofField } from "./dashboard-page.tsx";

const SUSPENDED = "This account is suspended, and only the operator can delete it";

export function deleteAccountRoutes(routes: SecurityRoutes): void {
  routes.signedInPage(URLS.deleteAccount, (request) => deletePage(request, {}));
  routes.signedInPost(URLS.deleteAccount, deleteAccount);
}

async function deleteAccount(request: SecurityRequest, form: PostedForm): Promise<Response> {
  const { context, client, holder, services } = request;
  const deleted = await services.security.deleteAccount(client, holder, form.get("proof") ?? "");
  if (deleted.ok) {
    context.header("Clear-Site-Data", '"cache", "cookies"');
    return context.redirect(`${URLS.signIn}?after=deleted`, 303);
  }
  switch (deleted.reason) {
    case "throttled":
      return deletePage(request, throttledError(deleted.retryAtMs), 429);
    case "account_suspended":
      return deletePage(request, { [FORM_ERROR]: SUSPENDED }, 403);
    case "wrong_password":
      return deletePage(request, { proof: "The password is wrong" });
  }
}

async function deletePage(request: SecurityRequest, errors: FieldErrors, code?: PageCode): Promise<Response> {
  const { holder, services } = request;
  const [accountView, usable, hasPassword] = await Promise.all([
    accountViewOf(request),
    services.keys.usable(holder.accountId),
    services.security.hasPassword(holder),
  ]);
  return dashboardPage(request, {
    accountView,
    path: URLS.deleteAccount,
    title: "Delete the account?",
    errors,
    code,
    content: (
      <>
        <ul>
          <li>{counted(usable.length, "usable key")} will be revoked at once. This cannot be undone.</li>
          <li>
            Your email address, password, sessions, second factor, notices and the names of your keys are deleted.
          </li>
          <li>
            Data needed for billing is kept without your address: the account's number, its plan, its daily counts for
            400 days, and its audit log.
          </li>
          <li>
            Until this month ends (UTC), a keyed digest of your address is kept with the month's usage. If you sign up
            again with the same address, this month's usage and the keys that you created today still count.{" "}
            <a href={URLS.privacy}>What is stored, and for how long</a>
          </li>
        </ul>
        <PostForm action={URLS.deleteAccount} csrfToken={request.csrfToken}>
          <ProofField holder={holder} hasPassword={hasPassword} errors={errors} />
          <div class="actions">
            <a class="button" href={URLS.security}>
              Keep the account
            </a>
            <button type="submit" class="danger">
              Delete {holder.email}
            </button>
          </div>
        </PostForm>
      </>
    ),
  });
}
