import { setImmediate } from "node:timers/promises";
import type { Geography } from "./geography.ts";

const QUERIES = [
  "c",
  "s snata margarida vally county park",
  "atlandena anahiem",
  "san fransisco heights neighborhood park",
  "east los angels",
  "94110",
];
const ROUNDS = 30;

/** Searches often enough that the runtime compiles the code before the first request, one search per turn of the event loop. */
export async function warmUp({ findPlaces }: Pick<Geography, "findPlaces">): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    for (const q of QUERIES) {
      findPlaces({ q, limit: 20 });
      await setImmediate();
    }
  }
}
