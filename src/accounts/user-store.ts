import type { Origin } from "./account.ts";

/** A user with the address that a link was sent to. The address may have changed since. */
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
   * Uses up the link, sets the password, marks the address as confirmed, and ends all sessions and everything pending.
   * Returns false if the link was used, or the user no longer has the address.
   */
  resetPassword(reset: PasswordReset): Promise<boolean>;
  /**
   * Deletes the unconfirmed sign-up with an address, so that a new one can replace it. Its account is deleted too
   * unless it has a key or an operator changed it.
   */
  deleteUnconfirmedSignUp(email: string): Promise<void>;
  /**
   * Ends everything that the user started and did not finish: password links, sign-ins without their code, a new
   * address.
   */
  endPending(userId: string): Promise<void>;
}
