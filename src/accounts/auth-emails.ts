/** The emails about signing in. Each is handed over in the background: no answer waits for the mail. */
export interface AuthEmails {
  confirmEmail(to: string, token: string): void;
  /** Somebody signed up with an address that has an account. */
  alreadyRegistered(to: string): void;
  resetPassword(to: string, token: string): void;
  /** A change that an intruder would want hidden (OWASP ASVS 5.0, 6.3.7): told to the holder at once. */
  securityChanged(to: string, change: SecurityChange): void;
}

export const SECURITY_CHANGES = {
  password_changed: "The password of your account was changed.",
  two_factor_on: "Two-factor sign-in was turned on for your account.",
  two_factor_off: "Two-factor sign-in was turned off for your account.",
  recovery_codes_renewed: "New recovery codes were made for your account; the old ones no longer work.",
  account_deleted: "Your account was deleted and all its API keys were revoked.",
} as const;
export type SecurityChange = keyof typeof SECURITY_CHANGES;
