/** @jsxImportSource hono/jsx */

import { USAGE_KEPT_DAYS } from "../../accounts/usage.ts";
import { Table } from "../table.tsx";
import { URLS } from "../urls.ts";
import type { Guide } from "./guide.ts";

/** The store's tables with data about a person or an account: their content, and how long it is kept. */
const STORED: readonly { readonly table: string; readonly what: string; readonly until: string }[] = [
  {
    table: "accounts",
    what: "Your email address, the account's number, its plan and limits, when it was created, suspended or deleted",
    until: "The address: until you change it or delete the account. The rest is kept",
  },
  {
    table: "users",
    what: "Your email address, whether it is confirmed, and whether two-factor sign-in is on",
    until:
      "You change the address or delete the account. An unconfirmed sign-up is deleted after 7 days, or when someone signs up with the address again",
  },
  {
    table: "credentials",
    what: "An argon2id hash of your password; for GitHub or Google, your user number there. None of their tokens",
    until: "You delete the account. The user number also when you change your email address",
  },
  {
    table: "two_factors",
    what: "The secret of your authenticator app and the recovery codes, encrypted; failed attempts",
    until: "You turn it off or delete the account",
  },
  {
    table: "sessions",
    what: "For each signed-in browser: a token, its IP address, its name (User-Agent), and when it was last used",
    until:
      "You sign out, or after 7 days without use, or after 30 days. Expired sessions are deleted when anyone signs in next",
  },
  {
    table: "verifications",
    what: "Hashes of password links and of links for a new email address, each with the address; sign-ins that wait for a code or a provider",
    until: "They are used. They stop working after at most an hour",
  },
  {
    table: "api_keys",
    what: "For each key its name, type, SHA-256 digest, first and last characters, and its times. Never the key",
    until: "Kept, including revoked keys. Deleting the account removes the names",
  },
  {
    table: "counters",
    what: "How many requests were admitted this month (live keys) or today (a test key)",
    until: "The month or day is over and the next one has begun",
  },
  {
    table: "daily_usage",
    what: "How many requests of each kind a key made on a day, and when the last one came. Never which places were looked up",
    until: `${USAGE_KEPT_DAYS} days, even after the account is deleted`,
  },
  {
    table: "audit_events",
    what: "Sign-ins, including refused ones, and changes to the account and its keys, each with its time and IP address",
    until: "Kept under the account's number, even after the account is deleted",
  },
  {
    table: "notices",
    what: "Notices about your quota and about keys that expire or were revoked",
    until: "You delete the account",
  },
  {
    table: "plan_requests",
    what: "The plan that you requested, your message, and when",
    until: "The operator changes your plan, you withdraw the request, or you delete the account",
  },
  {
    table: "throttles",
    what: "SHA-256 digests of email addresses and IP addresses that tried to sign in, sign up or get an email, with a count",
    until: "15 minutes to 24 hours; deleted when anyone tries again later",
  },
  {
    table: "former_addresses",
    what: "For a deleted account, an account whose email address changed, and a new one with the old address: a keyed digest of that address, and the account's number",
    until:
      "The month (UTC) ends. If you sign up again with the address before then, the month's usage and the keys created that day still count",
  },
];

export const privacy: Guide = {
  path: URLS.privacy,
  title: "What is stored, and for how long",
  description: "Every table with data about you, what it holds, and when it is deleted.",
  content: () => (
    <>
      <p>
        Lookups return public figures. No table, log, or counter records who looked up which place. The service stores
        only this:
      </p>
      <Table
        class="stack"
        columns={[
          { heading: "Table", cell: ({ table }) => <code>{table}</code> },
          { heading: "What", cell: ({ what }) => what },
          { heading: "Until", cell: ({ until }) => until },
        ]}
        rows={STORED}
      />
      <h2>When you delete the account</h2>
      <p>
        Your keys are revoked at once. Your email address, password, sessions, second factor, notices, and the names of
        your keys are deleted. The account's number, plan, daily counts, and audit log are kept without your address,
        because bills are checked against them. A keyed digest of the address is kept until the month ends, so deleting
        an account and signing up again does not give a second quota. The digest cannot be turned back into the address
        without the operator's secret. The account holder cannot delete a suspended account.
      </p>
      <h2>Cookies</h2>
      <p>
        Pages with forms set a cookie that ties the form to your browser, and signing in sets a session cookie. There
        are no other cookies, and the pages load nothing from other sites.
      </p>
      <h2>Logs and backups</h2>
      <p>
        The log has the number, method, route, status, and duration of each request, and the number of its key. It never
        has a key, a password, the email address of a sign-in, or the name of a place. Backups hold the tables above.
        The operator decides how long to keep them.
      </p>
    </>
  ),
};
