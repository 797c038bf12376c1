/** @jsxImportSource hono/jsx */

import { originOf } from "../../accounts/identity-parts.ts";
import { reissueKey as issueSuccessor } from "../../accounts/issue-key.ts";
import { type ApiKey, type GracePeriod, gracePeriod, keyStatus } from "../../accounts/keys.ts";
import { Choices, FORM_ERROR } from "../form.tsx";
import { FIRST_VISIT, refused } from "../refusal.ts";
import type { SignedInRequest } from "../session.ts";
import { URLS, urlOf } from "../urls.ts";
import { dailyKeysText } from "./create-key.tsx";
import { ConfirmForm, dashboardPage } from "./dashboard-page.tsx";
import { ofOwnKey } from "./own-key.tsx";
import { isFirstSubmission, SubmitOnceField, shownKeyPage } from "./shown-once.tsx";

const GRACES = {
  none: { label: "Stop now", result: "The old key no longer works." },
  hour: { label: "Keep working for 1 hour", result: "The old key keeps working for 1 hour." },
  day: { label: "Keep working for 24 hours", result: "The old key keeps working for 24 hours." },
  week: { label: "Keep working for 7 days", result: "The old key keeps working for 7 days." },
} as const satisfies Record<GracePeriod, { readonly label: string; readonly result: string }>;

export const reissueKeyPage = ofOwnKey((request, key) =>
  keyStatus(key, request.services.clock.now()) === "active"
    ? pageOf(request, key)
    : request.context.redirect(urlOf(URLS.key, { key: String(key.id) }), 303),
);

export const reissueKey = ofOwnKey(async (request, key, form) => {
  const { context, client, services } = request;
  const refuse = (text: string, field: string = FORM_ERROR) => pageOf(request, key, refused({ [field]: text }));
  const grace = gracePeriod.safeParse(form.get("grace"));
  if (!grace.success) return refuse("Choose what happens to the old key", "grace");
  if (!(await isFirstSubmission(request, form))) return context.redirect(`${URLS.keys}?after=shown`, 303);
  const { accountId, id: keyId } = key;
  const made = await issueSuccessor(services.keys, { accountId, keyId, grace: grace.data, origin: originOf(client) });
  if (made.ok) {
    const status = `The new key works now. ${GRACES[grace.data].result}`;
    return shownKeyPage(request, { name: made.key.name, secret: made.secret, status });
  }
  switch (made.reason) {
    case "grace_limit_reached":
      return refuse(
        `${made.limit} replaced ${key.type} keys still work. Stop the old key now, or revoke one of them first`,
      );
    case "daily_keys_reached":
    case "daily_test_keys_reached":
      return refuse(dailyKeysText(made));
    default:
      return refuse("This key is revoked, expired, or already replaced. Create a new one");
  }
});

function pageOf(request: SignedInRequest, key: ApiKey, refusal = FIRST_VISIT): Promise<Response> {
  const parameters = { key: String(key.id) };
  const action = urlOf(URLS.reissueKey, parameters);
  return dashboardPage(request, {
    path: action,
    title: `Reissue “${key.name}”`,
    refusal,
    content: (
      <>
        <p>
          A new {key.type} key with the same name replaces <code>{key.display}</code>. It is shown only once.
          {key.type === "test" ? " Requests that the old key has used today count for the new key." : ""}
        </p>
        <ConfirmForm
          request={request}
          action={action}
          label="Reissue the key"
          back={[urlOf(URLS.key, parameters), "Keep the key"]}
        >
          <SubmitOnceField />
          <Choices
            name="grace"
            legend="Old key"
            chosen="day"
            errors={refusal.errors}
            choices={gracePeriod.options.map((value) => ({ value, label: GRACES[value].label }))}
          />
        </ConfirmForm>
      </>
    ),
  });
}
