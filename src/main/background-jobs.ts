import type { RefusedTally } from "../access/refused.ts";
import type { Mailer } from "../accounts/mail.ts";
import type { Lazy } from "../domain/lazy.ts";
import type { Log } from "../domain/log.ts";
import { systemClock } from "./clock.ts";
import { maxDescriptors, openDescriptors } from "./descriptors.ts";
import type { ClockState } from "./metrics.ts";
import type { ServiceParts } from "./parts.ts";
import { secretDigest } from "./secret.ts";

const NOTICES_EVERY_MS = 60_000;
const REFUSED_EVERY_MS = 10_000;
const SECRET_EVERY_MS = 60_000;
const CLOCK_EVERY_MS = 60_000;
const DESCRIPTORS_EVERY_MS = 5_000;
/** The share of open file descriptors from which on the log warns. */
const MANY_DESCRIPTORS = 0.9;
/** Later than the first requests, which wait for no library. */
const SECRET_FIRST_AFTER_MS = 1_000;
const PRUNING_EVERY_MS = 3_600_000;
/** How long a sign-up can stay unconfirmed. */
const UNCONFIRMED_KEPT_MS = 7 * 86_400_000;

interface JobParts {
  readonly mailer: Lazy<Mailer>;
  readonly refused: RefusedTally;
}

/**
 * Periodic jobs: send notices about quotas and expiring keys, write the tally of refused requests, compare `SECRET` with
 * that of the other nodes, and delete old daily usage and unconfirmed sign-ups. Every node runs them; the store ensures
 * that nothing is done twice.
 */
export class BackgroundJobs {
  readonly #timers: readonly ReturnType<typeof setInterval>[];
  readonly #writeRefused: () => void;
  #last: Promise<unknown> = Promise.resolve();
  #secretDiffers = false;
  #clock: ClockState = { offsetMs: 0, windowAheadMs: 0 };

  constructor(parts: ServiceParts, { mailer, refused }: JobParts) {
    const roundOf = (work: () => Promise<void>, failure: string) => () => {
      const round = () => work().catch((error: unknown) => parts.log.warn({ error }, failure));
      this.#last = this.#last.then(round);
    };
    const every = (periodMs: number, work: () => Promise<void>, failure: string) =>
      setInterval(roundOf(work, failure), periodMs).unref();
    const writeRefused = () => refused.flush(async (counts) => (await parts.store.repositories()).refused.add(counts));
    this.#writeRefused = roundOf(writeRefused, "the tally of refused requests waits for the next round");
    const digest = secretDigest(parts.secret);
    const compareSecret = roundOf(async () => {
      const { nodeSecret } = await parts.store.repositories();
      const differs = (await nodeSecret.read()) !== digest;
      if (differs && !this.#secretDiffers) {
        parts.log.warn({}, "another node of this store has another SECRET: set the same one on every node");
      }
      this.#secretDiffers = differs;
    }, "the comparison of SECRET waits for the next round");
    const announceSecret = roundOf(async () => {
      await (await parts.store.repositories()).nodeSecret.write(digest);
    }, "the digest of SECRET was not stored");
    this.#timers = [
      setTimeout(announceSecret, SECRET_FIRST_AFTER_MS).unref(),
      setInterval(compareSecret, SECRET_EVERY_MS).unref(),
      setInterval(descriptorWatch(parts.log), DESCRIPTORS_EVERY_MS).unref(),
      every(CLOCK_EVERY_MS, () => this.#readClock(parts), "the check of the clock waits for the next round"),
      setInterval(this.#writeRefused, REFUSED_EVERY_MS).unref(),
      every(NOTICES_EVERY_MS, () => sendNotices(parts, mailer), "notices wait for the next round"),
      every(PRUNING_EVERY_MS, () => pruneUsage(parts), "deletion of old usage waits for the next round"),
      every(
        PRUNING_EVERY_MS,
        () => deleteUnconfirmedSignUps(parts),
        "deletion of unconfirmed sign-ups waits for the next round",
      ),
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

  async #readClock({ store }: ServiceParts): Promise<void> {
    const { storeNowMs, newestWindowMs } = await (await store.repositories()).usage.clock();
    const offsetMs = systemClock.now() - storeNowMs;
    this.#clock = { offsetMs, windowAheadMs: Math.max((newestWindowMs ?? 0) - storeNowMs, 0) };
  }

  /** Waits for running jobs, and writes the last refused requests. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#writeRefused();
    await this.#last;
  }
}

/** At the limit, the runtime accepts no connection and says nothing. */
function descriptorWatch(log: Log): () => void {
  // Read now: at the limit, nothing can be read.
  const limit = maxDescriptors();
  let wasMany = false;
  return () => {
    const open = openDescriptors() ?? limit;
    if (open === null || limit === null) return;
    const isMany = open >= limit * MANY_DESCRIPTORS;
    if (isMany && !wasMany)
      log.error({ open, limit }, "almost no file descriptors are left: new connections will hang");
    wasMany = isMany;
  };
}

async function sendNotices({ config, store, plans, log, metrics }: ServiceParts, mailer: Lazy<Mailer>): Promise<void> {
  const { sweepNotices } = await import("../accounts/notice.ts");
  const isComplete = await sweepNotices({
    store: (await store.repositories()).notices,
    plans,
    mailer: await mailer.get(),
    baseUrl: config.baseUrl,
    clock: systemClock,
    log,
  });
  if (isComplete) metrics?.noticesSwept();
}

async function pruneUsage({ store, log }: ServiceParts): Promise<void> {
  const { usage, refused } = await store.repositories();
  await refused.prune();
  const rows = await usage.prune();
  if (rows > 0) log.info({ rows }, "deleted old usage");
}

async function deleteUnconfirmedSignUps({ store, log }: ServiceParts): Promise<void> {
  const { accounts } = await store.repositories();
  const deleted = await accounts.deleteUnconfirmedSignUps(systemClock.now() - UNCONFIRMED_KEPT_MS);
  if (deleted > 0) log.info({ accounts: deleted }, "deleted unconfirmed sign-ups");
}
