import { type RawBuilder, sql } from "kysely";
import type { AccountExport } from "../accounts/store.ts";
import { shownFault } from "../accounts/webhook.ts";
import type { RepositoryContext } from "./repository-context.ts";
import { isPendingOf } from "./users.ts";

type Row = Readonly<Record<string, unknown>>;

/** What proves an identity, and digests of it: with them, the reader of an export could sign in. */
const SECRETS =
  /^(password|token|\w+_token|secret|backup_codes|public_key|credential_id|identifier|nonce|former_nonce|digest)$/;
const TIMES = /(^|_)(at|day|start|since)$/;
const FLAGS = /(^|_)(verified|enabled|backed_up)$/;

/** test/docs/privacy.test.ts compares the tables with those of the privacy page. */
export async function exportAccount({ db }: RepositoryContext, accountId: number): Promise<AccountExport | null> {
  const own = sql`account_id = ${accountId}`;
  const keys = sql`(select id from api_keys where ${own})`;
  const ofUser = sql`user_id in (select id from users where ${own})`;
  const read = async (table: string, condition: RawBuilder<unknown>) =>
    (await sql<Row>`select * from ${sql.table(table)} where ${condition} order by 1`.execute(db)).rows;
  const accounts = await read("accounts", sql`id = ${accountId}`);
  const [account] = accounts;
  if (account === undefined) return null;
  const users = await read("users", own);
  const tables = {
    accounts,
    users,
    credentials: await read("credentials", ofUser),
    two_factors: await read("two_factors", ofUser),
    passkeys: await read("passkeys", ofUser),
    sessions: await read("sessions", ofUser),
    verifications: (await Promise.all(users.map(({ id }) => read("verifications", isPendingOf(String(id)))))).flat(),
    api_keys: await read("api_keys", own),
    counters: await read(
      "counters",
      sql`(policy = 'month' and subject = ${accountId}) or (policy = 'day' and subject in ${keys})`,
    ),
    daily_usage: await read("daily_usage", sql`key_id in ${keys}`),
    refused_requests: await read("refused_requests", sql`key_id in ${keys}`),
    // The names of operators are for `safety account log`.
    audit_events: (await read("audit_events", own)).map((row) =>
      row["via"] === "command" ? { ...row, address: null } : row,
    ),
    notices: await read("notices", own),
    emails: await read("emails", own),
    plan_requests: await read("plan_requests", own),
    webhooks: await read("webhooks", own),
    webhook_events: (await read("webhook_events", own)).map(withShownFault),
    corrections: await read("corrections", sql`email = ${account["email"]}`),
    former_addresses: await read("former_addresses", own),
  };
  return Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.map(shown)]));
}

function withShownFault(row: Row): Row {
  const [status, fault] = [row["status"], row["fault"]];
  return typeof fault === "string"
    ? { ...row, fault: shownFault({ status: typeof status === "number" ? status : null, fault }) }
    : row;
}

/** The same for both dialects: times as ISO 8601, and SQLite's 0 and 1 as booleans. */
function shown(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value === null) return [name, null];
      if (SECRETS.test(name)) return [name, "(kept, not exported)"];
      if (FLAGS.test(name)) return [name, Boolean(value)];
      return [name, typeof value === "number" && TIMES.test(name) ? new Date(value).toISOString() : value];
    }),
  );
}
