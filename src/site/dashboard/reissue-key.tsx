/** @jsxImportSource hono/jsx */

import { originOf } from "../../accounts/identity-parts.ts";
import { reissueKey } from "../../accounts/issue-key.ts";
import { type ApiKey, type GracePeriod, gracePeriod, keyStatus } from "../../accounts/keys.ts";
import { Choices, type FieldErrors, FORM_ERROR, PostForm, SubmitButton } from "../form.tsx";
import type { HolderRoutes } from "../routes.ts";
import type { PostedForm, SignedInRequest } from "../session.ts";
import { URLS, urlOf } from "../urls.ts";
import { dailyKeysText } from "./create-key.tsx";
import { dashboardPage } from "./dashboard-page.tsx";
import { keyNotFound, ownKey } from "./keys.tsx";
import { isFirstSubmission, SubmitOnceField, shownKeyPage } from "./shown-once.tsx";

const GRACES = {
  none: { label: "Stop now", result: "The old key no longer works." },
  hour: { label: "Keep working for 1 hour", result: "The old key keeps working for 1 hour." },
  day: { label: "Keep working for 24 hours", result: "The old key keeps working for 24 hours." },
  week: { label: "Keep working for 7 days", result: "The old key keeps working for 7 days." },
} as const satisfies Record<GracePeriod, { readonly label: string; readonly result: string }>;

export function reissueKeyRoutes(routes: HolderRoutes): void {
  routes.signedInPage(URLS.reissueKey, async (request) => {
    const key = await ownKey(request);
    if (!key) return keyNotFound(request);
    if (keyStatus(key, request.services.clock.now()) !== "active") return request.context.redirect(URLS.keys, 303);
    return reissuePage(request, key, {});
  });
  routes.signedInPost(URLS.reissueKey, reissue);
}

async function reissue(request: SignedInRequest, form: PostedForm): Promise<Response> {
  const { context, holder, client, services } = request;
  const key = await ownKey(request);
  if (!key) return keyNotFound(request);
  const refuse = (errors: FieldErrors) => reissuePage(request, key, errors);
  const grace = gracePeriod.safeParse(form.get("grace"));
  if (!grace.success) return refuse({ grace: "Choose what happens to the old key" });
  if (!(await isFirstSubmission(request, form))) return context.redirect(`${URLS.keys}?after=shown`, 303);
  const made = await reissueKey(services.keys, {
    accountId: holder.accountId,
    keyId: key.id,
    grace: grace.data,
    origin: originOf(client),
  });
  if (made.ok) {
    const status = `The new key works now. ${GRACES[grace.data].result}`;
    return shownKeyPage(request, { name: made.key.name, secret: made.secret, status });
  }
  switch (made.reason) {
    case "grace_limit_reached":
      return refuse({
        [FORM_ERROR]: `${made.limit} replaced ${key.type} keys still work. Stop the old key now, or revoke one of them first`,
      });
    case "daily_keys_reached":
    case "daily_test_keys_reached":
      return refuse({ [FORM_ERROR]: dailyKeysText(made) });
    default:
      return refuse({ [FORM_ERROR]: "This key is revoked, expired, or already replaced. Create a new one" });
  }
}

function reissuePage(request: SignedInRequest, key: ApiKey, errors: FieldErrors): Promise<Response> {
  const action = urlOf(URLS.reissueKey, { key: String(key.id) });
  return dashboardPage(request, {
    path: action,
    title: `Reissue “${key.name}”`,
    errors,
    content: (
      <>
        <p>
          A new {key.type} key with the same name replaces <code>{key.display}</code>. It is shown only once.
          {key.type === "test" ? " Requests that the old key has used today count for the new key." : ""}
        </p>
        <PostForm action={action} csrfToken={request.csrfToken}>
          <SubmitOnceField />
          <Choices
            name="grace"
            legend="Old key"
            chosen="day"
            errors={errors}
            choices={gracePeriod.options.map((value) => ({ value, label: GRACES[value].label }))}
          />
          <div class="actions">
            <SubmitButton>Reissue the key</SubmitButton>
            <a href={URLS.keys}>Cancel</a>
          </div>
        </PostForm>
      </>
    ),
  });
}
