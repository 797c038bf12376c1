/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import { throttledText } from "../account/account-page.tsx";
import { type FieldErrors, FORM_ERROR, PostForm } from "../form.tsx";
import { counted } from "../number.ts";
import type { HolderRequest, PostedForm, SessionHandlers, SiteEnv } from "../request-context.ts";
import type { SiteServices } from "../services.ts";
import { URLS } from "../urls.ts";
import { accountViewOf, dashboardPage } from "./dashboard-page.tsx";
import { ProofField } from "./proof-field.tsx";

const SUSPENDED = "This account is suspended, and only the operator can delete it";

export function deleteAccountRoutes(app: Hono<SiteEnv>, services: SiteServices, handlers: SessionHandlers): void {
  app.get(
    URLS.deleteAccount,
    handlers.holderPage(async (request) => request.context.html(await deletePage(services, request, {}))),
  );
  app.post(
    URLS.deleteAccount,
    handlers.holderPost((request, form) => deleteAccount(services, request, form)),
  );
}

async function deleteAccount(services: SiteServices, request: HolderRequest, form: PostedForm): Promise<Response> {
  const { context, client, holder } = request;
  const deleted = await services.security.deleteAccount(client, holder, form.get("proof") ?? "");
  if (deleted.ok) {
    context.header("Clear-Site-Data", '"cache", "cookies"');
    return context.redirect(`${URLS.signIn}?after=deleted`, 303);
  }
  const refuse = async (errors: FieldErrors, status: 400 | 403 | 429) =>
    context.html(await deletePage(services, request, errors), status);
  switch (deleted.reason) {
    case "throttled":
      return refuse({ [FORM_ERROR]: throttledText(deleted.retryAtMs) }, 429);
    case "account_suspended":
      return refuse({ [FORM_ERROR]: SUSPENDED }, 403);
    case "wrong_password":
      return refuse({ proof: "The password is wrong" }, 400);
  }
}

async function deletePage(services: SiteServices, request: HolderRequest, errors: FieldErrors): Promise<string> {
  const { holder } = request;
  const [accountView, usable, hasPassword] = await Promise.all([
    accountViewOf(services, request),
    services.keys.usable(holder.accountId),
    services.security.hasPassword(holder),
  ]);
  return dashboardPage(request, accountView, {
    path: URLS.deleteAccount,
    title: "Delete the account?",
    errors,
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
