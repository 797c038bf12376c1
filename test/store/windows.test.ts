import { describe, expect, test } from "bun:test";
import { windowOf } from "../../src/base/window.ts";
import { currentWindow, deleteFutureWindows, newestWindow } from "../../src/store/windows.ts";
import { emptyStore, MovableClock } from "../support/stores.ts";

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

  test("that have not begun are deleted on request with their counts; the others stay", async () => {
    const store = await emptyStore("sqlite", { clock });
    const { database } = store;
    const counters = [day.startMs, day.endMs, clock.now(), clock.now() + 1].map((window_start, subject) => ({
      policy: "day" as const,
      subject,
      window_start,
      used: 1,
    }));
    await database.insertInto("counters").values(counters).execute();
    expect(await deleteFutureWindows(database, clock.now())).toEqual({ counters: 2, requests: 2 });
    const left = await database.selectFrom("counters").select("subject").orderBy("subject").execute();
    expect(left.map(({ subject }) => subject)).toEqual([0, 2]);
    expect(await deleteFutureWindows(database, clock.now())).toEqual({ counters: 0, requests: 0 });
  });
});
