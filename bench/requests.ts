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

/**
 * Uses every path and every key without forming all pairs, which would be too many. The keys are shuffled with their
 * repetitions, as in `crossed`: the same number of requests in a row has about as many different keys.
 */
export function paired(paths: readonly string[], keys: readonly string[]): readonly LoadRequest[] {
  const random = randomNumbers(SEED);
  const length = Math.max(paths.length, keys.length);
  const shuffledTo = (values: readonly string[]) =>
    shuffled(
      Array.from({ length }, (_, index) => values[index % values.length] ?? ""),
      random,
    );
  const shuffledKeys = shuffledTo(keys);
  return shuffledTo(paths).map((path, index) => ({
    method: "GET" as const,
    path,
    key: shuffledKeys[index] ?? "",
    body: "",
  }));
}
