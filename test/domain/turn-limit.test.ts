import { expect, spyOn, test } from "bun:test";
import { TurnLimit, TurnsBusy } from "../../src/domain/turn-limit.ts";

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("a burst is started a few at a time, in order, and all are started", async () => {
  const limit = new TurnLimit(4);
  const begun: number[] = [];
  for (let number = 0; number < 11; number++) void limit.enter().then(() => begun.push(number));
  const sizes: number[] = [];
  for (let turn = 0; turn < 6; turn++) {
    await nextTurn();
    sizes.push(begun.length);
  }
  expect(begun).toEqual(Array.from({ length: 11 }, (_, number) => number));
  for (const [turn, size] of sizes.entries()) expect(size - (sizes[turn - 1] ?? 4)).toBeLessThanOrEqual(4);
  expect(sizes.at(-1)).toBe(11);
});

test("a later burst has the same capacity", async () => {
  const limit = new TurnLimit(2);
  for (let crowd = 0; crowd < 3; crowd++) {
    await Promise.all([limit.enter(), limit.enter(), limit.enter()]);
    await nextTurn();
    await nextTurn();
  }
  let begun = 0;
  for (let number = 0; number < 3; number++) void limit.enter().then(() => begun++);
  await Promise.resolve();
  expect(begun).toBe(2);
});

test("callers that waited use up the capacity of their turn", async () => {
  const limit = new TurnLimit(2);
  const first = [limit.enter(), limit.enter(), limit.enter()];
  await nextTurn();
  let begun = 0;
  for (let number = 0; number < 2; number++) void limit.enter().then(() => begun++);
  await Promise.all(first);
  expect(begun).toBe(1);
});

test("more callers than may wait are refused immediately; the others start, and then there is room again", async () => {
  const limit = new TurnLimit(1, 3);
  const admitted = [1, 2, 3, 4].map(() => limit.enter());
  await expect(limit.enter()).rejects.toThrow(new TurnsBusy("3 are waiting"));
  await expect(limit.enter()).rejects.toMatchObject({ name: "TurnsBusy" });
  await Promise.all(admitted);
  await nextTurn();
  await limit.enter();
});

test("nothing is scheduled once nobody waits", async () => {
  const limit = new TurnLimit(1);
  await Promise.all([limit.enter(), limit.enter(), limit.enter()]);
  for (let turn = 0; turn < 3; turn++) await nextTurn();
  const schedule = spyOn(globalThis, "setImmediate");
  await Bun.sleep(5);
  expect(schedule).not.toHaveBeenCalled();
  schedule.mockRestore();
});
