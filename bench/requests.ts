import type { LoadRequest } from "./load.ts";
import { randomNumbers, shuffled } from "./statistics.ts";

/** Gives the same shuffle in every run. */
export const SEED = 446;

/** A lookup of every path with every key. */
export function crossed(paths: readonly string[], keys: readonly string[]): readonly LoadRequest[] {
  return shuffled(
    paths.flatMap((path) => keys.map((key) => ({ method: "GET" as const, path, key, body: "" }))),
    randomNumbers(SEED),
  );
}

/** Uses every path and every key without forming all pairs, which would be too many. */
export function paired(paths: readonly string[], keys: readonly string[]): readonly LoadRequest[] {
  const random = randomNumbers(SEED);
  const shuffledPaths = shuffled(paths, random);
  const shuffledKeys = shuffled(keys, random);
  return Array.from({ length: Math.max(paths.length, keys.length) }, (_, index) => ({
    method: "GET" as const,
    path: shuffledPaths[index % paths.length] ?? "",
    key: shuffledKeys[index % keys.length] ?? "",
    body: "",
  }));
}
