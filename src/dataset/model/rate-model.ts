import { type ByGroup, byGroup, OFFENSE_GROUPS, type OffenseGroup } from "../../domain/offense.ts";
import { type Forecast, judge, type OpenFall, YEARS_BACK, YEARS_FALLEN, type YearVerdict } from "./completeness.ts";
import { fitCorrelation } from "./correlation.ts";
import {
  type CountedYear,
  countedIn,
  countedYear,
  type Dynamics,
  followYear,
  forecastOf,
  type KnownRate,
  type KnownRates,
  knownUpTo,
  PULLS,
  type Pull,
  type Step,
} from "./filter.ts";
import { tailsOf } from "./gamma-poisson.ts";
import type { Panel, PanelYear, PlaceYear } from "./panel.ts";
import { type ClassMoves, fitMoves, moveOfSize, type SizeBounds } from "./yearly-move.ts";

/** A place's rates in one of its complete years, from the years up to it and no later one. */
export interface YearEstimate<Place extends PlaceYear = PlaceYear> {
  readonly place: Place;
  readonly year: number;
  readonly yardstick: ByGroup<number>;
  readonly steps: ByGroup<Step>;
  /** The yearly moves from this year on. */
  readonly moves: ByGroup<number>;
  /** The yearly moves from the year before to this one. */
  readonly movesUsed: ByGroup<number>;
  /** Of the two groups' forecast errors, fitted on the years up to this one. */
  readonly correlation: number;
}

/** The filter over the complete years of all places of one kind. */
export interface RateModel<Place extends PlaceYear = PlaceYear> {
  /** Only the complete years. */
  readonly panel: Panel<Place>;
  readonly bounds: SizeBounds;
  /** Of the places with figures of a year, complete or not. */
  keys(year: number): readonly string[];
  /** The yardstick's rates of a year; null if the panel does not have it. */
  yardstick(year: number): ByGroup<number> | null;
  /** The figures of a year, complete or not. */
  reported(year: number, key: string): Place | null;
  /** The verdict on a place's year; null without figures. */
  verdict(year: number, key: string): YearVerdict | null;
  /** Of a year with figures: from each earlier year that the verdict considers, the newest first. */
  forecasts(year: number, key: string): readonly Forecast[];
  /** Forecast counts of a year; null without a complete year before it. */
  expected(year: number, key: string, residents: number): ByGroup<number> | null;
  /** The years in which a place's lower level was accepted, so that it begins again. */
  restarts(key: string): readonly number[];
  /** Fitted on the years up to this one. */
  moves(year: number): ByGroup<ClassMoves>;
  /** Of the two groups' forecast errors, fitted on the years up to this one. */
  correlation(year: number): number;
  /** null if that year of the place is not complete. */
  estimate(year: number, key: string): YearEstimate<Place> | null;
  /** Places with a complete year before a year in which they have no figures. */
  missing(year: number): readonly string[];
}

/** A model that is made one year at a time, oldest first: `judge` a year, then `close` it with the verdicts. */
interface GrowingModel<Place extends PlaceYear = PlaceYear> extends RateModel<Place> {
  /** The verdicts by the places' own figures; null in a year that the panel does not have. */
  judge(year: number): ReadonlyMap<string, YearVerdict> | null;
  close(year: number, verdicts: ReadonlyMap<string, YearVerdict>): void;
}

interface Opened<Place extends PlaceYear> {
  readonly reported: PanelYear<Place>;
  /** The posteriors up to each year of `YEARS_BACK`, with the moves fitted before the year. */
  readonly before: readonly ByGroup<KnownRates>[];
  readonly dynamics: ByGroup<Dynamics>;
  /** By key; each place's from the newest year to the oldest. */
  readonly forecasts: Map<string, readonly Forecast[]>;
}

interface Followed<Place extends PlaceYear> extends Opened<Place> {
  readonly complete: PanelYear<Place>;
  /** Of the complete year. */
  readonly counted: ByGroup<CountedYear>;
  readonly verdicts: ReadonlyMap<string, YearVerdict>;
  /** The filter's steps of the year, with the moves fitted up to it. */
  readonly steps: ByGroup<ReadonlyMap<string, Step>>;
  readonly moves: ByGroup<ClassMoves>;
  readonly correlation: number;
}

export function growModel<Place extends PlaceYear>(
  panel: Panel<Place>,
  bounds: SizeBounds,
  pulls: ByGroup<Pull> = PULLS.place,
): GrowingModel<Place> {
  const fits = byGroup((group) => fitMoves(bounds, pulls[group]));
  const opened = new Map<number, Opened<Place>>();
  const followed = new Map<number, Followed<Place>>();
  const falls = new Map<string, OpenFall>();
  const restarts = new Map<string, readonly number[]>();
  const errors = fitCorrelation();

  function open(year: number): Opened<Place> | undefined {
    const reported = panel.find((candidate) => candidate.year === year);
    if (reported === undefined) return undefined;
    const dynamics = byGroup((group) => dynamicsOf(group, fits[group].moves()));
    const before = YEARS_BACK.map((back) => posteriors(year - back, dynamics));
    const made: Opened<Place> = { reported, before, dynamics, forecasts: new Map() };
    for (const [key, place] of reported.places) made.forecasts.set(key, forecastsOf(made, key, place));
    opened.set(year, made);
    return made;
  }

  function dynamicsOf(group: OffenseGroup, moves: ClassMoves): Dynamics {
    return { moveOf: moveOfSize(bounds, moves), pull: pulls[group] };
  }

  function posteriors(last: number, dynamics: ByGroup<Dynamics>): ByGroup<KnownRates> {
    const years = [...followed.values()];
    return byGroup((group) => {
      const counted = years.map((year) => year.counted[group]);
      return knownUpTo(counted, last, dynamics[group]);
    });
  }

  function interruptionOf(before: KnownRates | undefined, year: number, key: string): number {
    const last = before?.get(key)?.year ?? year;
    return [...followed.keys()].filter((between) => between > last && between < year).length;
  }

  function forecastFrom(from: ByGroup<KnownRate>, { reported, dynamics }: Opened<Place>, place: PlaceYear): Forecast {
    const groups = byGroup((group) => {
      const rate = forecastOf(from[group], reported.year, reported.yardstick[group], dynamics[group]);
      const n = place.residents / 1_000;
      const tails = tailsOf(countedIn(place, group), rate);
      return { ...tails, rate, expected: rate.mean * n, variance: rate.variance * n ** 2 };
    });
    return { from, groups };
  }

  function forecastsOf(year: Opened<Place>, key: string, place: PlaceYear): readonly Forecast[] {
    const begun = restarts.get(key)?.at(-1) ?? 0;
    const levels = year.before.flatMap(({ violent, property }): ByGroup<KnownRate>[] => {
      const [one, other] = [violent.get(key), property.get(key)];
      return one && other && one.year >= begun ? [{ violent: one, property: other }] : [];
    });
    const different = levels.filter(({ violent }, index) => violent.year !== levels[index - 1]?.violent.year);
    return different.map((from) => forecastFrom(from, year, place));
  }

  function stepsOf(counted: ByGroup<CountedYear>, moves: ByGroup<ClassMoves>): Followed<Place>["steps"] {
    const dynamics = byGroup((group) => dynamicsOf(group, moves[group]));
    const before = posteriors(counted.violent.year - 1, dynamics);
    return byGroup((group) => {
      const made = followYear(new Map(before[group]), counted[group], dynamics[group]);
      return new Map(made.map((step) => [step.key, step]));
    });
  }

  return {
    judge(year) {
      const opening = open(year);
      if (opening === undefined) return null;
      const verdicts = [...opening.reported.places].map(([key, place]) => {
        const fall = falls.get(key);
        const open = fall === undefined ? null : { fall, forecast: forecastFrom(fall.from, opening, place) };
        const interruption = interruptionOf(opening.before[0]?.violent, year, key);
        return [key, judge({ year, place, forecasts: opening.forecasts.get(key) ?? [], interruption, open })] as const;
      });
      return new Map(verdicts);
    },
    close(year, verdicts) {
      const opening = opened.get(year);
      if (opening === undefined) return;
      const { reported } = opening;
      const places = new Map([...reported.places].filter(([key]) => verdicts.get(key)?.isComplete));
      const complete = { ...reported, places };
      const restarted = new Set<string>();
      for (const [key, { fall, finding, isComplete }] of verdicts) {
        const open = falls.get(key);
        if (fall !== null) falls.set(key, fall);
        if (!isComplete) continue;
        if (open && (finding === "review" || year - open.year >= YEARS_FALLEN)) restarted.add(key);
        falls.delete(key);
      }
      for (const key of restarted) restarts.set(key, [...(restarts.get(key) ?? []), year]);
      for (const [key, place] of places) {
        const [newest] = opening.forecasts.get(key) ?? [];
        if (newest && !restarted.has(key)) errors.add(place, newest.groups);
      }
      const counted = byGroup((group) => countedYear(complete, group, restarted));
      for (const group of OFFENSE_GROUPS) fits[group].add(counted[group]);
      const moves = byGroup((group) => fits[group].moves());
      const steps = stepsOf(counted, moves);
      followed.set(year, { ...opening, complete, counted, verdicts, moves, steps, correlation: errors.correlation() });
    },
    get panel() {
      return [...followed.values()].map(({ complete }) => complete);
    },
    bounds,
    keys: (year) => [...(opened.get(year)?.reported.places.keys() ?? [])],
    yardstick: (year) => opened.get(year)?.reported.yardstick ?? null,
    reported: (year, key) => opened.get(year)?.reported.places.get(key) ?? null,
    verdict: (year, key) => followed.get(year)?.verdicts.get(key) ?? null,
    forecasts: (year, key) => opened.get(year)?.forecasts.get(key) ?? [],
    expected(year, key, residents) {
      const opening = opened.get(year);
      const [violent, property] = OFFENSE_GROUPS.map((group) => {
        const known = opening?.before[0]?.[group].get(key);
        if (opening === undefined || known === undefined) return null;
        const { mean } = forecastOf(known, year, opening.reported.yardstick[group], opening.dynamics[group]);
        return (mean * residents) / 1_000;
      });
      return violent == null || property == null ? null : { violent, property };
    },
    restarts: (key) => restarts.get(key) ?? [],
    correlation: (year) => followed.get(year)?.correlation ?? 0,
    moves: (year) => followed.get(year)?.moves ?? byGroup((group) => fits[group].moves()),
    estimate(year, key) {
      const found = followed.get(year);
      const place = found?.complete.places.get(key);
      const violent = found?.steps.violent.get(key);
      const property = found?.steps.property.get(key);
      if (!found || !place || !violent || !property) return null;
      const steps = { violent, property };
      const moveFrom = (group: OffenseGroup, residents: number) => moveOfSize(bounds, found.moves[group])(residents);
      return {
        place,
        year,
        yardstick: found.complete.yardstick,
        steps,
        moves: byGroup((group) => moveFrom(group, place.residents)),
        movesUsed: byGroup((group) => moveFrom(group, steps[group].last?.residents ?? place.residents)),
        correlation: found.correlation,
      };
    },
    missing(year) {
      const opening = opened.get(year);
      return [...(opening?.before[0]?.violent.keys() ?? [])].filter((key) => !opening?.reported.places.has(key));
    },
  };
}
