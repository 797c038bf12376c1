/** @jsxImportSource hono/jsx */

import type { AuditEvent } from "../../accounts/account.ts";
import type { OpenSession } from "../../accounts/security.ts";
import { CurrentPasswordField, NewPasswordField, PASSWORD_FAULTS, throttledError } from "../account/account-page.tsx";
import { type FieldErrors, FORM_ERROR, PostForm, SubmitButton } from "../form.tsx";
import { Moment } from "../moment-element.tsx";
import type { SecurityRoutes } from "../routes.ts";
import { type PageCode, type PostedForm, type SecurityRequest, sendCookies } from "../session.ts";
import { Table } from "../table.tsx";
import { URLS, urlOf } from "../urls.ts";
import { EVENT_TITLES, eventDetail } from "./audit-text.ts";
import { accountViewOf, dashboardPage } from "./dashboard-page.tsx";
import { idOf } from "./id-parameter.ts";

const AUDIT_LINES = 50;

const AFTER: ReadonlyMap<string, string> = new Map([
  ["password", "Your password is changed, and all other sessions are signed out."],
  ["email", "Your email address is changed, and all other sessions are signed out."],
  ["two-factor-on", "Two-factor sign-in is on. Your other sessions were ended."],
  ["two-factor-off", "Two-factor sign-in is off."],
  ["session", "The session has ended."],
  ["sessions", "All other sessions have ended."],
]);

export function securityRoutes(routes: SecurityRoutes): void {
  routes.signedInPage(URLS.security, (request) => securityPage(request, {}));
  routes.signedInPost(URLS.password, changePassword);
  routes.signedInPost(URLS.endOtherSessions, async ({ context, client, holder, services }) => {
    await services.security.endOtherSessions(client, holder);
    return context.redirect(`${URLS.security}?after=sessions`, 303);
  });
  routes.signedInPost(URLS.endSession, async ({ context, client, holder, services }) => {
    const ended = await services.security.endSession(client, holder, context.req.param("session") ?? "");
    return ended ? context.redirect(`${URLS.security}?after=session`, 303) : context.notFound();
  });
}

async function changePassword(request: SecurityRequest, form: PostedForm): Promise<Response> {
  const { context, client, holder, services } = request;
  const changed = await services.security.changePassword(
    client,
    holder,
    form.get("password") ?? "",
    form.get("new_password") ?? "",
  );
  if (changed.ok) {
    sendCookies(context, changed.cookies);
    return context.redirect(`${URLS.security}?after=password`, 303);
  }
  switch (changed.reason) {
    case "throttled":
      return securityPage(request, throttledError(changed.retryAtMs), 429);
    case "wrong_password":
      return securityPage(request, { password: "The current password is wrong" });
    case "no_password":
      return securityPage(request, { [FORM_ERROR]: "This account has no password yet. Request a link to set one" });
    default:
      return securityPage(request, { new_password: PASSWORD_FAULTS[changed.reason] });
  }
}

async function securityPage(request: SecurityRequest, errors: FieldErrors, code?: PageCode): Promise<Response> {
  const { holder, context, csrfToken, services } = request;
  const nowMs = services.clock.now();
  const beforeId = idOf(context.req.query("before"));
  const [accountView, hasPassword, sessions, events] = await Promise.all([
    accountViewOf(request),
    services.security.hasPassword(holder),
    services.security.sessions(holder),
    services.accounts.auditLog(holder.accountId, {
      limit: AUDIT_LINES + 1,
      ...(beforeId === null ? {} : { beforeId }),
    }),
  ]);
  const shown = events.slice(0, AUDIT_LINES);
  const olderThan = events.length > shown.length ? (shown.at(-1)?.id ?? null) : null;
  return dashboardPage(request, {
    accountView,
    path: URLS.security,
    title: "Security",
    errors,
    code,
    status: AFTER.get(context.req.query("after") ?? ""),
    content: (
      <>
        <h2>Email address</h2>
        <p>
          You sign in with <strong>{holder.email}</strong>. <a href={URLS.changeEmail}>Change the email address</a>
        </p>
        <h2>Password</h2>
        {hasPassword ? (
          <PostForm action={URLS.password} csrfToken={csrfToken}>
            <CurrentPasswordField label="Current password" errors={errors} />
            <NewPasswordField name="new_password" errors={errors} />
            <SubmitButton>Change password</SubmitButton>
          </PostForm>
        ) : (
          <p>
            You sign in with a provider and have no password. <a href={URLS.forgotPassword}>Set one by email</a>.
          </p>
        )}
        <h2>Two-factor sign-in</h2>
        <p>
          {holder.twoFactorOn
            ? "On. Signing in asks for a code from your authenticator app."
            : "Off. When it is on, signing in also asks for a code from an authenticator app."}{" "}
          <a href={URLS.twoFactor}>{holder.twoFactorOn ? "Recovery codes and turning off" : "Turn on"}</a>
        </p>
        <h2>Sessions</h2>
        <Sessions sessions={sessions} csrfToken={csrfToken} nowMs={nowMs} />
        <h2 id="audit-log">Audit log</h2>
        <AuditLog events={shown} olderThan={olderThan} nowMs={nowMs} />
        <h2>Delete the account</h2>
        <p>
          Revokes all keys and removes your email address. <a href={URLS.deleteAccount}>Delete the account</a>
        </p>
      </>
    ),
  });
}

interface SessionsProps {
  readonly sessions: readonly OpenSession[];
  readonly csrfToken: string;
  readonly nowMs: number;
}

function Sessions({ sessions, csrfToken, nowMs }: SessionsProps) {
  return (
    <>
      <Table
        class="stack"
        columns={[
          { heading: "Browser", cell: ({ agent }) => browserOf(agent) },
          { heading: "Address", cell: ({ address }) => address ?? "Not known" },
          { heading: "Signed in", cell: ({ startedAtMs }) => <Moment ms={startedAtMs} nowMs={nowMs} /> },
          {
            heading: "Action",
            cell: ({ id, current }) => (current ? "This session" : <EndSession id={id} csrfToken={csrfToken} />),
          },
        ]}
        rows={sessions}
      />
      {sessions.length > 1 ? (
        <PostForm action={URLS.endOtherSessions} csrfToken={csrfToken}>
          <button type="submit">Sign out elsewhere</button>
        </PostForm>
      ) : null}
    </>
  );
}

function EndSession({ id, csrfToken }: { readonly id: string; readonly csrfToken: string }) {
  return (
    <PostForm action={urlOf(URLS.endSession, { session: id })} csrfToken={csrfToken} class="bare">
      <button type="submit" class="quiet">
        End<span class="visually-hidden"> this session</span>
      </button>
    </PostForm>
  );
}

interface AuditLogProps {
  readonly events: readonly AuditEvent[];
  /** The last event shown if there are more; otherwise null. */
  readonly olderThan: number | null;
  readonly nowMs: number;
}

function AuditLog({ events, olderThan, nowMs }: AuditLogProps) {
  return (
    <>
      <Table
        class="stack"
        columns={[
          { heading: "Time", cell: ({ atMs }) => <Moment ms={atMs} nowMs={nowMs} /> },
          {
            heading: "Event",
            cell: (event) => (
              <span>
                {EVENT_TITLES[event.name]}
                {event.detail ? <span class="muted"> {eventDetail(event)}</span> : null}
              </span>
            ),
          },
          {
            heading: "Origin",
            cell: ({ origin }) =>
              `${ORIGINS[origin.via]}${origin.via === "dashboard" && origin.address ? `, ${origin.address}` : ""}`,
          },
        ]}
        rows={events}
      />
      {olderThan === null ? null : (
        <p>
          <a href={`${URLS.security}?before=${olderThan}#audit-log`}>Older events</a>
        </p>
      )}
    </>
  );
}

const ORIGINS = { command: "Operator", dashboard: "Browser", service: "Service" } as const;

/** The browser and system names from a `User-Agent`. */
function browserOf(agent: string | null): string {
  if (agent === null) return "Not known";
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(agent)?.[1];
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent)?.[1];
  const names: Readonly<Record<string, string>> = { Edg: "Edge", OPR: "Opera", "Mac OS X": "macOS" };
  if (!browser) return agent.slice(0, 40);
  return [browser, system].flatMap((word) => (word ? [names[word] ?? word] : [])).join(" on ");
}
