import type { Mailer } from "../accounts/mail.ts";
import type { Lazy } from "../domain/lazy.ts";
import { systemClock } from "./clock.ts";
import type { ServiceParts } from "./parts.ts";

const NOTICES_EVERY_MS = 60_000;
const PRUNING_EVERY_MS = 3_600_000;
/** How long a sign-up can stay unconfirmed. */
const UNCONFIRMED_KEPT_MS = 7 * 86_400_000;

/**
 * Periodic jobs: send notices about quotas and expiring keys, and delete old daily usage and unconfirmed sign-ups.
 * Every node runs them; the store ensures that nothing is done twice.
 */
export class BackgroundJobs {
  readonly #timers: readonly ReturnType<typeof setInterval>[];
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: ServiceParts, mailer: Lazy<Mailer>) {
    const every = (periodMs: number, work: () => Promise<void>, failure: string) => {
      const round = () => work().catch((error: unknown) => parts.log.warn({ error }, failure));
      return setInterval(() => {
        this.#last = this.#last.then(round);
      }, periodMs).unref();
    };
    this.#timers = [
      every(NOTICES_EVERY_MS, () => sendNotices(parts, mailer), "notices wait for the next round"),
      every(PRUNING_EVERY_MS, () => pruneUsage(parts), "deletion of old usage waits for the next round"),
      every(
        PRUNING_EVERY_MS,
        () => deleteUnconfirmedSignUps(parts),
        "deletion of unconfirmed sign-ups waits for the next round",
      ),
    ];
  }

  /** Waits for running jobs. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#last;
  }
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
  const { usage } = await store.repositories();
  const rows = await usage.prune();
  if (rows > 0) log.info({ rows }, "deleted old usage");
}

async function deleteUnconfirmedSignUps({ store, log }: ServiceParts): Promise<void> {
  const { accounts } = await store.repositories();
  const deleted = await accounts.deleteUnconfirmedSignUps(systemClock.now() - UNCONFIRMED_KEPT_MS);
  if (deleted > 0) log.info({ accounts: deleted }, "deleted unconfirmed sign-ups");
}
