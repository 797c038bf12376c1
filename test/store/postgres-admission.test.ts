import { afterAll, expect, test } from "bun:test";
import { sql } from "kysely";
import type { RequestKind } from "../../src/access/decision.ts";
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
afterAll(async () => {
  await watched.pool.end();
  await store.close();
});

function requestOf(digest: string, kind: RequestKind = "city", counts = true): AdmissionRequest {
  return { digest, kind, counts };
}

/** The answers to a batch, and the statements that it needed. */
async function ask(...batch: readonly AdmissionRequest[]) {
  watched.sent.length = 0;
  const decisions = await node.admit(batch);
  const outcomes = decisions.map((decision) => ("code" in decision ? decision.code : decision.outcome));
  return { outcomes, sent: [...watched.sent], decisions };
}

async function freshKey(type: "live" | "test" = "live", expiresAtMs: number | null = null) {
  const { id } = await newAccount(store);
  const { digest, key } = await newKey(store, id, type, expiresAtMs);
  const rows = async () => {
    const counters =
      await sql`select policy, subject, used from counters where (policy, subject) in (('month', ${id}::bigint), ('day', ${key.id}::bigint))`.execute(
        store.database,
      );
    const days =
      await sql`select day, city, county, last_used_at from daily_usage where key_id = ${key.id} order by day`.execute(
        store.database,
      );
    return { counters: counters.rows, days: days.rows };
  };
  return { id, keyId: key.id, digest, rows };
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

test("a batch with one unknown key reads all its keys, and checks each", async () => {
  clock.nowMs = NOON;
  const [one, other] = [await freshKey(), await freshKey("test")];
  await ask(requestOf(one.digest));
  expect(await ask(requestOf(other.digest), requestOf("nobody's"), requestOf(one.digest))).toMatchObject({
    outcomes: ["admitted", "key_unknown", "admitted"],
    sent: ["read keys", "count"],
  });
});

test("a batch with only unknown keys is refused after one query", async () => {
  expect(await ask(requestOf("nobody's"), requestOf("nobody's", "city", false))).toMatchObject({
    outcomes: ["key_unknown", "key_unknown"],
    sent: ["read keys"],
  });
});

test("requests that do not count take nothing, and learn whether the quota is used up", async () => {
  clock.nowMs = NOON;
  const { digest, rows } = await freshKey();
  expect(await ask(requestOf("nobody's"), requestOf(digest, "city", false))).toMatchObject({
    outcomes: ["key_unknown", "usable"],
    sent: ["read keys", "count"],
  });
  expect(await ask(requestOf(digest, "city", false))).toMatchObject({ outcomes: ["usable"], sent: ["count"] });
  expect(await ask(requestOf(digest, "city", false), requestOf(digest))).toMatchObject({
    outcomes: ["usable", "admitted"],
  });
  expect((await rows()).counters).toMatchObject([{ used: 1 }]);
});

test.each(["expiry", "grace"] as const)("a cached key ends at the millisecond of its %s", async (end) => {
  clock.nowMs = NOON;
  const endsAtMs = NOON + DAY_MS;
  const { digest, keyId } = await freshKey("live", end === "expiry" ? endsAtMs : null);
  if (end === "grace") {
    await sql`update api_keys set grace_ends_at = ${endsAtMs} where id = ${keyId}`.execute(store.database);
  }
  const lasting = await freshKey();
  await ask(requestOf(digest), requestOf(lasting.digest));
  clock.nowMs = endsAtMs - 1;
  expect(await ask(requestOf(lasting.digest), requestOf(digest))).toMatchObject({
    outcomes: ["admitted", "admitted"],
    sent: ["count"],
  });
  clock.nowMs = endsAtMs;
  const code = end === "expiry" ? "key_expired" : "key_revoked";
  expect(await ask(requestOf(lasting.digest), requestOf(digest))).toMatchObject({ outcomes: ["admitted", code] });
});

test("in one batch every quota has its own room, and every key and kind its own count", async () => {
  clock.nowMs = NOON;
  const [one, other] = [await freshKey(), await freshKey("test")];
  const { digest: second, key } = await newKey(store, one.id);
  await ask(requestOf(one.digest), requestOf(one.digest));
  const { outcomes, decisions } = await ask(
    requestOf(second, "county"),
    requestOf(other.digest),
    requestOf(one.digest, "county"),
    requestOf(second),
    requestOf(other.digest, "county"),
    requestOf(one.digest),
  );
  expect(outcomes).toEqual(["admitted", "admitted", "admitted", "admitted", "admitted", "month_quota_exceeded"]);
  expect(decisions.map((decision) => "allowance" in decision && decision.allowance.remaining)).toEqual([
    2, 99, 1, 0, 98, 0,
  ]);
  expect(decisions[5]).toMatchObject({ retryAfterMs: Date.parse("2026-12-01T00:00:00Z") - NOON });
  expect((await one.rows()).days).toMatchObject([{ city: 2, county: 1 }]);
  expect((await other.rows()).days).toMatchObject([{ city: 1, county: 1 }]);
  const usage = await sql`select city, county from daily_usage where key_id = ${key.id}`.execute(store.database);
  expect(usage.rows).toMatchObject([{ city: 1, county: 1 }]);
});

test("an exhausted quota adds no row, and lowering a quota takes nothing back", async () => {
  clock.nowMs = NOON;
  const { id, digest, rows } = await freshKey();
  await store.accounts.changeLimits(id, { monthlyRequests: 0 }, OPERATOR);
  expect((await ask(requestOf(digest))).outcomes).toEqual(["month_quota_exceeded"]);
  expect(await rows()).toEqual({ counters: [], days: [] });
  await store.accounts.changeLimits(id, { monthlyRequests: 4 }, OPERATOR);
  await ask(...Array(4).fill(requestOf(digest)));
  await store.accounts.changeLimits(id, { monthlyRequests: 2 }, OPERATOR);
  expect((await ask(requestOf(digest))).decisions).toMatchObject([
    { outcome: "exhausted", allowance: { limit: 2, remaining: 0 } },
  ]);
  expect((await rows()).counters).toMatchObject([{ used: 4 }]);
  await store.accounts.changeLimits(id, { monthlyRequests: 5 }, OPERATOR);
  expect((await ask(requestOf(digest), requestOf(digest))).outcomes).toEqual(["admitted", "month_quota_exceeded"]);
});

test("within a quota the first requests are admitted, and a key without any gets no usage", async () => {
  clock.nowMs = NOON;
  const one = await freshKey();
  const other = await newKey(store, one.id);
  const usage = async () => {
    const { rows } =
      await sql`select key_id, city, stats, other from daily_usage where key_id in (${one.keyId}, ${other.key.id}) order by key_id`.execute(
        store.database,
      );
    return rows;
  };
  await ask(requestOf(one.digest), requestOf(one.digest, "other"));
  const first = [requestOf(one.digest, "stats"), requestOf(one.digest, "other"), requestOf(one.digest)];
  expect((await ask(...first, requestOf(other.digest))).outcomes).toEqual([
    ...Array(3).fill("admitted"),
    "month_quota_exceeded",
  ]);
  expect(await usage()).toEqual([{ key_id: one.keyId, city: 2, stats: 1, other: 2 }]);
  await store.accounts.changeLimits(one.id, { monthlyRequests: 8 }, OPERATOR);
  const mixed = [
    requestOf(other.digest, "stats"),
    requestOf(one.digest),
    requestOf(other.digest, "other"),
    requestOf(one.digest),
    requestOf(other.digest, "stats"),
  ];
  expect((await ask(...mixed)).outcomes).toEqual([
    ...Array(3).fill("admitted"),
    "month_quota_exceeded",
    "month_quota_exceeded",
  ]);
  expect(await usage()).toEqual([
    { key_id: one.keyId, city: 3, stats: 1, other: 2 },
    { key_id: other.key.id, city: 0, stats: 1, other: 1 },
  ]);
});

test("with a clock that is set back, counting continues in the newest windows, and the last use never moves back", async () => {
  clock.nowMs = NOON;
  const [live, forTests] = [await freshKey(), await freshKey("test")];
  await ask(requestOf(live.digest), requestOf(forTests.digest));
  clock.nowMs = NOON - 40 * DAY_MS;
  expect(await ask(requestOf(live.digest, "county"), requestOf(forTests.digest, "county"))).toMatchObject({
    outcomes: ["admitted", "admitted"],
  });
  const day = NOON - DAY_MS / 2;
  for (const { rows } of [live, forTests]) {
    const { counters, days } = await rows();
    expect(counters).toMatchObject([{ used: 2 }]);
    expect(days).toEqual([{ day, city: 1, county: 1, last_used_at: NOON }]);
  }
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
