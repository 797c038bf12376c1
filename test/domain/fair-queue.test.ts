import { describe, expect, test } from "bun:test";
import { type Caller, FairQueue, QueueFull } from "../../src/domain/fair-queue.ts";

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Lets the promises that are resolved by now continue. */
const nextSteps = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

describe.each(["until done", "one turn"] as const)("a queue with the slot %p", (slot) => {
  test("starts the callers of one client in order, and then the next one immediately", async () => {
    const queue = new FairQueue(slot);
    const order: number[] = [];
    await Promise.all([1, 2, 3].map((number) => queue.run(() => order.push(number))));
    expect(order).toEqual([1, 2, 3]);
    await nextTurn();
    void queue.run(() => order.push(4));
    expect(order).toEqual([1, 2, 3, 4]);
  });

  test("lets clients take turns, also with one that came first with many callers", async () => {
    const queue = new FairQueue(slot);
    const order: string[] = [];
    const ask = (name: string) => queue.run(() => order.push(name), { client: name.charAt(0) });
    await Promise.all(["-", "a1", "a2", "a3", "a4", "b1", "b2", "c1"].map(ask));
    expect(order).toEqual(["-", "a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
  });

  test("gives an error of the work to its caller, and starts the next one", async () => {
    const queue = new FairQueue(slot);
    const failing = queue.run(() => Promise.reject(new RangeError("no such page")));
    const next = queue.run(() => 2);
    await expect(failing).rejects.toThrow(new RangeError("no such page"));
    expect(await next).toBe(2);
  });

  test("refuses more callers than may wait, the newest of the client with the most, and then has room again", async () => {
    const queue = new FairQueue(slot, 4);
    const order: string[] = [];
    const ask = (name: string) => queue.run(() => void order.push(name), { client: name.charAt(0) });
    const results = Promise.allSettled(["-", "a1", "a2", "a3", "a4", "b1", "b2", "c1"].map(ask));
    const refused = (await results).flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(order).toEqual(["-", "a1", "b1", "c1", "b2"]);
    expect(refused).toEqual(Array(3).fill(new QueueFull("4 are waiting")));
    await nextTurn();
    expect(await queue.run(() => 6)).toBe(6);
  });

  test("does no work for a caller that gave up, before or while it waits", async () => {
    const queue = new FairQueue(slot, 2);
    const gone = new AbortController();
    const signals = [gone.signal, AbortSignal.abort()];
    let done = 0;
    const work = () => {
      done += 1;
    };
    const first = queue.run(work);
    const left = Promise.allSettled(signals.map((signal) => queue.run(work, { signal })));
    gone.abort();
    const stays = [queue.run(work), queue.run(work)];
    expect(await left).toEqual(signals.map(({ reason }) => ({ status: "rejected", reason })));
    await Promise.all([first, ...stays]);
    expect(done).toBe(3);
  });

  test("serves a new client after one caller of each client that waits, however many those have", async () => {
    const queue = new FairQueue(slot);
    let served = 0;
    const crowd = Array.from({ length: 200 }, (_, client) => [1, 2].map(() => queue.run(() => served++, { client })));
    const visitor: Caller = { client: "visitor" };
    expect(await queue.run(() => served, visitor)).toBeLessThanOrEqual(201);
    await Promise.all(crowd.flat());
  });
});

test("until done: the work of one caller ends before that of the next begins", async () => {
  const queue = new FairQueue("until done");
  const ends = [1, 2, 3].map(() => Promise.withResolvers<void>());
  let begun = 0;
  const all = ends.map(({ promise }) =>
    queue.run(() => {
      begun += 1;
      return promise;
    }),
  );
  for (const [index, { resolve }] of ends.entries()) {
    await nextSteps();
    expect(begun).toBe(index + 1);
    resolve();
  }
  await Promise.all(all);
});

test("one turn: a burst is started one in each turn of the event loop, whether or not the work has ended", async () => {
  const queue = new FairQueue("one turn");
  let begun = 0;
  const endless = () => {
    begun += 1;
    return new Promise(() => {});
  };
  for (let number = 0; number < 5; number++) void queue.run(endless);
  const sizes = [begun];
  for (let turn = 0; turn < 6; turn++) {
    await nextTurn();
    sizes.push(begun);
  }
  expect(begun).toBe(5);
  for (const [turn, size] of sizes.entries()) expect(size - (sizes[turn - 1] ?? 0)).toBeLessThanOrEqual(1);
});
