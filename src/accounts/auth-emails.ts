import { type EmailKind, type NewEmail, TOKEN_MARK } from "./outbox.ts";
import { KNOWN_PROVIDERS, type Provider } from "./provider.ts";
import type { Role } from "./roles.ts";

/** Targets of the links in emails: paths below the service's base URL. */
interface EmailLinks {
  readonly confirmEmail: string;
  readonly resetPassword: string;
  readonly forgotPassword: string;
  readonly signIn: string;
  readonly signUp: string;
  readonly confirmEmailChange: string;
  readonly join: string;
}

interface AuthEmailParts {
  readonly baseUrl: string;
  readonly links: EmailLinks;
  readonly providers: readonly Provider[];
  /** The operator's mailbox; undefined if none is set. */
  readonly contactEmail: string | undefined;
}

const SECURITY_CHANGES = {
  password_changed: "The password of your account was changed.",
  passkey_added: "A passkey was added to your account. It can sign in without the password.",
  passkey_removed: "A passkey was removed from your account.",
  two_factor_on: "Two-factor sign-in was turned on for your account.",
  two_factor_off: "Two-factor sign-in was turned off for your account.",
  recovery_codes_renewed: "New recovery codes were created for your account. The old ones no longer work.",
  codes_refused:
    "Someone entered your password and then ten wrong two-factor codes. Two-factor sign-in is locked for 15 minutes.",
  account_deleted: "Your account was deleted and all its API keys were revoked.",
} as const;
export type SecurityChange = keyof typeof SECURITY_CHANGES;

/** What a role may do, as the end of a sentence. */
const ROLE_RIGHTS = {
  owner: "as an owner. Owners can do everything, also invite and remove people.",
  developer: "as a developer. Developers manage keys and the webhook, and see usage.",
  viewer: "as a viewer. Viewers see usage and records.",
} as const satisfies Record<Role, string>;

interface InvitationLetter {
  readonly by: string | null;
  readonly account: string;
  readonly role: Role;
}

/** The holder of an account: where an email goes, and with which account it is deleted. */
export interface Addressee {
  readonly email: string;
  /** null if the account is gone or not known. */
  readonly accountId: number | null;
}

export type AuthEmails = ReturnType<typeof createAuthEmails>;

/** Writes the emails about signing in, to be queued. Their links are made when they are sent. */
export function createAuthEmails({ baseUrl, links, providers, contactEmail }: AuthEmailParts) {
  const url = (path: string) => `${baseUrl}${path}`;
  const linkTo = (path: string) => `${url(path)}?token=${TOKEN_MARK}`;
  const write = (
    kind: EmailKind,
    { email: recipient, accountId }: Addressee,
    subject: string,
    paragraphs: readonly string[],
  ): NewEmail => ({
    ...{ kind, recipient, accountId, subject },
    text: [...paragraphs, `Safety Statistics\n${baseUrl}`].join("\n\n"),
  });
  return {
    /** An operator created an account for the address. */
    accountCreated: (to: Addressee) =>
      write("account_created", to, "Your account was created", [
        `The operator of Safety Statistics created an account for ${to.email}. To use it, set a password:`,
        url(links.forgotPassword),
        ...(contactEmail === undefined ? [] : [`Questions? Write to the operator: ${contactEmail}`]),
      ]),
    /** Into an account, by one of its owners, or with null by an operator. Its link is single use. */
    invitation: (to: Addressee, { by, account, role }: InvitationLetter) =>
      write("invitation", to, `Invitation to the account of ${account}`, [
        `${by ?? "The operator"} invites ${to.email} to the account of ${account} at Safety Statistics, ${ROLE_RIGHTS[role]} To join, open this link within 7 days:`,
        linkTo(links.join),
        "The link works once, for this address only, until a newer invitation or the end of this one. If you do not know the sender, ignore this email. Nothing happens without you.",
      ]),
    confirmEmail: (to: Addressee) =>
      write("confirm_email", to, "Confirm your email address", [
        "Someone, probably you, created an account with this address. Confirm it within one day:",
        linkTo(links.confirmEmail),
        "If this was not you, ignore this email. The account cannot be used.",
      ]),
    /** Someone signed up with an address that has an account. Its link sets a new password, as in `resetPassword`. */
    alreadyRegistered: (to: Addressee) =>
      write("already_registered", to, "You already have an account", [
        "Someone, probably you, tried to create an account with this address, but it already has one. Sign in:",
        url(links.signIn),
        "Or set a new password within one hour:",
        linkTo(links.resetPassword),
        "If this was not you, ignore this email. Nothing was changed.",
      ]),
    resetPassword: (to: Addressee) =>
      write("reset_password", to, "Set a new password", [
        "Someone, probably you, requested a new password for this account. Set it within one hour:",
        linkTo(links.resetPassword),
        "If this was not you, ignore this email. Your password stays the same.",
      ]),
    /** To the old address of an account: a link that approves its change to `newAddress`. */
    approveNewAddress: (to: Addressee, newAddress: string): NewEmail => ({
      ...write("approve_new_address", to, "Approve your new email address", [
        `Someone, probably you, asked to change the email address of your account to ${newAddress}. To approve the change, open this link within one hour and sign in:`,
        linkTo(links.confirmEmailChange),
        "We then send a link to the new address. Your address changes when you open that link too.",
        "If this was not you, do not open the link, and set a new password immediately:",
        url(links.forgotPassword),
      ]),
      newAddress,
    }),
    /** To the new address, once the old one has approved: a link that changes the address. */
    confirmNewAddress: (to: Addressee) =>
      write("confirm_new_address", to, "Confirm your new email address", [
        "Someone, probably you, asked to use this address for their account. To confirm it, open this link within one hour and sign in with the old address:",
        linkTo(links.confirmEmailChange),
        "If this was not you, ignore this email. Nothing was changed.",
      ]),
    /** Sent to the new address instead, if it already has an account. */
    newAddressTaken: (to: Addressee) =>
      write("new_address_taken", to, "This address already has an account", [
        "Someone, probably you, asked to use this address for another account. It already has an account, so nothing was changed. To use it for the other account, first sign in to this one and delete it:",
        url(links.signIn),
        "If this was not you, ignore this email.",
      ]),
    /** The address was changed; goes to both. `unlinked`: the providers that can no longer sign in. */
    addressChanged: (
      { email: oldEmail, accountId }: Addressee,
      newEmail: string,
      unlinked: readonly string[],
    ): readonly NewEmail[] => {
      const subject = "Your email address was changed";
      const change = `The email address of your account was changed from ${oldEmail} to ${newEmail}.`;
      const all = [...providers, ...Object.values(KNOWN_PROVIDERS)];
      const names = unlinked.map((name) => all.find(({ id }) => id === name)?.title ?? name);
      const lost = names.length === 0 ? [] : [`The account is no longer linked to ${names.join(" and ")}.`];
      const operator = contactEmail === undefined ? "." : `: ${contactEmail}`;
      return [
        write("address_changed", { email: oldEmail, accountId }, subject, [
          `${change} This address no longer signs in to it. All other sessions have ended.`,
          ...lost,
          `If this was not you, write to the operator of this service${operator}`,
        ]),
        write("address_changed", { email: newEmail, accountId }, subject, [
          `${change} All other sessions have ended. Use the new address to sign in:`,
          url(links.signIn),
          ...lost.flatMap((text) => [
            `${text} To link it again, give your account there the new address, verify it there, and sign in with it. If you have no password, set one:`,
            url(links.forgotPassword),
          ]),
        ]),
      ];
    },
    /** An owner deleted an account in which the recipient was not one. */
    accountEnded: (to: Addressee, { account, role }: Pick<InvitationLetter, "account" | "role">) =>
      write("security_changed", to, `The account of ${account} was deleted`, [
        `An owner deleted the account of ${account}, where you were a ${role}. Its API keys no longer work. Your own account stays:`,
        url(links.signIn),
      ]),
    /** A change that an intruder would want to hide, reported immediately (OWASP ASVS 5.0, 6.3.7). */
    securityChanged: (to: Addressee, change: SecurityChange) =>
      write("security_changed", to, "Your account was changed", [
        SECURITY_CHANGES[change],
        ...(change === "account_deleted"
          ? [
              "If this was not you, someone knows your password: change it wherever else you use it. The account cannot be restored, but you can create a new one with another password:",
              url(links.signUp),
            ]
          : ["If this was not you, set a new password immediately:", url(links.forgotPassword)]),
      ]),
  };
}
