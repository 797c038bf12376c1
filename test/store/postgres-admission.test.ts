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

test("a quota that the node saw used up is not written again until it has room", async () => {
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

test("10,000 quotas are remembered as used up; with one more, all are forgotten and written again", async () => {
  clock.nowMs = NOON;
  const { id, digest } = await freshKey();
  const fresh = new PostgresAdmission(watched.pool, clock, limitsReader(plans));
  const writer = async () => {
    const { rows } = await sql`select xmin::text from counters where subject = ${id}`.execute(store.database);
    return rows;
  };
  /** Whether a request with the used-up quota changes the row of its counter. */
  const writes = async () => {
    const before = await writer();
    await fresh.admit([requestOf(digest)]);
    return !Bun.deepEquals(await writer(), before);
  };
  const crowd = Array.from({ length: 10_000 }, (_, index) => `crowd-${index}`);
  await sql`with account as (
      insert into accounts (email, plan, overrides, created_at)
      select digest || '@example.com', 'free', '{"monthlyRequests":0}', 1 from unnest(${crowd}::text[]) as digest
      returning id, split_part(email, '@', 1) as digest
    )
    insert into api_keys (account_id, type, name, digest, display, created_at)
    select id, 'live', 'a key', digest, 'svc_…', 1 from account`.execute(store.database);
  const [last = "", lastButOne = "", ...others] = crowd;
  await fresh.admit([...Array(6).fill(requestOf(digest)), ...others.map((name) => requestOf(name))]);
  expect(await writes()).toBe(false);
  for (const name of [lastButOne, last]) await fresh.admit([requestOf(name)]);
  expect(await writes()).toBe(true);
});
