/** @jsxImportSource hono/jsx */
import { may } from "../../../accounts/roles.ts";
import type { OpenSession } from "../../../accounts/security.ts";
import { throttle } from "../../../accounts/throttle.ts";
import { isoDay } from "../../../base/window.ts";
import { FIRST_VISIT, refusedFor } from "../../http/form-refusal.ts";
import { type PostedForm, type SecurityRequest, sendCookies } from "../../http/session.ts";
import { FORM_ERROR, PostForm } from "../../ui/form.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { URLS, urlOf } from "../../ui/urls.ts";
import { NewPasswordField, PasswordField, passwordFaults } from "../account-page.tsx";
import { auditLog } from "./audit-log.tsx";
import { dashboardPage } from "./dashboard-page.tsx";
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

/** Everything that is kept about the person, and for owners about the account. */
export async function accountFile({ context, holder, services }: SecurityRequest): Promise<Response> {
  const { accountId, ownAccountId, userId, role } = holder;
  await throttle(services.throttles, "export_account", `${accountId} ${userId}`);
  const exported_at = new Date(services.clock.now()).toISOString();
  const person = { userId, ownAccountId, hasAccount: may(role, "account") };
  const kept = await services.accounts.export(accountId, person);
  return context.body(JSON.stringify({ exported_at, ...kept }, null, 2), 200, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Disposition": `attachment; filename="safety-account-${isoDay(services.clock.now())}.json"`,
  });
}

export async function securityPage(request: SecurityRequest, refusal = FIRST_VISIT): Promise<Response> {
  const { holder, services } = request;
  const isOwn = holder.accountId === holder.ownAccountId;
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
          Everything that is kept about {may(holder.role, "account") ? "the account and you" : "you"}, without secrets:{" "}
          <a href={URLS.exportAccount}>JSON</a>. <a href={URLS.privacy}>What is stored, and for how long</a>
        </p>
        {may(holder.role, "account") ? (
          <>
            <h2>Delete the account</h2>
            <p>
              {isOwn ? "Revokes all keys and removes your email address." : "Revokes all its keys."}{" "}
              <a href={URLS.deleteAccount}>Delete the account</a>
            </p>
          </>
        ) : null}
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
