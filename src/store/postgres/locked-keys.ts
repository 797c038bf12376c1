import pg from "pg";
import { STORE_UNAVAILABLE } from "../../access/counting.ts";
import type { KeyDigest } from "../../access/key.ts";
import type { AdmissionRequest, AdmissionStore, BatchDecision } from "../../access/store.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";

/** How long a key whose counter is locked gets 503 before it is tried again. */
const SET_ASIDE_MS = 2_000;
/** After so many locked keys in one batch, the rest of it gets 503: probably the whole table is locked. */
const MAX_LOCKED = 3;

/**
 * Keeps a lock on one account's rows, such as that of a forgotten transaction, from holding up all others. If a row is
 * locked, nothing was counted, and the keys of the batch are tried one by one. Those that fail again are set aside for
 * two seconds.
 */
export function aroundLocks(store: AdmissionStore, clock: Clock, log: Log | undefined): AdmissionStore {
  const untilMs = new Map<KeyDigest, number>();
  return { admit };

  async function admit(batch: readonly AdmissionRequest[]): Promise<readonly BatchDecision[]> {
    if (!batch.some(({ digest }) => untilMs.has(digest))) {
      try {
        return await store.admit(batch);
      } catch (error) {
        if (!isLocked(error)) throw error;
        log?.warn({ error, where: error.where }, "a row of the store is locked: its account gets 503");
      }
    }
    return await separately(batch);
  }

  /** The keys that were not set aside go together if they can, all others one by one. */
  async function separately(batch: readonly AdmissionRequest[]): Promise<readonly BatchDecision[]> {
    const decisions = batch.map((): BatchDecision => STORE_UNAVAILABLE);
    /** Decides the requests with these keys. False if a row is locked; any other failure is thrown. */
    const decide = async (digests: ReadonlySet<KeyDigest>): Promise<boolean> => {
      const chosen = [...batch.entries()].filter(([, { digest }]) => digests.has(digest));
      try {
        const decided = await store.admit(chosen.map(([, request]) => request));
        for (const [place, [index]] of chosen.entries()) decisions[index] = decided[place] ?? STORE_UNAVAILABLE;
        return true;
      } catch (error) {
        if (isLocked(error)) return false;
        throw error;
      }
    };
    const digests = new Set(batch.map(({ digest }) => digest));
    const aside = new Set([...digests].filter((digest) => untilMs.has(digest)));
    const others = digests.difference(aside);
    // Without keys set aside, the batch has already failed as a whole.
    const isDone = aside.size > 0 && (others.size === 0 || (await decide(others)));
    let locked = 0;
    for (const digest of isDone ? aside : others.union(aside)) {
      if (locked === MAX_LOCKED || (untilMs.get(digest) ?? 0) > clock.now()) continue;
      if (await decide(new Set([digest]))) untilMs.delete(digest);
      else {
        locked++;
        untilMs.set(digest, clock.now() + SET_ASIDE_MS);
      }
    }
    return decisions;
  }
}

/** The statement was rolled back because it waited too long for a lock. */
function isLocked(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === "55P03";
}
