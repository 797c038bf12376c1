/** @jsxImportSource hono/jsx */
import { USAGE_KEPT_DAYS } from "../../accounts/usage.ts";
import { URLS } from "../urls.ts";
import type { Guide } from "./guide.ts";

/** The tables of the store that hold something of a person or an account: what, and for how long. */
const STORED: readonly { readonly table: string; readonly what: string; readonly until: string }[] = [
  {
    table: "accounts",
    what: "Your email address, the account's number, its plan and limits, when it was created, suspended or deleted",
    until: "The address until you change it or delete the account; the rest stays",
  },
  {
    table: "users",
    what: "Your email address, whether it is confirmed, and whether two-factor sign-in is on",
    until:
      "You change the address or delete the account. A sign-up that is not confirmed within 7 days is deleted whole",
  },
  {
    table: "credentials",
    what: "An argon2id hash of your password; for GitHub or Google, the number that you have there. No token of theirs",
    until: "You delete the account",
  },
  {
    table: "two_factors",
    what: "The secret of your authenticator app and the recovery codes, encrypted; failed tries",
    until: "You turn it off or delete the account",
  },
  {
    table: "sessions",
    what: "For each browser in which you are signed in: a token, its IP address and its name (User-Agent), when it was used",
    until:
      "You sign out, after 7 days without use, or after 30 days. Expired ones are deleted with the next sign-in of anybody",
  },
  {
    table: "verifications",
    what: "Hashes of links to set a password and to change the email address, the new address while it waits, and sign-ins that wait for a code or for a provider",
    until: "They are used. They stop working after an hour at most",
  },
  {
    table: "api_keys",
    what: "For each key its name, type, SHA-256 digest, first and last characters, and its times. Never the key",
    until: "They stay, revoked ones too. Deleting the account removes the names",
  },
  {
    table: "counters",
    what: "How many requests were admitted this month (live keys) or this day (a test key)",
    until: "The month or day is over and the next one has begun",
  },
  {
    table: "daily_usage",
    what: "How many requests of each kind a key made on a day, and when the last one came. Never what was looked up",
    until: `${USAGE_KEPT_DAYS} days, also after the account is deleted`,
  },
  {
    table: "audit_events",
    what: "Sign-ins, refused ones too, and changes of the account and its keys, each with its time and IP address",
    until: "They stay, also after the account is deleted, under its number",
  },
  {
    table: "notices",
    what: "What was said of your quota and of keys that expire or were revoked",
    until: "You delete the account",
  },
  {
    table: "plan_requests",
    what: "The plan that you asked for, your message, and when",
    until: "The operator changes your plan, you withdraw the request, or you delete the account",
  },
  {
    table: "throttles",
    what: "SHA-256 digests of email addresses and IP addresses that tried to sign in, sign up or get an email, with a count",
    until: "15 minutes to 24 hours; deleted with a later try of anybody",
  },
  {
    table: "former_addresses",
    what: "When you delete the account or change its email address: a keyed digest of the address that it had, with the account's number. The same for an account that is made with that address later in the month",
    until:
      "The month (UTC) ends. Whoever signs up with the address before then goes on counting where the account stood, and the keys made that day count too",
  },
];

export const privacy: Guide = {
  path: URLS.privacy,
  title: "What is stored, and for how long",
  description: "Every table that holds something of you, what it holds, and when it is deleted.",
  content: () => (
    <>
      <p>
        The look-ups are of public figures, and nothing keeps who asked for which place: no table, no log, no count.
        This is all that is stored:
      </p>
      <table class="stack">
        <thead>
          <tr>
            <th scope="col">Table</th>
            <th scope="col">What</th>
            <th scope="col">Until</th>
          </tr>
        </thead>
        <tbody>
          {STORED.map(({ table, what, until }) => (
            <tr>
              <th scope="row" data-label="Table">
                <code>{table}</code>
              </th>
              <td data-label="What">{what}</td>
              <td data-label="Until">{until}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>When you delete the account</h2>
      <p>
        Your keys are revoked at once. Your email address, password, sessions, second factor, notices, and the names of
        your keys are deleted. The account's number, its plan, its daily counts and its audit log stay without your
        address, since they are what a bill is checked against. Until the month ends, a keyed digest of the address
        stays, so that deleting an account and signing up again is no second quota. The digest cannot be turned back
        into the address without the operator's secret. A suspended account cannot be deleted by its holder.
      </p>
      <h2>Cookies</h2>
      <p>
        Pages with forms set a cookie that ties the form to your browser; signing in sets one for the session. There is
        no other, and nothing on the pages comes from elsewhere.
      </p>
      <h2>Logs and backups</h2>
      <p>
        The log has the request's number, method, kind of path, status and duration, and the key's number; never a key,
        a password, an email address that signs in, or the name of a place. Backups hold what the tables above hold; how
        long an operator keeps them is the operator's choice.
      </p>
    </>
  ),
};
