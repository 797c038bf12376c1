import { afterEach, expect, jest, test } from "bun:test";
import { type Caller, OneAtATime, QueueFull } from "../../../src/site/http/one-at-a-time.ts";

afterEach(() => {
  jest.useRealTimers();
});

const monotonicMs = () => performance.now();

/** Lets the promises that are resolved by now continue. */
const nextSteps = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

/** Work that ends when the test says so. */
function jobs(queue: OneAtATime, count: number, caller: Caller = {}) {
  const begun: number[] = [];
  const ends = Array.from({ length: count }, () => Promise.withResolvers<number>());
  const results = ends.map(({ promise }, number) =>
    queue.run(() => {
      begun.push(number);
      return promise;
    }, caller),
  );
  return { begun, ends, results };
}

test("the work of one caller is done before that of the next begins, in order", async () => {
  const { begun, ends, results } = jobs(new OneAtATime(9, monotonicMs), 3);
  for (const [number, { resolve }] of ends.entries()) {
    await nextSteps();
    expect(begun).toEqual([0, 1, 2].slice(0, number + 1));
    resolve(number);
  }
  expect(await Promise.all(results)).toEqual([0, 1, 2]);
});

test("more callers than may wait are refused; the others begin, and then there is room again", async () => {
  const queue = new OneAtATime(3, monotonicMs);
  const admitted = [1, 2, 3, 4].map((number) => queue.run(() => number));
  await expect(queue.run(() => 5)).rejects.toThrow(new QueueFull("3 are waiting"));
  expect(await Promise.all(admitted)).toEqual([1, 2, 3, 4]);
  expect(await queue.run(() => 6)).toBe(6);
});

test("an error of the work is the caller's, and the next caller begins", async () => {
  const queue = new OneAtATime(9, monotonicMs);
  const failing = queue.run(() => Promise.reject(new RangeError("no such page")));
  const next = queue.run(() => 2);
  await expect(failing).rejects.toThrow(new RangeError("no such page"));
  expect(await next).toBe(2);
});

test("clients take turns, and too many callers cost the newest of the client with the most", async () => {
  const queue = new OneAtATime(4, monotonicMs);
  const order: string[] = [];
  const ask = (name: string, client: string) => queue.run(() => void order.push(name), { client });
  const busy = Promise.withResolvers<void>();
  const first = queue.run(() => busy.promise);
  const flood = Promise.allSettled(["a1", "a2", "a3", "a4"].map((name) => ask(name, "a")));
  const others = [ask("b1", "b"), ask("b2", "b"), ask("c1", "c")];
  busy.resolve();
  await Promise.all([first, ...others]);
  const refused = (await flood).flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(order).toEqual(["a1", "b1", "c1", "b2"]);
  expect(refused.map((error) => error instanceof QueueFull)).toEqual([true, true, true]);
});

test("a caller that gives up leaves its place, and its work is not done", async () => {
  const queue = new OneAtATime(2, monotonicMs);
  const gone = new AbortController();
  const before = AbortSignal.abort();
  const { begun, ends } = jobs(queue, 1);
  const left = Promise.allSettled([gone.signal, before].map((each) => queue.run(() => "done", { signal: each })));
  gone.abort();
  const stays = jobs(queue, 2);
  expect(await left).toEqual([gone.signal, before].map(({ reason }) => ({ status: "rejected", reason })));
  ends[0]?.resolve(0);
  await nextSteps();
  expect([begun, stays.begun]).toEqual([[0], [0]]);
});

test.each([
  { workMs: 1, periodMs: 25 },
  { workMs: 8, periodMs: 200 },
  { workMs: 500, periodMs: 700 },
])("after three seconds without rests, work of $workMs ms begins every $periodMs ms", async ({ workMs, periodMs }) => {
  jest.useFakeTimers();
  const queue = new OneAtATime(200, monotonicMs);
  const begun: number[] = [];
  const work = () => {
    begun.push(performance.now());
    jest.advanceTimersByTime(workMs);
  };
  const done = Promise.all(Array.from({ length: 200 }, () => queue.run(work)));
  while (begun.length < 200) {
    await nextSteps();
    jest.advanceTimersToNextTimer();
  }
  await done;
  const periods = begun.slice(1).map((ms, previous) => Math.round(ms - (begun[previous] ?? 0)));
  const rested = periods.findIndex((period) => period !== workMs);
  expect(rested).toBe(Math.floor(3_000 / (periodMs - workMs)));
  expect(new Set(periods.slice(rested + 1))).toEqual(new Set([periodMs]));
});

test("the client with the least work and the one that waits longest take turns, until nobody waits", async () => {
  jest.useFakeTimers();
  const queue = new OneAtATime(9, monotonicMs);
  const order: string[] = [];
  const ask = (name: string, workMs: number) => {
    const work = () => {
      order.push(name);
      jest.advanceTimersByTime(workMs);
    };
    return queue.run(work, { client: name });
  };
  const first = ["long", "long", "long", "short", "short", "short", "new"];
  await Promise.all(first.map((name) => ask(name, name === "long" ? 9 : 2)));
  expect(order).toEqual(["long", "short", "long", "new", "short", "short", "long"]);
  await Promise.all([ask("new", 1), ask("long", 9), ask("short", 2)]);
  expect(order.slice(7)).toEqual(["new", "long", "short"]);
});

test("clients that are always new delay one that had work by one turn for each that waits longer", async () => {
  const queue = new OneAtATime(9, monotonicMs);
  let count = 0;
  let isAnswered = false;
  const askAsNew = async () => {
    count += 1;
    await queue.run(() => Bun.sleep(1), { client: `new ${count}` });
    if (!isAnswered && count < 100) await askAsNew();
  };
  const floods = [askAsNew(), askAsNew(), askAsNew()];
  await queue.run(() => Bun.sleep(5), { client: "returning" });
  await queue.run(() => Bun.sleep(5), { client: "returning" });
  isAnswered = true;
  await Promise.all(floods);
  expect(count).toBeLessThan(20);
});

test("a drain ends the present rest, and there are no others", async () => {
  jest.useFakeTimers();
  const queue = new OneAtATime(200, monotonicMs);
  const work = () => void jest.advanceTimersByTime(8);
  const done = Promise.all(Array.from({ length: 200 }, () => queue.run(work)));
  await nextSteps();
  queue.drain();
  await done;
  expect(performance.now()).toBe(200 * 8);
});
