import manifest from "../../package.json" with { type: "json" };
import type { RefusedTally } from "../access/refused.ts";
import type { Mailer } from "../accounts/mail.ts";
import type { ClaimedEmail, UnsentEmails } from "../accounts/outbox.ts";
import type { ClaimedDelivery } from "../accounts/webhook.ts";
import { Lazy } from "../base/lazy.ts";
import type { Log } from "../base/log.ts";
import type { Rounds } from "../base/rounds.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../base/window.ts";
import { EDITION_NAMES, EDITIONS } from "../editions/table.ts";
import { forgetCodings } from "../http/answer.ts";
import { MAX_DESCRIPTORS, openDescriptors } from "./descriptors.ts";
import { idleCollection, processCpuMs } from "./idle-collection.ts";
import type { ClockState } from "./metrics.ts";
import type { ServiceParts } from "./parts.ts";
import { secretDigest } from "./secret.ts";
import { systemClock } from "./system-clock.ts";

const SECOND_MS = 1_000;
/** The share of open file descriptors from which on the log warns. */
const MANY_DESCRIPTORS = 0.9;
const UNCONFIRMED_KEPT_MS = 7 * DAY_MS;

/**
 * Raises notices, sends emails and webhooks, writes the tally of refused requests, compares `SECRET` with the other nodes', and deletes old usage
 * and sign-ups. Every node runs all jobs; the store ensures that nothing is done twice.
 */
export class BackgroundJobs {
  readonly #parts: ServiceParts;
  readonly #refused: RefusedTally;
  readonly #digest: string;
  readonly #webhooks: Lazy<Rounds<ClaimedDelivery>>;
  readonly #mailer: Lazy<Mailer>;
  readonly #emails: Lazy<Rounds<ClaimedEmail>>;
  readonly #timers: readonly ReturnType<typeof setInterval>[];
  #last: Promise<unknown> = Promise.resolve();
  readonly #announced = new Set<string>();
  #secretDiffers = false;
  #clock: ClockState = { offsetMs: 0, windowAheadMs: 0 };
  #unsent: UnsentEmails = { waiting: 0, failing: 0, givenUp: 0 };

  constructor(parts: ServiceParts, refused: RefusedTally) {
    this.#parts = parts;
    this.#refused = refused;
    this.#digest = secretDigest(parts.secret);
    this.#webhooks = new Lazy(() => webhooksOf(parts));
    this.#mailer = new Lazy(() => mailerOf(parts));
    this.#emails = new Lazy(() => emailsOf(parts, this.#mailer));
    const every = (periodMs: number, what: string, work: () => Promise<void>) =>
      setInterval(() => this.#run(`${what} for the next round`, work), periodMs).unref();
    this.#timers = [
      // After the first requests, which wait for no library.
      setTimeout(() => {
        this.#run("the digest of SECRET was not stored", () => this.#announceSecret());
        this.#run("the count of unsent emails waits", () => this.#countUnsent());
      }, SECOND_MS).unref(),
      setInterval(descriptorWatch(parts.log), 5 * SECOND_MS).unref(),
      setInterval(
        idleCollection(5 * SECOND_MS, processCpuMs, {
          collect() {
            parts.editions.forget();
            forgetCodings();
            Bun.gc(true);
          },
          shrink: Bun.shrink,
        }),
        5 * SECOND_MS,
      ).unref(),
      // Beside the other jobs: receivers may be slow.
      setInterval(
        () => this.#attempt("webhooks wait for the next round", async () => (await this.#webhooks.get()).sweep()),
        parts.sendingEvery.webhooksMs,
      ).unref(),
      // Someone waits for these.
      setInterval(
        () => this.#attempt("emails wait for the next round", async () => (await this.#emails.get()).sweep()),
        parts.sendingEvery.emailsMs,
      ).unref(),
      every(10 * SECOND_MS, "the tally of refused requests waits", () => this.#writeRefused()),
      every(MINUTE_MS, "the comparison of SECRET waits", () => this.#compareSecret()),
      every(MINUTE_MS, "the check of the clock waits", () => this.#readClock()),
      every(MINUTE_MS, "the count of unsent emails waits", () => this.#countUnsent()),
      every(MINUTE_MS, "the announcement of the dataset waits", () => this.#announceDataset()),
      every(MINUTE_MS, "notices wait", () => raiseNotices(parts)),
      every(HOUR_MS, "deletion of old rows waits", () => prune(parts)),
      every(HOUR_MS, "deletion of unconfirmed sign-ups waits", () => deleteUnconfirmedSignUps(parts)),
    ];
  }

  /** Whether another node started later with another `SECRET`. */
  get secretDiffers(): boolean {
    return this.#secretDiffers;
  }

  /** As of the last minute. */
  get clock(): ClockState {
    return this.#clock;
  }

  /** As of the last minute. */
  get unsentEmails(): UnsentEmails {
    return this.#unsent;
  }

  /** Waits for running jobs, and writes the last refused requests. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#run("the tally of refused requests was not stored", () => this.#writeRefused());
    await Promise.all([
      this.#last,
      this.#webhooks.loaded.then((webhooks) => webhooks?.close()),
      this.#emails.loaded.then((emails) => emails?.close()),
    ]);
    await (await this.#mailer.loaded)?.close();
  }

  #run(failure: string, work: () => Promise<void>): void {
    this.#last = this.#last.then(() => this.#attempt(failure, work));
  }

  /** Never rejects: a failed round must not end the service. */
  #attempt(failure: string, work: () => Promise<void>): Promise<void> {
    return work().catch((error: unknown) => this.#parts.log.warn({ error }, failure));
  }

  async #writeRefused(): Promise<void> {
    await this.#refused.flush(async (counts) => (await this.#parts.store.repositories()).usage.addRefused(counts));
  }

  async #announceSecret(): Promise<void> {
    await (await this.#parts.store.repositories()).nodeSecret.write(this.#digest);
  }

  async #announceDataset(): Promise<void> {
    const { current } = this.#parts.editions;
    for (const name of EDITION_NAMES) {
      const { version, statistics } = current.of(EDITIONS[name]);
      if (this.#announced.has(version)) continue;
      const { webhooks } = await this.#parts.store.repositories();
      await webhooks.announceDataset(EDITIONS[name].path, version, statistics.data_year);
      this.#announced.add(version);
    }
  }

  async #compareSecret(): Promise<void> {
    const { nodeSecret } = await this.#parts.store.repositories();
    const differs = (await nodeSecret.read()) !== this.#digest;
    if (differs && !this.#secretDiffers) {
      this.#parts.log.warn({}, "another node of this store has another SECRET: set the same one on every node");
    }
    this.#secretDiffers = differs;
  }

  async #countUnsent(): Promise<void> {
    this.#unsent = await (await this.#parts.store.repositories()).outbox.countUnsent();
  }

  async #readClock(): Promise<void> {
    const { storeNowMs, newestWindowMs } = await (await this.#parts.store.repositories()).usage.clock();
    const offsetMs = systemClock.now() - storeNowMs;
    this.#clock = { offsetMs, windowAheadMs: Math.max((newestWindowMs ?? 0) - storeNowMs, 0) };
  }
}

/** At the limit, the runtime accepts no connection and says nothing. */
function descriptorWatch(log: Log): () => void {
  let wasMany = false;
  return () => {
    if (MAX_DESCRIPTORS === null) return;
    const open = openDescriptors() ?? MAX_DESCRIPTORS;
    const isMany = open >= MAX_DESCRIPTORS * MANY_DESCRIPTORS;
    if (isMany && !wasMany) {
      log.error({ open, limit: MAX_DESCRIPTORS }, "almost no file descriptors are left: new connections will hang");
    }
    wasMany = isMany;
  };
}

async function webhooksOf({ config, store, secret, log, metrics }: ServiceParts): Promise<Rounds<ClaimedDelivery>> {
  const { webhookDelivery } = await import("../webhooks/deliver.ts");
  return webhookDelivery({
    store: async () => (await store.repositories()).webhooks,
    secret,
    allowed: config.WEBHOOK_ALLOWED_NETWORKS,
    version: manifest.version,
    clock: systemClock,
    log,
    attempted: (isTaken) => metrics?.webhookAttempted(isTaken),
    swept: () => metrics?.webhooksSwept(),
  });
}

async function mailerOf({ config, log }: ServiceParts): Promise<Mailer> {
  const { createMailer } = await import("../accounts/mail.ts");
  return createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM }, log);
}

async function emailsOf(parts: ServiceParts, mailer: Lazy<Mailer>): Promise<Rounds<ClaimedEmail>> {
  const { store, secret, log, metrics } = parts;
  const { emailDelivery } = await import("../accounts/email-delivery.ts");
  return emailDelivery({
    store: async () => (await store.repositories()).outbox,
    mailer: () => mailer.get(),
    secret,
    clock: systemClock,
    log,
    attempted: (outcome) => metrics?.emailAttempted(outcome),
    swept: () => metrics?.emailsSwept(),
  });
}

async function raiseNotices({ config, store, plans, log, metrics }: ServiceParts): Promise<void> {
  const { sweepNotices } = await import("../accounts/notice.ts");
  const isComplete = await sweepNotices({
    store: (await store.repositories()).notices,
    plans,
    baseUrl: config.baseUrl,
    clock: systemClock,
    log,
  });
  if (isComplete) metrics?.noticesSwept();
}

async function prune({ config, store, log }: ServiceParts): Promise<void> {
  const { usage, webhooks, outbox, members } = await store.repositories();
  await webhooks.prune();
  await outbox.prune();
  await members.prune();
  const pruned = await usage.prune(config.retention);
  if (Object.values(pruned).some((rows) => rows > 0)) log.info({ ...pruned }, "deleted old rows");
}

async function deleteUnconfirmedSignUps({ store, log }: ServiceParts): Promise<void> {
  const { accounts } = await store.repositories();
  const deleted = await accounts.deleteUnconfirmedSignUps(systemClock.now() - UNCONFIRMED_KEPT_MS);
  if (deleted > 0) log.info({ accounts: deleted }, "deleted unconfirmed sign-ups");
}
