import {
  isAllowedFrom,
  KEY_REFUSALS,
  laterWindow,
  nextDecision,
  type Quota,
  type ResolvedKey,
  refusalOf,
  resolvedKeyOf,
  uncountedDecision,
  type WindowCounter,
} from "../../access/counting.ts";
import type { KeyDigest } from "../../access/key.ts";
import type { AdmissionRequest, AdmissionStore, BatchDecision } from "../../access/store.ts";
import type { Clock } from "../../base/clock.ts";
import { Lru } from "../../base/lru.ts";
import type { LimitsReader } from "../limits.ts";
import type { PrimaryPool } from "./pool.ts";
import { COUNT, type CountRow, KIND_SIGNS, OTHER_KEY, READ_KEYS, type ReadKeyRow } from "./statement.ts";

const NEVER_MS = Number.MAX_SAFE_INTEGER;
/** At most twice as many keys are cached, about half a kilobyte each. */
const CACHED_KEYS = { entries: 5_000 };

interface BatchKeys {
  /** For each request of the batch, its key, or why the key may not pass. */
  readonly keys: readonly (ResolvedKey | BatchDecision)[];
  /** The version of keys and accounts when they were read; null if they were just read for this batch. */
  readonly version: string | null;
  /** The time of the batch; null means the server's time at the statement. */
  readonly nowMs: number | null;
  /** When the first of the keys ends by expiry or grace. */
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
  /** Keys read at one version. Only those that could pass are used. */
  #cache = new Lru<ResolvedKey | BatchDecision>(CACHED_KEYS);
  /** null if the store gave none: then nothing is cached. */
  #version: string | null = null;

  /** With `clock` null, windows follow the server's clock. */
  constructor(pool: PrimaryPool, clock: Clock | null, limitsIn: LimitsReader) {
    this.#pool = pool;
    this.#clock = clock;
    this.#limitsIn = limitsIn;
  }

  async admit(batch: readonly AdmissionRequest[]): Promise<readonly BatchDecision[]> {
    const known = this.#known(batch);
    const decisions = known === null ? null : await this.#count(batch, known);
    return decisions ?? (await this.#count(batch, await this.#read(batch))) ?? [];
  }

  /** null unless all keys are cached. */
  #known(batch: readonly AdmissionRequest[]): BatchKeys | null {
    const keys: (ResolvedKey | BatchDecision)[] = [];
    let endsAtMs = NEVER_MS;
    for (const request of batch) {
      const key = this.#cache.get(request.digest);
      if (key === undefined || !mayPass(key)) return null;
      keys.push(keyFor(request, key));
      endsAtMs = Math.min(endsAtMs, key.row.expires_at ?? NEVER_MS, key.row.grace_ends_at ?? NEVER_MS);
    }
    return { keys, version: this.#version, nowMs: this.#clock?.now() ?? null, endsAtMs };
  }

  /** The rows read here are valid for this batch even if they change meanwhile: all its requests arrived before. */
  async #read(batch: readonly AdmissionRequest[]): Promise<BatchKeys> {
    const digests = [...new Set(batch.map(({ digest }) => digest))];
    const { rows } = await this.#pool.query<ReadKeyRow>(READ_KEYS({ digests, nowMs: this.#clock?.now() ?? null }));
    const [first] = rows;
    if (first !== undefined && first.version !== this.#version) {
      this.#cache = new Lru(CACHED_KEYS);
      this.#version = first.version;
    }
    const found = new Map<KeyDigest, ResolvedKey | BatchDecision>();
    for (const row of rows) {
      const key = refusalOf(row, row.now_ms) ?? resolvedKeyOf(row, this.#limitsIn(row.plan, row.overrides));
      found.set(row.digest, key);
      if (row.version !== null) this.#cache.set(row.digest, key);
    }
    const keys = batch.map((request) => keyFor(request, found.get(request.digest) ?? KEY_REFUSALS.key_unknown));
    return { keys, version: null, nowMs: first?.now_ms ?? null, endsAtMs: NEVER_MS };
  }

  /** Decisions in the order of the batch. Returns null and counts nothing if the keys have changed. */
  async #count(batch: readonly AdmissionRequest[], known: BatchKeys): Promise<readonly BatchDecision[] | null> {
    const { version, nowMs, endsAtMs } = known;
    const { quotas, keys } = demandsOf(batch, known);
    if (version === null && quotas.size === 0) return decisionsOn(batch, known, new Map(), nowMs ?? 0);
    const demands = [...quotas.values()];
    const statement = COUNT({
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
    const [row] = (await this.#pool.query<CountRow>(statement)).rows;
    return row === undefined ? null : decisionsOn(batch, known, countersOf(quotas, row), row.now_ms);
  }
}

/** A key for a request with it: a refusal if the request comes from an address where the key may not be used. */
function keyFor({ address }: AdmissionRequest, key: ResolvedKey | BatchDecision): ResolvedKey | BatchDecision {
  return mayPass(key) && !isAllowedFrom(key, address) ? KEY_REFUSALS.address_not_allowed : key;
}

function mayPass(key: ResolvedKey | BatchDecision): key is ResolvedKey {
  return "quota" in key;
}

function demandsOf(batch: readonly AdmissionRequest[], { keys }: BatchKeys) {
  /** By counter. */
  const quotas = new Map<number, QuotaDemand>();
  const keyDemands = new Map<number, KeyDemand>();
  for (const [index, key] of keys.entries()) {
    const request = batch[index];
    if (request === undefined || !mayPass(key)) continue;
    const { quota, row } = key;
    const demand = quotas.get(quota.counter) ?? { quota, requests: 0 };
    quotas.set(quota.counter, demand);
    if (!request.counts) continue;
    const keyDemand = keyDemands.get(row.key_id) ?? { keyId: row.key_id, counter: quota.counter, kinds: "" };
    keyDemands.set(row.key_id, keyDemand);
    keyDemand.kinds = keyDemand.kinds.padEnd(demand.requests, OTHER_KEY) + KIND_SIGNS[request.kind];
    demand.requests++;
  }
  return { quotas, keys: [...keyDemands.values()] };
}

function countersOf(demands: ReadonlyMap<number, QuotaDemand>, row: CountRow): ReadonlyMap<number, WindowCounter> {
  const { now_ms, month_start, day_start } = row;
  const windows = { month: laterWindow("month", now_ms, month_start), day: laterWindow("day", now_ms, day_start) };
  const counters = new Map<number, WindowCounter>();
  for (const [index, counter] of row.counters?.entries() ?? []) {
    const [quota, used, granted] = [demands.get(counter)?.quota, row.used?.[index], row.granted?.[index]];
    if (quota === undefined || used === undefined || granted === undefined) continue;
    counters.set(counter, { quota, window: windows[quota.policy], usedBefore: used - granted, granted, taken: 0 });
  }
  return counters;
}

function decisionsOn(
  batch: readonly AdmissionRequest[],
  { keys }: BatchKeys,
  counters: ReadonlyMap<number, WindowCounter>,
  nowMs: number,
): readonly BatchDecision[] {
  return keys.map((key, index) => {
    if (!mayPass(key)) return key;
    const counter = counters.get(key.quota.counter);
    if (batch[index]?.counts === false) return uncountedDecision(key, counter, nowMs);
    if (counter === undefined) throw new RangeError(`PostgreSQL returned nothing for the counter ${key.quota.counter}`);
    return nextDecision(key, counter, nowMs);
  });
}
