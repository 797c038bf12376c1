import type { Networks } from "../access/allowed-addresses.ts";
import { CLAIM_MS, type ClaimedDelivery, signingSecret, type WebhookStore } from "../accounts/webhook.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { Rounds } from "../base/rounds.ts";
import { type Message, postMessage, TIME_LIMIT_MS } from "./post.ts";

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
export function webhookDelivery(parts: DeliveryParts): Rounds<ClaimedDelivery> {
  const { store, clock, swept, log } = parts;
  return new Rounds({
    claim: async (busyAccounts) => (await store()).claim(busyAccounts),
    ownerOf: ({ accountId }) => accountId,
    send: (claimed, claimedAtMs) => sendMessage(parts, claimed, claimedAtMs),
    atOnce: SENT_AT_ONCE,
    clock,
    swept,
    failed: (error) => log.warn({ error }, "webhooks wait for the next round"),
  });
}

/** Never rejects. A message whose result was not stored is sent again. */
async function sendMessage(parts: DeliveryParts, claimed: ClaimedDelivery, claimedAtMs: number): Promise<void> {
  const { clock, allowed, attempted, log } = parts;
  try {
    const message = await messageOf(parts, claimed);
    // After a pause of the process, another node may have claimed it.
    if (clock.now() - claimedAtMs > CLAIM_MS - TIME_LIMIT_MS) return;
    const attempt = await postMessage(claimed.url, message, allowed);
    attempted(attempt.fault === null);
    await (await parts.store()).record(claimed, attempt);
  } catch (error) {
    log.warn({ error }, "the result of a webhook was not stored, and it will be sent again");
  }
}

/** Signed by the scheme of Standard Webhooks, once with each secret. */
async function messageOf({ clock, secret, version }: DeliveryParts, claimed: ClaimedDelivery): Promise<Message> {
  // Loaded with the first message.
  const { Webhook } = await import("standardwebhooks");
  const { id, type, atMs, accountId, nonces, data } = claimed;
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
