import { type ByGroup, OFFENSE_GROUPS, type OffenseGroup } from "../domain/offense.ts";
import { FALL_BOUND, type FallBound, judge, type YearVerdict } from "./completeness.ts";
import {
  type CountedYear,
  countedYear,
  followYear,
  forecastOf,
  type Known,
  type KnownRates,
  type Step,
} from "./filter.ts";
import type { Panel, PanelYear, PlaceYear } from "./panel.ts";
import { type ClassMoves, fitMoves, moveOfSize, type SizeBounds } from "./yearly-move.ts";

/** A place's rates in one of its complete years, from the years up to it and no later one. */
export interface YearEstimate<Place extends PlaceYear = PlaceYear> {
  readonly place: Place;
  readonly year: number;
  readonly state: ByGroup<number>;
  readonly steps: ByGroup<Step>;
  /** The yearly moves from this year on. */
  readonly moves: ByGroup<number>;
  /** The yearly moves from the year before to this one. */
  readonly movesUsed: ByGroup<number>;
}

/** The filter over the complete years of all places of one kind. */
export interface Model<Place extends PlaceYear = PlaceYear> {
  /** Only the complete years. */
  readonly panel: Panel<Place>;
  readonly bounds: SizeBounds;
  /** Of the places with figures of a year, complete or not. */
  keys(year: number): readonly string[];
  /** The figures of a year, complete or not. */
  reported(year: number, key: string): Place | null;
  /** Years of the panel between a place's last complete year and this one; 0 without a complete year before it. */
  interruption(year: number, key: string): number;
  /** The verdict on a place's year; null without figures. */
  verdict(year: number, key: string): YearVerdict | null;
  /** Forecast counts of a year; null without a complete year before it. */
  expected(year: number, key: string, residents: number): ByGroup<number> | null;
  /** Fitted on the years up to this one. */
  moves(year: number): ByGroup<ClassMoves>;
  /** null if that year of the place is not complete. */
  estimate(year: number, key: string): YearEstimate<Place> | null;
  /** Places with a complete year before a year in which they have no figures. */
  missing(year: number): readonly string[];
}

interface Followed<Place extends PlaceYear> {
  readonly reported: PanelYear<Place>;
  readonly complete: PanelYear<Place>;
  /** Of the complete year. */
  readonly counted: ByGroup<CountedYear>;
  readonly verdicts: ReadonlyMap<string, YearVerdict>;
  /** The posteriors before the year, with the moves fitted before it. */
  readonly before: ByGroup<KnownRates>;
  readonly movesBefore: ByGroup<ClassMoves>;
  readonly moves: ByGroup<ClassMoves>;
}

export interface ModelOptions {
  /** null if falls are not withheld by their size. */
  readonly fallBound?: FallBound | null;
}

/**
 * Goes through the years once, oldest first. Whether a year is complete depends on the forecast from the years before it, and
 * on the year after it; the filter uses only complete years.
 */
export function openModel<Place extends PlaceYear>(
  panel: Panel<Place>,
  bounds: SizeBounds,
  { fallBound = FALL_BOUND }: ModelOptions = {},
): Model<Place> {
  const fits = { violent: fitMoves(bounds), property: fitMoves(bounds) };
  const fitted = (): ByGroup<ClassMoves> => ({ violent: fits.violent.moves(), property: fits.property.moves() });
  const followed = new Map<number, Followed<Place>>();
  const completeYears: PanelYear<Place>[] = [];
  for (const [index, year] of panel.entries()) {
    const movesBefore = fitted();
    const before = knownAfter([...followed.values()], movesBefore);
    const verdicts = judge({
      year,
      following: panel.slice(index + 1),
      forecast: forecaster(before, movesBefore),
      interruption: (key) => interruptionOf(before.violent, year.year, key),
      fallBound,
    });
    const places = new Map([...year.places].filter(([key]) => verdicts.get(key)?.isComplete));
    const complete = { ...year, places };
    completeYears.push(complete);
    const counted = {
      violent: countedYear(complete, "violent"),
      property: countedYear(complete, "property"),
    };
    for (const group of OFFENSE_GROUPS) fits[group].add(counted[group]);
    followed.set(year.year, { reported: year, complete, counted, verdicts, before, movesBefore, moves: fitted() });
  }

  function interruptionOf(before: KnownRates, year: number, key: string): number {
    const last = before.get(key)?.year ?? year;
    return completeYears.filter((between) => between.year > last && between.year < year).length;
  }

  function knownAfter(
    years: readonly Pick<Followed<Place>, "counted">[],
    moves: ByGroup<ClassMoves>,
  ): ByGroup<Map<string, Known>> {
    const known = { violent: new Map<string, Known>(), property: new Map<string, Known>() };
    for (const { counted } of years) {
      for (const group of OFFENSE_GROUPS) followYear(known[group], counted[group], moveOfSize(bounds, moves[group]));
    }
    return known;
  }

  function forecaster(known: ByGroup<KnownRates>, moves: ByGroup<ClassMoves>) {
    return (key: string, { year, state }: Pick<PanelYear, "year" | "state">, group: OffenseGroup) => {
      const last = known[group].get(key);
      if (last === undefined) return null;
      return forecastOf(last, year, state[group], moveOfSize(bounds, moves[group]));
    };
  }

  /** The filter's steps of a year, with the moves fitted up to it. */
  const stepsOf = new Map<number, ByGroup<ReadonlyMap<string, Step>>>();
  function steps(year: number): ByGroup<ReadonlyMap<string, Step>> | null {
    const found = followed.get(year);
    if (found === undefined) return null;
    const kept = stepsOf.get(year);
    if (kept !== undefined) return kept;
    const earlier = [...followed.values()].filter(({ complete }) => complete.year < year);
    const known = knownAfter(earlier, found.moves);
    const stepsBy = (group: OffenseGroup) => {
      const steps = followYear(known[group], found.counted[group], moveOfSize(bounds, found.moves[group]));
      return new Map(steps.map((step) => [step.key, step]));
    };
    const made = { violent: stepsBy("violent"), property: stepsBy("property") };
    stepsOf.set(year, made);
    return made;
  }

  return {
    panel: completeYears,
    bounds,
    keys: (year) => [...(followed.get(year)?.reported.places.keys() ?? [])],
    reported: (year, key) => followed.get(year)?.reported.places.get(key) ?? null,
    interruption(year, key) {
      const before = followed.get(year)?.before.violent;
      return before === undefined ? 0 : interruptionOf(before, year, key);
    },
    verdict: (year, key) => followed.get(year)?.verdicts.get(key) ?? null,
    expected(year, key, residents) {
      const found = followed.get(year);
      if (found === undefined) return null;
      const forecast = forecaster(found.before, found.movesBefore);
      const violent = forecast(key, found.complete, "violent");
      const property = forecast(key, found.complete, "property");
      if (violent === null || property === null) return null;
      return { violent: (violent.mean * residents) / 1_000, property: (property.mean * residents) / 1_000 };
    },
    moves: (year) => followed.get(year)?.moves ?? fitted(),
    estimate(year, key) {
      const found = followed.get(year);
      const place = found?.complete.places.get(key);
      const made = steps(year);
      const violent = made?.violent.get(key);
      const property = made?.property.get(key);
      if (!found || !place || !violent || !property) return null;
      const moveFrom = (group: OffenseGroup, residents: number) => moveOfSize(bounds, found.moves[group])(residents);
      return {
        place,
        year,
        state: found.complete.state,
        steps: { violent, property },
        moves: { violent: moveFrom("violent", place.residents), property: moveFrom("property", place.residents) },
        movesUsed: {
          violent: moveFrom("violent", violent.last?.residents ?? place.residents),
          property: moveFrom("property", property.last?.residents ?? place.residents),
        },
      };
    },
    missing(year) {
      const found = followed.get(year);
      if (found === undefined) return [];
      return [...found.before.violent.keys()].filter((key) => !found.verdicts.has(key));
    },
  };
}
