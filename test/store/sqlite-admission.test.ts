import { Database } from "bun:sqlite";
import { afterAll, expect, spyOn, test } from "bun:test";
import type { BatchDecision } from "../../src/access/store.ts";
import { planTable } from "../../src/domain/plan.ts";
import { limitsReader } from "../../src/store/limits.ts";
import { SqliteAdmission } from "../../src/store/sqlite/count-batch.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { MovableClock, migratedStoreUrl, newAccount, newKey, openTestStore } from "../support/stores.ts";

/** Admission on its own file, with other connections to it. */
const NOON = Date.parse("2026-11-20T12:00:00Z");
const plans = planTable({ free: { monthlyRequests: 5 } });
const clock = new MovableClock("2026-11-20T12:00:00Z");

const url = await migratedStoreUrl("sqlite");
const path = url.slice("sqlite:".length);
const store = await openTestStore(url, { clock, plans });
const connection = openDatabase(path, "NORMAL");
const node = new SqliteAdmission(connection, clock, limitsReader(plans));
const beside = new Database(path);
afterAll(() => beside.close());

async function ask(digest: string, times = 1): Promise<readonly string[]> {
  const batch = Array.from({ length: times }, () => ({ digest, kind: "city", counts: true }) as const);
  const decisions: readonly BatchDecision[] = await node.admit(batch);
  return decisions.map((decision) => ("code" in decision ? decision.code : decision.outcome));
}

async function freshKey() {
  const { id } = await newAccount(store);
  const { digest } = await newKey(store, id);
  const used = async () => {
    await node.fold();
    return beside.query("SELECT used FROM counters WHERE policy = 'month' AND subject = ?").all(id);
  };
  return { digest, used };
}

test("a batch writes one row, whatever it counts, and the rows of its keys are written when someone reads them", async () => {
  clock.nowMs = NOON;
  const { digest } = await freshKey();
  await ask(digest);
  const changes = () => connection.query<{ n: number }, []>("SELECT total_changes() AS n").get()?.n ?? Number.NaN;
  const before = changes();
  const kinds = ["city", "city", "county", "county"] as const;
  expect(await node.admit(kinds.map((kind) => ({ digest, kind, counts: true })))).toHaveLength(4);
  expect(changes() - before).toBe(1);
});

test.each(["ABORT", "ROLLBACK"])(
  "a batch that fails with %s counts nothing and reports why, and the next one counts",
  async (how) => {
    const { digest, used } = await freshKey();
    expect(await ask(digest)).toEqual(["admitted"]);
    beside.run(
      `CREATE TRIGGER broken BEFORE INSERT ON count_journal BEGIN SELECT RAISE(${how}, 'broken on purpose'); END`,
    );
    // It throws instead of returning a promise that rejects, because nothing is retried.
    let answer: unknown;
    try {
      answer = node.admit([{ digest, kind: "city", counts: true }]);
    } catch (error) {
      answer = error;
    }
    expect(String(answer)).toContain("broken on purpose");
    beside.run("DROP TRIGGER broken");
    expect(await used()).toEqual([{ used: 1 }]);
    expect(await ask(digest, 5)).toEqual([...Array(4).fill("admitted"), "month_quota_exceeded"]);
    expect(await used()).toEqual([{ used: 5 }]);
  },
);

test("a batch waits without blocking the event loop while another connection writes, and then counts once", async () => {
  const { digest, used } = await freshKey();
  beside.run("BEGIN IMMEDIATE");
  const waiting = node.admit([{ digest, kind: "city", counts: true }]);
  expect(waiting).toBeInstanceOf(Promise);
  await Bun.sleep(20);
  beside.run("ROLLBACK");
  expect(await waiting).toMatchObject([{ outcome: "admitted" }]);
  expect(await used()).toEqual([{ used: 1 }]);
});

test("a batch that fails while it waits reports the error at once, and one that waits too long reports that", async () => {
  const { digest } = await freshKey();
  await ask(digest);
  beside.run("BEGIN IMMEDIATE");
  const waiting = node.admit([{ digest, kind: "city", counts: true }]);
  beside.run(
    "CREATE TRIGGER broken BEFORE INSERT ON count_journal BEGIN SELECT RAISE(ABORT, 'broken on purpose'); END",
  );
  beside.run("COMMIT");
  // Each attempt that gets the write lock reads the time once.
  const attempts = spyOn(clock, "now");
  await expect(Promise.resolve(waiting)).rejects.toThrow("broken on purpose");
  expect(attempts).toHaveBeenCalledTimes(1);
  attempts.mockRestore();
  beside.run("DROP TRIGGER broken");
  beside.run("BEGIN IMMEDIATE");
  await expect(Promise.resolve(node.admit([{ digest, kind: "city", counts: true }]))).rejects.toThrow(/locked/);
  beside.run("ROLLBACK");
  expect(await ask(digest)).toEqual(["admitted"]);
});

test("a probe writes like a batch, and fails like a batch", async () => {
  const probes = () => beside.query("SELECT count(*) AS n FROM readiness").get();
  expect(probes()).toEqual({ n: 0 });
  await node.probe();
  expect(probes()).toEqual({ n: 1 });
  beside.run("CREATE TRIGGER shut BEFORE UPDATE ON readiness BEGIN SELECT RAISE(ABORT, 'shut on purpose'); END");
  await expect((async () => node.probe())()).rejects.toThrow("shut on purpose");
  beside.run("DROP TRIGGER shut");
});

test.each([
  ["midnight", "2026-11-21T00:00:00Z", "month_quota_exceeded", [5]],
  ["the end of a month", "2026-12-01T00:00:00Z", "admitted", [5, 1]],
] as const)(
  "over %s, cached rows are read again: requests count in the new windows",
  async (_, at, after, liveUsage) => {
    clock.nowMs = Date.parse(at) - 1;
    const { id } = await newAccount(store);
    const [live, trial] = [await newKey(store, id), await newKey(store, id, "test")];
    const counters = () =>
      beside.query("SELECT used FROM counters WHERE policy = 'day' AND subject = ?").values(trial.key.id);
    const usageOf = (keyId: number) =>
      beside.query("SELECT city FROM daily_usage WHERE key_id = ? ORDER BY day").values(keyId).flat();
    expect(await ask(live.digest, 5)).toEqual(Array(5).fill("admitted"));
    expect(await ask(trial.digest, 2)).toEqual(Array(2).fill("admitted"));
    // From here on, no other connection writes.
    clock.nowMs += 1;
    expect(await ask(live.digest)).toEqual([after]);
    expect(await ask(trial.digest, 3)).toEqual(Array(3).fill("admitted"));
    await node.fold();
    expect(usageOf(live.key.id)).toEqual([...liveUsage]);
    expect(usageOf(trial.key.id)).toEqual([2, 3]);
    expect(counters()).toEqual([[2], [3]]);
  },
);

test("after it is closed a node accepts no request and no longer has the file open", async () => {
  const { digest } = await freshKey();
  await store.close();
  node.close();
  expect(() => node.admit([{ digest, kind: "city", counts: true }])).toThrow();
  // SQLite leaves the WAL mode only when no other connection has the file open.
  expect(beside.query("PRAGMA journal_mode = DELETE").get()).toEqual({ journal_mode: "delete" });
});
