/** @jsxImportSource hono/jsx */
import type { AuditEvent, AuditEventName } from "../../accounts/account.ts";
import type { ApiKey } from "../../accounts/keys.ts";
import type { SignedInRequest } from "../session.ts";
import { Table } from "../table.tsx";
import { Time } from "../time.tsx";
import { URLS, urlOf } from "../urls.ts";
import { idOf } from "./own-key.tsx";

const LINES = 50;

/** The newest events of the account, or those before the one in the query, with a link to older ones. */
export async function auditLog({ context, holder, services }: SignedInRequest) {
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
                {EVENT_TITLES[event.name]} <KeyLink of={keys.find(({ id }) => id === event.keyId)} />{" "}
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

const EVENT_TITLES = {
  account_created: "Account created",
  plan_changed: "Plan changed",
  limits_changed: "Limits changed",
  account_suspended: "Account suspended",
  account_resumed: "Account resumed",
  account_deleted: "Account deleted",
  key_created: "Key created",
  key_revoked: "Key revoked",
  key_reissued: "Key reissued",
  key_renamed: "Key renamed",
  notices_changed: "Notices changed",
  signed_up: "Email address confirmed",
  signed_in: "Signed in",
  sign_in_refused: "Sign-in refused",
  code_refused: "Two-factor code refused",
  password_changed: "Password changed",
  password_reset: "Password set by email link",
  email_change_requested: "Change of email address requested",
  email_change_approved: "Change of email address approved at the old address",
  email_changed: "Email address changed",
  two_factor_on: "Two-factor sign-in turned on",
  two_factor_off: "Two-factor sign-in turned off",
  recovery_codes_renewed: "Recovery codes renewed",
  recovery_code_used: "Signed in with a recovery code",
  session_ended: "Session ended",
  other_sessions_ended: "Other sessions ended",
} as const satisfies Record<AuditEventName, string>;
