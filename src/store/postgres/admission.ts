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
import { COUNT, type CountRow, kindSign, OTHER_KEY, READ_KEYS, type ReadKeyRow } from "./statement.ts";

/** A time that never comes. */
const NEVER_MS = Number.MAX_SAFE_INTEGER;
/** When so many quotas are known as used up, all are forgotten; the next batch with one of them writes its counter. */
const MAX_SPENT = 10_000;

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

/** The counting requests of a batch for one quota. */
interface Demand {
  readonly quota: Quota;
  /** Whether the quota was used up when it was last counted. */
  readonly wasSpent: boolean;
  requests: number;
  /** By key, a sign for each request up to the key's last, as `COUNT` takes them. */
  readonly kinds: Map<number, string>;
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
  /** Names of quotas that were used up when they were last counted. */
  readonly #spent = new Set<string>();

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
    const demands = this.#demandsOf(batch, keys);
    const hasJustRead = keys.version === null;
    if (hasJustRead && demands.size === 0) return verdictsOn(batch, keys, new Map(), keys.nowMs ?? 0);
    const { rows } = await this.#pool.query<CountRow>(countStatement([...demands.values()], keys));
    const [row] = rows;
    return row === undefined ? null : verdictsOn(batch, keys, this.#countersOf(demands, row), row.now_ms);
  }

  /** By quota name. */
  #demandsOf(batch: readonly AdmissionRequest[], { passing }: BatchKeys): ReadonlyMap<string, Demand> {
    const demands = new Map<string, Demand>();
    for (const { digest, kind, counts } of batch) {
      const key = passing.get(digest);
      if (key === undefined || !counts) continue;
      const { quota, row } = key;
      let demand = demands.get(quota.name);
      if (demand === undefined) {
        demand = { quota, wasSpent: this.#spent.has(quota.name), requests: 0, kinds: new Map() };
        demands.set(quota.name, demand);
      }
      const signs = demand.kinds.get(row.key_id) ?? "";
      demand.kinds.set(row.key_id, signs.padEnd(demand.requests, OTHER_KEY) + kindSign(kind));
      demand.requests++;
    }
    return demands;
  }

  /** The counters of the demands, by quota name. */
  #countersOf(demands: ReadonlyMap<string, Demand>, row: CountRow): ReadonlyMap<string, WindowCounter> {
    const names = row.names?.split(",") ?? [];
    const written = new Map(names.map((name, index) => [name, index]));
    const counters = new Map<string, WindowCounter>();
    for (const { quota, wasSpent } of demands.values()) {
      const index = written.get(quota.name);
      // A counter that was not written is used up.
      const used = index === undefined ? quota.limit : row.used?.[index];
      const granted = index === undefined ? 0 : row.granted?.[index];
      if (used === undefined || granted === undefined || (index === undefined && !wasSpent && quota.limit > 0)) {
        throw new RangeError(`PostgreSQL returned nothing for the counter ${quota.name}`);
      }
      this.#rememberSpent(quota, used);
      const window = this.#windows.later(quota.policy, row.now_ms, row[`${quota.policy}_start`]);
      counters.set(quota.name, { quota, window, usedBefore: used - granted, granted, taken: 0 });
    }
    return counters;
  }

  #rememberSpent({ name, limit }: Quota, used: number): void {
    if (used < limit) this.#spent.delete(name);
    else if (this.#spent.size < MAX_SPENT) this.#spent.add(name);
    else this.#spent.clear();
  }
}

function countStatement(demands: readonly Demand[], { version, nowMs, endsAtMs }: BatchKeys) {
  const keys = demands.flatMap(({ quota, kinds }) => [...kinds].map(([id, signs]) => ({ id, quota, signs })));
  return COUNT({
    version,
    nowMs,
    endsAtMs,
    policies: demands.map(({ quota }) => quota.policy),
    subjects: demands.map(({ quota }) => quota.subject),
    limits: demands.map(({ quota }) => quota.limit),
    demands: demands.map(({ requests }) => requests),
    spent: demands.map(({ wasSpent }) => String(wasSpent)),
    keyIds: keys.map(({ id }) => id),
    keyPolicies: keys.map(({ quota }) => quota.policy),
    keySubjects: keys.map(({ quota }) => quota.subject),
    kinds: keys.map(({ signs }) => signs),
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
