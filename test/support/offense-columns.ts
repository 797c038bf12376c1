import { mapOffenses } from "../../src/domain/offense.ts";
import type { Trend } from "../../src/domain/snapshot.ts";

/** Columns of a trend in which every violent offense is an assault and every property offense a larceny; null is a gap. */
export function offenseColumns(
  violent: readonly (number | null)[],
  property: readonly (number | null)[],
): Trend["offenses"] {
  const none = violent.map((count) => (count === null ? null : 0));
  return { ...mapOffenses(() => none), aggravatedAssault: violent, larceny: property };
}

export const NO_OFFENSES = mapOffenses(() => 0);
