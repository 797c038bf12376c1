/** @jsxImportSource hono/jsx */
import type { AuditEvent, AuditEventName } from "../../../accounts/account.ts";
import type { ApiKey } from "../../../accounts/keys.ts";
import type { SignedInRequest } from "../../http/session.ts";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { URLS, urlOf } from "../../ui/urls.ts";
import { idOf } from "./dashboard-page.tsx";

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

/** Titles that differ from the name of the event. */
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
