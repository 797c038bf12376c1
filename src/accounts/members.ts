import { DAY_MS } from "../base/window.ts";
import type { Origin } from "./account.ts";
import type { NewEmail } from "./outbox.ts";
import type { Role } from "./roles.ts";

/** More people than any account needs, with those who are invited. */
export const MAX_PEOPLE = 100;
/** From the moment when an invitation is mailed. */
export const INVITATION_MS = 7 * DAY_MS;
/** How long one that could not be mailed waits. */
export const UNSENT_INVITATION_MS = 8 * DAY_MS;

export interface Member {
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  /** The owner by whose address the account goes. */
  readonly isMain: boolean;
  /** null for the main owner. */
  readonly joinedAtMs: number | null;
}

export interface Invitation {
  readonly id: number;
  readonly email: string;
  readonly role: Role;
  readonly invitedAtMs: number;
  /** null until it is mailed. */
  readonly expiresAtMs: number | null;
}

/** An invitation as the person sees it who got it. */
export interface OpenInvitation extends Pick<Invitation, "email" | "role"> {
  /** By whose address the account goes. */
  readonly accountEmail: string;
  /** Whether an operator's command made it, which is valid whatever `SIGN_UP` says. */
  readonly isByOperator: boolean;
}

/** An account that a person is in. */
export interface Membership {
  readonly accountId: number;
  /** By whose address the account goes. */
  readonly email: string;
  readonly role: Role;
}

export interface NewInvitation {
  readonly accountId: number;
  readonly email: string;
  readonly role: Role;
  readonly origin: Origin;
  readonly letter: NewEmail;
}

interface Refused<Reason extends string> {
  readonly ok: false;
  readonly reason: Reason;
}
type Changed<Reason extends string> = { readonly ok: true } | Refused<Reason>;

export type InviteResult = Changed<"account_not_found" | "account_suspended" | "already_member" | "too_many_people">;
/** `main_owner`: another owner must become the main owner first. `last_owner`: there is nobody else. */
export type ChangeMemberResult = Changed<"not_found" | "main_owner" | "last_owner">;
/** `account_in_use`: the new main owner has an account of their own, with keys or people. */
export type MainOwnerResult = Changed<"not_found" | "not_owner" | "account_in_use">;
export type JoinResult =
  | { readonly ok: true; readonly accountId: number }
  | Refused<"invitation_gone" | "other_address" | "too_many_accounts">;

export interface PersonChange {
  readonly accountId: number;
  readonly userId: string;
  readonly origin: Origin;
}

/**
 * Who is in which account. The main owner is the user whose first account it is; the others have memberships. Every
 * change is one transaction under the lock of the account, with its audit event.
 */
export interface MemberStore {
  /** null if the person is not in the account, or if it is deleted. */
  role(accountId: number, userId: string): Promise<Role | null>;
  /** The accounts of a person, their own first. */
  accountsOf(userId: string): Promise<readonly Membership[]>;
  /** The main owner first, then in order of joining. */
  members(accountId: number): Promise<readonly Member[]>;
  /** Those that can still be used, or wait for the mail server, oldest first. */
  invitations(accountId: number): Promise<readonly Invitation[]>;
  /** Replaces an invitation of the same address, whose link stops working. */
  invite(invitation: NewInvitation): Promise<InviteResult>;
  /** Its link stops working at once. False if there is none. */
  withdraw(accountId: number, invitationId: number, origin: Origin): Promise<boolean>;
  changeRole(change: PersonChange, role: Role): Promise<ChangeMemberResult>;
  /** Ends the person's sessions in the account, and the invitations to and by them. */
  remove(change: PersonChange): Promise<ChangeMemberResult>;
  /** As `remove`, but the person's sessions go on in their own account. */
  leave(change: PersonChange): Promise<ChangeMemberResult>;
  /** The account goes by the address of this owner from then on. The one before stays an owner. */
  changeMainOwner(change: PersonChange): Promise<MainOwnerResult>;
  /** The invitation of a link that can still be used. */
  findInvitation(digest: string): Promise<OpenInvitation | null>;
  /** Who invited the address in a way that can still be used; `operator` before `team`. */
  invitedBy(email: string): Promise<"operator" | "team" | null>;
  /** Uses up the invitation of a link. Only the holder of its address may. */
  join(digest: string, person: { readonly userId: string; readonly origin: Origin }): Promise<JoinResult>;
  /** Confirms a new user's address and sets the password, if the invitation of a link is for it. False otherwise. */
  claim(digest: string, userId: string, passwordHash: string, origin: Origin): Promise<boolean>;
  /** The account of a session from now on, and of the person's next sessions. False if they are not in it. */
  switchTo(sessionId: string, userId: string, accountId: number): Promise<boolean>;
  /** The account in which a person's new session starts; null for their own. */
  selected(userId: string): Promise<number | null>;
  /** Deletes invitations that can no longer be used. */
  prune(): Promise<void>;
}
