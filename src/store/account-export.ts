import { type RawBuilder, sql } from "kysely";
import { PERSONAL_EVENTS } from "../accounts/account.ts";
import type { AccountExport, ExportedFor } from "../accounts/store.ts";
import { shownFault } from "../accounts/webhook.ts";
import type { RepositoryContext } from "./repository-context.ts";
import { isPendingOf } from "./users.ts";

type Row = Readonly<Record<string, unknown>>;

/** What proves an identity, and digests of it: with them, the reader of an export could sign in. */
const SECRETS =
  /^(password|token|\w+_token|secret|backup_codes|public_key|credential_id|identifier|nonce|former_nonce|digest)$/;
const TIMES = /(^|_)(at|day|start|since)$/;
const FLAGS = /(^|_)(verified|enabled|backed_up)$/;

const NOTHING = sql`1 = 0`;
/** Emails to the account, not to one of its people. */
const OF_ACCOUNT = sql`kind in ('notice', 'plan_request', 'invitation')`;
const PERSONAL = sql`name in (${sql.join(PERSONAL_EVENTS.map((name) => sql.lit(name)))})`;

/** test/docs/privacy.test.ts compares the tables with those of the privacy page. */
export async function exportAccount(
  { db }: RepositoryContext,
  accountId: number,
  person?: ExportedFor,
): Promise<AccountExport | null> {
  const read = async (table: string, condition: RawBuilder<unknown>) =>
    (await sql<Row>`select * from ${sql.table(table)} where ${condition} order by 1`.execute(db)).rows;
  const [account] = await read("accounts", sql`id = ${accountId}`);
  if (account === undefined) return null;
  const hasAccount = person?.hasAccount ?? true;
  const own = hasAccount ? sql`account_id = ${accountId}` : NOTHING;
  const keys = sql`(select id from api_keys where ${own})`;
  const users = await read("users", person ? sql`id = ${person.userId}` : sql`account_id = ${accountId}`);
  const [user] = users;
  const ofUser = user === undefined ? NOTHING : sql`user_id = ${user["id"]}`;
  const email = user?.["email"] ?? account["email"];
  const tables = {
    accounts: hasAccount ? [account] : [],
    memberships: await read("memberships", sql`${own} or ${ofUser}`),
    invitations: await read("invitations", sql`${own} or email = ${email}`),
    users,
    credentials: await read("credentials", ofUser),
    two_factors: await read("two_factors", ofUser),
    passkeys: await read("passkeys", ofUser),
    sessions: await read("sessions", ofUser),
    verifications: (await Promise.all(users.map(({ id }) => read("verifications", isPendingOf(String(id)))))).flat(),
    api_keys: await read("api_keys", own),
    counters: hasAccount
      ? await read(
          "counters",
          sql`(policy = 'month' and subject = ${accountId}) or (policy = 'day' and subject in ${keys})`,
        )
      : [],
    daily_usage: await read("daily_usage", sql`key_id in ${keys}`),
    refused_requests: await read("refused_requests", sql`key_id in ${keys}`),
    // The names of operators are for `safety account log`.
    audit_events: (await read("audit_events", person ? eventsFor(own, person) : own)).map((row) =>
      row["via"] === "command" ? { ...row, address: null } : row,
    ),
    notices: await read("notices", own),
    emails: await read("emails", person ? sql`(${own} and ${OF_ACCOUNT}) or recipient = ${email}` : own),
    plan_requests: await read("plan_requests", own),
    webhooks: await read("webhooks", own),
    webhook_events: (await read("webhook_events", own)).map(withShownFault),
    corrections: await read("corrections", sql`email = ${email}`),
    former_addresses: await read("former_addresses", own),
  };
  return Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.map(exportedRow)]));
}

/** As `readAuditLog`: not what concerns other people alone. */
function eventsFor(own: RawBuilder<unknown>, { userId, ownAccountId }: ExportedFor): RawBuilder<unknown> {
  return sql`(${own} and not ${PERSONAL}) or (account_id = ${ownAccountId} and ${PERSONAL}
    and (user_id is null or user_id = ${userId}))`;
}

function withShownFault(row: Row): Row {
  const [status, fault] = [row["status"], row["fault"]];
  return typeof fault === "string"
    ? { ...row, fault: shownFault({ status: typeof status === "number" ? status : null, fault }) }
    : row;
}

/** The same for both dialects: times as ISO 8601, and SQLite's 0 and 1 as booleans. */
function exportedRow(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value === null) return [name, null];
      if (SECRETS.test(name)) return [name, "(kept, not exported)"];
      if (FLAGS.test(name)) return [name, Boolean(value)];
      return [name, typeof value === "number" && TIMES.test(name) ? new Date(value).toISOString() : value];
    }),
  );
}
