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

async function turnsUntil(reached: () => boolean, each: () => void = () => {}): Promise<number> {
  for (let turns = 0; turns < 50; turns++) {
    if (reached()) return turns;
    each();
    await turn();
  }
  throw new Error("not within 50 turns of the event loop");
}

function admissionOver(store: AdmissionStore) {
  const admission = new Admission({ store, clock, plans });
  return { admission, ask: () => void admission.admit("digest", "city") };
}

/** A first batch has just finished, and one more request arrived during it. */
async function afterFirstBatch() {
  const store = new HeldStore();
  const { ask } = admissionOver(store);
  ask();
  await turnsUntil(() => store.sizes.length === 1);
  ask();
  await store.release();
  return { store, ask };
}

test("the batch after one in flight includes the requests of later turns", async () => {
  const { store, ask } = await afterFirstBatch();
  for (let arrival = 0; arrival < 3; arrival++) {
    await turn();
    ask();
  }
  await turnsUntil(() => store.sizes.length === 2);
  expect(store.sizes).toEqual([1, 4]);
});

test("a batch is sent after the first turn without a new request", async () => {
  const { store } = await afterFirstBatch();
  expect(await turnsUntil(() => store.sizes.length === 2)).toBeLessThanOrEqual(3);
});

test("an endless stream of requests delays a batch by at most six turns", async () => {
  const { store, ask } = await afterFirstBatch();
  expect(await turnsUntil(() => store.sizes.length === 2, ask)).toBeLessThanOrEqual(6);
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
