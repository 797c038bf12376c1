/** @jsxImportSource hono/jsx */
import { originBy } from "../../../accounts/identity-parts.ts";
import {
  type CreateKeyRefusal,
  type DailyKeyRefusal,
  expiryAfterDay,
  keyName,
  type NewKeyResult,
} from "../../../accounts/keys.ts";
import { takeForm } from "../../../accounts/single-use.ts";
import { timeText } from "../../../base/window.ts";
import { KEY_TYPES, type KeyType } from "../../../domain/plan.ts";
import { FIRST_VISIT, refused } from "../../http/form-refusal.ts";
import type { PostedForm, SignedInRequest } from "../../http/session.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { createNonce } from "../../ui/csrf.ts";
import { Choices, Field, type FieldErrors, FORM_ERROR, PostForm } from "../../ui/form.tsx";
import { URLS } from "../../ui/urls.ts";
import { dashboardPage } from "./dashboard-page.tsx";

export const KEY_NAME_ERROR = "Enter a name of 1 to 60 characters on one line";

export async function createKey(request: SignedInRequest, form: PostedForm): Promise<Response> {
  const { context, holder, services } = request;
  const refuse = (errors: FieldErrors) => createKeyPage(request, refused(errors, 400, form));
  const name = keyName.safeParse(form.get("name"));
  const type = KEY_TYPES.find((one) => one === form.get("type"));
  const expiry = readExpiry(form, services.clock.now());
  const errors: FieldErrors = {
    ...(name.success ? {} : { name: KEY_NAME_ERROR }),
    ...(type !== undefined ? {} : { type: "Choose live or test" }),
    ...(typeof expiry === "string" ? { date: expiry } : {}),
  };
  if (!name.success || type === undefined || typeof expiry === "string") return refuse(errors);
  if (!(await isFirstSubmission(request, form))) return context.redirect(`${URLS.keys}?after=shown`, 303);
  const made = await services.keys.create({
    accountId: holder.accountId,
    name: name.data,
    type,
    expiresAtMs: expiry,
    origin: originBy(request),
  });
  if (!made.ok) return refuse(made.reason === "expiry_past" ? { date: PAST } : { [FORM_ERROR]: limitText(made, type) });
  return shownKeyPage(request, made, `The ${type} key is created and works now.`);
}

const ONCE_FIELD = "once";

/** Makes a form work only once: its answer shows a secret, and reloading the answer must not repeat the action. */
export function SubmitOnceField() {
  return <input type="hidden" name={ONCE_FIELD} value={createNonce()} />;
}

/** The fields of `createKey` for a new account's first key, in a form without questions. */
export function FirstKeyFields() {
  return (
    <>
      <SubmitOnceField />
      <input type="hidden" name="name" value="First key" />
      <input type="hidden" name="type" value="test" />
    </>
  );
}

/** Takes the one use of a form. False if it was sent before, as by a reload. */
export async function isFirstSubmission({ holder, services }: SignedInRequest, form: PostedForm): Promise<boolean> {
  const formId = form.get(ONCE_FIELD) ?? "";
  return formId !== "" && takeForm(services.singleUses, holder.accountId, formId);
}

function limitText(refusal: CreateKeyRefusal, type: KeyType): string {
  switch (refusal.reason) {
    case "key_limit_reached":
      return `Your plan allows ${refusal.limit} active ${type} keys at a time. Revoke one first, or change your plan`;
    case "daily_test_keys_reached":
      return `The account has had ${refusal.limit} test keys today, including revoked ones. Your plan allows no more. Reissue a key, or create one after ${timeText(refusal.retryAtMs)}`;
    case "daily_keys_reached":
      return dailyKeysText(refusal);
    default:
      throw new Error(`a signed-in holder cannot create a key: ${refusal.reason}`);
  }
}

/** Used for new keys and for reissues. */
export function dailyKeysText({ limit, retryAtMs }: DailyKeyRefusal): string {
  return `The account has created ${limit} keys today, including reissues. Your plan allows no more. You can create the next one after ${timeText(retryAtMs)}`;
}

const PAST = "Choose a day in the future";

/** The expiry in milliseconds, null for none, or an error message. A date is the last day on which the key works. */
function readExpiry(form: PostedForm, nowMs: number): number | null | string {
  const date = form.get("date") ?? "";
  if (date === "") return null;
  const endMs = expiryAfterDay(date);
  if (endMs === null) return "Enter the last valid day, such as 2030-12-31";
  return endMs > nowMs ? endMs : PAST;
}

export function KeyNameField({ value = "" }: { readonly value?: string }) {
  return (
    <Field
      name="name"
      label="Name"
      hint="Only people of the account see it. For example, where you use the key."
      maxlength={60}
      autocomplete="off"
      value={value}
    />
  );
}

export function createKeyPage(request: SignedInRequest, refusal = FIRST_VISIT): Promise<Response> {
  return dashboardPage(request, {
    path: URLS.createKey,
    title: "Create key",
    refusal,
    content: (
      <PostForm action={URLS.createKey} submit="Create key" back={[URLS.keys, "Cancel"]}>
        <SubmitOnceField />
        <KeyNameField />
        <Choices
          name="type"
          legend="Type"
          chosen="test"
          choices={[
            { value: "test", label: "Test: for development, free, 100 requests a day" },
            { value: "live", label: "Live: for production, counts toward the monthly quota" },
          ]}
        />
        <Field
          name="date"
          label="Last day (UTC)"
          type="date"
          optional
          hint="Optional. Without one, the key works until you revoke it."
        />
      </PostForm>
    ),
  });
}

/** The only page with the key: not stored (`no-store`), at the form's URL, and cleared when the user leaves. */
export function shownKeyPage(request: SignedInRequest, made: NewKeyResult, status: string): Promise<Response> {
  return dashboardPage(request, {
    // The key is shown without other content; everything else can wait for the next page.
    hasNotices: false,
    refusal: refused({}, 201),
    path: URLS.createKey,
    title: "Copy your key now",
    status,
    content: (
      <>
        <div class="panel" data-once={URLS.keys}>
          <h2>{made.key.name}</h2>
          <p>This is the only time you can see it. The service stores only a hash of the key.</p>
          <code class="secret" id="key">
            {made.secret}
          </code>
          <p class="actions">
            <button type="button" class="primary" data-copy="key" hidden>
              Copy key
            </button>
            <a href={URLS.keys}>I saved it: back to API Keys</a>
          </p>
          {FIRST_REQUESTS.map(({ id, title, path }) => (
            <section>
              <h3>{title}</h3>
              <CodeBlock
                id={id}
                label={`${title} with curl`}
                text={curlLine(request.services.baseUrl, made.secret, path)}
              />
              <p>
                <button type="button" data-send={path} hidden>
                  Send it from this browser
                </button>
              </p>
              <p role="status" />
              <pre hidden />
            </section>
          ))}
        </div>
        <p>Store it in your server's environment, not in pages, apps, repositories, or email.</p>
      </>
    ),
  });
}

const SAMPLE = "/v1/safety/Irvine";

/** One of each edition. */
export const FIRST_REQUESTS = [
  { id: "curl", title: "First request", path: SAMPLE },
  { id: "curl-us", title: "A place in any state", path: "/v1/us/safety/TX/Austin" },
] as const;

/** A request on one line that works as printed. */
export function curlLine(baseUrl: string, key = "YOUR_API_KEY", path = SAMPLE): string {
  return `curl -H 'X-API-Key: ${key}' ${baseUrl}${path}`;
}
