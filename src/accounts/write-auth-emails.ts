import { isSocialProvider, PROVIDER_TITLES } from "./auth.ts";
import { type AuthEmails, SECURITY_CHANGES } from "./auth-emails.ts";
import type { Mailer } from "./mail.ts";

/** Targets of the links in emails: paths below the service's base URL. The token is appended. */
export interface EmailLinks {
  readonly confirmEmail: string;
  readonly resetPassword: string;
  readonly forgotPassword: string;
  readonly signIn: string;
  readonly signUp: string;
  readonly confirmEmailChange: string;
}

export interface AuthEmailParts {
  readonly mailer: Mailer;
  readonly baseUrl: string;
  readonly links: EmailLinks;
  /** The operator's mailbox; undefined if none is set. */
  readonly contactEmail: string | undefined;
}

/** Writes the emails about signing in and passes them to the mailer without waiting. */
export function createAuthEmails({ mailer, baseUrl, links, contactEmail }: AuthEmailParts): AuthEmails {
  const url = (path: string, token?: string) =>
    `${baseUrl}${path}${token ? `?token=${encodeURIComponent(token)}` : ""}`;
  const write = (to: string, subject: string, lines: readonly string[]) => {
    // The mailer logs a failure; the user can request the email again.
    void mailer.send({ to, subject, text: [...lines, "", "Safety Statistics", baseUrl].join("\n") });
  };
  return {
    confirmEmail: (to, token) =>
      write(to, "Confirm your email address", [
        "Someone, probably you, created an account with this address. Confirm it within one day:",
        "",
        url(links.confirmEmail, token),
        "",
        "If this was not you, ignore this email. The account cannot be used.",
      ]),
    alreadyRegistered: (to, token) =>
      write(to, "You already have an account", [
        "Someone, probably you, tried to create an account with this address, but it already has one. Sign in:",
        "",
        url(links.signIn),
        "",
        "Or set a new password within one hour:",
        "",
        url(links.resetPassword, token),
        "",
        "If this was not you, ignore this email. Nothing was changed.",
      ]),
    resetPassword: (to, token) =>
      write(to, "Set a new password", [
        "Someone, probably you, requested a new password for this account. Set it within one hour:",
        "",
        url(links.resetPassword, token),
        "",
        "If this was not you, ignore this email. Your password stays the same.",
      ]),
    approveNewAddress: (to, newEmail, token) =>
      write(to, "Approve your new email address", [
        `Somebody, probably you, asked to change the email address of your account to ${newEmail}.`,
        "To approve the change, open this link within an hour and sign in:",
        "",
        url(links.confirmEmailChange, token),
        "",
        "We then send a link to the new address. Your address changes when you open that link too.",
        "",
        "If it was not you, do not open the link, and set a new password at once:",
        "",
        url(links.forgotPassword),
      ]),
    confirmNewAddress: (to, token) =>
      write(to, "Confirm your new email address", [
        "Somebody, probably you, asked to use this address for their account. To confirm it, open this link",
        "within an hour and sign in with the old address:",
        "",
        url(links.confirmEmailChange, token),
        "",
        "If this was not you, ignore this email. Nothing was changed.",
      ]),
    newAddressTaken: (to) =>
      write(to, "This address already has an account", [
        "Somebody, probably you, asked to use this address for another account. It already has an account, so nothing",
        "was changed. To use it for the other account, first sign in to this one and delete it:",
        "",
        url(links.signIn),
        "",
        "If it was not you, do nothing.",
      ]),
    addressChanged: (oldEmail, newEmail, unlinked) => {
      const subject = "Your email address was changed";
      const change = `The email address of your account was changed from ${oldEmail} to ${newEmail}.`;
      const names = unlinked.map((provider) => (isSocialProvider(provider) ? PROVIDER_TITLES[provider] : provider));
      const lost = names.length === 0 ? [] : [`The account is no longer linked to ${names.join(" and ")}.`];
      write(oldEmail, subject, [
        `${change} This address no longer signs in to it. All other sessions have ended.`,
        ...lost,
        "",
        contactEmail === undefined
          ? "If this was not you, write to the operator of this service."
          : `If this was not you, write to the operator of this service: ${contactEmail}`,
      ]);
      write(newEmail, subject, [
        `${change} All other sessions have ended. Use the new address to sign in:`,
        "",
        url(links.signIn),
        ...(names.length === 0
          ? []
          : [
              "",
              ...lost,
              "To link a GitHub or Google account again, give it the new address, verify it there, and sign in with it.",
              "If you have no password, set one:",
              "",
              url(links.forgotPassword),
            ]),
      ]);
    },
    securityChanged: (to, change) =>
      write(to, "Your account was changed", [
        SECURITY_CHANGES[change],
        "",
        ...(change === "account_deleted"
          ? [
              "If this was not you, somebody knows your password: change it wherever else you use it. The account cannot be",
              "restored, but you can create a new one with another password:",
              "",
              url(links.signUp),
            ]
          : ["If this was not you, set a new password immediately:", "", url(links.forgotPassword)]),
      ]),
  };
}
