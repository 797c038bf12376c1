import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { REQUEST_KINDS, type RequestKind } from "../../src/access/decision.ts";
import { planTable } from "../../src/domain/plan.ts";
import { limitsReader } from "../../src/store/limits.ts";
import { PostgresAdmission } from "../../src/store/postgres/count-batch.ts";
import type { PrimaryPool } from "../../src/store/postgres/pool.ts";
import { clockMove, firstKeys, keyChanges, START } from "../support/key-histories.ts";
import { MovableClock, migratedStoreUrl, openTestStore } from "../support/stores.ts";
import { watchedPool } from "../support/watched-pool.ts";

const RUNS = 150;
const NAMES = 12;
const PLANS = planTable({ free: { monthlyRequests: 20 } });

type Batch = readonly { readonly name: number; readonly kind: RequestKind; readonly times: number }[];

/** Names of keys, in order of arrival in a batch. Some do not exist, or not yet. */
const batch = fc.array(
  fc.record({
    // Mostly keys that may be cached: a single other key makes the node read the keys of the whole batch.
    name: fc.oneof({ weight: 30, arbitrary: fc.nat({ max: 8 }) }, { weight: 1, arbitrary: fc.nat({ max: NAMES - 1 }) }),
    kind: fc.constantFrom(...REQUEST_KINDS),
    times: fc.oneof({ weight: 20, arbitrary: fc.nat({ max: 3 }) }, { weight: 1, arbitrary: fc.constant(6) }),
  }),
  { minLength: 1, maxLength: 3 },
);
/** Changes by others in the meantime. */
const statement = fc.oneof(
  { weight: 7, arbitrary: keyChanges(NAMES) },
  fc.nat({ max: NAMES - 1 }).map((n) => `DELETE FROM api_keys WHERE digest = 'key-${n}'`),
  fc.constantFrom(
    "DELETE FROM counters WHERE used % 2 = 0",
    "DELETE FROM daily_usage WHERE key_id % 2 = 0",
    "UPDATE counters SET used = used + 5",
  ),
);
const step = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant("admit" as const), node: fc.nat({ max: 1 }), batch }) },
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

function requestsOf(runs: Batch) {
  return runs.flatMap(({ name: n, kind, times }) =>
    Array.from({ length: times + 1 }, (_, index) => ({ digest: `key-${n}`, kind, counts: index < 6 })),
  );
}

/** A database with its own connections, and the statements that its nodes sent. */
class Side {
  readonly pool: PrimaryPool;
  readonly sent: string[];

  constructor(url: string) {
    ({ pool: this.pool, sent: this.sent } = watchedPool(url));
  }

  node(clock: MovableClock): PostgresAdmission {
    return new PostgresAdmission(this.pool, clock, limitsReader(PLANS));
  }

  async run(text: string): Promise<readonly unknown[]> {
    return (await this.pool.query({ text })).rows;
  }

  async reset(): Promise<void> {
    await this.run("TRUNCATE accounts, api_keys, counters, daily_usage, audit_events, users CASCADE");
    for (const statement of firstKeys()) await this.run(statement);
  }

  /** The stored counts. Keys are identified by their digests, because ids continue from run to run. */
  async content() {
    return Promise.all([
      this.run(`SELECT c.policy, c.window_start, c.used, coalesce(k.digest, c.subject::text) AS subject FROM counters c
        LEFT JOIN api_keys k ON c.policy = 'day' AND k.id = c.subject ORDER BY 1, 2, 4`),
      this.run(`SELECT u.*, NULL AS key_id, k.digest FROM daily_usage u
        JOIN api_keys k ON k.id = u.key_id ORDER BY u.day, k.digest`),
    ]);
  }
}

const sides: Side[] = [];
beforeAll(async () => {
  for (let side = 0; side < 2; side++) {
    const url = await migratedStoreUrl("postgres");
    await (await openTestStore(url, { clock: new MovableClock(START) })).close();
    sides.push(new Side(url));
  }
});
afterAll(async () => {
  for (const side of sides) await side.pool.end();
});

/** Runs the same history on nodes that keep running, and on a new node without a cache for each batch. */
async function play(lasting: Side, fresh: Side, steps: readonly Step[]): Promise<void> {
  const clock = new MovableClock(START);
  const both = <Result>(work: (side: Side) => Promise<Result>) => Promise.all([work(lasting), work(fresh)]);
  await both((side) => side.reset());
  const nodes = [lasting.node(clock), lasting.node(clock)] as const;
  for (const one of steps) {
    if (one.do === "move") clock.nowMs += one.byMs;
    else if (one.do === "write") await both((side) => side.run(one.statement));
    else {
      const requests = requestsOf(one.batch);
      const node = nodes[one.node === 0 ? 0 : 1];
      const [answered, wanted] = await both((side) => (side === lasting ? node : side.node(clock)).admit(requests));
      expect(answered.map(withoutIds)).toEqual(wanted.map(withoutIds));
    }
    const [counted, expected] = await both((side) => side.content());
    expect(counted).toEqual(expected);
  }
}

/** The two databases number their keys differently after a key was created twice. */
function withoutIds<Answered extends object>(decision: Answered) {
  return "principal" in decision
    ? { ...decision, principal: { ...(decision.principal as object), keyId: 0 } }
    : decision;
}

function readsOf({ sent }: Side): number {
  return sent.filter((name) => name === "read keys").length;
}

test("a node with a cache answers and counts like one without, whatever others write", async () => {
  const [lasting, fresh] = sides;
  if (lasting === undefined || fresh === undefined) throw new Error("there are no databases");
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), (steps) => play(lasting, fresh, steps)),
    { numRuns: RUNS },
  );
  expect(fresh.sent).not.toBeEmpty();
  expect(readsOf(lasting)).toBeLessThan(readsOf(fresh));
});

test("if the version is missing, every batch reads its keys", async () => {
  const [side] = sides;
  if (side === undefined) throw new Error("there is no database");
  await side.reset();
  await side.run("DELETE FROM admission_version");
  const node = side.node(new MovableClock(START));
  side.sent.length = 0;
  for (let times = 0; times < 2; times++) {
    expect(await node.admit(requestsOf([{ name: 0, kind: "city", times: 0 }]))).toMatchObject([
      { outcome: "admitted" },
    ]);
  }
  expect(side.sent).toEqual(["read keys", "count", "read keys", "count"]);
});
