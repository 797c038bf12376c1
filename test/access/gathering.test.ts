import { expect, test } from "bun:test";
import { Admission } from "../../src/access/admission.ts";
import type { GatheringTimers } from "../../src/access/gathering.ts";
import type { AdmissionRequest, AdmissionStore, BatchDecision } from "../../src/access/store.ts";
import { planTable } from "../../src/domain/plan.ts";
import { MovableClock } from "../support/stores.ts";

const clock = new MovableClock("2026-11-20T12:00:00Z");
const plans = planTable({});
const unknown: BatchDecision = { outcome: "refused", code: "key_unknown" };
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A store that answers a batch when `release` is called, and records the size of each. */
class HeldStore implements AdmissionStore {
  readonly sizes: number[] = [];
  #release: (() => void) | undefined;

  admit(batch: readonly AdmissionRequest[]): Promise<readonly BatchDecision[]> {
    expect(this.#release).toBeUndefined();
    this.sizes.push(batch.length);
    return new Promise((resolve) => {
      this.#release = () => {
        this.#release = undefined;
        resolve(batch.map(() => unknown));
      };
    });
  }

  async release(): Promise<void> {
    this.#release?.();
    // The admission learns about it in the microtasks of this turn.
    await Promise.resolve();
  }
}

async function turnsUntil(reached: () => boolean, each: () => void = () => {}): Promise<number> {
  for (let turns = 0; turns < 500; turns++) {
    if (reached()) return turns;
    each();
    await turn();
  }
  throw new Error("not within 500 turns of the event loop");
}

/** A clock that stands still unless the thread sleeps, which is recorded. */
class StillTimers implements GatheringTimers {
  readonly sleptMs: number[] = [];
  #nowMs = 0;

  readonly monotonicMs = () => this.#nowMs;

  readonly sleep = (ms: number) => {
    this.sleptMs.push(ms);
    this.#nowMs += ms;
  };

  pass(ms: number): void {
    this.#nowMs += ms;
  }
}

function admissionOver(store: AdmissionStore) {
  const timers = new StillTimers();
  const admission = new Admission({ store, clock, plans, timers });
  return { admission, timers, ask: () => void admission.admit("digest", "city") };
}

/** A first batch has just finished, and requests arrived during it. */
async function afterFirstBatch(size: number, arrived: number) {
  const store = new HeldStore();
  const { ask } = admissionOver(store);
  for (let asked = 0; asked < size; asked++) ask();
  await turnsUntil(() => store.sizes.length === 1);
  for (let asked = 0; asked < arrived; asked++) ask();
  await store.release();
  return { store, ask };
}

/** Answers at once, and records the sizes of batches. */
class ReadyStore implements AdmissionStore {
  readonly sizes: number[] = [];

  admit(batch: readonly AdmissionRequest[]): readonly BatchDecision[] {
    this.sizes.push(batch.length);
    return batch.map(() => unknown);
  }
}

test("a batch waits for as many requests as the last one had", async () => {
  const { store, ask } = await afterFirstBatch(4, 1);
  for (let arrival = 0; arrival < 3; arrival++) {
    await turn();
    ask();
  }
  await turnsUntil(() => store.sizes.length === 2);
  expect(store.sizes).toEqual([4, 4]);
});

test("a batch starts a few turns after the last new request", async () => {
  const { store } = await afterFirstBatch(4, 1);
  expect(await turnsUntil(() => store.sizes.length === 2)).toBeLessThanOrEqual(7);
});

test("an endless stream of requests delays a batch by a few turns", async () => {
  const { store, ask } = await afterFirstBatch(40, 1);
  expect(await turnsUntil(() => store.sizes.length === 2, ask)).toBeLessThanOrEqual(16);
});

test("clients that send the next request right after an answer share each batch", async () => {
  const store = new ReadyStore();
  const { admission, timers } = admissionOver(store);
  let isOver = false;
  const clients = Array.from({ length: 8 }, async (_, index) => {
    while (!isOver) {
      await admission.admit("digest", "city");
      timers.pass(0.01);
      // Their answers are written one after the other, and so their requests arrive.
      for (let turns = 0; turns < index % 3; turns++) await turn();
    }
  });
  await turnsUntil(() => store.sizes.length === 45);
  isOver = true;
  await Promise.all(clients);
  const later = store.sizes.slice(10, 45);
  expect(later.filter((size) => size === 8).length).toBeGreaterThanOrEqual(30);
  // Only to see whether there is one client more.
  expect(timers.sleptMs.length).toBeLessThanOrEqual(4);
});

test("requests at any time share a transaction each quarter of a millisecond", async () => {
  const store = new ReadyStore();
  const { timers, ask } = admissionOver(store);
  const { sleep } = timers;
  // Five requests arrive while the thread sleeps.
  const arriving = Object.assign(timers, {
    sleep(ms: number) {
      sleep(ms);
      for (let arrival = 0; arrival < 5; arrival++) ask();
    },
  });
  for (let round = 0; round < 160; round++) {
    ask();
    for (let quiet = 0; quiet < 8; quiet++) await turn();
    arriving.pass(0.05);
  }
  expect(Math.max(...timers.sleptMs)).toBeLessThanOrEqual(0.25);
  expect(timers.sleptMs.length).toBeGreaterThan(0);
  expect(store.sizes.filter((size) => size >= 5).length).toBe(timers.sleptMs.length);
});

test("the thread does not sleep where four requests share the transaction", async () => {
  const store = new ReadyStore();
  const { timers, ask } = admissionOver(store);
  for (const [batch, size] of [8, 4].entries()) {
    for (let asked = 0; asked < size; asked++) ask();
    await turnsUntil(() => store.sizes.length > batch);
  }
  expect(store.sizes).toEqual([8, 4]);
  expect(timers.sleptMs).toEqual([]);
});

test("a request after a pause is decided in the next turn, and the thread does not sleep for it", async () => {
  const store = new ReadyStore();
  const { timers, ask } = admissionOver(store);
  for (let batch = 1; batch <= 40; batch++) {
    timers.pass(0.25);
    ask();
    await turnsUntil(() => store.sizes.length === batch);
  }
  expect(store.sizes).toEqual(Array.from({ length: 40 }, () => 1));
  expect(timers.sleptMs).toEqual([]);
});

test("the store gets one batch at a time, and never an empty one", async () => {
  const store = new HeldStore();
  const { admission, ask } = admissionOver(store);
  for (let batch = 1; batch <= 5; batch++) {
    ask();
    await turnsUntil(() => store.sizes.length === batch);
    await store.release();
    for (let quiet = 0; quiet < 8; quiet++) await turn();
  }
  expect(store.sizes).toEqual([1, 1, 1, 1, 1]);
  expect(admission.waiting()).toBe(0);
});
