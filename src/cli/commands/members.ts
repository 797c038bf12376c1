import { Argument, type Command, Option } from "commander";
import { createAuthEmails } from "../../accounts/auth-emails.ts";
import type { ChangeMemberResult, InviteResult, MainOwnerResult, Member } from "../../accounts/members.ts";
import { ROLES, type Role } from "../../accounts/roles.ts";
import { readConfig } from "../../main/config.ts";
import { CommandError, EXIT, note } from "../../main/exit.ts";
import { URLS } from "../../site/ui/urls.ts";
import type { Store } from "../../store/store.ts";
import { isoTime, printRecords } from "../terminal.ts";
import { accountOf, onStore, operator, parseEmail } from "../with-store.ts";

const ADDRESS = "the address with which the person signs in";

/** The commands of `safety account` about people. */
export function addMemberCommands(command: Command): void {
  command
    .command("members")
    .description("List the people of an account, and who is invited")
    .argument("<email>")
    .option("--json", "print a JSON array")
    .action(onStore(listMembers));
  command
    .command("invite")
    .description("Invite a person into an account by email. Whatever SIGN_UP says, they can then create a sign-in.")
    .argument("<email>")
    .argument("<person>", "their address")
    .addOption(new Option("--role <role>", "what they may do").choices(ROLES).default("developer"))
    .action(onStore(invite));
  command
    .command("remove")
    .description("Remove a person from an account, and end their sessions in it; or withdraw an invitation")
    .argument("<email>")
    .argument("<person>", ADDRESS)
    .action(onStore(remove));
  command
    .command("role")
    .description("Change what a person may do in an account")
    .argument("<email>")
    .argument("<person>", ADDRESS)
    .addArgument(new Argument("<role>").choices(ROLES))
    .option("--main", "with owner: the account goes by this person's address from then on")
    .action(onStore(changeRole));
}

async function listMembers(store: Store, email: string, { json }: { readonly json?: true }): Promise<void> {
  const { id } = await accountOf(store, email);
  const members = (await store.members.members(id)).map((member) => ({
    email: member.email,
    role: member.role,
    state: member.isMain ? "main owner" : "joined",
    since: isoTime(member.joinedAtMs),
    expires_at: null,
  }));
  const invitations = (await store.members.invitations(id)).map((invitation) => ({
    email: invitation.email,
    role: invitation.role,
    state: "invited",
    since: isoTime(invitation.invitedAtMs),
    expires_at: isoTime(invitation.expiresAtMs),
  }));
  const rows = [...members, ...invitations];
  if (rows.length === 0 && !json) return note(`Nobody has signed in to the account of ${email} yet.\n`);
  printRecords(rows, ["email", "role", "state", "since", "expires_at"], json);
}

async function invite(store: Store, email: string, person: string, { role }: { readonly role: Role }): Promise<void> {
  const account = await accountOf(store, email);
  const address = parseEmail(person);
  const { baseUrl, CONTACT_EMAIL: contactEmail, SMTP_URL } = readConfig();
  const emails = createAuthEmails({ baseUrl, contactEmail, links: URLS, providers: [] });
  const to = { email: address, accountId: account.id };
  const letter = emails.invitation(to, { by: null, account: account.email, role });
  const invited = await store.members.invite({
    accountId: account.id,
    email: address,
    role,
    origin: operator(),
    letter,
  });
  if (!invited.ok) throw new CommandError(INVITE_FAULTS[invited.reason](address));
  const how =
    SMTP_URL === undefined
      ? "A running node writes the email with the link into its log"
      : "A running node emails the link within seconds";
  note(`${address} is invited to the account of ${account.email} as ${role}. ${how}; it works for 7 days.\n`);
}

type ReasonOf<Result extends { readonly ok: boolean }> =
  Extract<Result, { readonly ok: false }> extends {
    readonly reason: infer Reason extends string;
  }
    ? Reason
    : never;

const INVITE_FAULTS: Readonly<Record<ReasonOf<InviteResult>, (person: string) => string>> = {
  account_not_found: () => "The account is deleted.",
  account_suspended: () => "The account is suspended: resume it first.",
  already_member: (person) => `${person} is already in the account.`,
  too_many_people: () => "The account has 100 people and invitations: remove someone first.",
};

const FAULTS: Readonly<Record<ReasonOf<ChangeMemberResult> | ReasonOf<MainOwnerResult>, (person: string) => string>> = {
  not_found: (person) => `${person} is not in the account. \`safety account members\` lists its people.`,
  main_owner: () =>
    "This is the main owner. Make another owner the main owner first: `safety account role EMAIL PERSON owner --main`.",
  last_owner: () => "This is the only owner. Make another person an owner first.",
  not_owner: () => "Only an owner can become the main owner.",
  account_in_use: (person) =>
    `${person} has an account of their own with keys, people, or changes by an operator, which keeps the address. Choose another owner.`,
};

async function remove(store: Store, email: string, person: string): Promise<void> {
  const { id, email: accountEmail } = await accountOf(store, email);
  const address = parseEmail(person);
  const invitation = (await store.members.invitations(id)).find((one) => one.email === address);
  if (invitation !== undefined) {
    await store.members.withdraw(id, invitation.id, operator());
    return note(`The invitation of ${address} is withdrawn. Its link no longer works.\n`);
  }
  const { userId } = await memberOf(store, id, address);
  const removed = await store.members.remove({ accountId: id, userId, origin: operator() });
  if (!removed.ok) throw new CommandError(FAULTS[removed.reason](address));
  note(`${address} is no longer in the account of ${accountEmail}, and their sessions in it have ended.\n`);
}

async function changeRole(
  store: Store,
  email: string,
  person: string,
  role: Role,
  { main }: { readonly main?: true },
): Promise<void> {
  if (main && role !== "owner") throw new CommandError("--main needs the role owner", EXIT.usage);
  const { id, email: accountEmail } = await accountOf(store, email);
  const address = parseEmail(person);
  const { userId } = await memberOf(store, id, address);
  const change = { accountId: id, userId, origin: operator() };
  const changed = await store.members.changeRole(change, role);
  if (!changed.ok) throw new CommandError(FAULTS[changed.reason](address));
  if (!main) return note(`${address} is ${role} of the account of ${accountEmail}, from the next request on.\n`);
  const moved = await store.members.changeMainOwner(change);
  if (!moved.ok) throw new CommandError(FAULTS[moved.reason](address));
  note(`${address} is the main owner, and account ${id} goes by this address.\n`);
}

async function memberOf(store: Store, accountId: number, address: string): Promise<Member> {
  const member = (await store.members.members(accountId)).find((one) => one.email === address);
  if (member === undefined) throw new CommandError(FAULTS.not_found(address));
  return member;
}
