import type { Clock } from "../base/clock.ts";
import type { PlanTable } from "../domain/plan.ts";
import type { ClientAddress } from "./allowed-addresses.ts";
import { type Bucket, Buckets, type BurstLimits, takeToken, waitFor } from "./burst.ts";
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

/** Who waits for a decision. Its methods must not throw: they are called in the turn that decides the whole batch. */
export interface Asker {
  decided(decision: Decision, nowMs: number): void;
  /** Only of a check: its key may pass, and has a token. */
  usable?(principal: Principal): void;
}

/** What a request does with its key's burst and quota. */
type Demand = "token and count" | "token" | "count";

interface WaitingRequest extends AdmissionRequest {
  readonly asker: Asker;
  readonly demand: Demand;
  counts: boolean;
  hasToken: boolean;
  /** Its key's bucket; undefined until the key is known. */
  bucket: Bucket | undefined;
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
  readonly #buckets = new Buckets();
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
    return new Promise((resolve) => this.#ask(digest, kind, address, "token and count", { decided: resolve }));
  }

  /** As `admit`, without a promise. */
  decide(digest: KeyDigest | null, kind: RequestKind, address: ClientAddress | undefined, asker: Asker): void {
    this.#ask(digest, kind, address, "token and count", asker);
  }

  /** Decides whether a message is worth work. Takes a token of the key's burst; counts nothing else. */
  check(digest: KeyDigest | null, address?: ClientAddress): Promise<KeyCheck> {
    return new Promise((done) => {
      const usable = (principal: Principal) => done({ outcome: "usable", principal });
      const decided = (decision: Decision) =>
        decision.outcome === "admitted" ? usable(decision.principal) : done(decision);
      this.#ask(digest, "other", address, "token", { decided, usable });
    });
  }

  /** Same as `admit`, for a request whose message already passed `check`, which took its token. */
  admitChecked(digest: KeyDigest | null, kind: RequestKind, address?: ClientAddress): Promise<Decision> {
    return new Promise((resolve) => this.#ask(digest, kind, address, "count", { decided: resolve }));
  }

  /** Queues a request for the next batch, unless it can be decided at once. */
  #ask(
    digest: KeyDigest | null,
    kind: RequestKind,
    address: ClientAddress | undefined,
    demand: Demand,
    asker: Asker,
  ): void {
    if (digest === null) asker.decided(this.#refuse(digest, KEY_REFUSALS.key_unknown), this.#clock.now());
    else if (this.waiting() >= this.#maxWaiting) asker.decided(this.#refuse(digest, OVERLOADED), this.#clock.now());
    else {
      const request = { digest, kind, address, asker, demand, counts: false, hasToken: false, bucket: undefined };
      this.#gathering.push(request);
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
    this.#takeTokens(batch);
    try {
      this.#release(batch, await this.#store.admit(batch));
    } catch (error) {
      this.#fail(batch, error);
    }
  }

  #takeTokens(batch: readonly WaitingRequest[]): void {
    const nowMs = this.#clock.now();
    for (const request of batch) {
      const { digest, demand, address } = request;
      request.bucket = this.#buckets.get(digest);
      request.hasToken = demand === "count" || takeToken(request.bucket, nowMs, address);
      request.counts = demand !== "token" && request.hasToken;
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
    for (const { digest, bucket, hasToken, asker } of batch) {
      const decision = decisions[next++];
      if (decision === undefined) {
        asker.decided(this.#refuse(digest, STORE_UNAVAILABLE), nowMs);
      } else if (decision.outcome === "refused" || decision.outcome === "unavailable") {
        asker.decided(this.#refuse(digest, decision), nowMs);
      } else {
        const limits = this.#burstOf(decision.principal);
        const known = this.#buckets.set(digest, bucket, limits, nowMs, decision.principal.allowed);
        if (decision.outcome === "admitted") asker.decided(decision, nowMs);
        else if (decision.outcome === "exhausted") asker.decided(this.#refuse(digest, decision), nowMs);
        else if (hasToken) asker.usable?.(decision.principal);
        else asker.decided(this.#refuse(digest, burstExceeded(known, decision.principal, nowMs)), nowMs);
      }
    }
  }

  #fail(batch: readonly WaitingRequest[], error: unknown): void {
    this.#batchDone();
    const nowMs = this.#clock.now();
    for (const { digest, asker } of batch) asker.decided(this.#refuse(digest, STORE_UNAVAILABLE), nowMs);
    this.#onStoreError(error);
  }

  #refuse(digest: KeyDigest | null, decision: NotAdmitted): NotAdmitted {
    this.#refused?.add(digest, decision.code);
    return decision;
  }

  #burstOf({ keyType, limits }: Principal): BurstLimits {
    return keyType === "test" ? this.#testKeyBurst : limits;
  }
}

function burstExceeded(bucket: Bucket, principal: Principal, nowMs: number): NotAdmitted {
  const { tokenMs, fullMs } = waitFor(bucket, nowMs);
  const limit = bucket.limits.burstCapacity;
  return {
    outcome: "exhausted",
    code: "burst_exceeded",
    principal,
    allowance: { policy: "burst", limit, remaining: 0, resetsAtMs: nowMs + Math.ceil(fullMs) },
    retryAfterMs: Math.ceil(tokenMs),
  };
}
