import pg from "pg";
import { STORE_UNAVAILABLE } from "../../access/counting.ts";
import type { KeyDigest } from "../../access/key.ts";
import type { AdmissionRequest, AdmissionStore, BatchDecision } from "../../access/store.ts";
import type { Clock } from "../../domain/clock.ts";
import type { Log } from "../../domain/log.ts";

/** How long a key whose counter is locked gets 503 before it is tried again. */
const SET_ASIDE_MS = 2_000;
/** After so many locked keys in one batch, the rest of it gets 503: probably the whole table is locked. */
const MAX_LOCKED = 3;

/**
 * Keeps a lock on one account's rows, such as that of a forgotten transaction, from holding up all others. If a row is
 * locked, nothing was counted, and the keys of the batch are tried one by one. Those that fail again are set aside for
 * two seconds.
 */
export class LockedKeys implements AdmissionStore {
  readonly #store: AdmissionStore;
  readonly #clock: Clock;
  readonly #log: Log | undefined;
  readonly #untilMs = new Map<KeyDigest, number>();

  constructor(store: AdmissionStore, clock: Clock, log?: Log) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  async admit(batch: readonly AdmissionRequest[]): Promise<readonly BatchDecision[]> {
    if (!batch.some(({ digest }) => this.#untilMs.has(digest))) {
      try {
        return await this.#store.admit(batch);
      } catch (error) {
        if (!isLocked(error)) throw error;
        this.#log?.warn({ error, where: error.where }, "a row of the store is locked: its account gets 503");
      }
    }
    return await this.#separately(batch);
  }

  /** The keys that were not set aside go together if they can, all others one by one. */
  async #separately(batch: readonly AdmissionRequest[]): Promise<readonly BatchDecision[]> {
    const decisions = batch.map((): BatchDecision => STORE_UNAVAILABLE);
    const groups = new Map<KeyDigest, number[]>();
    for (const [index, { digest }] of batch.entries()) groups.set(digest, [...(groups.get(digest) ?? []), index]);
    const aside = [...groups.keys()].filter((digest) => this.#untilMs.has(digest));
    const others = [...groups.keys()].filter((digest) => !this.#untilMs.has(digest));
    const decide = async (digests: readonly KeyDigest[]) => {
      const indexes = digests.flatMap((digest) => groups.get(digest) ?? []).sort((one, other) => one - other);
      const decided = await this.#store.admit(indexes.flatMap((index) => batch[index] ?? []));
      for (const [place, index] of indexes.entries()) decisions[index] = decided[place] ?? STORE_UNAVAILABLE;
    };
    // Without keys set aside, the batch has already failed as a whole.
    const isDone = aside.length > 0 && (others.length === 0 || (await succeeds(decide(others))));
    let locked = 0;
    for (const digest of isDone ? aside : [...others, ...aside]) {
      if (locked === MAX_LOCKED || (this.#untilMs.get(digest) ?? 0) > this.#clock.now()) continue;
      if (await succeeds(decide([digest]))) this.#untilMs.delete(digest);
      else {
        locked++;
        this.#untilMs.set(digest, this.#clock.now() + SET_ASIDE_MS);
      }
    }
    return decisions;
  }
}

/** False if a row was locked; any other failure is thrown. */
async function succeeds(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (isLocked(error)) return false;
    throw error;
  }
}

/** The statement was rolled back because it waited too long for a lock. */
function isLocked(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === "55P03";
}
