import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { Idle } from "../../src/base/idle.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("the work is done once after the last task, and again after later ones", async () => {
  let done = 0;
  const idle = new Idle(1_000, () => {
    done += 1;
  });
  const long = Promise.withResolvers<void>();
  const longTask = idle.during(() => long.promise);
  await idle.during(async () => {});
  jest.advanceTimersByTime(2_000);
  expect(done).toBe(0);
  long.resolve();
  await longTask;
  jest.advanceTimersByTime(999);
  await idle.during(() => Promise.reject(new Error("it failed"))).catch(() => {});
  jest.advanceTimersByTime(999);
  expect(done).toBe(0);
  jest.advanceTimersByTime(5_000);
  expect(done).toBe(1);
  await idle.during(async () => {});
  jest.advanceTimersByTime(1_000);
  expect(done).toBe(2);
});

test("after the end, the work is not done", async () => {
  let done = 0;
  const idle = new Idle(1_000, () => {
    done += 1;
  });
  await idle.during(async () => {});
  const last = idle.during(async () => {});
  idle.close();
  await last;
  jest.advanceTimersByTime(5_000);
  expect(done).toBe(0);
});
