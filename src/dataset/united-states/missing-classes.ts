import { familyOf, gradeOf, scoreOf } from "../../domain/grade.ts";
import {
  type ByGroup,
  byGroup,
  OFFENSE_CLASSES,
  OFFENSE_GROUPS,
  OFFENSES,
  type Offense,
  offensesIn,
} from "../../domain/offense.ts";
import { type Forecast, isConfirmedBy, YEARS_FALLEN, type YearVerdict } from "../model/completeness.ts";
import { rateOf, tailsOf, update } from "../model/gamma-poisson.ts";
import { NOTHING, type PanelYear, type PlaceYear, scoreWith } from "../model/panel.ts";
import type { RateModel } from "../model/rate-model.ts";
import type { NationLedger } from "./ledger.ts";
import type { SecondCount } from "./tables.ts";

/** A class of a place's year beside the count that its own past, or its size, suggests. */
export interface ClassChange {
  readonly offense: Offense;
  readonly count: number;
  readonly expected: number;
  /** Of the count as the past forecasts it. */
  readonly variance: number;
  /** Whether the place never reported the class, so that the nation's rate takes the place of its own past. */
  readonly isNever: boolean;
}

/** How many complete years a class is compared with. */
const CLASS_YEARS = 5;
/**
 * A class is gone below a third of what was expected, and low below half of it. Fewer expected offenses say little, but
 * none at all beyond chance is low, too.
 */
const GONE = { expected: 10, share: 1 / 3 } as const;
const LOW = { expected: 20, share: 1 / 2 } as const;
/**
 * A count is gone only beyond chance, too: of those to 2018 that were less likely than this, a fifth came back in the next
 * year, of others over a third (docs/backtest.md). Homicides vary more.
 */
const BEYOND_CHANCE = { homicide: 0.001, others: 0.01 } as const;
/** A class with under this share of the nation's rate in all years, where so many were expected, was never reported. */
const NEVER = { share: 0.04, expected: 25, years: 3, fewest: 2 } as const;
/** The counts of a year, or of all of a place's years, and those at the nation's rates. */
export interface RareClass {
  readonly offense: Offense;
  /** null for all of them. */
  readonly year: number | null;
  readonly count: number;
  readonly expected: number;
}
/** Some of the safest suburbs have hardly an assault, so that such counts are named and nothing is filled in. */
const RARE_CLASS: Offense = "aggravatedAssault";
/** Safe suburbs have hardly any robberies or homicides. */
const NEVER_CLASSES: ReadonlySet<Offense> = new Set(["rape", "burglary", "larceny", "motorVehicleTheft"]);
/** No town is nearly without these, so the nation's rate is filled in; of the others, the level of the rest of the group. */
const EVERYWHERE: ReadonlySet<Offense> = new Set(["burglary", "larceny"]);
/**
 * The standard deviation of a class from year to year, relative: fitted on the counts to 2018, and widened until 80% of
 * the later ones are in the range, too (docs/backtest.md).
 */
const YEARLY: Readonly<Record<Offense, number>> = {
  homicide: 0.2,
  rape: 0.25,
  robbery: 0.25,
  aggravatedAssault: 0.32,
  burglary: 0.32,
  larceny: 0.25,
  motorVehicleTheft: 0.33,
};
/** The same of a class that a place never reported: in the others of the group, places differ so much. */
const BETWEEN_PLACES = 0.7;
/** A class is filled in only if the score moves by less, and the rate of all offenses by less in percent of the nation's. */
const MOST = { score: 5, percent: 5 } as const;
/** A state's program with over so many times the count contradicts the FBI's. */
const CONTRADICTS = 1.1;

interface ClassState {
  /** The first year in which it is gone, until it returns. */
  readonly since: number | null;
  /** The years that were filled in, or withheld, for it. */
  readonly gone: ReadonlySet<number>;
  /** The first year of the level that became the place's own. */
  readonly own: number;
}
const KNOWN: ClassState = { since: null, gone: new Set(), own: 0 };

/** The classes of all places, year after year. */
export function openMissingClasses(ledger: Pick<NationLedger, "nation">) {
  const states = new Map<string, ClassState>();
  const found = new Map<string, readonly ClassChange[]>();
  const missing = new Map<string, readonly ClassChange[]>();
  const rare = new Map<string, readonly RareClass[]>();

  function changesOf(model: RateModel, year: number, key: string, place: PlaceYear): readonly ClassChange[] {
    const begun = model.restarts(key).at(-1) ?? 0;
    const past = model.panel.filter((one) => one.year >= begun && one.places.has(key));
    if (past.length === 0) return [];
    const now = ledger.nation(year);
    const named: RareClass[] = [];
    rare.set(`${year}|${key}`, named);
    return OFFENSE_CLASSES.map((offense) => {
      const nation = (rateOf(now.offenses[offense], now.residents) * place.residents) / 1_000;
      const count = Math.max(0, place.offenses[offense]);
      const { gone, own } = states.get(`${key}|${offense}`) ?? KNOWN;
      const all = sums(past, key, offense);
      const whole = { count: all.count + count, expected: all.expected + nation };
      if (NEVER_CLASSES.has(offense) && past.length >= NEVER.years) {
        const expected = nation * (EVERYWHERE.has(offense) ? 1 : levelOfOthers(past, key, offense));
        const isNever = isRare(whole) && expected >= NEVER.fewest && count < GONE.share * expected;
        if (isNever) return { offense, count, expected, variance: spread(expected, BETWEEN_PLACES), isNever };
      }
      if (offense === RARE_CLASS && past.length >= NEVER.years && isRare(whole))
        named.push({ offense, ...whole, year: null });
      else if (offense !== "homicide" && count === 0 && nation >= NEVER.expected)
        named.push({ offense, count, expected: nation, year });
      const level = past.filter((one) => one.year >= own && !gone.has(one.year)).slice(-CLASS_YEARS);
      const { count: counted, expected: usual } = sums(level, key, offense);
      const expected = usual === 0 ? 0 : (counted / usual) * nation;
      const variance = spread(expected, Math.sqrt(1 / Math.max(1, counted) + YEARLY[offense] ** 2));
      return { offense, count, expected, variance, isNever: false };
    });
  }

  return {
    /** The classes that are gone in a year, and still not the place's own level. Call it once for each year, in order. */
    judge(
      model: RateModel,
      year: number,
      key: string,
      place: PlaceYear,
      second: SecondCount | null,
    ): readonly ClassChange[] {
      const changes = changesOf(model, year, key, place);
      found.set(`${year}|${key}`, changes);
      const gone = changes.filter((change) => {
        const id = `${key}|${change.offense}`;
        const state = states.get(id) ?? KNOWN;
        if (change.isNever) return true;
        if (!isGone(change)) {
          if (state.since !== null) states.set(id, { ...state, since: null });
          return false;
        }
        const since = state.since ?? year;
        const isOwn = year - since >= YEARS_FALLEN || isConfirmed(place, change.offense, second);
        states.set(
          id,
          isOwn
            ? { since: null, gone: new Set(), own: since }
            : { ...state, since, gone: new Set([...state.gone, year]) },
        );
        return !isOwn;
      });
      missing.set(`${year}|${key}`, gone);
      return gone;
    },
    /** Assaults that the place hardly has in all its years, and classes that it has none of, which proves nothing. */
    rare(year: number, key: string): readonly RareClass[] {
      const gone = new Set(missing.get(`${year}|${key}`)?.map(({ offense }) => offense));
      return (rare.get(`${year}|${key}`) ?? []).filter(({ offense }) => !gone.has(offense));
    },
    /** Those that `judge` found. */
    gone: (year: number, key: string) => missing.get(`${year}|${key}`) ?? [],
    /** Classes far below the place's past, or its size, that are not gone. */
    low(year: number, key: string): readonly ClassChange[] {
      const gone = new Set(missing.get(`${year}|${key}`));
      return (found.get(`${year}|${key}`) ?? []).filter((change) => !gone.has(change) && isLow(change));
    },
  };
}

/** The ratio to the nation's rates of the other classes of the group, in all of the place's years. */
function levelOfOthers(past: RateModel["panel"], key: string, offense: Offense): number {
  const others = offensesIn(OFFENSES[offense].group).filter((one) => one !== offense);
  const found = others.map((other) => sums(past, key, other));
  const [count, expected] = [
    found.reduce((sum, one) => sum + one.count, 0),
    found.reduce((sum, one) => sum + one.expected, 0),
  ];
  return count / expected;
}

/** The counts of a class in these years, and those at the nation's rates. */
function sums(years: RateModel["panel"], key: string, offense: Offense) {
  return years.reduce(
    (sum, { places, yardstick }) => {
      const place = places.get(key);
      return {
        count: sum.count + Math.max(0, place?.offenses[offense] ?? 0),
        expected: sum.expected + (yardstick[offense] * (place?.residents ?? 0)) / 1_000,
      };
    },
    { count: 0, expected: 0 },
  );
}

function spread(expected: number, share: number): number {
  return expected + (share * expected) ** 2;
}

function isRare({ count, expected }: { readonly count: number; readonly expected: number }): boolean {
  return expected >= NEVER.expected && count < NEVER.share * expected;
}

function isGone(change: ClassChange): boolean {
  const { count, expected } = change;
  return expected >= GONE.expected && count < GONE.share * expected && isBeyondChance(change);
}

export function isLow(change: ClassChange): boolean {
  const { count, expected } = change;
  const isFar = expected >= LOW.expected && count < LOW.share * expected;
  return isFar || (count === 0 && isBeyondChance(change));
}

function isBeyondChance({ offense, count, expected, variance }: ClassChange): boolean {
  if (expected === 0) return false;
  const { lower } = tailsOf({ residents: 1_000, count }, { mean: expected, variance: variance - expected });
  return lower < BEYOND_CHANCE[offense === "homicide" ? offense : "others"];
}

function isConfirmed(place: PlaceYear, offense: Offense, second: SecondCount | null): boolean {
  const { group } = OFFENSES[offense];
  if (second === null) return false;
  const only = (counts: ByGroup<number>) => ({ ...NOTHING, [group]: counts[group] });
  return isConfirmedBy({ ...NOTHING, ...only(place) }, { source: "rtci", ...only(second) });
}

/** The verdict of a complete year once its classes are judged, and the year itself if missing ones were filled in. */
export function classVerdict(
  place: PlaceYear,
  gone: readonly ClassChange[],
  { own, yardstick, forecast, second }: CompleteYear,
): { readonly verdict: YearVerdict; readonly filled: PlaceYear | null } {
  const without = (finding: "class_lost" | "second_source") => {
    return { verdict: { isComplete: false, finding, forecast, fall: null }, filled: null } as const;
  };
  const whole = gone.length === 0 ? place : filledYear(place, gone, yardstick, forecast);
  if (whole === null) return without("class_lost");
  if (isContradictedByState(whole, yardstick, forecast, second)) return without("second_source");
  return { verdict: own, filled: gone.length === 0 ? null : whole };
}

interface CompleteYear {
  /** The verdict so far. */
  readonly own: YearVerdict;
  readonly yardstick: PanelYear["yardstick"];
  readonly forecast: Forecast | null;
  readonly second: SecondCount | null;
}

/** The year with its missing classes filled in; null if that would change the score or the comparison too much. */
export function filledYear(
  place: PlaceYear,
  gone: readonly ClassChange[],
  yardstick: PanelYear["yardstick"],
  forecast: Forecast | null,
): PlaceYear | null {
  const ofGroup = (group: keyof typeof NOTHING) => gone.filter(({ offense }) => OFFENSES[offense].group === group);
  const more = byGroup((group) => ofGroup(group).reduce((sum, { count, expected }) => sum + expected - count, 0));
  const priors = forecast && byGroup((group) => forecast.groups[group].rate);
  const moved = scoreWith(place, yardstick, priors, more) - scoreWith(place, yardstick, priors, NOTHING);
  const percent =
    (100 * rateOf(more.violent + more.property, place.residents)) / (yardstick.violent + yardstick.property);
  if (Math.abs(moved) >= MOST.score || percent > MOST.percent) return null;
  return {
    ...place,
    ...byGroup((group) => place[group] + more[group]),
    filled: byGroup((group) => ofGroup(group).reduce((sum, { variance }) => sum + variance, 0)),
  };
}

/** Whether the program of the state has so many more offenses in a group that they would change the group's letter. */
export function isContradictedByState(
  place: PlaceYear,
  yardstick: PanelYear["yardstick"],
  forecast: Forecast | null,
  second: SecondCount | null,
): boolean {
  if (second?.kind !== "state") return false;
  return OFFENSE_GROUPS.some((group) => {
    const letter = (count: number) => {
      const counted = { residents: place.residents, count };
      const rate = forecast ? update(forecast.groups[group].rate, counted).mean : rateOf(count, place.residents);
      return familyOf(gradeOf(scoreOf(rate / yardstick[group])).letter);
    };
    return second[group] > CONTRADICTS * place[group] && letter(second[group]) !== letter(place[group]);
  });
}
