import type { ColumnType, Generated } from "kysely";
import type { RequestKind } from "../access/decision.ts";
import type { RefusedCode } from "../access/refused.ts";
import type { AuditEventName, NoticeKind } from "../accounts/account.ts";
import type { EmailKind } from "../accounts/outbox.ts";
import type { Role } from "../accounts/roles.ts";
import type { WebhookEventType } from "../accounts/webhook.ts";
import type { WindowPolicy } from "../base/window.ts";
import type { CorrectionState } from "../corrections/correction.ts";
import type { Figure } from "../corrections/figure.ts";
import type { KeyType, PlanName } from "../domain/plan.ts";

/** Only a committed write detects a full disk, a standby, or a missing synchronous one. */
export const WRITE_PROBE = `
  INSERT INTO readiness (id, writes) VALUES (1, 0) ON CONFLICT (id) DO UPDATE SET writes = 0`;

/** The columns of admission's `KeyRow`, of `api_keys AS k` and `accounts AS a`. */
export const KEY_COLUMNS = `k.digest, k.id AS key_id, k.account_id, k.type, k.expires_at, k.revoked_at, k.grace_ends_at,
    k.first_key_id, k.addresses, a.plan, a.overrides, a.suspended_at`;

/** A 64-bit integer: milliseconds since the epoch, an id, or a count, all far below 2^53. */
type Int = number;

export interface AccountsTable {
  readonly id: Generated<Int>;
  readonly email: string;
  readonly plan: PlanName;
  /** JSON of `LimitOverrides`; null if there are none. */
  readonly overrides: string | null;
  readonly suspended_at: Int | null;
  readonly created_at: Int;
  readonly deleted_at: Int | null;
  /** Kinds of notices, separated by spaces; null if none is off. */
  readonly notices_off: string | null;
}

interface ApiKeysTable {
  readonly id: Generated<Int>;
  readonly account_id: Int;
  readonly type: KeyType;
  readonly name: string;
  readonly digest: string;
  readonly display: string;
  readonly created_at: Int;
  readonly expires_at: Int | null;
  readonly revoked_at: Int | null;
  readonly replaced_by: Int | null;
  readonly grace_ends_at: Int | null;
  /** Networks that the key may be used from, separated by spaces; null for any address. */
  readonly addresses: string | null;
  /** The first key of a chain of reissues, whose day the whole chain shares; null for that key itself. */
  readonly first_key_id: Int | null;
}

/** An account with an address under which an account was deleted this month, including the deleted one. */
interface FormerAddressesTable {
  /** A keyed digest, so that the store alone does not reveal the address. */
  readonly digest: string;
  readonly account_id: Int;
  readonly month_start: Int;
}

/** One row per account and month, and per test key and day. Past windows are deleted, except the newest. */
interface CountersTable {
  readonly policy: WindowPolicy;
  /** For `month`, the account's id; for `day`, the id of the first key of a chain of reissues. */
  readonly subject: Int;
  readonly window_start: Int;
  readonly used: Int;
}

/** One row for each key and UTC day of use, with a column per kind, so that a request costs one upsert. */
type DailyUsageTable = Readonly<Record<RequestKind, Int>> & {
  readonly key_id: Int;
  /** The first millisecond of the day. */
  readonly day: Int;
  readonly last_used_at: Int;
};

/** One row for each key, UTC day, and code with which requests were refused. */
interface RefusedRequestsTable {
  readonly day: Int;
  readonly key_id: Int;
  readonly code: RefusedCode;
  readonly requests: Int;
}

/** One row: a digest of the `SECRET` that the newest node has. */
interface NodeSecretTable {
  readonly id: Int;
  readonly digest: string;
}

interface AuditEventsTable {
  readonly id: Generated<Int>;
  readonly account_id: Int;
  readonly at: Int;
  readonly name: AuditEventName;
  readonly key_id: Int | null;
  readonly via: "command" | "dashboard" | "service";
  readonly address: string | null;
  /** The person whose browser it was. No reference: the log outlives people. */
  readonly user_id: string | null;
  readonly detail: string;
}

interface ThrottlesTable {
  readonly bucket: string;
  readonly tries: Int;
  readonly window_ends_at: Int;
}

/** A token that may not be used again before `ends_at`. */
interface SingleUsesTable {
  readonly token: string;
  readonly ends_at: Int;
}

interface NoticesTable {
  readonly id: Generated<Int>;
  readonly account_id: Int;
  readonly kind: NoticeKind;
  readonly subject: string;
  readonly text: string;
  readonly at: Int;
  readonly mailed_at: Int | null;
  readonly dismissed_at: Int | null;
}

/** The outbox: emails that were not sent yet. */
interface EmailsTable {
  readonly id: Generated<Int>;
  readonly kind: EmailKind;
  readonly recipient: string;
  readonly account_id: Int | null;
  readonly subject: string;
  readonly text: string;
  /** With a change of address: the new one. */
  readonly new_address: string | null;
  readonly at: Int;
  readonly attempts: Int;
  /** null after the email was given up. */
  readonly next_attempt_at: Int | null;
  readonly fault: string | null;
}

/** People of an account besides its main owner, who is the user with the account's id. */
interface MembershipsTable {
  readonly account_id: Int;
  readonly user_id: string;
  readonly role: Role;
  readonly joined_at: Int;
  /** Set for the account in which the person's next session starts; null for all others. */
  readonly selected_at: Int | null;
}

interface InvitationsTable {
  readonly id: Generated<Int>;
  readonly account_id: Int;
  readonly email: string;
  readonly role: Role;
  /** A user's id; null for an operator's command. */
  readonly invited_by: string | null;
  readonly at: Int;
  /** Of its link; null until it is mailed, as its expiry. */
  readonly digest: string | null;
  readonly expires_at: Int | null;
}

/** better-auth's, as far as joins read it. */
interface UsersTable {
  readonly id: string;
  readonly email: string;
}

/** An account's open request for another plan. */
interface PlanRequestsTable {
  readonly account_id: Int;
  readonly plan: PlanName;
  readonly message: string;
  readonly requested_at: Int;
}

interface CorrectionsTable {
  readonly id: Generated<Int>;
  readonly path: string;
  readonly place: string;
  readonly year: Int;
  readonly figure: Figure;
  readonly value_before: Int | null;
  readonly expected: Int | null;
  readonly text: string;
  readonly source: string;
  readonly email: string | null;
  readonly received_at: Int;
  readonly state: CorrectionState;
  readonly value_after: Int | null;
  readonly answered_at: Int | null;
}

interface WebhooksTable {
  readonly account_id: Int;
  readonly url: string;
  /** The signing secret is made from it and `SECRET`. */
  readonly nonce: string;
  readonly former_nonce: string | null;
  readonly renewed_at: Int | null;
  readonly failing_since: Int | null;
  readonly disabled_at: Int | null;
}

/** The outbox: events that webhooks are told, and how that went. */
interface WebhookEventsTable {
  readonly id: Generated<Int>;
  readonly account_id: Int;
  readonly type: WebhookEventType;
  readonly subject: string;
  readonly data: string;
  readonly at: Int;
  readonly attempts: Int;
  /** null after the message was taken or given up. */
  readonly next_attempt_at: Int | null;
  readonly delivered_at: Int | null;
  readonly status: Int | null;
  readonly fault: string | null;
}

/** Versions of datasets that a node has served, so that each is announced once. */
interface ServedDatasetsTable {
  readonly version: string;
  readonly at: Int;
}

interface SchemaVersionTable {
  readonly version: ColumnType<Int, Int, never>;
  readonly applied_at: Int;
}

export interface Tables {
  readonly accounts: AccountsTable;
  readonly api_keys: ApiKeysTable;
  readonly counters: CountersTable;
  readonly daily_usage: DailyUsageTable;
  readonly audit_events: AuditEventsTable;
  readonly throttles: ThrottlesTable;
  readonly single_uses: SingleUsesTable;
  readonly notices: NoticesTable;
  readonly emails: EmailsTable;
  readonly former_addresses: FormerAddressesTable;
  readonly plan_requests: PlanRequestsTable;
  readonly memberships: MembershipsTable;
  readonly invitations: InvitationsTable;
  readonly users: UsersTable;
  readonly refused_requests: RefusedRequestsTable;
  readonly node_secret: NodeSecretTable;
  readonly corrections: CorrectionsTable;
  readonly webhooks: WebhooksTable;
  readonly webhook_events: WebhookEventsTable;
  readonly served_datasets: ServedDatasetsTable;
  readonly schema_versions: SchemaVersionTable;
}
