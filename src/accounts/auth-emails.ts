/** The emails about signing in. Each is handed over in the background: no answer waits for the mail. */
export interface AuthEmails {
  confirmEmail(to: string, token: string): void;
  /** Somebody signed up with an address that has an account. `token` sets a new password, as in `resetPassword`. */
  alreadyRegistered(to: string, token: string): void;
  resetPassword(to: string, token: string): void;
  /** To the old address of an account: a link that approves its change to `newEmail`. */
  approveNewAddress(to: string, newEmail: string, token: string): void;
  /** To the new address, once the old one has approved: a link that changes the address. */
  confirmNewAddress(to: string, token: string): void;
  /** To the new address in its place, when it has an account of its own. */
  newAddressTaken(to: string): void;
  /** The address was changed; goes to both. */
  addressChanged(oldEmail: string, newEmail: string): void;
  /** A change that an intruder would want hidden (OWASP ASVS 5.0, 6.3.7): told to the holder at once. */
  securityChanged(to: string, change: SecurityChange): void;
}

export const SECURITY_CHANGES = {
  password_changed: "The password of your account was changed.",
  two_factor_on: "Two-factor sign-in was turned on for your account.",
  two_factor_off: "Two-factor sign-in was turned off for your account.",
  recovery_codes_renewed: "New recovery codes were made for your account; the old ones no longer work.",
  codes_refused:
    "Somebody entered your password and then ten wrong codes of the second step. It is locked for a quarter of an hour.",
  account_deleted: "Your account was deleted and all its API keys were revoked.",
} as const;
export type SecurityChange = keyof typeof SECURITY_CHANGES;
