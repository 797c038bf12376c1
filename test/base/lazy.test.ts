import { expect, test } from "bun:test";
import { Lazy } from "../../src/base/lazy.ts";

test("a part is loaded on first use, and only once", async () => {
  let loads = 0;
  const lazy = new Lazy(async () => ++loads);
  expect(await lazy.loaded).toBeUndefined();
  expect(await Promise.all([lazy.get(), lazy.get()])).toEqual([1, 1]);
  expect(await lazy.get()).toBe(1);
  expect(await lazy.loaded).toBe(1);
});

test("a failed load is retried on the next use, and leaves nothing to close", async () => {
  let loads = 0;
  const lazy = new Lazy(async () => {
    loads += 1;
    if (loads === 1) throw new Error("no file may be opened");
    return "part";
  });
  const first = lazy.get();
  const second = lazy.get();
  expect(await lazy.loaded).toBeUndefined();
  await expect(first).rejects.toThrow("no file may be opened");
  await expect(second).rejects.toThrow("no file may be opened");
  expect(loads).toBe(1);
  expect(await lazy.loaded).toBeUndefined();
  expect(await lazy.get()).toBe("part");
});

test("a part is there at once when it is loaded, and promised before", async () => {
  let loads = 0;
  const lazy = new Lazy(async () => {
    loads += 1;
    if (loads === 1) throw new Error("no file may be opened");
    return "part";
  });
  await expect(lazy.now()).rejects.toThrow("no file may be opened");
  const promised = lazy.now();
  expect(promised).toBeInstanceOf(Promise);
  expect(await promised).toBe("part");
  expect(lazy.now()).toBe("part");
});
