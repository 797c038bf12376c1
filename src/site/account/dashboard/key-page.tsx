/** @jsxImportSource hono/jsx */
import { MAX_NETWORKS, readNetworks } from "../../../access/allowed-addresses.ts";
import { originBy } from "../../../accounts/identity-parts.ts";
import {
  type ApiKey,
  GRACE_PERIODS_MS,
  type GracePeriod,
  gracePeriod,
  keyName,
  keyStatus,
} from "../../../accounts/keys.ts";
import { DAY_MS } from "../../../base/window.ts";
import { FIRST_VISIT, refused } from "../../http/form-refusal.ts";
import type { PostedForm, SignedInRequest } from "../../http/session.ts";
import { Choices, FORM_ERROR, PostForm, TextArea } from "../../ui/form.tsx";
import { number } from "../../ui/number.ts";
import { Time } from "../../ui/time.tsx";
import { URLS, urlOf } from "../../ui/urls.ts";
import {
  dailyKeysText,
  isFirstSubmission,
  KEY_NAME_ERROR,
  KeyNameField,
  SubmitOnceField,
  shownKeyPage,
} from "./create-key.tsx";
import { dashboardPage, idOf } from "./dashboard-page.tsx";
import { KeyStatusText, LastUse } from "./keys.tsx";
import { Refused, UsageChart } from "./usage-chart.tsx";
import { loadUsage } from "./usage-report.ts";

const DAYS = 30;
/** Of an IPv6 network and the end of its line. */
const MAX_NETWORK_LENGTH = 45;
const AFTER = { renamed: "The key has its new name.", restricted: "The addresses apply from the next request on." };

type KeyHandler = (request: SignedInRequest, key: ApiKey, form: PostedForm) => Response | Promise<Response>;

/** Handles a page or form of the key whose id is in the path. Another account's key is not found, like one that never existed. */
function ofOwnKey(handle: KeyHandler) {
  return async (request: SignedInRequest, form: PostedForm = new Map()): Promise<Response> => {
    const { context, holder, services } = request;
    const id = idOf(context.req.param("key"));
    const key = id === null ? null : await services.keys.find(id);
    return key?.accountId === holder.accountId ? handle(request, key, form) : keyNotFound(request);
  };
}

function keyNotFound(request: SignedInRequest): Promise<Response> {
  return dashboardPage(request, {
    path: URLS.keys,
    title: "There is no such key in your account",
    refusal: refused({}, 404),
    content: (
      <>
        <p>It may belong to another account, or the URL is mistyped.</p>
        <p>
          <a href={URLS.keys}>Back to API Keys</a>
        </p>
      </>
    ),
  });
}

export const keyPage = ofOwnKey((request, key) => detailsPage(request, key));

export const renameKey = ofOwnKey(async (request, key, form) => {
  const { context, services } = request;
  const name = keyName.safeParse(form.get("name"));
  if (!name.success) return detailsPage(request, key, refused({ name: KEY_NAME_ERROR }, 400, form));
  const { accountId, id: keyId } = key;
  await services.keys.rename({ accountId, keyId, origin: originBy(request) }, name.data);
  return context.redirect(`${urlOf(URLS.key, { key: String(keyId) })}?after=renamed`, 303);
});

export const restrictKey = ofOwnKey(async (request, key, form) => {
  const { context, services } = request;
  const read = readNetworks(form.get("addresses") ?? "");
  if (!read.ok) return detailsPage(request, key, refused({ addresses: read.fault }, 400, form));
  const { accountId, id: keyId } = key;
  await services.keys.restrict({ accountId, keyId, origin: originBy(request) }, read.networks);
  return context.redirect(`${urlOf(URLS.key, { key: String(keyId) })}?after=restricted`, 303);
});

async function detailsPage(request: SignedInRequest, key: ApiKey, refusal = FIRST_VISIT): Promise<Response> {
  const { services, client } = request;
  const parameters = { key: String(key.id) };
  const path = urlOf(URLS.key, parameters);
  const nowMs = services.clock.now();
  const [report, today] = await Promise.all([loadUsage(request, DAYS, key.id), services.usage.day(key.id)]);
  const status = keyStatus(key, nowMs);
  const revoke = (
    <a class="button danger" href={urlOf(URLS.revokeKey, parameters)}>
      Revoke
    </a>
  );
  return dashboardPage(request, {
    path,
    title: key.name,
    refusal,
    after: AFTER,
    action:
      status === "active" ? (
        <div class="actions">
          <a class="button" href={urlOf(URLS.reissueKey, parameters)}>
            Reissue
          </a>
          {revoke}
        </div>
      ) : status === "replaced" ? (
        revoke
      ) : undefined,
    content: (
      <>
        <dl class="pairs">
          <dt>Status</dt>
          <dd>
            <KeyStatusText of={key} nowMs={nowMs} />
          </dd>
          <dt>Key</dt>
          <dd>
            <code>{key.display}</code>, {key.type}
          </dd>
          <dt>Last used</dt>
          <dd>
            <LastUse ms={key.lastUsedAtMs} nowMs={nowMs} />
          </dd>
          {today === null ? null : (
            <>
              <dt>Left today</dt>
              <dd>
                {number(today.remaining)} of {number(today.limit)}
              </dd>
            </>
          )}
          <dt>Allowed addresses</dt>
          <dd>{key.addresses === null ? "Any" : key.addresses.replaceAll(" ", ", ")}</dd>
          <dt>Created</dt>
          <dd>
            <Time ms={key.createdAtMs} nowMs={nowMs} />
          </dd>
        </dl>
        <UsageChart report={report} />
        <Refused report={report} />
        <h2>Rename</h2>
        <PostForm action={path}>
          <KeyNameField value={key.name} />
          <button type="submit">Rename</button>
        </PostForm>
        <h2>Restrict to addresses</h2>
        <PostForm action={urlOf(URLS.restrictKey, parameters)}>
          <TextArea
            name="addresses"
            label="Allowed addresses"
            hint={
              <>
                IPv4 or IPv6 addresses or networks, one on each line, such as 203.0.113.0/24. Requests from other
                addresses get 403. Leave it empty to allow any address.
                {client.address === null ? "" : ` This browser has ${client.address}.`}
              </>
            }
            value={key.addresses?.replaceAll(" ", "\n") ?? ""}
            maxlength={MAX_NETWORKS * MAX_NETWORK_LENGTH}
          />
          <button type="submit">Restrict</button>
        </PostForm>
      </>
    ),
  });
}

const RECENT_MS = 7 * DAY_MS;

export const revokeKeyPage = ofOwnKey((request, key) =>
  keyStatus(key, request.services.clock.now()) === "revoked"
    ? request.context.redirect(urlOf(URLS.key, { key: String(key.id) }), 303)
    : confirmRevocationPage(request, key),
);

export const revokeKey = ofOwnKey(async (request, { id: keyId, accountId }) => {
  const { context, services } = request;
  await services.keys.revoke({ accountId, keyId, origin: originBy(request) });
  return context.redirect(`${URLS.keys}?after=revoked`, 303);
});

function confirmRevocationPage(request: SignedInRequest, key: ApiKey): Promise<Response> {
  const nowMs = request.services.clock.now();
  const parameters = { key: String(key.id) };
  const action = urlOf(URLS.revokeKey, parameters);
  return dashboardPage(request, {
    path: action,
    title: `Revoke “${key.name}”?`,
    content: (
      <>
        {key.lastUsedAtMs !== null && nowMs - key.lastUsedAtMs < RECENT_MS ? (
          <div class="message error">
            <p>
              <strong>This key was used in the last 7 days:</strong> <Time ms={key.lastUsedAtMs} nowMs={nowMs} />.
              Programs that still use it will stop working.
            </p>
          </div>
        ) : null}
        <p>
          Requests with <code>{key.display}</code> will get 403 immediately, everywhere, and permanently. To replace the
          key without downtime, <a href={urlOf(URLS.reissueKey, parameters)}>reissue</a> it instead.
        </p>
        <PostForm
          action={action}
          submit={`Revoke ${key.name}`}
          isDangerous
          back={[urlOf(URLS.key, parameters), "Keep the key"]}
        />
      </>
    ),
  });
}

const GRACES = {
  none: { label: "Stop now", result: "The old key no longer works." },
  hour: { label: "Keep working for 1 hour", result: "The old key keeps working for 1 hour." },
  day: { label: "Keep working for 24 hours", result: "The old key keeps working for 24 hours." },
  week: { label: "Keep working for 7 days", result: "The old key keeps working for 7 days." },
} as const satisfies Record<GracePeriod, { readonly label: string; readonly result: string }>;

export const reissueKeyPage = ofOwnKey((request, key) =>
  keyStatus(key, request.services.clock.now()) === "active"
    ? confirmReissuePage(request, key)
    : request.context.redirect(urlOf(URLS.key, { key: String(key.id) }), 303),
);

export const reissueKey = ofOwnKey(async (request, key, form) => {
  const { context, services } = request;
  const refuse = (text: string, field: string = FORM_ERROR) =>
    confirmReissuePage(request, key, refused({ [field]: text }));
  const grace = gracePeriod.safeParse(form.get("grace"));
  if (!grace.success) return refuse("Choose what happens to the old key", "grace");
  if (!(await isFirstSubmission(request, form))) return context.redirect(`${URLS.keys}?after=shown`, 303);
  const { accountId, id: keyId } = key;
  const made = await services.keys.reissue({ accountId, keyId, grace: grace.data, origin: originBy(request) });
  if (made.ok) {
    const graceEndsAtMs = services.clock.now() + GRACE_PERIODS_MS[grace.data];
    const expiresFirst = key.expiresAtMs !== null && key.expiresAtMs < graceEndsAtMs;
    const result = expiresFirst ? "The old key keeps working until it expires." : GRACES[grace.data].result;
    return shownKeyPage(request, made, `The new key works now. ${result}`);
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

function confirmReissuePage(request: SignedInRequest, key: ApiKey, refusal = FIRST_VISIT): Promise<Response> {
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
        <PostForm action={action} submit="Reissue the key" back={[urlOf(URLS.key, parameters), "Keep the key"]}>
          <SubmitOnceField />
          <Choices
            name="grace"
            legend="Old key"
            chosen="day"
            choices={gracePeriod.options.map((value) => ({ value, label: GRACES[value].label }))}
          />
        </PostForm>
      </>
    ),
  });
}
