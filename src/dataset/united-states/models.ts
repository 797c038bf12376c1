import { type ByGroup, totalOf } from "../../domain/offense.ts";
import type { ReturnRule, YearVerdict } from "../model/completeness.ts";
import type { Pull } from "../model/filter.ts";
import { type PanelYear, type PlaceYear, placeYear, type ReviewedKind, yardstickOf } from "../model/panel.ts";
import { emptyModel } from "../model/rate-model.ts";
import { fitSharedMoves, hasFallen, sharedCases, sharedVerdicts } from "../model/shared-falls.ts";
import type { NationLedger, NationYear } from "./ledger.ts";
import { classVerdict, openMissingClasses } from "./missing-classes.ts";

/** The year in which agencies changed to the incident-based system: only some reported, many of them in part. */
export const CHANGE_YEAR = 2021;

/** A footnote that a year is not comparable with earlier ones. */
const NEW_SERIES = /changes in (?:this|the state\/local) agency's reporting practices/;

/** Smaller places say little about what their county's departments lost, and a county's sum says little about them. */
const SHARED_FROM = 10_000;

export type NationModels = ReturnType<typeof openNationModels>;

/** The filter over all places of the nation, one year after the other. */
export function openNationModels(ledger: NationLedger) {
  const countyOf = new Map(ledger.places.map(({ key, state, county }) => [key, county && `${state}|${county}`]));
  const secondOf = new Map(ledger.places.map(({ key, source, second }) => [key, source === "fbi" ? second : null]));
  const classes = openMissingClasses(ledger);
  let model = emptyModel(SIZE_BOUNDS, NATION_PULLS, NATION_RETURN);
  let shared = fitSharedMoves();
  for (const year of ledger.years) {
    if (year === CHANGE_YEAR) continue;
    const judged = model.judge(panelYear(ledger, year));
    const { places, yardstick } = judged.reported;
    const members = [...places].flatMap(([key, place]) => {
      const verdict = judged.verdicts.get(key);
      const county = countyOf.get(key);
      const isMember = county && verdict?.isComplete && place.review === null && place.residents >= SHARED_FROM;
      return isMember ? [{ key, county, place, forecasts: judged.forecasts.get(key) ?? [] }] : [];
    });
    const cases = [...Map.groupBy(members, ({ county }) => county).values()].map((group) =>
      sharedCases(new Map(group.map((member) => [member.key, member])), year, shared.moves()),
    );
    const together = new Map(cases.flatMap((one) => [...sharedVerdicts(one, year)]));
    const filled = new Map<string, PlaceYear>();
    const verdicts = new Map(
      [...judged.verdicts].map(([key, own]): [string, YearVerdict] => {
        const verdict = together.get(key) ?? own;
        const place = places.get(key);
        if (!place || !verdict.isComplete || place.review !== null) return [key, verdict];
        const { forecast } = verdict;
        const second = year === ledger.dataYear ? (secondOf.get(key) ?? null) : null;
        const gone = classes.judge(model, year, key, place, second);
        const judgedYear = classVerdict(place, gone, { own: verdict, yardstick, forecast, second });
        if (judgedYear.filled !== null) filled.set(key, judgedYear.filled);
        return [key, judgedYear.verdict];
      }),
    );
    model = judged.close(verdicts, filled);
    const sums = cases.filter((one) => one.length > 0 && !one.some((sum) => hasFallen(sum)));
    shared = sums.reduce((fit, [next]) => (next === undefined ? fit : fit.add(next.groups)), shared);
  }
  const { gone: goneClasses, low: lowClasses, rare: rareClasses, judge: judgeClasses } = classes;
  return { model, goneClasses, lowClasses, rareClasses, judgeClasses };
}

function panelYear(ledger: NationLedger, year: number): PanelYear {
  const { residents, offenses } = ledger.nation(year);
  const places = ledger.places.flatMap((place): [string, PlaceYear][] => {
    const found = place.years.get(year);
    if (place.population.unclear.has(year)) return [];
    const review = found === undefined ? null : reviewOf(found);
    if (!found?.offenses || !found.residents || totalOf(found.offenses) === 0) return [];
    return [[place.key, placeYear(found.residents, found.offenses, review)]];
  });
  return { year, places: new Map(places), yardstick: yardstickOf(residents, offenses) };
}

function reviewOf({ review, footnotes }: NationYear): ReviewedKind | null {
  if (review !== null) return review;
  return footnotes.some((text) => NEW_SERIES.test(text)) ? "new_series" : null;
}

/** Size classes of places by residents: each has its own yearly move. */
export const SIZE_BOUNDS = [0, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000] as const;

/** Chosen on the counts up to 2018 (docs/backtest.md). */
const NATION_PULLS: ByGroup<Pull> = {
  violent: { longRun: 0.15, typical: 0.01, level: 0.7 },
  property: { longRun: 0.2, typical: 0, level: 0.7 },
};

/** Two thirds alone would withhold 9 to 33% of unbroken years by their size (docs/backtest.md). */
const NATION_RETURN: ReturnRule = { leastShare: 2 / 3, tail: 0.1, again: true };
