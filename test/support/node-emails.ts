import { type EmailOutcome, emailDelivery } from "../../src/accounts/email-delivery.ts";
import { createMailer } from "../../src/accounts/mail.ts";
import type { ClaimedEmail, OutboxStore } from "../../src/accounts/outbox.ts";
import type { Clock } from "../../src/base/clock.ts";
import type { Log } from "../../src/base/log.ts";
import type { Rounds } from "../../src/base/rounds.ts";
import { SECRET } from "./served-site.ts";

interface NodeEmails {
  readonly outbox: OutboxStore;
  readonly smtpUrl: string;
  readonly clock: Clock;
  readonly log?: Log;
  /** Receives the outcome of each attempt. */
  readonly outcomes?: EmailOutcome[];
}

const silent = { info() {}, warn() {}, error() {} };

/** What sends emails in a node. `sweep` sends those that are due. */
export function nodeEmails({ outbox, smtpUrl, clock, log = silent, outcomes = [] }: NodeEmails): Rounds<ClaimedEmail> {
  const mailer = createMailer({ smtpUrl, from: "Safety <safety@example.com>" }, log);
  return emailDelivery({
    store: async () => outbox,
    mailer: async () => mailer,
    secret: SECRET,
    clock,
    log,
    attempted: (outcome) => void outcomes.push(outcome),
    swept() {},
  });
}
