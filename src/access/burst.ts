import type { PlanLimits } from "../domain/plan.ts";
import type { KeyDigest } from "./key.ts";
import { RecentMap } from "./recent.ts";

/** What the burst limit needs of a plan: the refill of a key's bucket a second, and its capacity. */
export type BurstLimits = Pick<PlanLimits, "burstPerSecond" | "burstCapacity">;

/** Buckets that are remembered: at most twice as many keys. */
const GENERATION_SIZE = 32_768;

/** A token bucket, kept as what was taken out of it and has not flowed back yet. */
interface Bucket {
  taken: number;
  atMs: number;
  limits: BurstLimits;
}

/**
 * Token buckets, one a key, in this process's memory (decisions 4). A key's limits are set with each decision about it, so
 * that a bucket costs no look-up; a key that was not seen lately has its bucket full. The keys idle longest are dropped first.
 *
 * A key without a token is still judged by the store: it may have been revoked meanwhile, here or on another node, and a
 * revoked key is refused as revoked, never as too fast (docs/admission.md).
 */
export class BurstLimiter {
  readonly #buckets = new RecentMap<Bucket>(GENERATION_SIZE);

  /** Takes a token; false when there is none. True, without a bucket, for a key that is not known yet. */
  take(digest: KeyDigest, nowMs: number): boolean {
    const bucket = this.#buckets.get(digest);
    if (bucket === undefined) return true;
    flowBack(bucket, nowMs);
    if (bucket.taken + 1 > bucket.limits.burstCapacity) return false;
    bucket.taken++;
    return true;
  }

  /** Sets the limits of a key that may pass. The first request of a key takes its token only now. */
  setLimits(digest: KeyDigest, limits: BurstLimits, nowMs: number): void {
    const bucket = this.#buckets.get(digest);
    if (bucket === undefined) this.#buckets.set(digest, { taken: 1, atMs: nowMs, limits });
    else bucket.limits = limits;
  }

  /** When a token is there again, and when all are, in milliseconds from `nowMs`. */
  wait(digest: KeyDigest, nowMs: number): { readonly tokenMs: number; readonly fullMs: number } {
    const bucket = this.#buckets.get(digest);
    if (bucket === undefined) return { tokenMs: 0, fullMs: 0 };
    flowBack(bucket, nowMs);
    const { burstCapacity, burstPerSecond } = bucket.limits;
    const msPerToken = 1_000 / burstPerSecond;
    return {
      tokenMs: Math.max(bucket.taken + 1 - burstCapacity, 0) * msPerToken,
      fullMs: bucket.taken * msPerToken,
    };
  }
}

/** A clock that was stepped back lets nothing flow back until it has caught up from there. */
function flowBack(bucket: Bucket, nowMs: number): void {
  const elapsedMs = Math.max(nowMs - bucket.atMs, 0);
  bucket.taken = Math.max(bucket.taken - (elapsedMs * bucket.limits.burstPerSecond) / 1_000, 0);
  bucket.atMs = nowMs;
}
