import type { NationPlace } from "../domain/nation.ts";
import { byGroup, mapOffenses, OFFENSE_CLASSES, OFFENSE_GROUPS } from "../domain/offense.ts";
import { figuresOf } from "../domain/trend.ts";

const RATED = ["rate", "smoothedRate", "ratio"] as const;
const SIZE = 2 + OFFENSE_CLASSES.length + OFFENSE_GROUPS.length * RATED.length;

/**
 * What the records of the data year are made of, by the number of the place. All places are read before the first record
 * is made: what a file's large members are parsed into is garbage by then, and leaves no gaps between the records.
 * @throws RangeError if a place has no figures of the data year
 */
export function entryFigures(places: readonly NationPlace[], dataYear: number) {
  const numbers = new Float64Array(places.length * SIZE);
  for (const [place, own] of places.entries()) {
    const { population, offenses } = figuresOf(own.trend, dataYear);
    if (population === null || offenses === null)
      throw new RangeError(`${own.name}, ${own.state} has a record without figures of ${dataYear}`);
    const { rating } = own;
    const counts = OFFENSE_CLASSES.map((offense) => offenses[offense]);
    const rates = OFFENSE_GROUPS.flatMap((group) => RATED.map((name) => rating[group][name]));
    numbers.set([population, rating.relativeRisk, ...counts, ...rates], place * SIZE);
  }
  return (place: number) => {
    const at = (index: number) => numbers[place * SIZE + index] ?? 0;
    const rate = (index: number) => at(2 + OFFENSE_CLASSES.length + index);
    return {
      population: at(0),
      relativeRisk: at(1),
      offenses: mapOffenses((offense) => at(2 + OFFENSE_CLASSES.indexOf(offense))),
      ...byGroup((group) => {
        const first = OFFENSE_GROUPS.indexOf(group) * RATED.length;
        return { rate: rate(first), smoothedRate: rate(first + 1), ratio: rate(first + 2) };
      }),
    };
  };
}
