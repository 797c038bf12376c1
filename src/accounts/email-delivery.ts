import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { Rounds } from "../base/rounds.ts";
import { DAY_MS } from "../base/window.ts";
import { LINK_MS, linkDigest, newToken } from "./links.ts";
import type { Mailer } from "./mail.ts";
import { INVITATION_MS } from "./members.ts";
import { ADDRESS_EMAILS, type ClaimedEmail, EMAIL_CLAIM_MS, hasLink, type OutboxStore, TOKEN_MARK } from "./outbox.ts";

export type EmailOutcome = "sent" | "refused" | "given_up";

interface DeliveryParts {
  readonly store: () => Promise<OutboxStore>;
  readonly mailer: () => Promise<Mailer>;
  /** Signs the links that confirm an address. */
  readonly secret: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly attempted: (outcome: EmailOutcome) => void;
  /** Called when no email is due any more. */
  readonly swept: () => void;
}

const SENT_AT_ONCE = 5;
/** A mail server that answers slowly for longer is treated as one that does not answer. */
const TIME_LIMIT_MS = 30_000;

/** Sends the emails that are due. */
export function emailDelivery(parts: DeliveryParts): Rounds<ClaimedEmail> {
  return new Rounds({
    claim: async () => (await parts.store()).claim(),
    ownerOf: ({ id }) => id,
    send: (email, claimedAtMs) => sendEmail(parts, email, claimedAtMs),
    atOnce: SENT_AT_ONCE,
    clock: parts.clock,
    swept: parts.swept,
    failed: (error) => parts.log.warn({ error }, "emails wait for the next round"),
  });
}

/** Never rejects. An email whose result was not stored is sent again. */
async function sendEmail(parts: DeliveryParts, email: ClaimedEmail, claimedAtMs: number): Promise<void> {
  const { clock, log, attempted } = parts;
  try {
    const store = await parts.store();
    const mailer = await parts.mailer();
    const text = await textWithLink(parts, store, email);
    if (text === null) return await store.drop(email);
    // After a pause of the process, another node may have claimed it.
    if (clock.now() - claimedAtMs > EMAIL_CLAIM_MS - TIME_LIMIT_MS) return;
    const { id, kind, recipient: to, subject, attempts } = email;
    const fault = await Promise.race([mailer.send({ to, subject, text }), tooSlow()]);
    const { isGivenUp } = await store.record(email, fault);
    attempted(fault === null ? "sent" : "refused");
    if (fault !== null && attempts === 1) log.error({ id, kind, fault }, "the mail server did not accept an email");
    if (!isGivenUp) return;
    attempted("given_up");
    log.error({ id, kind, fault }, "an email was given up after a day");
  } catch (error) {
    log.warn({ error }, "the result of an email was not stored, and it will be sent again");
  }
}

function tooSlow(): Promise<string> {
  return new Promise((resolve) => {
    setTimeout(resolve, TIME_LIMIT_MS, `no answer within ${TIME_LIMIT_MS / 1_000} s`).unref();
  });
}

/** The text with a link made now, if it has one; null if the link is no longer wanted. */
async function textWithLink(
  { secret }: DeliveryParts,
  store: OutboxStore,
  email: ClaimedEmail,
): Promise<string | null> {
  if (!hasLink(email)) return email.text;
  const token = await tokenFor(store, email, secret);
  return token === null ? null : email.text.replace(TOKEN_MARK, encodeURIComponent(token));
}

async function tokenFor(store: OutboxStore, email: ClaimedEmail, secret: string): Promise<string | null> {
  const token = newToken();
  const identifier = linkDigest(linkKindOf(email), token);
  const lifetimeMs = email.kind === "invitation" ? INVITATION_MS : LINK_MS;
  const userId = await store.storeLink(email, { identifier, lifetimeMs });
  if (userId === null || email.kind !== "confirm_email") return userId && token;
  // Loaded with the first such email.
  const { signJWT } = await import("better-auth/crypto");
  return signJWT({ userId, email: email.recipient }, secret, DAY_MS / 1_000);
}

function linkKindOf({ kind }: ClaimedEmail) {
  if (kind === "invitation") return kind;
  return ADDRESS_EMAILS.includes(kind) ? "change-email" : "reset-password";
}
