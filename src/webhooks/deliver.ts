import type { Networks } from "../access/allowed-addresses.ts";
import { CLAIM_MS, type ClaimedDelivery, signingSecret, type WebhookStore } from "../accounts/webhook.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { postMessage, TIME_LIMIT_MS } from "./post.ts";

interface DeliveryParts {
  readonly store: () => Promise<WebhookStore>;
  /** The service's own secret, from which the signing secrets are made. */
  readonly secret: string;
  /** Networks that the operator allows besides public addresses; null for none. */
  readonly allowed: Networks | null;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly attempted: (isTaken: boolean) => void;
  /** Called when no message is due any more. */
  readonly swept: () => void;
}

const SENT_AT_ONCE = 16;

/** Sends the messages that are due: to each account one after another, to several accounts at a time. */
export class WebhookDelivery {
  readonly #parts: DeliveryParts;
  #round: Promise<void> | null = null;
  #isClosed = false;
  #isFailing = false;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** Starts a round unless one is in progress, and waits for its end. Never rejects. */
  async sweep(): Promise<void> {
    this.#round ??= this.#deliver().then(
      () => this.#ended(null),
      (error: unknown) => this.#ended(error),
    );
    await this.#round;
  }

  /** Of failures in a row, the log has the first. */
  #ended(error: unknown): void {
    if (error !== null && !this.#isFailing) this.#parts.log.warn({ error }, "webhooks wait for the next round");
    this.#isFailing = error !== null;
    this.#round = null;
  }

  /** Waits for the messages that are being sent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#round;
  }

  async #deliver(): Promise<void> {
    const store = await this.#parts.store();
    const sending = new Map<number, Promise<void>>();
    try {
      while (!this.#isClosed) {
        const startedMs = this.#parts.clock.now();
        const busy = [...sending.keys()];
        const claimed = await store.claim(busy);
        if (claimed !== null) {
          const sent = this.#send(store, claimed, startedMs).finally(() => sending.delete(claimed.accountId));
          sending.set(claimed.accountId, sent);
        } else if (busy.length === 0) {
          this.#parts.swept();
          return;
        }
        // If a message ended meanwhile, its account was left out, and may have more.
        const isWaiting = claimed === null ? sending.size === busy.length : sending.size >= SENT_AT_ONCE;
        if (isWaiting) await Promise.race(sending.values());
      }
    } finally {
      await Promise.all(sending.values());
    }
  }

  /** Never rejects. A message whose result was not stored is sent again. */
  async #send(store: WebhookStore, claimed: ClaimedDelivery, startedMs: number): Promise<void> {
    const { clock, allowed, attempted, log } = this.#parts;
    try {
      const message = await this.#messageOf(claimed);
      // After a pause of the process, another node may have claimed it.
      if (clock.now() - startedMs > CLAIM_MS - TIME_LIMIT_MS) return;
      const attempt = await postMessage(claimed.url, message, allowed);
      attempted(attempt.fault === null);
      await store.record(claimed, attempt);
    } catch (error) {
      log.warn({ error }, "the result of a webhook was not stored, and it will be sent again");
    }
  }

  /** Signed by the scheme of Standard Webhooks, once with each secret. */
  async #messageOf({ id, type, atMs, accountId, nonces, data }: ClaimedDelivery) {
    // Loaded with the first message.
    const { Webhook } = await import("standardwebhooks");
    const { clock, secret, version } = this.#parts;
    const messageId = `msg_${id}_${atMs}`;
    const now = new Date(clock.now());
    const body = JSON.stringify({ type, timestamp: new Date(atMs).toISOString(), data: JSON.parse(data) });
    const sign = (nonce: string) => new Webhook(signingSecret(secret, accountId, nonce)).sign(messageId, now, body);
    const headers = {
      "Content-Type": "application/json",
      "User-Agent": `Safety-Statistics/${version}`,
      "webhook-id": messageId,
      "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
      "webhook-signature": nonces.map(sign).join(" "),
    };
    return { headers, body };
  }
}
