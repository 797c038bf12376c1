import { Lru } from "../base/lru.ts";
import type { PlanLimits } from "../domain/plan.ts";
import type { ClientAddress, Networks } from "./allowed-addresses.ts";
import type { KeyDigest } from "./key.ts";

/** The part of a plan that the burst limit needs: the refill rate per second and the capacity of a key's bucket. */
export type BurstLimits = Pick<PlanLimits, "burstPerSecond" | "burstCapacity">;

/** The size of a generation. At most twice this many keys have a bucket in memory. */
const GENERATION_SIZE = 32_768;

/** A token bucket, stored as the number of tokens taken and not yet refilled. */
export interface Bucket {
  taken: number;
  atMs: number;
  limits: BurstLimits;
  allowed: Networks | null;
}

/**
 * Token buckets, one for each key, in the memory of this process (decisions 4). Each decision about a key sets its
 * limits. A key without a bucket starts with a full one; the least recently used keys are dropped first. Even a key
 * without a token is checked in the store: a key revoked in the meantime must be refused as revoked, not as too fast
 * (docs/admission.md).
 */
export class Buckets {
  readonly #byKey = new Lru<Bucket>({ entries: GENERATION_SIZE });

  get(digest: KeyDigest): Bucket | undefined {
    return this.#byKey.get(digest);
  }

  /**
   * Sets the limits of a key that may pass, and returns its bucket. `known` is what `get` returned when the request was
   * decided. A key's first request takes its token here.
   */
  set(
    digest: KeyDigest,
    known: Bucket | undefined,
    limits: BurstLimits,
    nowMs: number,
    allowed: Networks | null = null,
  ): Bucket {
    const bucket = known ?? this.#byKey.get(digest);
    if (bucket !== undefined) {
      bucket.limits = limits;
      bucket.allowed = allowed;
      return bucket;
    }
    const made = { taken: 1, atMs: nowMs, limits, allowed };
    this.#byKey.set(digest, made);
    return made;
  }
}

/** Takes a token. Returns false if there is none, and true without a bucket: the key is not known yet. */
export function takeToken(bucket: Bucket | undefined, nowMs: number, address?: ClientAddress): boolean {
  if (bucket === undefined) return true;
  // The store refuses it. Whoever has a copy of the key takes no tokens from its holder.
  if (bucket.allowed !== null && !bucket.allowed.includes(address?.())) return true;
  refill(bucket, nowMs);
  if (bucket.taken + 1 > bucket.limits.burstCapacity) return false;
  bucket.taken++;
  return true;
}

/** Milliseconds from `nowMs` until one token is available, and until all are. */
export function waitFor(bucket: Bucket, nowMs: number): { readonly tokenMs: number; readonly fullMs: number } {
  refill(bucket, nowMs);
  const { burstCapacity, burstPerSecond } = bucket.limits;
  const msPerToken = 1_000 / burstPerSecond;
  return {
    tokenMs: Math.max(bucket.taken + 1 - burstCapacity, 0) * msPerToken,
    fullMs: bucket.taken * msPerToken,
  };
}

/** If the clock was set back, nothing refills for the time in between, and the usual rate applies from there. */
function refill(bucket: Bucket, nowMs: number): void {
  const elapsedMs = Math.max(nowMs - bucket.atMs, 0);
  bucket.taken = Math.max(bucket.taken - (elapsedMs * bucket.limits.burstPerSecond) / 1_000, 0);
  bucket.atMs = nowMs;
}
