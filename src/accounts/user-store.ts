import type { Origin } from "./account.ts";

/** A user at the address that a link was sent to. The address may have changed since. */
export interface AddressedUser {
  readonly userId: string;
  readonly email: string;
}

export interface PasswordReset extends AddressedUser {
  /** Id of the link's row in `verifications`. */
  readonly linkId: string;
  readonly passwordHash: string;
  readonly origin: Origin;
}

/**
 * Changes of users. Each is one transaction that locks the user's account and reads the address under the lock, so no
 * link works for an address that the user has given up in the meantime. All methods reject only if the store cannot be
 * reached.
 */
export interface UserStore {
  /** Marks the address as confirmed. False if no such user has it. */
  confirm(user: AddressedUser, origin: Origin): Promise<boolean>;
  /**
   * Uses the link up, sets the password, marks the address as confirmed, and ends all sessions and everything pending.
   * False if the link was used, or the user no longer has the address.
   */
  resetPassword(reset: PasswordReset): Promise<boolean>;
  /**
   * Deletes the sign-up with an address that was never confirmed, so that the next one takes its place. Its account goes
   * with it unless an operator or a key had to do with it.
   */
  forgetUnconfirmed(email: string): Promise<void>;
  /** Ends what the user began and did not finish: links to set a password, sign-ins without their code, a new address. */
  endPending(userId: string): Promise<void>;
}
