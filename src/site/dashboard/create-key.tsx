/** @jsxImportSource hono/jsx */

import { originOf } from "../../accounts/identity-parts.ts";
import { issueKey } from "../../accounts/issue-key.ts";
import { type DailyKeyRefusal, expiryAfterDay, keyName } from "../../accounts/keys.ts";
import { KEY_TYPES } from "../../domain/plan.ts";
import { Choices, Field, type FieldErrors, FORM_ERROR, PostForm, SubmitButton } from "../form.tsx";
import { timeText } from "../moment.ts";
import type { HolderRoutes } from "../routes.ts";
import type { PostedForm, SignedInRequest } from "../session.ts";
import { URLS } from "../urls.ts";
import { dashboardPage } from "./dashboard-page.tsx";
import { isFirstSubmission, SubmitOnceField, shownKeyPage } from "./shown-once.tsx";

const EXPIRY_DAYS = ["30", "90", "180", "365"] as const;
const DAY_MS = 86_400_000;

export function createKeyRoutes(routes: HolderRoutes): void {
  routes.signedInPage(URLS.createKey, (request) => {
    const type = request.context.req.query("type") ?? "live";
    return createKeyPage(request, new Map([["type", type]]), {});
  });
  routes.signedInPost(URLS.createKey, create);
}

async function create(request: SignedInRequest, form: PostedForm): Promise<Response> {
  const { context, holder, client, services } = request;
  const refuse = (errors: FieldErrors) => createKeyPage(request, form, errors);
  const name = keyName.safeParse(form.get("name"));
  const type = KEY_TYPES.find((one) => one === form.get("type"));
  const expiry = readExpiry(form, services.clock.now());
  const errors: FieldErrors = {
    ...(name.success ? {} : { name: "Enter a name of 1 to 60 characters on one line" }),
    ...(type !== undefined ? {} : { type: "Choose live or test" }),
    ...(typeof expiry === "string" ? { date: expiry } : {}),
  };
  if (!name.success || type === undefined || typeof expiry === "string") return refuse(errors);
  if (!(await isFirstSubmission(request, form))) return context.redirect(`${URLS.keys}?after=shown`, 303);
  const made = await issueKey(services.keys, {
    accountId: holder.accountId,
    name: name.data,
    type,
    expiresAtMs: expiry,
    origin: originOf(client),
  });
  if (made.ok) {
    const status = `The ${made.key.type} key is created and works now.`;
    return shownKeyPage(request, { name: made.key.name, secret: made.secret, status });
  }
  switch (made.reason) {
    case "key_limit_reached":
      return refuse({
        [FORM_ERROR]: `Your plan allows ${made.limit} active ${type} keys at a time. Revoke one first, or change your plan`,
      });
    case "daily_test_keys_reached":
      return refuse({
        [FORM_ERROR]: `The account has had ${made.limit} test keys today, including revoked ones. Your plan allows no more. Reissue a key, or create one after ${timeText(made.retryAtMs)}`,
      });
    case "daily_keys_reached":
      return refuse({ [FORM_ERROR]: dailyKeysText(made) });
    case "expiry_past":
      return refuse({ date: "Choose a day in the future" });
    case "account_not_found":
      throw new Error("the account of a signed-in holder is gone");
  }
}

/** Used for new keys and for reissues. */
export function dailyKeysText({ limit, retryAtMs }: DailyKeyRefusal): string {
  return `The account has created ${limit} keys today, including reissues. Your plan allows no more. You can create the next one after ${timeText(retryAtMs)}`;
}

/**
 * The expiry in milliseconds, null for none, or an error message. A chosen date is the last day on which the key works.
 */
function readExpiry(form: PostedForm, nowMs: number): number | null | string {
  const choice = form.get("expiry");
  // If a date is filled in, the user means it, so a key that never expires would be a surprise.
  if (choice !== "date" && (form.get("date") ?? "") !== "") return "Choose “On a date” above, or clear this field";
  if (choice === "none") return null;
  const days = EXPIRY_DAYS.find((one) => one === choice);
  if (days) return nowMs + Number(days) * DAY_MS;
  const endMs = expiryAfterDay(form.get("date") ?? "");
  if (endMs === null) return "Enter the last valid day, such as 2030-12-31";
  return endMs > nowMs ? endMs : "Choose a day in the future";
}

function createKeyPage(request: SignedInRequest, typed: PostedForm, errors: FieldErrors): Promise<Response> {
  return dashboardPage(request, {
    path: URLS.createKey,
    title: "Create a key",
    errors,
    content: (
      <PostForm action={URLS.createKey} csrfToken={request.csrfToken}>
        <SubmitOnceField />
        <Field
          name="name"
          label="Name"
          hint="Only you see it. For example, where you use the key."
          maxlength={60}
          autocomplete="off"
          value={typed.get("name") ?? ""}
          errors={errors}
        />
        <Choices
          name="type"
          legend="Type"
          chosen={typed.get("type") ?? "live"}
          errors={errors}
          choices={[
            { value: "live", label: "Live: for production, counts toward the monthly quota" },
            { value: "test", label: "Test: for development, free, 100 requests a day" },
          ]}
        />
        <Choices
          name="expiry"
          legend="Expires"
          chosen={typed.get("expiry") ?? "none"}
          errors={errors}
          choices={[
            { value: "none", label: "Never" },
            ...EXPIRY_DAYS.map((days) => ({ value: days, label: `In ${days} days` })),
            { value: "date", label: "On a date" },
          ]}
        />
        <Field
          name="date"
          label="Last valid day (UTC)"
          type="date"
          optional
          hint="Only if you chose “On a date”."
          value={typed.get("date") ?? ""}
          errors={errors}
        />
        <div class="actions">
          <SubmitButton>Create Key</SubmitButton>
          <a href={URLS.keys}>Cancel</a>
        </div>
      </PostForm>
    ),
  });
}
