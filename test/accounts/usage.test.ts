import { describe, expect, test } from "bun:test";
import { PLANS } from "../../src/domain/plan.ts";
import { RETENTION } from "../../src/domain/retention.ts";
import { DIALECTS, emptyStore, MovableClock, newAccount, newKey } from "../support/stores.ts";

const DAY_MS = 86_400_000;

describe.each(DIALECTS)("usage on %s", async (dialect) => {
  const clock = new MovableClock("2026-11-20T12:00:00Z");
  const store = await emptyStore(dialect, { clock });

  async function use(digest: string): Promise<void> {
    await store.admission.admit([{ digest, kind: "city", counts: true }]);
  }

  test("the month and the day are zero before the first request", async () => {
    const alice = await newAccount(store);
    const { key } = await newKey(store, alice.id, "test");
    expect(await store.usage.month(alice.id)).toEqual({
      limit: PLANS.free.monthlyRequests,
      used: 0,
      remaining: PLANS.free.monthlyRequests,
      resetsAtMs: Date.parse("2026-12-01T00:00:00Z"),
    });
    expect(await store.usage.day(key.id)).toEqual({
      limit: 100,
      used: 0,
      remaining: 100,
      resetsAtMs: Date.parse("2026-11-21T00:00:00Z"),
    });
  });

  test("an unknown account has no month, and a live key has no day", async () => {
    const alice = await newAccount(store);
    const { key } = await newKey(store, alice.id, "live");
    expect(await store.usage.month(999_999)).toBeNull();
    expect(await store.usage.day(key.id)).toBeNull();
    expect(await store.usage.day(999_999)).toBeNull();
  });

  test("days are returned from the first to before the last, only for this account", async () => {
    clock.set("2026-11-20T23:59:59Z");
    const [alice, charlie] = [await newAccount(store), await newAccount(store, "free", "charlie")];
    const [alices, charlies] = [await newKey(store, alice.id), await newKey(store, charlie.id)];
    for (let day = 0; day < 3; day++) {
      await use(alices.digest);
      await use(charlies.digest);
      clock.nowMs += DAY_MS;
    }
    const from = Date.parse("2026-11-20T00:00:00Z");
    const days = await store.usage.daily(alice.id, from, from + 2 * DAY_MS);
    expect(days.map(({ keyId, dayMs }) => [keyId, dayMs])).toEqual([
      [alices.key.id, from],
      [alices.key.id, from + DAY_MS],
    ]);
  });

  test("days older than 400 are pruned, and nothing else", async () => {
    clock.set("2027-01-10T12:00:00Z");
    const alice = await newAccount(store, "enterprise");
    const keys = [await newKey(store, alice.id), await newKey(store, alice.id)];
    for (const { digest } of keys) await use(digest);
    clock.nowMs += DAY_MS;
    for (const { digest } of keys) await use(digest);
    clock.nowMs += 400 * DAY_MS;
    await store.usage.prune(RETENTION);
    const days = await store.usage.daily(alice.id, 0, clock.now());
    expect(days.map(({ dayMs }) => new Date(dayMs).toISOString().slice(0, 10))).toEqual(["2027-01-11", "2027-01-11"]);
    expect(await store.usage.prune(RETENTION)).toEqual({ usage: 0, events: 0, addresses: 0 });
  });

  test("old entries of the audit log are deleted, and earlier the IP addresses in them, but no operator's name", async () => {
    clock.set("2031-01-10T12:00:00Z");
    const { id } = await newAccount(store);
    const retention = { usageDays: 62, auditDays: 90, addressDays: 30 };
    const entry = (daysAgo: number, via: "dashboard" | "service" | "command") => ({
      ...{ account_id: id, at: clock.now() - daysAgo * DAY_MS, name: "signed_in" as const },
      ...{ via, address: `${via} ${daysAgo}`, detail: "" },
    });
    await store.database.deleteFrom("audit_events").execute();
    const vias = ["dashboard", "service", "command"] as const;
    const entries = [91, 90, 31, 30].flatMap((daysAgo) => vias.map((via) => entry(daysAgo, via)));
    // More rows than one step changes.
    const more = Array.from({ length: 600 }, () => entry(40, "dashboard"));
    await store.database
      .insertInto("audit_events")
      .values([...entries, ...more])
      .execute();
    expect(await store.usage.prune(retention)).toMatchObject({ events: 3, addresses: 604 });
    const kept = await store.accounts.auditLog(id, { limit: 1_000 });
    const addresses = kept.map(({ origin }) => origin.address).filter((address) => address !== null);
    expect(kept).toHaveLength(609);
    expect(addresses.toSorted()).toEqual(["command 30", "command 31", "command 90", "dashboard 30", "service 30"]);
    expect(await store.usage.prune(retention)).toMatchObject({ events: 0, addresses: 0 });
  });

  test("counters of past windows are deleted except the newest, so that no window starts again", async () => {
    clock.set("2030-01-31T23:00:00Z");
    const alice = await newAccount(store);
    const { digest, key } = await newKey(store, alice.id, "test");
    await use(digest);
    clock.set("2030-02-01T00:00:00Z");
    await use(digest);
    await store.usage.prune(RETENTION);
    const counters = await store.database.selectFrom("counters").selectAll().where("policy", "=", "day").execute();
    expect(counters.map(({ subject, window_start }) => [subject, window_start])).toEqual([[key.id, clock.now()]]);
    clock.set("2030-01-31T23:00:00Z");
    await use(digest);
    expect((await store.usage.day(key.id))?.used).toBe(2);
  });
});
