import type { Role } from "../../src/accounts/roles.ts";
import { dashboardToken, type FormClient } from "./form-client.ts";
import { linkOf } from "./mail-sink.ts";
import { newAccountHolder } from "./new-account-holder.ts";
import type { ServedSite } from "./served-site.ts";

/** Invites an address with the form of an owner. Returns the link of the email. */
export async function invitationOf(
  site: Pick<ServedSite, "mail">,
  owner: FormClient,
  email: string,
  role: Role,
): Promise<string> {
  const sent = await owner.submit("/dashboard/people", { email, role }, "/dashboard/people/invite");
  if (sent.location !== "/dashboard/people?after=invited") throw new Error(`not invited: ${sent.status} ${sent.html}`);
  const link = linkOf(await invitationEmail(site, email));
  return link.slice(link.indexOf("/join"));
}

export async function invitationEmail(site: Pick<ServedSite, "mail">, email: string) {
  const subject = /^Invitation to the account of /;
  return site.mail.next(email, subject);
}

/** Someone with an account of their own who is in another account, and whose session is in that account. */
export async function memberOf(site: ServedSite, ownerEmail: string, email: string, role: Role): Promise<FormClient> {
  const client = await newAccountHolder(site, email);
  await site.sql(
    `INSERT INTO memberships (account_id, user_id, role, joined_at)
     SELECT a.id, u.id, '${role}', 1 FROM accounts a, users u WHERE a.email = '${ownerEmail}' AND u.email = '${email}'`,
  );
  await switchTo(site, client, ownerEmail);
  return client;
}

/** Switches a client's session to the account that goes by an address. */
export async function switchTo(site: Pick<ServedSite, "sql">, client: FormClient, accountEmail: string): Promise<void> {
  const account = String(await accountId(site, accountEmail));
  const csrf = await dashboardToken(client);
  const switched = await client.post("/dashboard/accounts", { csrf, account });
  if (switched.location !== "/dashboard") throw new Error(`not switched: ${switched.status} ${switched.location}`);
}

export async function accountId(site: Pick<ServedSite, "sql">, email: string): Promise<number> {
  const [row] = await site.sql(`SELECT id FROM accounts WHERE email = '${email}'`);
  return Number(row?.["id"]);
}

export async function userId(site: Pick<ServedSite, "sql">, email: string): Promise<string> {
  const [row] = await site.sql(`SELECT id FROM users WHERE email = '${email}'`);
  return String(row?.["id"]);
}
