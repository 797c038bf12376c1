import type { RequestKind } from "../../access/decision.ts";
import type { KeyDigest } from "../../access/key.ts";
import type { AdmissionRequest, AdmissionStore, Verdict } from "../../access/store.ts";
import type { Clock } from "../../domain/clock.ts";
import {
  KEY_REFUSALS,
  type KeyGrant,
  type KeyRow,
  keyGrantOf,
  nextVerdict,
  type Quota,
  refusalOf,
  type WindowCounter,
} from "../counting.ts";
import type { LimitsReader } from "../limits.ts";
import { CurrentWindows } from "../windows.ts";
import { KeyCache } from "./key-cache.ts";
import type { PrimaryPool } from "./pool.ts";
import { COUNT, type CountRow, READ_KEYS, type ReadKeyRow } from "./statement.ts";

/** A time that never comes. */
const NEVER_MS = Number.MAX_SAFE_INTEGER;

/** The keys of a batch, and the conditions for counting it. */
interface BatchKeys {
  /** The keys that may pass. */
  readonly passing: ReadonlyMap<KeyDigest, KeyGrant>;
  readonly refusals: ReadonlyMap<KeyDigest, Verdict>;
  /** The version of keys and accounts when they were read; null if they were just read for this batch. */
  readonly version: string | null;
  /** The time of the batch; null means the server's time at the statement. */
  readonly nowMs: number | null;
  /** When the first of the passing keys ends by expiry or grace. */
  readonly endsAtMs: number;
}

/** The demand of a batch's counting requests. */
interface Demand {
  /** By quota name, in order of first use. */
  readonly quotas: Map<string, { readonly quota: Quota; readonly position: number; requests: number }>;
  readonly requests: { keyId: number; kind: RequestKind; counter: number; place: number }[];
}

/**
 * Admission in PostgreSQL, for any number of processes. The counting rule is in `counting.ts`; the statement `COUNT`
 * implements its third item. If all keys of a batch are known from earlier batches, the batch is just that statement,
 * which counts only if keys and accounts have not changed since. Otherwise `READ_KEYS` runs first. No statement is
 * retried: if the connection is lost while it runs, it may have counted.
 */
export class PostgresAdmission implements AdmissionStore {
  readonly #pool: PrimaryPool;
  readonly #clock: Clock | null;
  readonly #limitsIn: LimitsReader;
  readonly #windows = new CurrentWindows();
  readonly #cache = new KeyCache();

  /** With `clock` null, windows follow the server's clock. */
  constructor(pool: PrimaryPool, clock: Clock | null, limitsIn: LimitsReader) {
    this.#pool = pool;
    this.#clock = clock;
    this.#limitsIn = limitsIn;
  }

  async admit(batch: readonly AdmissionRequest[]): Promise<readonly Verdict[]> {
    const digests = new Set(batch.map(({ digest }) => digest));
    const known = this.#known(digests);
    const verdicts = known === null ? null : await this.#count(batch, known);
    if (verdicts !== null) return verdicts;
    const read = await this.#read(digests);
    return (await this.#count(batch, read)) ?? [];
  }

  #known(digests: ReadonlySet<KeyDigest>): BatchKeys | null {
    const passing = this.#cache.all(digests);
    if (passing === null) return null;
    const endsAtMs = Math.min(NEVER_MS, ...[...passing.values()].map(({ row }) => endOf(row)));
    const nowMs = this.#clock?.now() ?? null;
    return { passing, refusals: new Map(), version: this.#cache.version, nowMs, endsAtMs };
  }

  /** The rows read here are valid for this batch even if they change meanwhile: all its requests arrived before. */
  async #read(digests: ReadonlySet<KeyDigest>): Promise<BatchKeys> {
    const { rows } = await this.#pool.query<ReadKeyRow>(
      READ_KEYS({ digests: [...digests], nowMs: this.#clock?.now() ?? null }),
    );
    const passing = new Map<KeyDigest, KeyGrant>();
    const refusals = new Map<KeyDigest, Verdict>();
    for (const row of rows) {
      const refusal = refusalOf(row, row.now_ms);
      if (refusal === null) passing.set(row.digest, keyGrantOf(row, this.#limitsIn));
      else refusals.set(row.digest, refusal);
    }
    const [first] = rows;
    if (first !== undefined) this.#cache.update(first.version, passing.values(), refusals.keys());
    return { passing, refusals, version: null, nowMs: first?.now_ms ?? null, endsAtMs: NEVER_MS };
  }

  /** Verdicts in the order of the batch. Returns null and counts nothing if the keys have changed. */
  async #count(batch: readonly AdmissionRequest[], keys: BatchKeys): Promise<readonly Verdict[] | null> {
    const demand = demandOf(batch, keys);
    const hasJustRead = keys.version === null;
    if (hasJustRead && demand.requests.length === 0) return verdictsOn(batch, keys, new Map(), keys.nowMs ?? 0);
    const { rows } = await this.#pool.query<CountRow>(countStatement(demand, keys));
    const [first] = rows;
    if (first === undefined) return null;
    const quotas = [...demand.quotas.values()];
    const counters = new Map<string, WindowCounter>();
    for (const row of rows) {
      const quota = row.n === null ? undefined : quotas[row.n - 1]?.quota;
      if (quota !== undefined) counters.set(quota.name, this.#counterOf(quota, row));
    }
    return verdictsOn(batch, keys, counters, first.now_ms);
  }

  #counterOf(quota: Quota, { now_ms, window_start, used, granted }: CountRow): WindowCounter {
    const window = this.#windows.later(quota.policy, now_ms, window_start);
    return { quota, window, usedBefore: used - granted, granted, taken: 0 };
  }
}

function demandOf(batch: readonly AdmissionRequest[], { passing }: BatchKeys): Demand {
  const demand: Demand = { quotas: new Map(), requests: [] };
  for (const { digest, kind, counts } of batch) {
    const key = passing.get(digest);
    if (key === undefined || !counts) continue;
    const { quota } = key;
    let wanted = demand.quotas.get(quota.name);
    if (wanted === undefined) {
      wanted = { quota, position: demand.quotas.size + 1, requests: 0 };
      demand.quotas.set(quota.name, wanted);
    }
    wanted.requests++;
    demand.requests.push({ keyId: key.row.key_id, kind, counter: wanted.position, place: wanted.requests });
  }
  return demand;
}

function countStatement({ quotas, requests }: Demand, { version, nowMs, endsAtMs }: BatchKeys) {
  const counters = [...quotas.values()];
  return COUNT({
    version,
    nowMs,
    endsAtMs,
    policies: counters.map(({ quota }) => quota.policy),
    subjects: counters.map(({ quota }) => quota.subject),
    limits: counters.map(({ quota }) => quota.limit),
    demands: counters.map((counter) => counter.requests),
    keyIds: requests.map(({ keyId }) => keyId),
    kinds: requests.map(({ kind }) => kind),
    counters: requests.map(({ counter }) => counter),
    places: requests.map(({ place }) => place),
  });
}

function verdictsOn(
  batch: readonly AdmissionRequest[],
  { passing, refusals }: BatchKeys,
  counters: ReadonlyMap<string, WindowCounter>,
  nowMs: number,
): readonly Verdict[] {
  return batch.map(({ digest, counts }) => {
    const key = passing.get(digest);
    if (key === undefined) return refusals.get(digest) ?? KEY_REFUSALS.key_unknown;
    if (!counts) return { outcome: "usable", principal: key.principal };
    const counter = counters.get(key.quota.name);
    if (counter === undefined) throw new RangeError(`PostgreSQL returned nothing for the counter ${key.quota.name}`);
    return nextVerdict(key, counter, nowMs);
  });
}

/** When a key ends by time. */
function endOf({ expires_at, grace_ends_at }: KeyRow): number {
  return Math.min(expires_at ?? NEVER_MS, grace_ends_at ?? NEVER_MS);
}
