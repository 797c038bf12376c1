import type { Networks } from "../access/allowed-addresses.ts";
import type { Origin } from "../accounts/account.ts";
import { newNonce, signingSecret, type WebhookStore } from "../accounts/webhook.ts";
import { readWebhookUrl } from "./address.ts";

interface EndpointParts {
  readonly store: WebhookStore;
  readonly secret: string;
  readonly allowed: Networks | null;
}

/** `secret` is the signing secret, to be shown only once; null if the webhook keeps the one it has. */
type Saved = { readonly ok: true; readonly secret: string | null } | { readonly ok: false; readonly fault: string };

export type WebhookEndpoint = ReturnType<typeof createWebhookEndpoint>;

/** Changes of an account's webhook, for its holder and for operators. */
export function createWebhookEndpoint({ store, secret, allowed }: EndpointParts) {
  return {
    /** Sets the URL, and switches a disabled webhook on again. `fault` says in a sentence what is wrong with the URL. */
    async save(accountId: number, text: string, origin: Origin): Promise<Saved> {
      const read = readWebhookUrl(text, allowed);
      if (!read.ok) return read;
      const nonce = newNonce();
      const isNew = await store.save(accountId, read.url, nonce, origin);
      return { ok: true, secret: isNew ? signingSecret(secret, accountId, nonce) : null };
    },

    /** The new signing secret; null if there is no webhook. For a day, messages also have a signature with the former. */
    async renew(accountId: number, origin: Origin): Promise<string | null> {
      const nonce = newNonce();
      const isDone = await store.renew(accountId, nonce, origin);
      return isDone ? signingSecret(secret, accountId, nonce) : null;
    },
  };
}
