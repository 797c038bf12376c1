import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { resolvedKeyOf } from "../../src/access/counting.ts";
import { REQUEST_KINDS } from "../../src/access/decision.ts";
import type { AdmissionStore } from "../../src/access/store.ts";
import { DAY_MS } from "../../src/base/window.ts";
import { PLANS, planTable } from "../../src/domain/plan.ts";
import { limitsReader } from "../../src/store/limits.ts";
import { PostgresAdmission } from "../../src/store/postgres/count-batch.ts";
import { SqliteAdmission } from "../../src/store/sqlite/count-batch.ts";
import { GENERATION_SIZE, RowCache } from "../../src/store/sqlite/counted-rows.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { replayJournal } from "../../src/store/sqlite/journal.ts";
import type { DialectName } from "../../src/store/store.ts";
import { clockMove, firstKeys, keyChanges, START } from "../support/key-histories.ts";
import { USABLE_KEY_ROW } from "../support/key-row.ts";
import { stopAtEnd } from "../support/stop-at-end.ts";
import { DIALECTS, MovableClock, migratedStoreUrl, newAccount, newKey, openTestStore } from "../support/stores.ts";
import { watchedPool } from "../support/watched-pool.ts";

const RUNS = { sqlite: 60, postgres: 120 } as const;
const NAMES = 14;
const limitsIn = limitsReader(planTable({ free: { monthlyRequests: 20 } }));

/** Names of keys, in order of arrival in a batch. Some do not exist, or not yet. */
const batch = fc.array(
  fc.record({
    // Mostly keys that may be cached: on PostgreSQL, a single other key makes the node read the keys of the whole batch.
    name: fc.oneof({ weight: 20, arbitrary: fc.nat({ max: 8 }) }, { weight: 1, arbitrary: fc.nat({ max: NAMES - 1 }) }),
    kind: fc.constantFrom(...REQUEST_KINDS),
    times: fc.nat({ max: 7 }),
  }),
  { minLength: 1, maxLength: 4 },
);
/** Changes by others in the meantime. */
const statement = fc.oneof(
  { weight: 7, arbitrary: keyChanges(NAMES) },
  fc.constantFrom(
    "DELETE FROM counters WHERE used % 2 = 0",
    "DELETE FROM daily_usage WHERE key_id % 2 = 0",
    "DELETE FROM counters WHERE window_start < (SELECT max(window_start) FROM counters)",
    "UPDATE counters SET used = used + 5",
  ),
);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant("admit" as const), node: fc.nat({ max: 1 }), batch }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("write" as const), statement }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("move" as const), byMs: clockMove }) },
);
type Step = typeof step extends fc.Arbitrary<infer Kind> ? Kind : never;

/** A store, and its nodes. */
interface Side {
  readonly node: () => AdmissionStore;
  readonly run: (statement: string) => Promise<readonly unknown[]>;
}

async function side(dialect: DialectName, clock: MovableClock): Promise<Side> {
  const url = await migratedStoreUrl(dialect);
  if (dialect === "postgres") {
    const { pool } = watchedPool(url);
    stopAtEnd(() => pool.end());
    return {
      node: () => new PostgresAdmission(pool, clock, limitsIn),
      run: async (text) => (await pool.query({ text })).rows,
    };
  }
  const open = () => {
    const database = openDatabase(url.slice("sqlite:".length), "NORMAL");
    // The test never cuts the power, and waiting a thousand times for the disk would be slow.
    database.run("PRAGMA synchronous = OFF");
    return database;
  };
  const database = open();
  return {
    node: () => new SqliteAdmission(open(), clock, limitsIn),
    // As the repositories do, which a statement by hand must do too.
    run: async (text) =>
      database
        .transaction(() => {
          replayJournal(database);
          return database.query(text).all();
        })
        .immediate(),
  };
}

/** Runs the same history on nodes that keep running, and on a new node without a cache for each batch. */
async function play(sides: readonly [Side, Side], clock: MovableClock, steps: readonly Step[]): Promise<void> {
  const [lasting, fresh] = sides;
  clock.set(START);
  const both = <Result>(work: (side: Side) => Promise<Result>) => Promise.all([work(lasting), work(fresh)]);
  await both(async ({ run }) => {
    for (const table of ["counters", "daily_usage", "api_keys", "accounts"]) await run(`DELETE FROM ${table}`);
    for (const one of firstKeys()) await run(one);
  });
  const nodes = [lasting.node(), lasting.node()] as const;
  for (const one of steps) {
    if (one.do === "move") clock.nowMs += one.byMs;
    else if (one.do === "write") await both(({ run }) => run(one.statement));
    else {
      const requests = one.batch.flatMap(({ name, kind, times }) =>
        Array.from({ length: times + 1 }, (_, index) => ({ digest: `key-${name}`, kind, counts: index < 7 })),
      );
      const node = nodes[one.node === 0 ? 0 : 1];
      const [answered, wanted] = [await node.admit(requests), await fresh.node().admit(requests)];
      expect(answered.map(withoutKeyId)).toEqual(wanted.map(withoutKeyId));
      const [counted, expected] = await both(countsIn);
      expect(counted).toEqual(expected);
    }
  }
}

/** The stored counts. Keys are identified by their digests, because both stores number them on their own. */
function countsIn({ run }: Side) {
  return Promise.all([
    run(`SELECT c.policy, c.window_start, c.used, coalesce(k.digest, CAST(c.subject AS TEXT)) AS subject FROM counters c
      LEFT JOIN api_keys k ON c.policy = 'day' AND k.id = c.subject ORDER BY 1, 2, 4`),
    run(`SELECT u.*, NULL AS key_id, k.digest FROM daily_usage u JOIN api_keys k ON k.id = u.key_id
      ORDER BY u.day, k.digest`),
  ]);
}

function withoutKeyId<Answered extends object>(decision: Answered) {
  return "principal" in decision
    ? { ...decision, principal: { ...(decision.principal as object), keyId: 0 } }
    : decision;
}

describe.each(DIALECTS)("on %s", async (dialect) => {
  const clock = new MovableClock(START);
  const sides = [await side(dialect, clock), await side(dialect, clock)] as const;

  test("a node with a cache answers and counts like one without, whatever others write", async () => {
    const histories = fc.array(step, { minLength: 5, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(histories, (steps) => play(sides, clock, steps)),
      { numRuns: RUNS[dialect] },
    );
  });
});

test("keys of an account share its quota, whichever of its rows are cached", async () => {
  const clock = new MovableClock(START);
  const url = await migratedStoreUrl("sqlite");
  const store = await openTestStore(url, { clock });
  const keys: { readonly account: number; readonly digest: string }[] = [];
  for (const count of [2, 2, 2, 1, 1]) {
    const { id } = await newAccount(store);
    for (let key = 0; key < count; key++) keys.push({ account: id, digest: (await newKey(store, id)).digest });
  }
  const database = openDatabase(url.slice("sqlite:".length), "NORMAL");
  const node = new SqliteAdmission(database, clock, limitsIn, undefined, new RowCache(2));
  stopAtEnd(async () => node.close());
  const key = fc.record({ key: fc.constantFrom(...keys), counts: fc.boolean() });
  const steps = fc.oneof({ weight: 5, arbitrary: fc.array(key, { minLength: 1, maxLength: 5 }) }, fc.constant("fold"));
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 20, maxLength: 60 }), async (history) => {
      clock.nowMs += 31 * DAY_MS;
      const used = new Map<number, number>();
      for (const one of history) {
        if (typeof one === "string") await node.fold();
        else {
          const requests = one.map(({ key: { digest }, counts }) => ({ digest, kind: "city" as const, counts }));
          const wanted = one.map(({ key: { account }, counts }) => {
            const before = used.get(account) ?? 0;
            if (before >= 20) return "exhausted";
            if (counts) used.set(account, before + 1);
            return counts ? "admitted" : "usable";
          });
          expect((await node.admit(requests)).map(({ outcome }) => outcome)).toEqual(wanted);
        }
      }
    }),
  );
});

test("a bounded number of keys stays cached on SQLite, and those in use stay", () => {
  const rows = new RowCache();
  const key = { ...resolvedKeyOf(USABLE_KEY_ROW, PLANS.free), counter: null, usage: null };
  const names = Array.from({ length: 3 * GENERATION_SIZE }, (_, number) => `key ${number}`);
  for (const name of names) {
    rows.keys.set(name, key);
    expect(rows.keys.get("key 0")).toBe(key);
  }
  const known = names.filter((name) => rows.keys.get(name) !== undefined);
  expect(known.length).toBeLessThanOrEqual(2 * GENERATION_SIZE);
  expect(known.length).toBeGreaterThanOrEqual(GENERATION_SIZE);
});
