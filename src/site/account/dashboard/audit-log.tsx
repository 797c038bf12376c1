/** @jsxImportSource hono/jsx */

import { type AuditEvent, type AuditEventName, PERSONAL_EVENTS } from "../../../accounts/account.ts";
import type { AccountHolder } from "../../../accounts/identity-parts.ts";
import type { ApiKey } from "../../../accounts/keys.ts";
import { may, type Role } from "../../../accounts/roles.ts";
import { capitalized } from "../../../base/capitalized.ts";
import type { SignedInRequest } from "../../http/session.ts";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { URLS, urlOf } from "../../ui/urls.ts";
import { accountOf, idOf } from "./dashboard-page.tsx";

const LINES = 50;

/** The newest events of the account, or those before the one in the query, with a link to older ones. */
export async function auditLog(request: SignedInRequest) {
  const { context, holder, services } = request;
  const { accountId } = holder;
  const beforeId = idOf(context.req.query("before"));
  const page = { limit: LINES + 1, ...(beforeId === null ? {} : { beforeId }) };
  const events = await services.accounts.auditLog(accountId, page, holder);
  const shown = events.slice(0, LINES);
  const keys = await services.keys.named(accountId, [...new Set(shown.flatMap(({ keyId }) => keyId ?? []))]);
  const { email } = await accountOf(request);
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
                {titleOf(event.name)} <KeyName of={keys.find(({ id }) => id === event.keyId)} role={holder.role} />{" "}
                <span class="muted">{event.detail}</span>
              </span>
            ),
          },
          { heading: "By", cell: (event) => actorOf(event, holder, email) },
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

function KeyName({ of: key, role }: { readonly of: ApiKey | undefined; readonly role: Role }) {
  if (key === undefined) return null;
  return may(role, "keys") ? (
    <a href={urlOf(URLS.key, { key: String(key.id) })}>{key.name}</a>
  ) : (
    <span>{key.name}</span>
  );
}

/** Events that anyone can cause who knows the email address or has a key. */
const BY_ANYONE: readonly AuditEventName[] = ["sign_in_refused", "code_refused"];

/**
 * Who caused an event. The names of operators are for `safety account log`, the IP addresses of other people for owners.
 * Before people were recorded, the main owner was the only one.
 */
function actorOf(event: AuditEvent, reader: AccountHolder, mainEmail: string): string {
  const { name, person, origin } = event;
  const { via, address, userId } = origin;
  if (via === "command") return "Operator";
  const from = address === null ? "" : `, ${address}`;
  if (via === "service") return name === "key_revoked" ? `Someone who had the key${from}` : "Service";
  if (BY_ANYONE.includes(name)) return `Not signed in${from}`;
  const isPersonal = PERSONAL_EVENTS.some((one) => one === name);
  const known = userId === undefined ? (isPersonal ? reader.email : mainEmail) : person;
  const who = known ?? "Someone whose sign-in is deleted";
  return userId === reader.userId || may(reader.role, "people") ? `${who}${from}` : who;
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
  return EVENT_TITLES[name] ?? capitalized(name).replaceAll("_", " ");
}
