import type { Clock } from "../base/clock.ts";
import { Lru } from "../base/lru.ts";
import type { PlanLimits, PlanTable } from "../domain/plan.ts";
import type { ClientAddress, Networks } from "./allowed-addresses.ts";
import { KEY_REFUSALS, STORE_UNAVAILABLE } from "./counting.ts";
import type { Decision, KeyCheck, NotAdmitted, Principal, RequestKind } from "./decision.ts";
import { Gathering, type GatheringTimers } from "./gathering.ts";
import type { KeyDigest } from "./key.ts";
import type { RefusedTally } from "./refused.ts";
import type { AdmissionRequest, AdmissionStore, BatchDecision } from "./store.ts";

export interface AdmissionOptions {
  readonly store: AdmissionStore;
  readonly clock: Clock;
  readonly plans: PlanTable;
  /** The most requests that may wait at once, including those in flight. One more gets `overloaded`. */
  readonly maxWaiting?: number;
  readonly refused?: RefusedTally;
  /** Called for each failure of the store, for the log. */
  readonly onStoreError?: (error: unknown) => void;
  readonly timers?: GatheringTimers;
}

/** About a second of work for a store. Beyond this, a quick 503 serves a client better than a long wait. */
const MAX_WAITING = 10_000;
/** Bounds how long a batch blocks the event loop or locks its rows. The remaining requests go into the next batch. */
const MAX_BATCH = 1_000;

const OVERLOADED: NotAdmitted = { ...STORE_UNAVAILABLE, code: "overloaded" };

interface WaitingRequest extends AdmissionRequest {
  readonly resolve: (decision: Decision) => void;
  /** For a check that got its token: called instead of `resolve` if the key may pass. */
  readonly resolveUsable?: (principal: Principal) => void;
}

/**
 * Requests in quick succession are decided together; while a batch is in flight, new ones queue for the next.
 * Only bursts are kept in memory, so a change to a key applies to its next request. No method rejects.
 */
export class Admission {
  readonly #store: AdmissionStore;
  readonly #clock: Clock;
  readonly #testKeyBurst: BurstLimits;
  readonly #maxWaiting: number;
  readonly #refused: RefusedTally | undefined;
  readonly #onStoreError: (error: unknown) => void;
  readonly #burst = new BurstLimiter();
  readonly #next: Gathering;
  #gathering: WaitingRequest[] = [];
  #inFlight = 0;

  constructor({ store, clock, plans, maxWaiting = MAX_WAITING, refused, onStoreError, timers }: AdmissionOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#testKeyBurst = plans.free;
    this.#maxWaiting = maxWaiting;
    this.#refused = refused;
    this.#onStoreError = onStoreError ?? (() => {});
    this.#next = new Gathering(
      () => this.#gathering.length,
      () => void this.#flush(),
      timers,
    );
  }

  /** Decides and counts a request. `digest` is from `readKeyHeader`; null gets `key_unknown`. */
  admit(digest: KeyDigest | null, kind: RequestKind, address?: ClientAddress): Promise<Decision> {
    return new Promise((resolve) => this.decide(digest, kind, address, resolve));
  }

  /** As `admit`, without a promise. `done` must not throw: it is called in the turn that decides the whole batch. */
  decide(
    digest: KeyDigest | null,
    kind: RequestKind,
    address: ClientAddress | undefined,
    done: (decision: Decision) => void,
  ): void {
    this.#ask<Decision>(digest, done, (known) => {
      const counts = this.#burst.take(known, this.#clock.now(), address);
      return { digest: known, kind, counts, address, resolve: done };
    });
  }

  /** Decides whether a message is worth work. Takes a token of the key's burst; counts nothing else. */
  check(digest: KeyDigest | null, address?: ClientAddress): Promise<KeyCheck> {
    return new Promise((done) =>
      this.#ask<KeyCheck>(digest, done, (known) => {
        const resolveUsable = (principal: Principal) => done({ outcome: "usable", principal });
        const resolve = (decision: Decision) =>
          decision.outcome === "admitted" ? resolveUsable(decision.principal) : done(decision);
        const request = { digest: known, kind: "other" as const, counts: false, address, resolve };
        return this.#burst.take(known, this.#clock.now(), address) ? { ...request, resolveUsable } : request;
      }),
    );
  }

  /** Same as `admit`, for a request whose message already passed `check`, which took its token. */
  admitChecked(digest: KeyDigest | null, kind: RequestKind, address?: ClientAddress): Promise<Decision> {
    return new Promise((resolve) =>
      this.#ask<Decision>(digest, resolve, (known) => ({ digest: known, kind, counts: true, address, resolve })),
    );
  }

  /** Queues a request for the next batch, unless it can be decided at once. */
  #ask<Outcome>(
    digest: KeyDigest | null,
    done: (outcome: Outcome | NotAdmitted) => void,
    requestOf: (digest: KeyDigest) => WaitingRequest,
  ): void {
    if (digest === null) done(this.#refuse(digest, KEY_REFUSALS.key_unknown));
    else if (this.waiting() >= this.#maxWaiting) done(this.#refuse(digest, OVERLOADED));
    else {
      this.#gathering.push(requestOf(digest));
      if (this.#inFlight === 0) this.#next.begin();
    }
  }

  waiting(): number {
    return this.#gathering.length + this.#inFlight;
  }

  async #flush(): Promise<void> {
    const batch = this.#gathering;
    this.#gathering = batch.splice(MAX_BATCH);
    this.#inFlight = batch.length;
    try {
      this.#release(batch, await this.#store.admit(batch));
    } catch (error) {
      this.#fail(batch, error);
    }
  }

  /** Called when the batch in flight is done. */
  #batchDone(): void {
    this.#inFlight = 0;
    if (this.#gathering.length > 0) this.#next.begin();
  }

  /** Runs after the commit: sets the burst limits of the keys and answers the requests. */
  #release(batch: readonly WaitingRequest[], decisions: readonly BatchDecision[]): void {
    this.#batchDone();
    const nowMs = this.#clock.now();
    let next = 0;
    for (const { digest, resolve, resolveUsable } of batch) {
      const decision = decisions[next++];
      if (decision === undefined) {
        resolve(this.#refuse(digest, STORE_UNAVAILABLE));
      } else if (decision.outcome === "refused" || decision.outcome === "unavailable") {
        resolve(this.#refuse(digest, decision));
      } else {
        const limits = this.#burstOf(decision.principal);
        this.#burst.setLimits(digest, limits, nowMs, decision.principal.allowed);
        if (decision.outcome === "admitted") resolve(decision);
        else if (decision.outcome === "exhausted") resolve(this.#refuse(digest, decision));
        else if (resolveUsable !== undefined) resolveUsable(decision.principal);
        else resolve(this.#refuse(digest, this.#burstExceeded(digest, decision.principal, limits, nowMs)));
      }
    }
  }

  #fail(batch: readonly WaitingRequest[], error: unknown): void {
    this.#batchDone();
    for (const { digest, resolve } of batch) resolve(this.#refuse(digest, STORE_UNAVAILABLE));
    this.#onStoreError(error);
  }

  #refuse(digest: KeyDigest | null, decision: NotAdmitted): NotAdmitted {
    this.#refused?.add(digest, decision.code);
    return decision;
  }

  #burstExceeded(digest: KeyDigest, principal: Principal, limits: BurstLimits, nowMs: number): NotAdmitted {
    const { tokenMs, fullMs } = this.#burst.wait(digest, nowMs);
    return {
      outcome: "exhausted",
      code: "burst_exceeded",
      principal,
      allowance: { policy: "burst", limit: limits.burstCapacity, remaining: 0, resetsAtMs: nowMs + Math.ceil(fullMs) },
      retryAfterMs: Math.ceil(tokenMs),
    };
  }

  #burstOf({ keyType, limits }: Principal): BurstLimits {
    return keyType === "test" ? this.#testKeyBurst : limits;
  }
}

/** The part of a plan that the burst limit needs: the refill rate per second and the capacity of a key's bucket. */
type BurstLimits = Pick<PlanLimits, "burstPerSecond" | "burstCapacity">;

/** The size of a generation. At most twice this many keys have a bucket in memory. */
const GENERATION_SIZE = 32_768;

/** A token bucket, stored as the number of tokens taken and not yet refilled. */
interface Bucket {
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
export class BurstLimiter {
  readonly #buckets = new Lru<Bucket>({ entries: GENERATION_SIZE });

  /** Takes a token. Returns false if there is none, and true without a bucket for a key that is not known yet. */
  take(digest: KeyDigest, nowMs: number, address?: ClientAddress): boolean {
    const bucket = this.#buckets.get(digest);
    if (bucket === undefined) return true;
    // The store refuses it. Whoever has a copy of the key takes no tokens from its holder.
    if (bucket.allowed !== null && !bucket.allowed.includes(address?.())) return true;
    refill(bucket, nowMs);
    if (bucket.taken + 1 > bucket.limits.burstCapacity) return false;
    bucket.taken++;
    return true;
  }

  /** Sets the limits of a key that may pass. A key's first request takes its token here. */
  setLimits(digest: KeyDigest, limits: BurstLimits, nowMs: number, allowed: Networks | null = null): void {
    const bucket = this.#buckets.get(digest);
    if (bucket === undefined) this.#buckets.set(digest, { taken: 1, atMs: nowMs, limits, allowed });
    else {
      bucket.limits = limits;
      bucket.allowed = allowed;
    }
  }

  /** Milliseconds from `nowMs` until one token is available, and until all are. */
  wait(digest: KeyDigest, nowMs: number): { readonly tokenMs: number; readonly fullMs: number } {
    const bucket = this.#buckets.get(digest);
    if (bucket === undefined) return { tokenMs: 0, fullMs: 0 };
    refill(bucket, nowMs);
    const { burstCapacity, burstPerSecond } = bucket.limits;
    const msPerToken = 1_000 / burstPerSecond;
    return {
      tokenMs: Math.max(bucket.taken + 1 - burstCapacity, 0) * msPerToken,
      fullMs: bucket.taken * msPerToken,
    };
  }
}

/** If the clock was set back, nothing refills for the time in between, and the usual rate applies from there. */
function refill(bucket: Bucket, nowMs: number): void {
  const elapsedMs = Math.max(nowMs - bucket.atMs, 0);
  bucket.taken = Math.max(bucket.taken - (elapsedMs * bucket.limits.burstPerSecond) / 1_000, 0);
  bucket.atMs = nowMs;
}
