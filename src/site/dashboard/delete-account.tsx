/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import { throttledText } from "../account/account-page.tsx";
import { Field, type FieldErrors, FORM_ERROR, PostForm } from "../form.tsx";
import type { SiteKit } from "../kit.ts";
import { counted } from "../number.ts";
import { URLS } from "../urls.ts";
import type { HolderVisit, PostedForm, SiteEnv, Visits } from "../visit.ts";
import { dashboardPage, holdingOf } from "./dashboard-page.tsx";

export function deleteAccountRoutes(app: Hono<SiteEnv>, kit: SiteKit, visits: Visits): void {
  app.get(
    URLS.deleteAccount,
    visits.holderPage(async (visit) => visit.context.html(await deletePage(kit, visit, {}))),
  );
  app.post(
    URLS.deleteAccount,
    visits.holderPost((visit, form) => deleteAccount(kit, visit, form)),
  );
}

async function deleteAccount(kit: SiteKit, visit: HolderVisit, form: PostedForm): Promise<Response> {
  const { context, client, holder } = visit;
  const deleted = await kit.security.deleteAccount(client, holder, form.get("proof") ?? "");
  if (deleted.ok) {
    context.header("Clear-Site-Data", '"cache", "cookies"');
    return context.redirect(`${URLS.signIn}?after=deleted`, 303);
  }
  return deleted.reason === "throttled"
    ? context.html(await deletePage(kit, visit, { [FORM_ERROR]: throttledText(deleted.retryAtMs) }), 429)
    : context.html(await deletePage(kit, visit, { proof: "That is not right" }), 400);
}

async function deletePage(kit: SiteKit, visit: HolderVisit, errors: FieldErrors): Promise<string> {
  const { holder } = visit;
  const [holding, usable, hasPassword] = await Promise.all([
    holdingOf(kit, visit),
    kit.keys.usable(holder.accountId),
    kit.security.hasPassword(holder),
  ]);
  return dashboardPage(visit, holding, {
    path: URLS.deleteAccount,
    title: "Delete the account?",
    errors,
    content: (
      <>
        <ul>
          <li>{counted(usable.length, "usable key")} will be revoked at once. This cannot be undone.</li>
          <li>Your e-mail address, password, sessions and second factor are forgotten.</li>
          <li>
            What billing needs stays, without your address: the account's number, its plan, its daily counts for 400
            days and its audit log.
          </li>
        </ul>
        <PostForm action={URLS.deleteAccount} csrfToken={visit.csrfToken}>
          {hasPassword ? (
            <Field name="proof" label="Your password" type="password" autocomplete="current-password" errors={errors} />
          ) : (
            <Field name="proof" label={`Type ${holder.email}`} type="email" autocomplete="off" errors={errors} />
          )}
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
