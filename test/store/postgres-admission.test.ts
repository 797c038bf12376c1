import { afterAll, expect, test } from "bun:test";
import { sql } from "kysely";
import type { AdmissionRequest } from "../../src/access/store.ts";
import { planTable } from "../../src/domain/plan.ts";
import { limitsReader } from "../../src/store/limits.ts";
import { PostgresAdmission } from "../../src/store/postgres/count-batch.ts";
import { MovableClock, migratedStoreUrl, newAccount, newKey, OPERATOR, openTestStore } from "../support/stores.ts";
import { watchedPool } from "../support/watched-pool.ts";

/** One node and the statements that it sends. */
const NOON = Date.parse("2026-11-20T12:00:00Z");
const DAY_MS = 86_400_000;
const plans = planTable({ free: { monthlyRequests: 5 } });
const clock = new MovableClock("2026-11-20T12:00:00Z");

const url = await migratedStoreUrl("postgres");
const store = await openTestStore(url, { clock, plans });
const watched = watchedPool(url);
const node = new PostgresAdmission(watched.pool, clock, limitsReader(plans));
afterAll(() => watched.pool.end());

function requestOf(digest: string): AdmissionRequest {
  return { digest, kind: "city", counts: true };
}

/** The answers to a batch, and the statements that it needed. */
async function ask(...batch: readonly AdmissionRequest[]) {
  watched.sent.length = 0;
  const decisions = await node.admit(batch);
  const outcomes = decisions.map((decision) => ("code" in decision ? decision.code : decision.outcome));
  return { outcomes, sent: [...watched.sent], decisions };
}

async function freshKey() {
  const { id } = await newAccount(store);
  const { digest } = await newKey(store, id);
  return { id, digest };
}

test("keys are read once, and again after any change of keys or accounts", async () => {
  clock.nowMs = NOON;
  const { id, digest } = await freshKey();
  expect(await ask(requestOf(digest))).toMatchObject({ outcomes: ["admitted"], sent: ["read keys", "count"] });
  expect(await ask(requestOf(digest))).toMatchObject({ outcomes: ["admitted"], sent: ["count"] });
  await store.accounts.changeLimits(id, { monthlyRequests: 3 }, OPERATOR);
  expect(await ask(requestOf(digest), requestOf(digest))).toMatchObject({
    outcomes: ["admitted", "month_quota_exceeded"],
    sent: ["count", "read keys", "count"],
  });
  expect((await ask(requestOf(digest))).sent).toEqual(["count"]);
});

test("a batch with only unknown keys is refused after one query", async () => {
  expect(await ask(requestOf("nobody's"), requestOf("no key's either"))).toMatchObject({
    outcomes: ["key_unknown", "key_unknown"],
    sent: ["read keys"],
  });
});

test("without its own clock a node follows the server's", async () => {
  clock.nowMs = NOON;
  const { digest } = await freshKey();
  const following = new PostgresAdmission(watched.pool, null, limitsReader(plans));
  for (let batch = 0; batch < 2; batch++) {
    const [decision] = await following.admit([requestOf(digest)]);
    expect(decision).toMatchObject({ outcome: "admitted" });
  }
});

test("a used-up quota is neither locked nor written until it has room", async () => {
  clock.nowMs = NOON;
  const { id, digest } = await freshKey();
  const version = async () => {
    const { rows } =
      await sql`select xmin::text, xmax::text, used from counters where subject = ${id} and policy = 'month'`.execute(
        store.database,
      );
    return rows;
  };
  const exhausted = { outcome: "exhausted", allowance: { limit: 5, remaining: 0 } };
  await ask(...Array(5).fill(requestOf(digest)));
  const before = await version();
  expect((await ask(requestOf(digest), requestOf(digest))).decisions).toMatchObject([exhausted, exhausted]);
  expect(await version()).toEqual(before);
  // A node that has not seen it gives the same answer.
  const other = new PostgresAdmission(watched.pool, clock, limitsReader(plans));
  for (let batch = 0; batch < 2; batch++) expect(await other.admit([requestOf(digest)])).toMatchObject([exhausted]);
  expect(await version()).toMatchObject([{ used: 5 }]);
  await store.accounts.changeLimits(id, { monthlyRequests: 6 }, OPERATOR);
  expect((await ask(requestOf(digest), requestOf(digest))).outcomes).toEqual(["admitted", "month_quota_exceeded"]);
  clock.nowMs = NOON + 31 * DAY_MS;
  expect((await ask(requestOf(digest))).outcomes).toEqual(["admitted"]);
});

test("if the version of keys and accounts is missing, every batch reads its keys", async () => {
  clock.nowMs = NOON;
  const { digest } = await freshKey();
  await sql`delete from admission_version`.execute(store.database);
  for (let times = 0; times < 2; times++) {
    expect(await ask(requestOf(digest))).toMatchObject({ outcomes: ["admitted"], sent: ["read keys", "count"] });
  }
});
