import { type ByGroup, OFFENSE_CLASSES, type Offense, totalOf } from "../../domain/offense.ts";
import type { YearVerdict } from "../model/completeness.ts";
import type { Pull } from "../model/filter.ts";
import { rateOf } from "../model/gamma-poisson.ts";
import { type PanelYear, type PlaceYear, placeYear, type ReviewedKind, yardstickOf } from "../model/panel.ts";
import { emptyModel, type RateModel } from "../model/rate-model.ts";
import { fitSharedMoves, hasFallen, sharedCases, sharedVerdicts } from "../model/shared-falls.ts";
import { hasUnclearPopulation, type NationLedger, type NationLedgerPlace, type NationYear } from "./ledger.ts";

/** The year in which agencies changed to the incident-based system: only some reported, many of them in part. */
const CHANGE_YEAR = 2021;

/** A footnote that a year is not comparable with earlier ones. */
const NEW_SERIES = /changes in (?:this|the state\/local) agency's reporting practices/;

export type NationModels = ReturnType<typeof openNationModels>;

export interface ClassChange {
  readonly offense: Offense;
  readonly count: number;
  /** From the last complete years, at the nation's change. */
  readonly expected: number;
}

/** The filter over all places of the nation, one year after the other. */
export function openNationModels(ledger: NationLedger) {
  const countyOf = new Map(ledger.places.map(({ key, state, county }) => [key, county && `${state}|${county}`]));
  const changes = new Map<string, readonly ClassChange[]>();
  let model = emptyModel(SIZE_BOUNDS, NATION_PULLS, RETURN_SHARE);
  let shared = fitSharedMoves();
  for (const year of ledger.years) {
    if (year === CHANGE_YEAR) continue;
    const judged = model.judge(panelYear(ledger, year));
    const { places } = judged.reported;
    const nation = ledger.nation(year);
    for (const [key, place] of places) changes.set(`${year}|${key}`, classChanges(nation, model, key, place));
    const members = [...places].flatMap(([key, place]) => {
      const verdict = judged.verdicts.get(key);
      const county = countyOf.get(key);
      const isMember = county && verdict?.isComplete && place.review === null;
      return isMember ? [{ key, county, place, forecasts: judged.forecasts.get(key) ?? [] }] : [];
    });
    const cases = [...Map.groupBy(members, ({ county }) => county).values()].map((group) =>
      sharedCases(new Map(group.map((member) => [member.key, member])), year, shared.moves()),
    );
    const together = new Map(cases.flatMap((one) => [...sharedVerdicts(one, year)]));
    const verdicts = new Map(
      [...judged.verdicts].map(([key, own]): [string, YearVerdict] => {
        const verdict = together.get(key) ?? own;
        const place = places.get(key);
        const mayLackClass = verdict.isComplete || verdict.finding === "second_source";
        if (!place || !mayLackClass || place.review === "accepted") return [key, verdict];
        const isLost = (changes.get(`${year}|${key}`) ?? []).some(isGone);
        if (!isLost) return [key, verdict];
        return [key, { isComplete: false, finding: "class_lost", forecast: verdict.forecast, fall: null }];
      }),
    );
    model = judged.close(verdicts);
    const sums = cases.filter((one) => one.length > 0 && !one.some((sum) => hasFallen(sum)));
    shared = sums.reduce((fit, [next]) => (next === undefined ? fit : fit.add(next.groups)), shared);
  }
  const of = (year: number, key: string) => changes.get(`${year}|${key}`) ?? [];
  return {
    model,
    /** Classes that are nearly gone in a year, by the place's last complete years. */
    lostClasses: (year: number, key: string) => of(year, key).filter(isGone),
    /** Classes far below the place's last complete years, but not gone. */
    lowClasses: (year: number, key: string) => of(year, key).filter((change) => isLow(change) && !isGone(change)),
  };
}

function panelYear(ledger: NationLedger, year: number): PanelYear {
  const { residents, offenses } = ledger.nation(year);
  const places = ledger.places.flatMap((place): [string, PlaceYear][] => {
    const found = place.years.get(year);
    if (year === ledger.dataYear && hasUnclearPopulation(place, year)) return [];
    const review = found === undefined ? null : reviewOf(place, found);
    if (!found?.offenses || !found.residents || totalOf(found.offenses) === 0) return [];
    const others = year === ledger.dataYear && place.second ? [{ source: "rtci", ...place.second }] : [];
    return [[place.key, { ...placeYear(found.residents, found.offenses, review), others }]];
  });
  return { year, places: new Map(places), yardstick: yardstickOf(residents, offenses) };
}

function reviewOf({ source }: NationLedgerPlace, { isTrusted, footnotes }: NationYear): ReviewedKind | null {
  if (source !== "fbi") return isTrusted ? "accepted" : "partial_year";
  return footnotes.some((text) => NEW_SERIES.test(text)) ? "new_series" : null;
}

/** How many complete years a class is compared with. */
const CLASS_YEARS = 3;
/** A class is gone below a third of what was expected, and low below half of it. Fewer expected offenses say little. */
const GONE = { expected: 10, share: 1 / 3 } as const;
const LOW = { expected: 20, share: 1 / 2 } as const;

function isGone({ count, expected }: ClassChange): boolean {
  return expected >= GONE.expected && count < GONE.share * expected;
}

function isLow({ count, expected }: ClassChange): boolean {
  return expected >= LOW.expected && count < LOW.share * expected;
}

/** Each class of a year beside the count of the place's last complete years, moved with the nation's rate of the class. */
function classChanges(
  now: ReturnType<NationLedger["nation"]>,
  model: RateModel,
  key: string,
  place: PlaceYear,
): readonly ClassChange[] {
  const begun = model.restarts(key).at(-1) ?? 0;
  const past = model.panel
    .filter(({ year: earlier, places }) => earlier >= begun && places.has(key))
    .slice(-CLASS_YEARS);
  if (past.length === 0) return [];
  return OFFENSE_CLASSES.map((offense) => {
    const counted = past.reduce((sum, { places }) => sum + Math.max(0, places.get(key)?.offenses[offense] ?? 0), 0);
    const usual = past.reduce((sum, { places, yardstick }) => {
      return sum + (yardstick[offense] * (places.get(key)?.residents ?? 0)) / 1_000;
    }, 0);
    const nation = (rateOf(now.offenses[offense], now.residents) * place.residents) / 1_000;
    return { offense, count: Math.max(0, place.offenses[offense]), expected: (counted / usual) * nation };
  });
}

/** Size classes of places by residents: each has its own yearly move. */
export const SIZE_BOUNDS = [0, 25_000, 50_000, 100_000, 250_000] as const;

/** Chosen on the counts up to 2018 (docs/backtest.md). */
export const NATION_PULLS: ByGroup<Pull> = {
  violent: { longRun: 0.15, typical: 0.01, level: 0.7 },
  property: { longRun: 0.2, typical: 0, level: 0.7 },
};

/** No rule of its own for first reports after a gap: of those that it would withhold, four in five lasted. */
export const RETURN_SHARE = 0;
