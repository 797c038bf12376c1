import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { planTable } from "../../src/domain/plan.ts";
import { limitsReader } from "../../src/store/limits.ts";
import { JOURNAL_VERSION } from "../../src/store/migrations.ts";
import { undoMigrationsOf } from "../../src/store/open.ts";
import { SqliteAdmission } from "../../src/store/sqlite/count-batch.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { scratchFolder } from "../support/scratch.ts";
import {
  DIALECTS,
  emptyStore,
  MovableClock,
  migratedStoreUrl,
  newAccount,
  newKey,
  openTestStore,
} from "../support/stores.ts";

/* What has been counted, at every moment: whoever reads it, and wherever a process ends. */

const clock = new MovableClock("2026-11-20T12:00:00Z");
const plans = planTable({ enterprise: { monthlyRequests: 1_000_000, activeKeysPerType: 1_000 } });
const limitsIn = limitsReader(plans);
/** The fold writes these in several transactions. */
const KEYS = 500;

interface Counted {
  readonly path: string;
  readonly digests: readonly string[];
  readonly accountId: number;
}

async function storeWithKeys(): Promise<Counted> {
  const url = await migratedStoreUrl("sqlite");
  const store = await openTestStore(url, { clock, plans });
  const { id } = await newAccount(store, "enterprise");
  const { digest: first } = await newKey(store, id);
  const digests = [first, ...Array.from({ length: KEYS - 1 }, (_, number) => `digest ${number}`)];
  const common = { account_id: id, type: "live", name: "a key", display: "svc_live_…", created_at: 0 } as const;
  await store.database
    .insertInto("api_keys")
    .values(digests.slice(1).map((digest) => ({ ...common, digest })))
    .execute();
  await store.close();
  return { path: url.slice("sqlite:".length), digests, accountId: id };
}

function nodeOn(path: string): SqliteAdmission {
  return new SqliteAdmission(openDatabase(path, "NORMAL"), clock, limitsIn);
}

/** A request of each key, as kind `city`. */
function round(digests: readonly string[]) {
  return digests.map((digest) => ({ digest, kind: "city", counts: true }) as const);
}

/** What a process that is killed now leaves on the disk. */
function leftBehind(path: string): string {
  const copy = join(scratchFolder("left"), "safety.sqlite");
  for (const end of ["", "-wal"]) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
  return copy;
}

/** Requests of the account, of its keys, and of the busiest key, after a restart. */
async function countsAfterRestart(path: string) {
  const node = nodeOn(path);
  await node.fold();
  const counts = countsIn(path);
  node.close();
  return counts;
}

function countsIn(path: string) {
  using database = new Database(path);
  const used = database.query("SELECT sum(used) AS used FROM counters").values();
  const usage = database.query("SELECT sum(city), max(city), count(*) FROM daily_usage").values();
  return [...used, ...usage].flat();
}

test("wherever a process is killed while it writes the journal, nothing is lost and nothing counts twice", async () => {
  const { path, digests } = await storeWithKeys();
  const node = nodeOn(path);
  await node.admit(round(digests));
  await node.admit(round(digests));
  let rounds = 2;
  let isDone = false;
  const folded = node.fold().then(() => {
    isDone = true;
  });
  const moments: { readonly left: string; readonly rounds: number }[] = [];
  while (!isDone) {
    // Some moments have new requests, of keys that are written already and of others.
    if (moments.length % 3 === 1) {
      await node.admit(round(digests));
      rounds++;
    }
    moments.push({ left: leftBehind(path), rounds });
    await new Promise((resolve) => setImmediate(resolve));
  }
  await folded;
  expect(moments.length).toBeGreaterThan(4);
  for (const { left, rounds } of moments) {
    expect(await countsAfterRestart(left)).toEqual([rounds * KEYS, rounds * KEYS, rounds, KEYS]);
  }
  expect(await countsAfterRestart(leftBehind(path))).toEqual([rounds * KEYS, rounds * KEYS, rounds, KEYS]);
  node.close();
  // A process that ends by itself leaves nothing to write.
  expect(countsIn(path)).toEqual([rounds * KEYS, rounds * KEYS, rounds, KEYS]);
});

test("a fold writes no more rows while the log is moved to the disk, and requests are counted meanwhile", async () => {
  const { path, digests } = await storeWithKeys();
  let pages = 0;
  let moved = Promise.withResolvers<void>();
  const checkpoints = {
    written(count: number) {
      pages += count;
    },
    failed() {},
    ended: () => moved.promise,
  };
  const node = new SqliteAdmission(openDatabase(path, "NORMAL"), clock, limitsIn, checkpoints);
  await node.admit(round(digests));
  const folded = node.fold();
  const written: number[] = [];
  for (let step = 0; step < 2; step++) {
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    written.push(Number(countsIn(path).at(-1)));
    moved.resolve();
    moved = Promise.withResolvers();
    await Promise.resolve();
  }
  expect(written[0]).toBeLessThan(KEYS / 2);
  expect(written[1]).toBeGreaterThan(written[0] ?? KEYS);
  expect(written[1]).toBeLessThan(KEYS);
  await node.admit(round(digests));
  moved.resolve();
  moved = { ...moved, promise: Promise.resolve() };
  await folded;
  expect(await countsAfterRestart(leftBehind(path))).toEqual([2 * KEYS, 2 * KEYS, 2, KEYS]);
  expect(pages).toBeGreaterThan(KEYS);
  node.close();
});

test("two nodes on one file that fold at the same time count every request once", async () => {
  const { path, digests } = await storeWithKeys();
  const nodes = [nodeOn(path), nodeOn(path)];
  const folds: Promise<void>[] = [];
  for (let turn = 0; turn < 12; turn++) {
    const node = nodes[turn % 3 === 0 ? 0 : 1];
    await node?.admit(round(digests));
    if (node !== undefined && turn % 2 === 0) folds.push(node.fold());
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(folds);
  expect(await countsAfterRestart(leftBehind(path))).toEqual([12 * KEYS, 12 * KEYS, 12, KEYS]);
  for (const node of nodes) node.close();
});

test("a fold ends when its rows are written, although requests go on, and leaves one row in the journal", async () => {
  const { path, digests } = await storeWithKeys();
  const node = nodeOn(path);
  await node.admit(round(digests));
  await node.fold();
  using database = new Database(path);
  const rows = () => database.query("SELECT months, days, usage FROM count_journal").values();
  expect(rows()).toEqual([["[]", "[]", "{}"]]);
  await node.fold();
  expect(rows()).toHaveLength(1);
  node.close();
});

test.each(DIALECTS)("every reader on %s finds a request as soon as it is counted", async (dialect) => {
  const store = await emptyStore(dialect, { clock, plans });
  const { id } = await newAccount(store);
  const { digest, key } = await newKey(store, id, "test");
  for (let requests = 1; requests <= 3; requests++) {
    await store.admission.admit([{ digest, kind: "explain", counts: true }]);
    const [today] = await store.usage.daily(id, 0, Number.MAX_SAFE_INTEGER);
    expect(today?.counts.explain).toBe(requests);
    expect((await store.usage.day(key.id))?.used).toBe(requests);
    expect((await store.keys.usable(id)).map(({ lastUsedAtMs }) => Number(lastUsedAtMs))).toEqual([clock.nowMs]);
    const inTransaction = await store.database
      .transaction()
      .execute((trx) => trx.selectFrom("counters").select("used").where("subject", "=", key.id).executeTakeFirst());
    expect(Number(inTransaction?.used)).toBe(requests);
  }
});

test("another process reads what a running node has counted", async () => {
  const { path, digests, accountId } = await storeWithKeys();
  const node = nodeOn(path);
  await node.admit(round(digests));
  const command = await openTestStore(`sqlite:${path}`, { clock, plans });
  expect((await command.usage.month(accountId))?.used).toBe(KEYS);
  await node.admit(round(digests));
  expect((await command.usage.month(accountId))?.used).toBe(2 * KEYS);
  await command.close();
  await node.admit(round(digests));
  expect(await countsAfterRestart(leftBehind(path))).toEqual([3 * KEYS, 3 * KEYS, 3, KEYS]);
  node.close();
});

test("a program of the version before the journal gets everything that was counted, and never runs beside it", async () => {
  const { path, digests } = await storeWithKeys();
  const node = nodeOn(path);
  await node.admit(round(digests));
  const left = leftBehind(path);
  node.close();
  await undoMigrationsOf({ dialect: "sqlite", path: left }, JOURNAL_VERSION - 1);
  expect(countsIn(left)).toEqual([KEYS, KEYS, 1, KEYS]);
  const old = new Database(left);
  old.run("PRAGMA journal_mode = WAL");
  expect(old.query("SELECT 1 FROM sqlite_schema WHERE name = 'count_journal'").get()).toBeNull();
  await expect(openTestStore(`sqlite:${left}`, { clock, plans })).rejects.toThrow("still uses this store");
  old.close();
  await (await openTestStore(`sqlite:${left}`, { clock, plans })).close();
  expect(countsIn(left)).toEqual([KEYS, KEYS, 1, KEYS]);
});
