import { expect, test } from "bun:test";
import { Admission } from "../../src/access/admission.ts";
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

async function turns(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed++) await turn();
}

async function turnsUntil(reached: () => boolean, each: () => void = () => {}): Promise<number> {
  for (let passed = 0; passed < 500; passed++) {
    if (reached()) return passed;
    each();
    await turn();
  }
  throw new Error("not within 500 turns of the event loop");
}

function admissionOver(store: AdmissionStore) {
  const admission = new Admission({ store, clock, plans });
  return { admission, ask: () => void admission.admit("digest", "city") };
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
  const { admission } = admissionOver(store);
  let isOver = false;
  const clients = Array.from({ length: 8 }, async (_, index) => {
    while (!isOver) {
      await admission.admit("digest", "city");
      // Their answers are written one after the other, and so their requests arrive.
      await turns(index % 3);
    }
  });
  await turnsUntil(() => store.sizes.length === 45);
  isOver = true;
  await Promise.all(clients);
  const later = store.sizes.slice(10, 45);
  expect(later.filter((size) => size === 8).length).toBeGreaterThanOrEqual(30);
});

test("two groups of clients that take turns come together", async () => {
  const store = new ReadyStore();
  const { admission } = admissionOver(store);
  let isOver = false;
  const clients = Array.from({ length: 8 }, async (_, index) => {
    if (index >= 4) await turns(2);
    while (!isOver) {
      await admission.admit("digest", "city");
      await turns(3);
    }
  });
  await turnsUntil(() => store.sizes.length === 50);
  isOver = true;
  await Promise.all(clients);
  expect(store.sizes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 4));
  expect(store.sizes.slice(40, 50)).toEqual(Array.from({ length: 10 }, () => 8));
});

test("a request of one client is decided in the next turn", async () => {
  const store = new ReadyStore();
  const { ask } = admissionOver(store);
  for (let batch = 1; batch <= 10; batch++) {
    ask();
    expect(await turnsUntil(() => store.sizes.length === batch)).toBeLessThanOrEqual(2);
  }
  expect(store.sizes).toEqual(Array.from({ length: 10 }, () => 1));
});

test("the store gets one batch at a time, and never an empty one", async () => {
  const store = new HeldStore();
  const { admission, ask } = admissionOver(store);
  for (let batch = 1; batch <= 5; batch++) {
    ask();
    await turnsUntil(() => store.sizes.length === batch);
    await store.release();
    await turns(8);
  }
  expect(store.sizes).toEqual([1, 1, 1, 1, 1]);
  expect(admission.waiting()).toBe(0);
});
