import { type ByGroup, byGroup, OFFENSE_GROUPS, type OffenseGroup } from "../../domain/offense.ts";
import {
  type CorrelationFit,
  type Forecast,
  fitCorrelation,
  isContradicted,
  judge,
  type OpenFall,
  RETURN_RULE,
  type ReturnRule,
  YEARS_BACK,
  YEARS_FALLEN,
  type YearVerdict,
} from "./completeness.ts";
import {
  type ClassMoves,
  type CountedYear,
  countedIn,
  countedYear,
  type Dynamics,
  fitMoves,
  followYear,
  forecastOf,
  type KnownRate,
  type KnownRates,
  knownUpTo,
  type MoveFit,
  moveOfSize,
  PULLS,
  type Pull,
  type SizeBounds,
  type Step,
} from "./filter.ts";
import { tailsOf } from "./gamma-poisson.ts";
import type { Panel, PanelYear, PlaceYear } from "./panel.ts";

/** A place's rates in one of its complete years, from the years up to it and no later one. */
export interface YearEstimate {
  readonly place: PlaceYear;
  readonly year: number;
  readonly yardstick: ByGroup<number>;
  readonly steps: ByGroup<Step>;
  /** The yearly moves from this year on. */
  readonly moves: ByGroup<number>;
  /** The yearly moves from the year before to this one. */
  readonly movesUsed: ByGroup<number>;
  /** Of the two groups' forecast errors, fitted on the years up to this one. */
  readonly correlation: number;
  readonly pulls: ByGroup<Pull>;
}

/** The filter over the complete years of all places of one kind. It never changes: closing a year gives a new one. */
export interface RateModel {
  /** The year after the last, judged by the places' own figures. */
  judge(reported: PanelYear): JudgedYear;
  /** Only the complete years. */
  readonly panel: Panel;
  readonly bounds: SizeBounds;
  /** Of the places with figures of a year, complete or not. */
  keys(year: number): readonly string[];
  /** The yardstick's rates of a year; null if the panel does not have it. */
  yardstick(year: number): ByGroup<number> | null;
  /** The figures of a year, complete or not. */
  reported(year: number, key: string): PlaceYear | null;
  /** The verdict on a place's year; null without figures. */
  verdict(year: number, key: string): YearVerdict | null;
  /** Of a year with figures: from each earlier year that the verdict considers, the newest first. */
  forecasts(year: number, key: string): readonly Forecast[];
  /** Of a year with figures, from any earlier posterior. */
  forecastFrom(year: number, key: string, from: ByGroup<KnownRate>): Forecast | null;
  /** Forecast counts of a year; null without a complete year before it. */
  expected(year: number, key: string, residents: number): ByGroup<number> | null;
  /** The years in which a place's lower level was accepted, so that it begins again. */
  restarts(key: string): readonly number[];
  /** Fitted on the years up to this one. */
  moves(year: number): ByGroup<ClassMoves>;
  /** Of the two groups' forecast errors, fitted on the years up to this one. */
  correlation(year: number): number;
  /** null if that year of the place is not complete. */
  estimate(year: number, key: string): YearEstimate | null;
  /** Places with a complete year before a year in which they have no figures. */
  missing(year: number): readonly string[];
}

/**
 * A year judged by the places' own figures, with the model of the years before it. It changes nothing: `close` gives the
 * model that has the year.
 */
export interface JudgedYear {
  readonly reported: PanelYear;
  /** By key; each place's from the newest year to the oldest. */
  readonly forecasts: ReadonlyMap<string, readonly Forecast[]>;
  readonly verdicts: ReadonlyMap<string, YearVerdict>;
  /**
   * @param verdicts of all places of the year; their own where others do not matter
   * @param filled complete years with classes filled in
   */
  close(verdicts?: ReadonlyMap<string, YearVerdict>, filled?: ReadonlyMap<string, PlaceYear>): RateModel;
}

interface FollowedYear extends Omit<JudgedYear, "close"> {
  /** The posteriors up to each year of `YEARS_BACK`, with the moves fitted before the year. */
  readonly before: readonly ByGroup<KnownRates>[];
  readonly dynamics: ByGroup<Dynamics>;
  readonly complete: PanelYear;
  /** Of the complete year. */
  readonly counted: ByGroup<CountedYear>;
  /** The filter's steps of the year, with the moves fitted up to it. */
  readonly steps: ByGroup<ReadonlyMap<string, Step>>;
  readonly moves: ByGroup<ClassMoves>;
  readonly correlation: number;
}

/** What the years so far left behind. */
interface Past {
  readonly bounds: SizeBounds;
  readonly pulls: ByGroup<Pull>;
  readonly returned: ReturnRule;
  /** Oldest first. */
  readonly followed: readonly FollowedYear[];
  readonly fits: ByGroup<MoveFit>;
  readonly errors: CorrelationFit;
  readonly falls: ReadonlyMap<string, OpenFall>;
  readonly restarts: ReadonlyMap<string, readonly number[]>;
}

export function emptyModel(
  bounds: SizeBounds,
  pulls: ByGroup<Pull> = PULLS.place,
  returned: ReturnRule = RETURN_RULE,
): RateModel {
  const fits = byGroup((group) => fitMoves(bounds, pulls[group]));
  return modelOf({
    ...{ bounds, pulls, returned, fits, errors: fitCorrelation() },
    ...{ followed: [], falls: new Map(), restarts: new Map() },
  });
}

function judgeYear(past: Past, reported: PanelYear): JudgedYear {
  const { bounds, pulls, followed, falls } = past;
  const { year, places } = reported;
  const dynamics = byGroup((group) => dynamicsOf(past, group, past.fits[group].moves()));
  const counted = byGroup((group) => followed.map((one) => one.counted[group]));
  const lasts = YEARS_BACK.map((back) => year - back);
  const known = byGroup((group) => knownUpTo(counted[group], lasts, dynamics[group]));
  const before = YEARS_BACK.map((_, index) => byGroup((group) => known[group][index] ?? new Map()));
  const forecasts = new Map([...places].map(([key, place]) => [key, forecastsOf(key, place)]));
  const verdicts = new Map([...places].map(([key, place]) => [key, verdictOn(key, place)]));

  function forecastsOf(key: string, place: PlaceYear): readonly Forecast[] {
    const begun = past.restarts.get(key)?.at(-1) ?? 0;
    const levels = before.flatMap(({ violent, property }): ByGroup<KnownRate>[] => {
      const [one, other] = [violent.get(key), property.get(key)];
      return one && other && one.year >= begun ? [{ violent: one, property: other }] : [];
    });
    const different = levels.filter(({ violent }, index) => violent.year !== levels[index - 1]?.violent.year);
    return different.map((from) => forecastFrom(from, reported, dynamics, place));
  }

  function verdictOn(key: string, place: PlaceYear): YearVerdict {
    const fall = falls.get(key);
    const open = fall === undefined ? null : { fall, forecast: forecastFrom(fall.from, reported, dynamics, place) };
    const last = before[0]?.violent.get(key)?.year ?? year;
    const interruption = followed.filter(({ reported }) => reported.year > last && reported.year < year).length;
    const from = forecasts.get(key) ?? [];
    const verdict = judge({ year, place, forecasts: from, interruption, returned: past.returned, open });
    const [forecast = null] = from;
    const isTooLow = verdict.finding !== "review" && isContradicted(place, reported.yardstick, forecast);
    if (!verdict.isComplete || !isTooLow) return verdict;
    return { isComplete: false, finding: "second_source", forecast, fall: null };
  }

  const judged = { reported, forecasts, verdicts };
  return {
    ...judged,
    close(decided = verdicts, filled = new Map()) {
      const trusted = [...places].filter(([key]) => decided.get(key)?.isComplete);
      const complete = {
        ...reported,
        places: new Map(trusted.map(([key, place]) => [key, filled.get(key) ?? place])),
      };
      const { falls, restarts, restarted } = afterVerdicts(past, reported, decided);
      const errors = [...complete.places].reduce((errors, [key, place]) => {
        const [newest] = forecasts.get(key) ?? [];
        return newest && !restarted.has(key) ? errors.add(place, newest.groups) : errors;
      }, past.errors);
      const now = byGroup((group) => countedYear(complete, group, restarted));
      const fits = byGroup((group) => past.fits[group].add(now[group]));
      const moves = byGroup((group) => fits[group].moves());
      const steps = byGroup((group) => {
        const fitted = dynamicsOf(past, group, moves[group]);
        const [known] = knownUpTo(counted[group], [year - 1], fitted);
        return new Map(followYear(new Map(known), now[group], fitted).map((step) => [step.key, step]));
      });
      const closed: FollowedYear = {
        ...{ ...judged, verdicts: decided, before, dynamics },
        ...{ complete, counted: now, steps, moves, correlation: errors.correlation() },
      };
      return modelOf({
        bounds,
        pulls,
        returned: past.returned,
        fits,
        errors,
        falls,
        restarts,
        followed: [...followed, closed],
      });
    },
  };
}

function forecastFrom(
  from: ByGroup<KnownRate>,
  { year, yardstick }: PanelYear,
  dynamics: ByGroup<Dynamics>,
  place: PlaceYear,
): Forecast {
  const groups = byGroup((group) => {
    const rate = forecastOf(from[group], year, yardstick[group], dynamics[group]);
    const n = place.residents / 1_000;
    const tails = tailsOf(countedIn(place, group), rate);
    return { ...tails, rate, expected: rate.mean * n, variance: rate.variance * n ** 2 };
  });
  return { from, groups };
}

function dynamicsOf({ bounds, pulls }: Past, group: OffenseGroup, moves: ClassMoves): Dynamics {
  return { moveOf: moveOfSize(bounds, moves), pull: pulls[group] };
}

/** The open falls and the restarts after a year. */
function afterVerdicts(past: Past, { year, places }: PanelYear, verdicts: ReadonlyMap<string, YearVerdict>) {
  const falls = new Map(past.falls);
  const restarts = new Map(past.restarts);
  const restarted = new Set<string>();
  for (const [key, { fall, isComplete }] of verdicts) {
    const open = falls.get(key);
    if (fall !== null) falls.set(key, fall);
    if (!isComplete) continue;
    falls.delete(key);
    const review = places.get(key)?.review;
    const isAccepted = open && (review === "accepted" || year - open.year >= YEARS_FALLEN) && review !== "trusted";
    if (!isAccepted && review !== "new_series") continue;
    restarted.add(key);
    restarts.set(key, [...(restarts.get(key) ?? []), year]);
  }
  return { falls, restarts, restarted };
}

function modelOf(past: Past): RateModel {
  const { bounds, pulls, followed, fits, restarts } = past;
  const of = (year: number) => followed.find(({ reported }) => reported.year === year);
  return {
    judge: (reported) => judgeYear(past, reported),
    panel: followed.map(({ complete }) => complete),
    bounds,
    keys: (year) => [...(of(year)?.reported.places.keys() ?? [])],
    yardstick: (year) => of(year)?.reported.yardstick ?? null,
    reported: (year, key) => of(year)?.reported.places.get(key) ?? null,
    verdict: (year, key) => of(year)?.verdicts.get(key) ?? null,
    forecasts: (year, key) => of(year)?.forecasts.get(key) ?? [],
    forecastFrom(year, key, from) {
      const found = of(year);
      const place = found?.reported.places.get(key);
      return found && place ? forecastFrom(from, found.reported, found.dynamics, place) : null;
    },
    expected(year, key, residents) {
      const found = of(year);
      const [violent, property] = OFFENSE_GROUPS.map((group) => {
        const known = found?.before[0]?.[group].get(key);
        if (found === undefined || known === undefined) return null;
        const { mean } = forecastOf(known, year, found.reported.yardstick[group], found.dynamics[group]);
        return (mean * residents) / 1_000;
      });
      return violent == null || property == null ? null : { violent, property };
    },
    restarts: (key) => restarts.get(key) ?? [],
    correlation: (year) => of(year)?.correlation ?? 0,
    moves: (year) => of(year)?.moves ?? byGroup((group) => fits[group].moves()),
    estimate(year, key) {
      const found = of(year);
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
        pulls,
      };
    },
    missing(year) {
      const found = of(year);
      return [...(found?.before[0]?.violent.keys() ?? [])].filter((key) => !found?.reported.places.has(key));
    },
  };
}
