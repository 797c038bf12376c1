import { Database } from "bun:sqlite";
import { afterAll, expect, spyOn, test } from "bun:test";
import type { RequestKind } from "../../src/access/decision.ts";
import type { BatchDecision } from "../../src/access/store.ts";
import { planTable } from "../../src/domain/plan.ts";
import { limitsReader } from "../../src/store/limits.ts";
import { SqliteAdmission } from "../../src/store/sqlite/count-batch.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { MovableClock, migratedStoreUrl, newAccount, newKey, openTestStore } from "../support/stores.ts";

/** Admission on its own file, with other connections to it. */
const NOON = Date.parse("2026-11-20T12:00:00Z");
const DAY_MS = 86_400_000;
const plans = planTable({ free: { monthlyRequests: 5 } });
const clock = new MovableClock("2026-11-20T12:00:00Z");

const url = await migratedStoreUrl("sqlite");
const path = url.slice("sqlite:".length);
const store = await openTestStore(url, { clock, plans });
const connection = openDatabase(path, "NORMAL", 0);
const node = new SqliteAdmission(connection, clock, limitsReader(plans));
const beside = new Database(path);
afterAll(() => beside.close());

async function ask(digest: string, times = 1, kind: RequestKind = "city", counts = true): Promise<readonly string[]> {
  const decisions: readonly BatchDecision[] = await node.admit(
    Array.from({ length: times }, () => ({ digest, kind, counts })),
  );
  return decisions.map((decision) => ("code" in decision ? decision.code : decision.outcome));
}

async function freshKey(type: "live" | "test" = "live") {
  const { id } = await newAccount(store);
  const { digest, key } = await newKey(store, id, type);
  const counters = () =>
    beside
      .query("SELECT policy, subject, used FROM counters WHERE (policy, subject) IN (('month', ?), ('day', ?))")
      .all(id, key.id);
  const days = () =>
    beside.query("SELECT day, city, county, last_used_at FROM daily_usage WHERE key_id = ? ORDER BY day").all(key.id);
  return { id, keyId: key.id, digest, counters, days };
}

test("a refused or uncounted request adds no row", async () => {
  clock.nowMs = NOON;
  const { id, digest, counters, days } = await freshKey();
  expect(await ask("nobody's")).toEqual(["key_unknown"]);
  expect(await ask(digest, 2, "city", false)).toEqual(["usable", "usable"]);
  beside.run("UPDATE accounts SET overrides = '{\"monthlyRequests\":0}' WHERE id = ?", [id]);
  expect(await ask(digest)).toEqual(["month_quota_exceeded"]);
  expect([counters(), days()]).toEqual([[], []]);
});

test("a batch writes a counter once, and a key's usage once for consecutive requests of one kind", async () => {
  clock.nowMs = NOON;
  const { digest } = await freshKey();
  await ask(digest);
  const changes = () => connection.query<{ n: number }, []>("SELECT total_changes() AS n").get()?.n ?? Number.NaN;
  const before = changes();
  const kinds = ["city", "city", "county", "county"] as const;
  expect(await node.admit(kinds.map((kind) => ({ digest, kind, counts: true })))).toHaveLength(4);
  expect(changes() - before).toBe(3);
});

test("a limit lowered below its usage admits nothing, and takes nothing back", async () => {
  clock.nowMs = NOON;
  const { id, digest, counters } = await freshKey();
  expect(await ask(digest, 4)).toEqual(Array(4).fill("admitted"));
  beside.run("UPDATE accounts SET overrides = '{\"monthlyRequests\":2}' WHERE id = ?", [id]);
  const [decision] = await node.admit([{ digest, kind: "city", counts: true }]);
  expect(decision).toMatchObject({ outcome: "exhausted", allowance: { limit: 2, remaining: 0 } });
  beside.run("UPDATE accounts SET overrides = NULL WHERE id = ?", [id]);
  expect(await ask(digest, 2)).toEqual(["admitted", "month_quota_exceeded"]);
  expect(counters()).toEqual([{ policy: "month", subject: id, used: 5 }]);
});

test("with a clock that is set back, counting continues in the newest windows, and the last use never moves back", async () => {
  clock.nowMs = NOON;
  const { id, digest, keyId, counters, days } = await freshKey();
  const inDays = await freshKey("test");
  await ask(digest);
  await ask(inDays.digest);
  clock.nowMs = NOON - 40 * DAY_MS;
  expect(await ask(digest, 1, "county")).toEqual(["admitted"]);
  expect(await ask(inDays.digest, 1, "county")).toEqual(["admitted"]);
  const day = NOON - DAY_MS / 2;
  const row = { day, city: 1, county: 1, last_used_at: NOON };
  expect([days(), inDays.days()]).toEqual([[row], [row]]);
  expect(counters()).toEqual([{ policy: "month", subject: id, used: 2 }]);
  expect(inDays.counters()).toEqual([{ policy: "day", subject: inDays.keyId, used: 2 }]);
  expect(keyId).not.toBe(inDays.keyId);
});

test("the next day has its own row, and the later time as its last use", async () => {
  clock.nowMs = NOON + DAY_MS;
  const { digest, days } = await freshKey();
  await ask(digest);
  clock.nowMs += 5;
  await ask(digest);
  clock.nowMs += DAY_MS;
  await ask(digest);
  expect(days()).toEqual([
    { day: NOON + DAY_MS / 2, city: 2, county: 0, last_used_at: NOON + DAY_MS + 5 },
    { day: NOON + (3 * DAY_MS) / 2, city: 1, county: 0, last_used_at: NOON + 2 * DAY_MS + 5 },
  ]);
});

test("a change by another connection applies to the next request, even if the key was just used", async () => {
  const { digest, keyId } = await freshKey();
  expect(await ask(digest)).toEqual(["admitted"]);
  beside.run("UPDATE api_keys SET revoked_at = 1 WHERE id = ?", [keyId]);
  expect(await ask(digest)).toEqual(["key_revoked"]);
});

test.each(["ABORT", "ROLLBACK"])(
  "a batch that fails with %s counts nothing and reports why, and the next one counts",
  async (how) => {
    const { id, digest, counters } = await freshKey();
    expect(await ask(digest)).toEqual(["admitted"]);
    beside.run(
      `CREATE TRIGGER broken BEFORE UPDATE ON daily_usage BEGIN SELECT RAISE(${how}, 'broken on purpose'); END`,
    );
    // It throws instead of returning a promise that rejects, because nothing is retried.
    let answer: unknown;
    try {
      answer = node.admit([{ digest, kind: "city", counts: true }]);
    } catch (error) {
      answer = error;
    }
    expect(String(answer)).toContain("broken on purpose");
    expect(counters()).toEqual([{ policy: "month", subject: id, used: 1 }]);
    beside.run("DROP TRIGGER broken");
    expect(await ask(digest, 5)).toEqual([...Array(4).fill("admitted"), "month_quota_exceeded"]);
    expect(counters()).toEqual([{ policy: "month", subject: id, used: 5 }]);
  },
);

test("a batch waits without blocking the event loop while another connection writes, and then counts once", async () => {
  const { id, digest, counters } = await freshKey();
  beside.run("BEGIN IMMEDIATE");
  const waiting = node.admit([{ digest, kind: "city", counts: true }]);
  expect(waiting).toBeInstanceOf(Promise);
  await Bun.sleep(20);
  beside.run("ROLLBACK");
  expect(await waiting).toMatchObject([{ outcome: "admitted" }]);
  expect(counters()).toEqual([{ policy: "month", subject: id, used: 1 }]);
});

test("a batch that fails while it waits reports the error at once, and one that waits too long reports that", async () => {
  const { digest } = await freshKey();
  await ask(digest);
  beside.run("BEGIN IMMEDIATE");
  const waiting = node.admit([{ digest, kind: "city", counts: true }]);
  beside.run("CREATE TRIGGER broken BEFORE UPDATE ON daily_usage BEGIN SELECT RAISE(ABORT, 'broken on purpose'); END");
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
  const probes = () => beside.query("SELECT count(*) AS n FROM throttles").get();
  expect(probes()).toEqual({ n: 0 });
  await node.probe();
  expect(probes()).toEqual({ n: 1 });
  beside.run("CREATE TRIGGER shut BEFORE UPDATE ON throttles BEGIN SELECT RAISE(ABORT, 'shut on purpose'); END");
  await expect((async () => node.probe())()).rejects.toThrow("shut on purpose");
  beside.run("DROP TRIGGER shut");
});

test("after it is closed a node accepts no request and no longer has the file open", async () => {
  const { digest } = await freshKey();
  await store.close();
  node.close();
  expect(() => node.admit([{ digest, kind: "city", counts: true }])).toThrow();
  // SQLite leaves the WAL mode only when no other connection has the file open.
  expect(beside.query("PRAGMA journal_mode = DELETE").get()).toEqual({ journal_mode: "delete" });
});
