import type { KeyDigest } from "../../access/key.ts";
import type { AdmissionRequest, AdmissionStore, BatchDecision } from "../../access/store.ts";
import type { Clock } from "../../domain/clock.ts";
import {
  KEY_REFUSALS,
  type KeyRow,
  nextDecision,
  type Quota,
  type ResolvedKey,
  refusalOf,
  resolvedKeyOf,
  uncountedDecision,
  type WindowCounter,
} from "../counting.ts";
import type { LimitsReader } from "../limits.ts";
import { laterWindow } from "../windows.ts";
import { KeyCache } from "./key-cache.ts";
import type { PrimaryPool } from "./pool.ts";
import { COUNT, type CountRow, counterOf, kindSign, OTHER_KEY, READ_KEYS, type ReadKeyRow } from "./statement.ts";

/** A time that never comes. */
const NEVER_MS = Number.MAX_SAFE_INTEGER;

interface BatchKeys {
  readonly passing: ReadonlyMap<KeyDigest, ResolvedKey>;
  readonly refusals: ReadonlyMap<KeyDigest, BatchDecision>;
  /** The version of keys and accounts when they were read; null if they were just read for this batch. */
  readonly version: string | null;
  /** The time of the batch; null means the server's time at the statement. */
  readonly nowMs: number | null;
  /** When the first of the passing keys ends by expiry or grace. */
  readonly endsAtMs: number;
}

interface QuotaDemand {
  readonly quota: Quota;
  /** How many of them count. */
  requests: number;
}

interface KeyDemand {
  readonly keyId: number;
  readonly counter: number;
  /** A sign for each request for the quota, up to the key's last, as `COUNT` takes them. */
  kinds: string;
}

interface Demands {
  /** By counter, as from `counterOf`. */
  readonly quotas: ReadonlyMap<number, QuotaDemand>;
  readonly keys: readonly KeyDemand[];
}

/**
 * Admission in PostgreSQL, for any number of processes. `COUNT` implements rule 3 of docs/admission.md. If all keys of
 * a batch are cached, the batch is just that statement, which counts only if keys and accounts have not changed;
 * otherwise `READ_KEYS` runs first. No statement is retried: if the connection is lost while it runs, it may have
 * counted.
 */
export class PostgresAdmission implements AdmissionStore {
  readonly #pool: PrimaryPool;
  readonly #clock: Clock | null;
  readonly #limitsIn: LimitsReader;
  readonly #cache = new KeyCache();

  /** With `clock` null, windows follow the server's clock. */
  constructor(pool: PrimaryPool, clock: Clock | null, limitsIn: LimitsReader) {
    this.#pool = pool;
    this.#clock = clock;
    this.#limitsIn = limitsIn;
  }

  async admit(batch: readonly AdmissionRequest[]): Promise<readonly BatchDecision[]> {
    const digests = batch.map(({ digest }) => digest);
    const known = this.#known(digests);
    const decisions = known === null ? null : await this.#count(batch, known);
    if (decisions !== null) return decisions;
    const read = await this.#read(new Set(digests));
    return (await this.#count(batch, read)) ?? [];
  }

  #known(digests: readonly KeyDigest[]): BatchKeys | null {
    const passing = this.#cache.all(digests);
    if (passing === null) return null;
    let endsAtMs = NEVER_MS;
    for (const { row } of passing.values()) endsAtMs = Math.min(endsAtMs, endOf(row));
    const nowMs = this.#clock?.now() ?? null;
    return { passing, refusals: new Map(), version: this.#cache.version, nowMs, endsAtMs };
  }

  /** The rows read here are valid for this batch even if they change meanwhile: all its requests arrived before. */
  async #read(digests: ReadonlySet<KeyDigest>): Promise<BatchKeys> {
    const { rows } = await this.#pool.query<ReadKeyRow>(
      READ_KEYS({ digests: [...digests], nowMs: this.#clock?.now() ?? null }),
    );
    const passing = new Map<KeyDigest, ResolvedKey>();
    const refusals = new Map<KeyDigest, BatchDecision>();
    for (const row of rows) {
      const refusal = refusalOf(row, row.now_ms);
      if (refusal === null) passing.set(row.digest, resolvedKeyOf(row, this.#limitsIn));
      else refusals.set(row.digest, refusal);
    }
    const [first] = rows;
    if (first !== undefined) this.#cache.update(first.version, passing.values(), refusals.keys());
    return { passing, refusals, version: null, nowMs: first?.now_ms ?? null, endsAtMs: NEVER_MS };
  }

  /** Verdicts in the order of the batch. Returns null and counts nothing if the keys have changed. */
  async #count(batch: readonly AdmissionRequest[], keys: BatchKeys): Promise<readonly BatchDecision[] | null> {
    const demands = demandsOf(batch, keys);
    const hasJustRead = keys.version === null;
    if (hasJustRead && demands.quotas.size === 0) return decisionsOn(batch, keys, new Map(), keys.nowMs ?? 0);
    const { rows } = await this.#pool.query<CountRow>(countStatement(demands, keys));
    const [row] = rows;
    return row === undefined ? null : decisionsOn(batch, keys, countersOf(demands.quotas, row), row.now_ms);
  }
}

function demandsOf(batch: readonly AdmissionRequest[], { passing }: BatchKeys): Demands {
  const quotas = new Map<number, QuotaDemand>();
  const keys = new Map<ResolvedKey, KeyDemand>();
  for (const { digest, kind, counts } of batch) {
    const resolved = passing.get(digest);
    if (resolved === undefined) continue;
    const { quota, row } = resolved;
    const counter = counterOf(quota);
    let demand = quotas.get(counter);
    if (demand === undefined) {
      demand = { quota, requests: 0 };
      quotas.set(counter, demand);
    }
    if (!counts) continue;
    let key = keys.get(resolved);
    if (key === undefined) {
      key = { keyId: row.key_id, counter, kinds: "" };
      keys.set(resolved, key);
    }
    key.kinds = key.kinds.padEnd(demand.requests, OTHER_KEY) + kindSign(kind);
    demand.requests++;
  }
  return { quotas, keys: [...keys.values()] };
}

function countersOf(demands: Demands["quotas"], row: CountRow): ReadonlyMap<number, WindowCounter> {
  const { now_ms, month_start, day_start } = row;
  const windows = { month: laterWindow("month", now_ms, month_start), day: laterWindow("day", now_ms, day_start) };
  const counters = new Map<number, WindowCounter>();
  const add = (counter: number, quota: Quota, used: number, granted: number) => {
    const window = windows[quota.policy];
    counters.set(counter, { quota, window, usedBefore: used - granted, granted, taken: 0 });
  };
  row.counters?.forEach((counter, index) => {
    const [demand, used, granted] = [demands.get(counter), row.used?.[index], row.granted?.[index]];
    if (demand && used !== undefined && granted !== undefined) add(counter, demand.quota, used, granted);
  });
  for (const counter of row.exhausted ?? []) {
    const demand = demands.get(counter);
    if (demand) add(counter, demand.quota, demand.quota.limit, 0);
  }
  return counters;
}

function countStatement({ quotas, keys }: Demands, { version, nowMs, endsAtMs }: BatchKeys) {
  const demands = [...quotas.values()];
  return COUNT({
    version,
    nowMs,
    endsAtMs,
    counters: [...quotas.keys()],
    limits: demands.map(({ quota }) => quota.limit),
    demands: demands.map(({ requests }) => requests),
    keyIds: keys.map(({ keyId }) => keyId),
    keyCounters: keys.map(({ counter }) => counter),
    kinds: keys.map(({ kinds }) => kinds),
  });
}

function decisionsOn(
  batch: readonly AdmissionRequest[],
  { passing, refusals }: BatchKeys,
  counters: ReadonlyMap<number, WindowCounter>,
  nowMs: number,
): readonly BatchDecision[] {
  return batch.map(({ digest, counts }) => {
    const key = passing.get(digest);
    if (key === undefined) return refusals.get(digest) ?? KEY_REFUSALS.key_unknown;
    const counter = counters.get(counterOf(key.quota));
    if (!counts) return uncountedDecision(key, counter, nowMs);
    if (counter === undefined) throw new RangeError(`PostgreSQL returned nothing for the counter ${key.quota.name}`);
    return nextDecision(key, counter, nowMs);
  });
}

function endOf({ expires_at, grace_ends_at }: KeyRow): number {
  return Math.min(expires_at ?? NEVER_MS, grace_ends_at ?? NEVER_MS);
}
