import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { REQUEST_KINDS, type RequestKind } from "../../src/access/decision.ts";
import type { AdmissionRequest, BatchDecision } from "../../src/access/store.ts";
import { planTable } from "../../src/domain/plan.ts";
import { windowOf } from "../../src/domain/window.ts";
import { resolvedKeyOf } from "../../src/store/counting.ts";
import { limitsReader } from "../../src/store/limits.ts";
import { SqliteAdmission } from "../../src/store/sqlite/count-batch.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { RowCache } from "../../src/store/sqlite/rows.ts";
import { clockMove, firstKeys, keyChanges, START } from "../support/key-histories.ts";
import { USABLE_KEY_ROW } from "../support/key-row.ts";
import { scratchFolder } from "../support/scratch.ts";
import { MovableClock, openTestStore } from "../support/stores.ts";

const RUNS = 60;
const NAMES = 14;

/** Names of keys, in order of arrival in a batch. Some do not exist, or not yet. */
const batch = fc.array(
  fc.record({ name: fc.nat({ max: NAMES - 1 }), kind: fc.constantFrom(...REQUEST_KINDS), times: fc.nat({ max: 9 }) }),
  { minLength: 1, maxLength: 5 },
);
/** Changes by another connection to the file in the meantime. */
const statement = fc.oneof(
  { weight: 7, arbitrary: keyChanges(NAMES) },
  // The rows get other rowids.
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "DELETE FROM counters WHERE used % 2 = 0",
      "DELETE FROM daily_usage WHERE key_id % 2 = 0",
      "DELETE FROM counters WHERE window_start < (SELECT max(window_start) FROM counters)",
      "UPDATE counters SET used = used + 1",
      "VACUUM",
      "PRAGMA wal_checkpoint(TRUNCATE)",
      "PRAGMA wal_checkpoint(RESTART)",
    ),
  },
);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("admit" as const), node: fc.nat({ max: 1 }), batch }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("fail" as const),
      node: fc.nat({ max: 1 }),
      batch,
      afterWrites: fc.nat({ max: 3 }),
      ends: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("blocked" as const), node: fc.nat({ max: 1 }), batch }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("write" as const), statement }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("move" as const),
      byMs: clockMove,
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Kind> ? Kind : never;
type Batch = readonly { readonly name: number; readonly kind: RequestKind; readonly times: number }[];

function requestsOf(runs: Batch) {
  return runs.flatMap(({ name: n, kind, times }) =>
    Array.from({ length: times + 1 }, (_, index) => ({ digest: `key-${n}`, kind, counts: index < 9 })),
  );
}

/** A store file and its open connections. */
class Side {
  readonly #path: string;
  readonly #open: { close(): void }[] = [];
  readonly hands: Database;
  readonly #clock: MovableClock;

  constructor(seed: Uint8Array, clock: MovableClock) {
    this.#path = join(scratchFolder("side"), "safety.sqlite");
    writeFileSync(this.#path, seed);
    this.#clock = clock;
    this.hands = this.#keep(openDatabase(this.#path, "NORMAL", 5_000));
    // The test never cuts the power, and waiting a thousand times for the disk would be slow.
    this.hands.run("PRAGMA synchronous = OFF");
  }

  node(): { readonly admission: SqliteAdmission; readonly database: Database } {
    const database = openDatabase(this.#path, "NORMAL", 0);
    database.run("PRAGMA synchronous = OFF");
    // A write fails when `writes_left` is 0, as on a full disk; some errors also end the transaction.
    database.run("CREATE TEMP TABLE room (writes_left INTEGER, ends INTEGER)");
    database.run("INSERT INTO room VALUES (1000000, 0)");
    for (const table of ["counters", "daily_usage"]) {
      for (const change of ["INSERT", "UPDATE"]) {
        database.run(`CREATE TEMP TRIGGER ${table}_${change} BEFORE ${change} ON main.${table} BEGIN
          SELECT iif(ends, RAISE(ROLLBACK, 'full'), RAISE(ABORT, 'full')) FROM room WHERE writes_left = 0;
          UPDATE room SET writes_left = writes_left - 1;
        END`);
      }
    }
    const admission = new SqliteAdmission(
      database,
      this.#clock,
      limitsReader(planTable({ free: { monthlyRequests: 9 } })),
    );
    this.#keep(admission);
    return { admission, database };
  }

  async admitOnce(requests: readonly AdmissionRequest[]): Promise<readonly BatchDecision[]> {
    const { admission } = this.node();
    try {
      return await admission.admit(requests);
    } finally {
      this.#open.pop();
      admission.close();
    }
  }

  close(): void {
    for (const one of this.#open.splice(0).reverse()) one.close();
  }

  /** The stored counts, without rowids. */
  content() {
    return ["counters ORDER BY policy, window_start, subject", "daily_usage ORDER BY day, key_id"].map((table) =>
      this.hands.query(`SELECT * FROM ${table}`).all(),
    );
  }

  #keep<Opened extends { close(): void }>(opened: Opened): Opened {
    this.#open.push(opened);
    return opened;
  }
}

/** The bytes of a store with the first keys, three for each account. */
async function seededStore(): Promise<Uint8Array> {
  const path = join(scratchFolder("seed"), "safety.sqlite");
  await (await openTestStore(`sqlite:${path}`, { clock: new MovableClock(START) })).close();
  const database = new Database(path);
  for (const statement of firstKeys()) database.run(statement);
  const bytes = database.serialize();
  database.close();
  return bytes;
}

/** Runs the same history on nodes that keep running, and on a node that is opened for one batch and has no cache. */
async function play(seed: Uint8Array, steps: readonly Step[]): Promise<void> {
  const clock = new MovableClock(START);
  const [lasting, fresh] = [new Side(seed, clock), new Side(seed, clock)];
  const nodes = [lasting.node(), lasting.node()] as const;
  try {
    for (const one of steps) {
      if (one.do === "move") clock.nowMs += one.byMs;
      else if (one.do === "write") for (const { hands } of [lasting, fresh]) hands.run(one.statement);
      else {
        const { admission, database } = nodes[one.node === 0 ? 0 : 1];
        const requests = requestsOf(one.batch);
        database.run(
          "UPDATE room SET writes_left = ?, ends = ?",
          one.do === "fail" ? [one.afterWrites, one.ends] : [-1, 0],
        );
        if (one.do === "blocked") lasting.hands.run("BEGIN IMMEDIATE");
        const answer = tried(() => admission.admit(requests));
        if (one.do === "blocked") {
          for (const { hands } of [lasting, fresh]) hands.run("UPDATE counters SET used = used + 1");
          lasting.hands.run("COMMIT");
        }
        const decisions = await answer;
        if (decisions !== "full") expect(decisions).toEqual(await fresh.admitOnce(requests));
      }
      expect(lasting.content()).toEqual(fresh.content());
    }
  } finally {
    for (const side of [lasting, fresh]) side.close();
  }
}

async function tried(
  admit: () => readonly BatchDecision[] | Promise<readonly BatchDecision[]>,
): Promise<readonly BatchDecision[] | "full"> {
  try {
    return await admit();
  } catch (error) {
    if (error instanceof Error && error.message === "full") return "full";
    throw error;
  }
}

test("a node with a cache answers and counts like one without, whatever others write and whichever batch fails", async () => {
  const seed = await seededStore();
  const histories = fc.array(step, { minLength: 5, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(histories, (steps) => play(seed, steps)),
    { numRuns: RUNS },
  );
});

test("at most 30,000 keys stay cached from one batch to the next", () => {
  const cache = new RowCache();
  const windows = { month: windowOf("month", 0), day: windowOf("day", 0) };
  const resolved = resolvedKeyOf(USABLE_KEY_ROW, limitsReader(planTable()));
  cache.keepOnly(1, windows);
  for (const keys of [29_999, 30_000]) {
    while (cache.keys.size < keys) {
      cache.keys.set(`key ${cache.keys.size}`, { resolved, counter: null, usageRowid: null, change: null });
    }
    cache.keepOnly(1, windows);
    expect(cache.keys.size).toBe(keys === 29_999 ? keys : 0);
  }
});
