import { describe, expect, test } from "bun:test";
import { windowOf } from "../../src/base/window.ts";
import { moveFutureWindows } from "../../src/store/future-windows.ts";
import type { Store } from "../../src/store/store.ts";
import { currentWindow, newestWindow } from "../../src/store/windows.ts";
import { boundlessKey, DIALECTS, emptyStore, MovableClock, newAccount, newKey } from "../support/stores.ts";

describe("the windows in a store", () => {
  const clock = new MovableClock("2026-11-20T12:00:00Z");
  const [month, day] = [windowOf("month", clock.now()), windowOf("day", clock.now())];

  test("are the newest with a count, of one policy or of both", async () => {
    const { database, close } = await emptyStore("sqlite", { clock }).then((store) => ({
      database: store.database,
      close: () => store.close(),
    }));
    const open = (which: "month" | "day", window_start: number, used: number) =>
      database.insertInto("counters").values({ policy: which, subject: used, window_start, used }).execute();
    expect([await newestWindow(database), await newestWindow(database, "day")]).toEqual([null, null]);
    expect(await currentWindow(database, "month", clock.now())).toEqual(month);
    await open("month", month.startMs, 1);
    await open("day", day.startMs, 2);
    expect(await newestWindow(database)).toBe(day.startMs);
    expect(await newestWindow(database, "month")).toBe(month.startMs);
    await open("day", day.endMs, 3);
    expect(await newestWindow(database)).toBe(day.endMs);
    expect(await newestWindow(database, "day")).toBe(day.endMs);
    expect(await currentWindow(database, "day", clock.now())).toEqual(windowOf("day", day.endMs));
    expect(await currentWindow(database, "month", clock.now())).toEqual(month);
    await close();
  });
});

describe.each(DIALECTS)("windows and days on %s that have not begun", (dialect) => {
  const clock = new MovableClock("2026-11-20T12:00:00Z");
  const [month, day] = [windowOf("month", clock.now()), windowOf("day", clock.now())];
  const billOf = async ({ usage }: Store, accountId: number) => {
    const period = { fromMs: month.startMs, toMs: month.endMs };
    const [total] = await usage.totals(period, { firstId: accountId, limit: 1 });
    return total?.keys.reduce((sum, { counts }) => sum + Object.values(counts).reduce((one, more) => one + more), 0);
  };

  test("are moved on request to the current ones, so that quota and bill of the month agree and nothing is lost", async () => {
    const store = await emptyStore(dialect, { clock });
    const accounts = [await newAccount(store, "pro"), await newAccount(store, "pro")];
    const keys = await Promise.all(accounts.map(({ id }) => newKey(store, id)));
    const test = await newKey(store, accounts[0]?.id ?? 0, "test");
    const all = [...keys, test];
    const admit = (requests: number) =>
      store.admission.admit(
        all.flatMap(({ digest }) =>
          Array.from({ length: requests }, () => ({ digest, kind: "city", counts: true, address: undefined }) as const),
        ),
      );
    await admit(3);
    clock.set("2027-02-03T12:00:00Z");
    await admit(5);
    // The clock is right again, but the newest window is in the future.
    clock.set("2026-11-20T13:00:00Z");
    await admit(7);
    const refusedOn = async (dayMs: number, requests: number) =>
      store.usage.addRefused([{ digest: test.digest, dayMs, code: "burst_exceeded", requests }]);
    await refusedOn(day.startMs, 2);
    await refusedOn(day.endMs, 3);
    expect(await moveFutureWindows(store, clock.now())).toEqual({ counters: 3, requests: 3 * (5 + 7) });
    for (const { id } of accounts) {
      const used = (await store.usage.month(id))?.used;
      const ofTest = id === accounts[0]?.id ? 15 : 0;
      expect([used, await billOf(store, id)]).toEqual([15, 15 + ofTest]);
      const days = await store.usage.daily(id, 0, Number.MAX_SAFE_INTEGER);
      expect(days.map(({ dayMs, counts }) => [dayMs, counts.city])).toEqual(days.map(() => [day.startMs, 15]));
    }
    expect((await store.usage.day(test.key.id))?.used).toBe(15);
    expect(await store.usage.refused(accounts[0]?.id ?? 0, 0, Number.MAX_SAFE_INTEGER)).toEqual([
      { dayMs: day.startMs, keyId: test.key.id, code: "burst_exceeded", requests: 5 },
    ]);
    await admit(1);
    expect((await store.usage.month(accounts[0]?.id ?? 0))?.used).toBe(16);
    expect(await moveFutureWindows(store, clock.now())).toEqual({ counters: 0, requests: 0 });
    await store.close();
  });

  test("are moved while nodes count, and no request is lost", async () => {
    const store = await emptyStore(dialect, { clock });
    const { digest, accountId } = await boundlessKey(store);
    const request = { digest, kind: "city", counts: true, address: undefined } as const;
    clock.set("2027-02-03T12:00:00Z");
    await store.admission.admit([request]);
    clock.set("2026-11-20T13:00:00Z");
    let isMoving = true;
    let admitted = 1;
    const node = async () => {
      while (isMoving) {
        const [decision] = await store.admission.admit([request]);
        if (decision?.outcome === "admitted") admitted++;
        await Bun.sleep(0);
      }
    };
    const counting = node();
    for (let round = 0; round < 10; round++) await moveFutureWindows(store, clock.now());
    isMoving = false;
    await counting;
    expect([(await store.usage.month(accountId))?.used, await billOf(store, accountId)]).toEqual([admitted, admitted]);
    await store.close();
  });
});
