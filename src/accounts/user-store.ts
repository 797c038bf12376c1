import type { Origin } from "./account.ts";

/** A user with the address that a link was sent to. The address may have changed since. */
export interface AddressedUser {
  readonly userId: string;
  readonly email: string;
}

export interface NewPassword extends AddressedUser {
  /** Id of the link's row in `verifications`. */
  readonly linkId: string;
  readonly passwordHash: string;
  readonly origin: Origin;
}

/**
 * Changes of users. Each locks the user's account and reads the address under the lock, so no link works for an address
 * that the user has given up. Methods reject only if the store cannot be reached.
 */
export interface UserStore {
  /** Marks the address as confirmed. False if no such user has it. */
  confirm(user: AddressedUser, origin: Origin): Promise<boolean>;
  /** Uses up the link and ends all sessions and everything pending. False if the link or its address is outdated. */
  resetPassword(reset: NewPassword): Promise<boolean>;
  /** Makes room for a new sign-up. The account goes too unless it has a key or an operator changed it. */
  deleteUnconfirmedSignUp(email: string): Promise<void>;
  /** Ends what the user did not finish: password links, sign-ins without their code, a new address. */
  endPending(userId: string): Promise<void>;
}
