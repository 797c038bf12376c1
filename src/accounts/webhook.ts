import { createHmac, randomBytes } from "node:crypto";
import type { Edition } from "../editions/edition.ts";
import type { Origin } from "./account.ts";
import type { ApiKey } from "./keys.ts";

/** The types of messages. docs/guides/webhooks.md says when each is sent. */
export const WEBHOOK_EVENTS = [
  "quota.threshold",
  "key.created",
  "key.reissued",
  "key.revoked",
  "key.expiring",
  "plan.changed",
  "dataset.published",
  "webhook.test",
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

export interface WebhookEvent {
  readonly type: WebhookEventType;
  /** The member `data` of the message, in snake_case and without secrets. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The key of an event: what the dashboard shows, never the key itself. */
export function keyData({ id, name, type, display, createdAtMs, expiresAtMs }: ApiKey) {
  const expires_at = expiresAtMs === null ? null : new Date(expiresAtMs).toISOString();
  return { id, name, type, display, created_at: new Date(createdAtMs).toISOString(), expires_at };
}

export interface Webhook {
  readonly url: string;
  /** Since when every attempt has failed; null if the last one did not. */
  readonly failingSinceMs: number | null;
  /** Set after a day of failures. Nothing is sent until the URL is saved again. */
  readonly disabledAtMs: number | null;
}

/** One attempt to send a message. `fault` is why it was not taken, in a few words; null if it was. */
export interface Attempt {
  /** The HTTP status; null without an answer. */
  readonly status: number | null;
  readonly fault: string | null;
}

/**
 * What a holder is shown of a failed attempt. Without an answer, the reason would reveal names and servers of the operator's
 * network; `safety webhook show` has it.
 */
export function shownFault({ status, fault }: Attempt): string | null {
  return status === null && fault !== null ? "Failed" : fault;
}

export interface Delivery extends Attempt {
  readonly id: number;
  readonly type: WebhookEventType;
  readonly atMs: number;
  readonly attempts: number;
  /** null after it was taken or given up. */
  readonly nextAttemptAtMs: number | null;
  readonly deliveredAtMs: number | null;
}

/** A message that one node may send now. */
export interface ClaimedDelivery extends Pick<Delivery, "id" | "type" | "atMs" | "attempts"> {
  readonly accountId: number;
  readonly url: string;
  /** The nonces of the signing secrets: the current one, and for a day after its renewal the former one. */
  readonly nonces: readonly string[];
  /** JSON. */
  readonly data: string;
}

/** How long a claim keeps other nodes from sending the message. If its node ends, another one sends it after that. */
export const CLAIM_MS = 30_000;
/** How long the former signing secret also signs. */
export const FORMER_SECRET_MS = 86_400_000;
/** Longer than a month: an event is not raised again while its row is there. */
export const DELIVERIES_KEPT_DAYS = 40;

export interface WebhookStore {
  find(accountId: number): Promise<Webhook | null>;
  /** Sets the URL and switches the webhook on. `nonce` is used only if there was none; true if so. */
  save(accountId: number, url: string, nonce: string, origin: Origin): Promise<boolean>;
  /** False if there is no webhook. */
  renew(accountId: number, nonce: string, origin: Origin): Promise<boolean>;
  /** Also deletes its deliveries. False if there is no webhook. */
  delete(accountId: number, origin: Origin): Promise<boolean>;
  /** False if there is no webhook that is on. */
  sendTest(accountId: number): Promise<boolean>;
  /** The last deliveries, newest first. */
  deliveries(accountId: number, limit: number): Promise<readonly Delivery[]>;
  /** The message that is due for longest, of any account but those; null if none is due. */
  claim(exceptAccounts: readonly number[]): Promise<ClaimedDelivery | null>;
  /** Ignored if the claim has ended and another node has made one since. */
  record(claimed: ClaimedDelivery, attempt: Attempt): Promise<void>;
  /**
   * Raises an event for each webhook if no node has served this version before, unless it is the store's first of an
   * edition. @param path the edition's
   */
  announceDataset(path: Edition["path"], version: string, dataYear: number): Promise<void>;
  /** Deletes deliveries after `DELIVERIES_KEPT_DAYS`. */
  prune(): Promise<void>;
}

export function newNonce(): string {
  return randomBytes(24).toString("base64url");
}

/** A signing secret (`whsec_…`). It is made from the service's own, so the store alone does not reveal it. */
export function signingSecret(secret: string, accountId: number, nonce: string): string {
  return `whsec_${createHmac("sha256", secret).update(`webhook\n${accountId}\n${nonce}`).digest("base64")}`;
}
