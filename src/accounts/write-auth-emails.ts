import { type AuthEmails, SECURITY_CHANGES } from "./auth-emails.ts";
import type { Mailer } from "./mail.ts";

/** Where the emails' links lead. Paths below the service's address; the token is appended. */
export interface EmailLinks {
  readonly confirmEmail: string;
  readonly resetPassword: string;
  readonly forgotPassword: string;
  readonly signIn: string;
  readonly signUp: string;
}

/** Writes the emails about signing in and hands them to the mailer, without waiting for it. */
export function createAuthEmails(mailer: Mailer, baseUrl: string, links: EmailLinks): AuthEmails {
  const url = (path: string, token?: string) =>
    `${baseUrl}${path}${token ? `?token=${encodeURIComponent(token)}` : ""}`;
  const write = (to: string, subject: string, lines: readonly string[]) => {
    // The mailer logs a failure; the holder can ask for the email again.
    void mailer.send({ to, subject, text: [...lines, "", "Safety Statistics", baseUrl].join("\n") });
  };
  return {
    confirmEmail: (to, token) =>
      write(to, "Confirm your email address", [
        "Somebody, probably you, made an account for this address. Confirm it within a day:",
        "",
        url(links.confirmEmail, token),
        "",
        "If it was not you, do nothing: the account stays unusable.",
      ]),
    alreadyRegistered: (to, token) =>
      write(to, "You already have an account", [
        "Somebody, probably you, tried to make an account for this address, which has one. Sign in:",
        "",
        url(links.signIn),
        "",
        "or set a new password within an hour:",
        "",
        url(links.resetPassword, token),
        "",
        "If it was not you, do nothing: nothing was changed.",
      ]),
    resetPassword: (to, token) =>
      write(to, "Set a new password", [
        "Somebody, probably you, asked to set a new password for this account. Within an hour:",
        "",
        url(links.resetPassword, token),
        "",
        "If it was not you, do nothing: the password stays as it is.",
      ]),
    securityChanged: (to, change) =>
      write(to, "Your account was changed", [
        SECURITY_CHANGES[change],
        "",
        ...(change === "account_deleted"
          ? [
              "If it was not you, somebody knows your password: change it wherever else you use it. The account cannot be",
              "restored, but you can create a new one with another password:",
              "",
              url(links.signUp),
            ]
          : ["If it was not you, set a new password at once:", "", url(links.forgotPassword)]),
      ]),
  };
}
