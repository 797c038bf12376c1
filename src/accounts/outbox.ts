/** What an email is about. */
export const EMAIL_KINDS = [
  "account_created",
  "confirm_email",
  "already_registered",
  "reset_password",
  "approve_new_address",
  "confirm_new_address",
  "new_address_taken",
  "address_changed",
  "security_changed",
  "notice",
  "invitation",
  "plan_request",
  "correction_report",
  "correction_answer",
] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** Emails with a link that sets a password. */
export const PASSWORD_EMAILS: readonly EmailKind[] = ["already_registered", "reset_password"];
/** Emails with a link that is a step of changing the address. */
export const ADDRESS_EMAILS: readonly EmailKind[] = ["approve_new_address", "confirm_new_address"];

/** Emails that have a link with a token. */
const LINK_EMAILS: readonly EmailKind[] = ["confirm_email", "invitation", ...PASSWORD_EMAILS, ...ADDRESS_EMAILS];

export function hasLink({ kind }: { readonly kind: EmailKind }): boolean {
  return LINK_EMAILS.includes(kind);
}

/**
 * Stands for a link's token in the text of a queued email. Each attempt to send it makes a token of its own. No address
 * can contain it.
 */
export const TOKEN_MARK = "<token>";

/** How long a claim keeps other nodes from sending an email. If its node ends, another one sends it after that. */
export const EMAIL_CLAIM_MS = 60_000;
/** How long an email that could not be sent is kept since it was queued. One that was sent is deleted at once. */
export const UNSENT_KEPT_DAYS = 8;

/** An email to queue. It never holds a token. */
export interface NewEmail {
  readonly kind: EmailKind;
  readonly recipient: string;
  /** The account that it is about, with which it is deleted; null if it is about none. */
  readonly accountId: number | null;
  readonly subject: string;
  /** Plain text. Each link is on its own line. */
  readonly text: string;
  /** With `approve_new_address`: the new address. */
  readonly newAddress?: string;
}

/** An email that one node may send now. */
export interface ClaimedEmail extends NewEmail {
  readonly id: number;
  readonly atMs: number;
  readonly attempts: number;
}

/** An email that was not sent yet, as operators see it: without its text. */
export interface QueuedEmail
  extends Pick<ClaimedEmail, "id" | "kind" | "recipient" | "accountId" | "atMs" | "attempts"> {
  /** null after it was given up. */
  readonly nextAttemptAtMs: number | null;
  /** Why the last attempt failed; null before the first has. */
  readonly fault: string | null;
}

/** How many emails were not sent yet. */
export interface UnsentEmails {
  /** Not tried yet, or being sent for the first time. */
  readonly waiting: number;
  /** Failed at least once, and will be tried again. */
  readonly failing: number;
  readonly givenUp: number;
}

/** The user that a link is for, and the row that it needs; `row` is null for a signed link. */
export interface LinkRequest {
  /** Digest of the link's name. */
  readonly identifier: string;
  readonly lifetimeMs: number;
}

export interface OutboxStore {
  /** Queues an email. One about a new address replaces those of the account that wait, and ends their links. */
  add(email: NewEmail): Promise<void>;
  /** The email that is due for longest; null if none is due. */
  claim(): Promise<ClaimedEmail | null>;
  /**
   * Stores the link of a claimed email, with its time running from now. Returns the id of its user, or the address that
   * is invited; null if the link is no longer wanted: the user is gone, has another address, or has ended what was pending.
   */
  storeLink(claimed: ClaimedEmail, link: LinkRequest): Promise<string | null>;
  /**
   * Records an attempt: without a fault the email is deleted, and with one it waits for longer each time, for a day.
   * Returns whether it was the last. Ignored if the claim has ended and another node has made one since.
   */
  record(claimed: ClaimedEmail, fault: string | null): Promise<{ readonly isGivenUp: boolean }>;
  /** Deletes a claimed email that nobody needs any more. */
  drop(claimed: ClaimedEmail): Promise<void>;
  /** Emails that were not sent yet, oldest first. */
  unsent(limit: number): Promise<readonly QueuedEmail[]>;
  countUnsent(): Promise<UnsentEmails>;
  /** Makes emails due now, with a day of attempts: one, or with null all. Returns how many. */
  retry(id: number | null): Promise<number>;
  /** Deletes emails that were given up after `UNSENT_KEPT_DAYS`. */
  prune(): Promise<void>;
}
