/** The emails about signing in. Each is sent in the background: no response waits for it. */
export interface AuthEmails {
  confirmEmail(to: string, token: string): void;
  /** Someone signed up with an address that has an account. `token` sets a new password, as in `resetPassword`. */
  alreadyRegistered(to: string, token: string): void;
  resetPassword(to: string, token: string): void;
  /** To the old address of an account: a link that approves its change to `newEmail`. */
  approveNewAddress(to: string, newEmail: string, token: string): void;
  /** To the new address, once the old one has approved: a link that changes the address. */
  confirmNewAddress(to: string, token: string): void;
  /** Sent to the new address instead, if it already has an account. */
  newAddressTaken(to: string): void;
  /** The address was changed; goes to both. `unlinked`: the providers that can no longer sign in. */
  addressChanged(oldEmail: string, newEmail: string, unlinked: readonly string[]): void;
  /**
   * A change that an intruder would want to hide (OWASP ASVS 5.0, 6.3.7). The account holder gets an email about it
   * immediately.
   */
  securityChanged(to: string, change: SecurityChange): void;
}

export const SECURITY_CHANGES = {
  password_changed: "The password of your account was changed.",
  two_factor_on: "Two-factor sign-in was turned on for your account.",
  two_factor_off: "Two-factor sign-in was turned off for your account.",
  recovery_codes_renewed: "New recovery codes were created for your account. The old ones no longer work.",
  codes_refused:
    "Someone entered your password and then ten wrong two-factor codes. Two-factor sign-in is locked for 15 minutes.",
  account_deleted: "Your account was deleted and all its API keys were revoked.",
} as const;
export type SecurityChange = keyof typeof SECURITY_CHANGES;
