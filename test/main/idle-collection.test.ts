import { expect, test } from "bun:test";
import { idleCollection } from "../../src/main/idle-collection.ts";

test("garbage is collected once after each busy time, and not while the process works", () => {
  let [cpuMs, collections] = [0, 0];
  const check = idleCollection(1_000, () => cpuMs, {
    collect() {
      collections += 1;
      // Its own work does not count.
      cpuMs += 500;
    },
    shrink: () => {},
  });
  const after = (workMs: number) => {
    cpuMs += workMs;
    check();
    return collections;
  };
  expect([800, 30, 5, 0, 19].map(after)).toEqual([0, 0, 1, 1, 1]);
  expect([100, 10, 10, 100, 0].map(after)).toEqual([1, 2, 2, 2, 3]);
});

test("code is dropped once in a pause after much work", () => {
  let [cpuMs, shrunk] = [0, 0];
  const check = idleCollection(1_000, () => cpuMs, {
    collect: () => {},
    shrink() {
      shrunk += 1;
      cpuMs += 500;
    },
  });
  const after = (workMs: number) => {
    cpuMs += workMs;
    check();
    return shrunk;
  };
  expect([3_000, 0, 0, 900, 0, 0].map(after)).toEqual([0, 0, 0, 0, 0, 0]);
  expect([0, 0, 0].map(after)).toEqual([1, 1, 1]);
  // Little work is not worth it until there is more of it.
  expect([1_200, 0, 0, 0, 0].map(after)).toEqual([1, 1, 1, 1, 1]);
  expect([1_200, 0, 0, 0, 0].map(after)).toEqual([1, 1, 1, 2, 2]);
});
