import { type AuthEmails, SECURITY_CHANGES } from "./auth-emails.ts";
import type { Mailer } from "./mail.ts";

/** Targets of the links in emails: paths below the service's base URL. The token is appended. */
export interface EmailLinks {
  readonly confirmEmail: string;
  readonly resetPassword: string;
  readonly forgotPassword: string;
  readonly signIn: string;
}

/** Writes the emails about signing in and passes them to the mailer without waiting. */
export function createAuthEmails(mailer: Mailer, baseUrl: string, links: EmailLinks): AuthEmails {
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
    securityChanged: (to, change) =>
      write(to, "Your account was changed", [
        SECURITY_CHANGES[change],
        "",
        "If this was not you, set a new password immediately:",
        "",
        url(links.forgotPassword),
      ]),
  };
}
