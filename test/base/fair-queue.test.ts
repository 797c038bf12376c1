import { describe, expect, test } from "bun:test";
import { type Caller, FairQueue, QueueFull } from "../../src/base/fair-queue.ts";

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Lets the promises that are resolved by now continue. */
const nextSteps = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

/** A clock by which everything takes no time. */
const monotonicMs = () => 0;

describe.each([
  ["", {}],
  [" that shares turns of the event loop", { monotonicMs }],
])("a queue%s", (_, options) => {
  test("starts the callers of one client in order, and then the next one immediately", async () => {
    const queue = new FairQueue(options);
    const order: number[] = [];
    await Promise.all([1, 2, 3].map((number) => queue.run(async () => order.push(number))));
    expect(order).toEqual([1, 2, 3]);
    await nextTurn();
    void queue.run(async () => order.push(4));
    expect(order).toEqual([1, 2, 3, 4]);
  });

  test("lets clients take turns, also with one that came first with many callers", async () => {
    const queue = new FairQueue(options);
    const order: string[] = [];
    const ask = (name: string) => queue.run(async () => order.push(name), { client: name.charAt(0) });
    await Promise.all(["-", "a1", "a2", "a3", "a4", "b1", "b2", "c1"].map(ask));
    expect(order).toEqual(["-", "a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
  });

  test("gives an error of the work to its caller, and starts the next one", async () => {
    const queue = new FairQueue(options);
    const failing = queue.run(() => Promise.reject(new RangeError("no such page")));
    const next = queue.run(async () => 2);
    await expect(failing).rejects.toThrow(new RangeError("no such page"));
    expect(await next).toBe(2);
  });

  test("refuses more callers than may wait, the newest of the client with the most, and then has room again", async () => {
    const queue = new FairQueue({ ...options, maxWaiting: 4 });
    const order: string[] = [];
    const ask = (name: string) => queue.run(async () => void order.push(name), { client: name.charAt(0) });
    const results = Promise.allSettled(["-", "a1", "a2", "a3", "a4", "b1", "b2", "c1"].map(ask));
    const refused = (await results).flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(order.toSorted()).toEqual(["-", "a1", "b1", "b2", "c1"]);
    expect(refused).toEqual(Array(3).fill(new QueueFull("4 are waiting")));
    await nextTurn();
    expect(await queue.run(() => 6)).toBe(6);
  });

  test("does no work for a caller that gave up, before or while it waits", async () => {
    const queue = new FairQueue({ ...options, maxWaiting: 2 });
    const gone = new AbortController();
    const signals = [gone.signal, AbortSignal.abort()];
    let done = 0;
    const work = async () => {
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
    const queue = new FairQueue(options);
    let served = 0;
    const crowd = Array.from({ length: 200 }, (_, client) =>
      [1, 2].map(() => queue.run(async () => served++, { client })),
    );
    const visitor: Caller = { client: "visitor" };
    expect(await queue.run(async () => served, visitor)).toBeLessThanOrEqual(201);
    await Promise.all(crowd.flat());
  });
});

test("a bounded queue serves a visitor of a crowd after a few callers, though the crowd asks again at once when it is refused", async () => {
  const queue = new FairQueue({ maxWaiting: 25 });
  let served = 0;
  let isOver = false;
  const work = async () => {
    await nextTurn();
    served++;
  };
  const askAgain = async (client: number) => {
    while (!isOver) await queue.run(work, { client }).catch(nextTurn);
  };
  const crowd = Array.from({ length: 400 }, (_, number) => askAgain(number % 200));
  for (let visit = 0; visit < 5; visit++) {
    while (served < 40 * (visit + 1)) await nextTurn();
    const before = served;
    await queue.run(work, { client: "visitor" });
    expect(served - before).toBeLessThanOrEqual(12);
  }
  isOver = true;
  await Promise.all(crowd);
});

test("without a clock, the work of one caller ends before that of the next begins", async () => {
  const queue = new FairQueue();
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

/** Numbers of callers that have begun after each turn, of ten that take `costMs` each, and of which some never end. */
async function beginnings(costMs: number, end: (begun: number) => void | Promise<void>): Promise<number[]> {
  let elapsedMs = 0;
  let begun = 0;
  const queue = new FairQueue({ monotonicMs: () => elapsedMs });
  for (let number = 0; number < 10; number++) {
    void queue.run(() => {
      elapsedMs += costMs;
      begun += 1;
      return end(begun);
    });
  }
  const counts: number[] = [];
  while (counts.at(-1) !== 10) {
    await nextSteps();
    counts.push(begun);
    await nextTurn();
  }
  return counts;
}

describe("a queue that shares turns of the event loop", () => {
  test("starts callers in one turn for a quarter of a millisecond", async () => {
    expect(await beginnings(1 / 16, () => {})).toEqual([4, 8, 10]);
    expect(await beginnings(1 / 4, () => {})).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await beginnings(50, () => {})).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test("lets clients take turns for what does not begin in one turn", async () => {
    let elapsedMs = 0;
    const queue = new FairQueue({ monotonicMs: () => elapsedMs });
    const order: string[] = [];
    const ask = (name: string) => {
      const work = () => {
        elapsedMs += 1 / 4;
        order.push(name);
      };
      return queue.run(work, { client: name.charAt(0) });
    };
    await Promise.all(["-", "a1", "a2", "a3", "b1", "b2", "c1"].map(ask));
    expect(order).toEqual(["-", "a1", "b1", "c1", "a2", "b2", "a3"]);
  });

  test("does not make a caller wait for others whose work is done", async () => {
    const queue = new FairQueue({ monotonicMs });
    let served = 0;
    const crowd = Array.from({ length: 200 }, () => queue.run(() => served++));
    expect(served).toBe(200);
    await Promise.all(crowd);
  });

  test("starts the next one in the next turn while work has not ended", async () => {
    expect(await beginnings(0, (begun) => (begun % 4 === 0 ? new Promise(() => {}) : undefined))).toEqual([4, 8, 10]);
  });

  test("starts none when work of an earlier turn ends while other work has not", async () => {
    const queue = new FairQueue({ monotonicMs });
    const ends = [1, 2, 3].map(() => Promise.withResolvers<void>());
    let begun = 0;
    for (const { promise } of ends) {
      void queue.run(() => {
        begun += 1;
        return promise;
      });
    }
    await nextTurn();
    await nextSteps();
    ends[0]?.resolve();
    await nextSteps();
    expect(begun).toBe(2);
    await nextTurn();
    await nextSteps();
    expect(begun).toBe(3);
  });

  test("counts the time of callers that came one after the other in the same turn", async () => {
    let elapsedMs = 0;
    const queue = new FairQueue({ monotonicMs: () => elapsedMs });
    const begun: number[] = [];
    for (let number = 0; number < 6; number++) {
      void queue.run(() => {
        elapsedMs += 1 / 8;
        begun.push(number);
      });
      await nextSteps();
    }
    expect(begun).toEqual([0, 1]);
    await nextTurn();
    await nextSteps();
    expect(begun).toEqual([0, 1, 2, 3]);
  });
});
