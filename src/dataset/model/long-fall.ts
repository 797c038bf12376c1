import { OFFENSE_GROUPS, type OffenseGroup } from "../../domain/offense.ts";
import type { RateModel, YearEstimate } from "./rate-model.ts";

/** A year far below the level of some years long before, in steps that no yearly test finds. */
export interface LongFall {
  readonly group: OffenseGroup;
  /** The years before. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** At the ratio to the yardstick of those years. */
  readonly expected: number;
}

/** How many complete years are the level before. */
const LEVEL_YEARS = 3;
/** Fewer expected offenses say little. */
const FEWEST = 5;
/** 95% of changes are within so many standard deviations, as on pages that compare two years. */
const UNUSUAL = 1.96;

/**
 * Compares a year with the last complete years up to an earlier one: the ratio to the yardstick fell by more than chance
 * and the usual change of so many years explain. The group that fell further, if both did.
 */
export function longFall(model: RateModel, { year, place, moves, yardstick }: YearEstimate, key: string, upTo: number) {
  const before = model.panel.filter((one) => one.year <= upTo && one.places.has(key)).slice(-LEVEL_YEARS);
  const [first, last] = [before[0], before.at(-1)];
  if (first === undefined || last === undefined) return null;
  const back = year - before.reduce((sum, one) => sum + one.year, 0) / before.length;
  const found = OFFENSE_GROUPS.map((group) => {
    const had = before.reduce((sum, { places }) => sum + (places.get(key)?.[group] ?? 0), 0);
    const usual = before.reduce(
      (sum, { places, yardstick: rates }) => sum + (rates[group] * (places.get(key)?.residents ?? 0)) / 1_000,
      0,
    );
    const now = (yardstick[group] * place.residents) / 1_000;
    const change = Math.log((place[group] + 0.5) / (now + 0.5)) - Math.log((had + 0.5) / (usual + 0.5));
    const variance = 1 / (place[group] + 0.5) + 1 / (had + 0.5) + back * moves[group] ** 2;
    const isFew = Math.min(now, usual) < FEWEST;
    const fall: LongFall = {
      ...{ group, from: first.year, to: last.year },
      ...{ count: place[group], expected: (had / usual) * now },
    };
    return { fall, deviations: isFew ? 0 : change / Math.sqrt(variance) };
  });
  const [furthest] = found.toSorted((a, b) => a.deviations - b.deviations);
  return furthest !== undefined && furthest.deviations < -UNUSUAL ? furthest.fall : null;
}
