import { expect, spyOn, test } from "bun:test";
import { OnePerTurn } from "../../src/domain/one-per-turn.ts";

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("a burst is started one in each turn, in order, and all are started", async () => {
  const queue = new OnePerTurn();
  const begun: number[] = [];
  for (let number = 0; number < 5; number++) void queue.run(() => begun.push(number));
  const sizes = [begun.length];
  for (let turn = 0; turn < 6; turn++) {
    await nextTurn();
    sizes.push(begun.length);
  }
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  for (const [turn, size] of sizes.entries()) expect(size - (sizes[turn - 1] ?? 0)).toBeLessThanOrEqual(1);
});

test("after a burst, the next caller starts immediately", async () => {
  const queue = new OnePerTurn();
  for (let crowd = 0; crowd < 3; crowd++) {
    await Promise.all([1, 2, 3].map((number) => queue.run(() => number)));
    await nextTurn();
    await nextTurn();
  }
  let begun = 0;
  for (let number = 0; number < 3; number++) void queue.run(() => begun++);
  expect(begun).toBe(1);
});

test("a caller that waited has its turn alone", async () => {
  const queue = new OnePerTurn();
  const first = [1, 2].map((number) => queue.run(() => number));
  await nextTurn();
  let begun = 0;
  void queue.run(() => begun++);
  await Promise.all(first);
  expect(begun).toBe(0);
});

test("an error of the work is the caller's, and the next caller starts", async () => {
  const queue = new OnePerTurn();
  const failing = queue.run(() => Promise.reject(new RangeError("no such page")));
  const next = queue.run(() => 2);
  await expect(failing).rejects.toThrow(new RangeError("no such page"));
  expect(await next).toBe(2);
});

test("nothing is scheduled once nobody waits", async () => {
  const schedule = spyOn(globalThis, "setImmediate");
  // Other work of this process also schedules.
  const turns = () => schedule.mock.calls.filter(([callback]) => String(callback).includes("#isScheduled")).length;
  const queue = new OnePerTurn();
  await Promise.all([1, 2, 3].map((number) => queue.run(() => number)));
  for (let turn = 0; turn < 3; turn++) await nextTurn();
  const taken = turns();
  expect(taken).toBeGreaterThan(0);
  await Bun.sleep(5);
  expect(turns()).toBe(taken);
  schedule.mockRestore();
});
