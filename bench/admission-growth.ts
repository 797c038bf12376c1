import { digestOf } from "../src/access/key.ts";
import type { AdmissionRequest, AdmissionStore } from "../src/access/store.ts";
import { withBenchStore } from "./seed.ts";
import { median, medianRatio, orderOf, randomNumbers } from "./statistics.ts";

/** Requests waiting at once with 64 connections. */
const BATCH = 64;
const SEED = 3;
const WARM_UP_BATCHES = 200;
/** Turns of each store in a round. */
const TURNS = 4;

export interface AdmissionTime {
  /** Microseconds per request, the median of the turns. */
  readonly smallUs: number;
  readonly largeUs: number;
  /** Median of the ratios of neighboring turns: large store to small store. */
  readonly ratio: number;
}

export interface MeasuredStore {
  readonly url: string;
  /** Live keys of the load. */
  readonly keys: readonly string[];
}

/**
 * Time of the store's admission only, without HTTP, in batches of 64, in turns of so many batches that alternate between
 * a small store and a large one.
 */
export async function compareAdmission(
  small: MeasuredStore,
  large: MeasuredStore,
  rounds: number,
  batches: number,
): Promise<AdmissionTime> {
  return await withBenchStore(small.url, (smallStore) =>
    withBenchStore(large.url, async (largeStore) => {
      const sides = [
        { store: smallStore.admission, batchOf: batchMaker(small.keys), times: [] as number[] },
        { store: largeStore.admission, batchOf: batchMaker(large.keys), times: [] as number[] },
      ] as const;
      for (const { store, batchOf } of sides) await admitAll(store, batchOf, WARM_UP_BATCHES);
      for (let turn = 0; turn < rounds * TURNS; turn++) {
        for (const { store, batchOf, times } of orderOf(sides, turn)) {
          const startedAt = performance.now();
          await admitAll(store, batchOf, batches);
          times.push(((performance.now() - startedAt) * 1_000) / (batches * BATCH));
        }
      }
      const [smallTimes, largeTimes] = [sides[0].times, sides[1].times];
      const ratio = medianRatio(largeTimes, smallTimes);
      return { smallUs: median(smallTimes), largeUs: median(largeTimes), ratio };
    }),
  );
}

function batchMaker(keys: readonly string[]): () => readonly AdmissionRequest[] {
  const random = randomNumbers(SEED);
  const digests = keys.map(digestOf);
  return () =>
    Array.from({ length: BATCH }, () => ({
      digest: digests[Math.floor(random() * digests.length)] ?? "",
      kind: "city" as const,
      counts: true,
    }));
}

async function admitAll(
  store: AdmissionStore,
  batchOf: () => readonly AdmissionRequest[],
  batches: number,
): Promise<void> {
  for (let count = 0; count < batches; count++) {
    const decisions = await store.admit(batchOf());
    if (decisions.some(({ outcome }) => outcome !== "admitted")) throw new Error("a request was not admitted");
  }
}
