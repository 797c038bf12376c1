/** @jsxImportSource hono/jsx */
import type { AuditEvent, AuditEventName } from "../../../accounts/account.ts";
import type { ApiKey } from "../../../accounts/keys.ts";
import type { OpenSession } from "../../../accounts/security.ts";
import { throttle } from "../../../accounts/throttle.ts";
import { isoDay } from "../../../base/window.ts";
import { FIRST_VISIT, refusedFor } from "../../http/form-refusal.ts";
import { type PostedForm, type SecurityRequest, type SignedInRequest, sendCookies } from "../../http/session.ts";
import { FORM_ERROR, PostForm } from "../../ui/form.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { URLS, urlOf } from "../../ui/urls.ts";
import { NewPasswordField, PasswordField, passwordFaults } from "../account-page.tsx";
import { dashboardPage, idOf } from "./dashboard-page.tsx";
import { PASSKEYS_UNSUPPORTED } from "./passkeys.tsx";

const AFTER = {
  password: "Your password is changed, and all other sessions are signed out.",
  email: "Your email address is changed, and all other sessions are signed out.",
  "two-factor-on": "Two-factor sign-in is on. Your other sessions were ended.",
  "two-factor-off": "Two-factor sign-in is off.",
  session: "The session has ended.",
  sessions: "All other sessions have ended.",
};

const REFUSALS = {
  ...passwordFaults("new_password"),
  wrong_password: { password: "The current password is wrong" },
  no_password: { [FORM_ERROR]: "This account has no password yet. Request a link to set one" },
};

export async function changePassword(request: SecurityRequest, form: PostedForm): Promise<Response> {
  const { context, services } = request;
  const [current = "", next = ""] = [form.get("password"), form.get("new_password")];
  const changed = await services.security.changePassword(request, current, next);
  if (!changed.ok) return securityPage(request, refusedFor(changed, REFUSALS));
  sendCookies(context, changed.cookies);
  return context.redirect(`${URLS.security}?after=password`, 303);
}

export async function endSession(request: SecurityRequest): Promise<Response> {
  const { context, services } = request;
  const ended = await services.security.endSession(request, context.req.param("session") ?? "");
  return ended ? context.redirect(`${URLS.security}?after=session`, 303) : context.notFound();
}

export async function endOtherSessions(request: SecurityRequest): Promise<Response> {
  await request.services.security.endOtherSessions(request);
  return request.context.redirect(`${URLS.security}?after=sessions`, 303);
}

/** Everything that is kept about the account. */
export async function accountFile({ context, holder, services }: SecurityRequest): Promise<Response> {
  await throttle(services.throttles, "export_account", String(holder.accountId));
  const exported_at = new Date(services.clock.now()).toISOString();
  const kept = await services.accounts.export(holder.accountId);
  return context.body(JSON.stringify({ exported_at, ...kept }, null, 2), 200, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Disposition": `attachment; filename="safety-account-${isoDay(services.clock.now())}.json"`,
  });
}

export async function securityPage(request: SecurityRequest, refusal = FIRST_VISIT): Promise<Response> {
  const { holder, services } = request;
  const hasPassword = await services.security.hasPassword(holder);
  const sessions = await services.security.sessions(holder);
  return dashboardPage(request, {
    path: URLS.security,
    title: "Security",
    refusal,
    after: AFTER,
    content: (
      <>
        <h2>Email address</h2>
        <p>
          You sign in with <strong>{holder.email}</strong>. <a href={URLS.changeEmail}>Change the email address</a>
        </p>
        <h2>Two-factor sign-in</h2>
        <p>
          {holder.twoFactorOn
            ? "On. Signing in asks for a code from your authenticator app."
            : "Off. When it is on, signing in also asks for a code from an authenticator app."}{" "}
          <a href={URLS.twoFactor}>
            {holder.twoFactorOn ? "Recovery codes and turning off" : "Turn on two-factor sign-in"}
          </a>
        </p>
        <h2>Passkeys</h2>
        {services.passkeysWork ? (
          <p>
            Sign in with a fingerprint, a face, or a PIN instead of the password and a code.{" "}
            <a href={URLS.passkeys}>Passkeys</a>
          </p>
        ) : (
          <p>{PASSKEYS_UNSUPPORTED}</p>
        )}
        <h2>Password</h2>
        {hasPassword ? (
          <PostForm action={URLS.password} submit="Change password">
            <PasswordField label="Current password" />
            <NewPasswordField name="new_password" />
          </PostForm>
        ) : (
          <p>
            You sign in with a provider and have no password. <a href={URLS.forgotPassword}>Set one by email</a>.
          </p>
        )}
        <h2>Sessions</h2>
        <Sessions sessions={sessions} nowMs={services.clock.now()} />
        <h2 id="audit-log">Audit log</h2>
        {await auditLog(request)}
        <h2>Your data</h2>
        <p>
          Everything that is kept about the account, without secrets: <a href={URLS.exportAccount}>JSON</a>.{" "}
          <a href={URLS.privacy}>What is stored, and for how long</a>
        </p>
        <h2>Delete the account</h2>
        <p>
          Revokes all keys and removes your email address. <a href={URLS.deleteAccount}>Delete the account</a>
        </p>
      </>
    ),
  });
}

function Sessions({ sessions, nowMs }: { readonly sessions: readonly OpenSession[]; readonly nowMs: number }) {
  return (
    <>
      <Table
        class="stack"
        columns={[
          { heading: "Browser", cell: ({ agent }) => browserOf(agent) },
          { heading: "Address", cell: ({ address }) => address ?? "Not known" },
          { heading: "Signed in", cell: ({ startedAtMs }) => <Time ms={startedAtMs} nowMs={nowMs} /> },
          {
            heading: "Action",
            cell: ({ id, current }) =>
              current ? (
                "This session"
              ) : (
                <PostForm action={urlOf(URLS.endSession, { session: id })} class="bare">
                  <button type="submit" class="quiet">
                    End<span class="visually-hidden"> this session</span>
                  </button>
                </PostForm>
              ),
          },
        ]}
        rows={sessions}
      />
      {sessions.length > 1 ? (
        <PostForm action={URLS.endOtherSessions}>
          <button type="submit">Sign out elsewhere</button>
        </PostForm>
      ) : null}
    </>
  );
}

/** The browser and system names from a `User-Agent`. */
function browserOf(agent: string | null): string {
  if (agent === null) return "Not known";
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(agent)?.[1];
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent)?.[1];
  const names: Readonly<Record<string, string>> = { Edg: "Edge", OPR: "Opera", "Mac OS X": "macOS" };
  if (!browser) return agent.slice(0, 40);
  return [browser, system].flatMap((word) => (word ? [names[word] ?? word] : [])).join(" on ");
}

const LINES = 50;

/** The newest events of the account, or those before the one in the query, with a link to older ones. */
async function auditLog({ context, holder, services }: SignedInRequest) {
  const { accountId, email } = holder;
  const beforeId = idOf(context.req.query("before"));
  const page = { limit: LINES + 1, ...(beforeId === null ? {} : { beforeId }) };
  const events = await services.accounts.auditLog(accountId, page);
  const shown = events.slice(0, LINES);
  const keys = await services.keys.named(accountId, [...new Set(shown.flatMap(({ keyId }) => keyId ?? []))]);
  const nowMs = services.clock.now();
  return (
    <>
      <Table
        class="stack"
        columns={[
          { heading: "Time", cell: ({ atMs }) => <Time ms={atMs} nowMs={nowMs} /> },
          {
            heading: "Event",
            class: "key-name",
            cell: (event) => (
              <span>
                {titleOf(event.name)} <KeyLink of={keys.find(({ id }) => id === event.keyId)} />{" "}
                <span class="muted">{event.detail}</span>
              </span>
            ),
          },
          { heading: "By", cell: (event) => actorOf(event, email) },
        ]}
        rows={shown}
      />
      {events.length > shown.length ? (
        <p>
          <a href={`${URLS.security}?before=${shown.at(-1)?.id}#audit-log`}>Older events</a>
        </p>
      ) : null}
    </>
  );
}

function KeyLink({ of: key }: { readonly of: ApiKey | undefined }) {
  return key ? <a href={urlOf(URLS.key, { key: String(key.id) })}>{key.name}</a> : null;
}

/** Events that anyone can cause who knows the email address or has a key. */
const BY_ANYONE: readonly AuditEventName[] = ["sign_in_refused", "code_refused"];

/** Who caused an event. The names of operators are for `safety account log`. */
function actorOf({ name, origin: { via, address } }: AuditEvent, email: string): string {
  if (via === "command") return "Operator";
  const from = address === null ? "" : `, ${address}`;
  if (via === "service") return name === "key_revoked" ? `Someone who had the key${from}` : "Service";
  return `${BY_ANYONE.includes(name) ? "Not signed in" : email}${from}`;
}

const EVENT_TITLES: Readonly<Partial<Record<AuditEventName, string>>> = {
  signed_up: "Email address confirmed",
  sign_in_refused: "Sign-in refused",
  code_refused: "Two-factor code refused",
  key_restricted: "Key’s addresses changed",
  two_factor_on: "Two-factor sign-in turned on",
  two_factor_off: "Two-factor sign-in turned off",
};

/** `key_created` as "Key created". */
function titleOf(name: AuditEventName): string {
  return EVENT_TITLES[name] ?? `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll("_", " ")}`;
}
