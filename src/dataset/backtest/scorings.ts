import { type BacktestResult, type Estimator, SCORINGS, type Scoring, SIZE_CLASSES } from "../../domain/backtest.ts";
import { familyOf, GRADE_FAMILIES, type GradeFamily, gradeOf } from "../../domain/grade.ts";
import { namesOf, recordFrom } from "../../domain/named.ts";
import { OFFENSE_CLASSES, type Offense } from "../../domain/offense.ts";
import { exactScore } from "../../domain/score.ts";
import type { Model } from "../model.ts";
import type { CityYear, PanelYear } from "../panel.ts";
import { relativeRiskOf } from "../rating.ts";
import type { YearPair } from "./deviance.ts";
import { estimates, type History, historyOf, type Rates } from "./estimators.ts";
import { mean, ranks, rounded, sizeOf, spearman } from "./measure.ts";

/** The weights that CrimeLayer, a public peer, publishes for its classes; it ranks a state's cities by the weighted sum. */
const PEER_WEIGHTS = {
  homicide: 10,
  rape: 9,
  aggravatedAssault: 8,
  robbery: 7,
  burglary: 4,
  motorVehicleTheft: 3,
  larceny: 2,
} as const satisfies Record<Offense, number>;

/** Scores and letters of a year's cities, 0 to 100, the higher the safer. */
interface Graded {
  readonly scores: ReadonlyMap<string, number>;
  readonly letters: ReadonlyMap<string, GradeFamily>;
}

type GradedYear = Readonly<Record<Scoring, Graded>>;

/** How stable the ranks and letters of each scoring are from year to year, for cities with two earlier years in both. */
export function scoringTables(pairs: readonly YearPair[], model: Model<CityYear>) {
  const graded = pairs.flatMap(({ now, next, history }) => {
    const nextHistory = historyOf(model.panel, next);
    if (!history || !nextHistory) return [];
    return [{ now, next, first: gradeYear(history, model), second: gradeYear(nextHistory, model) }];
  });
  const names = namesOf(SCORINGS);
  const steps = graded.map((step) => ({ ...step, keys: keysOf(step.now, step.first, step.second) }));

  const rankRows: BacktestResult["ranks"] = names.map((scoring) => {
    const of = (target: (step: (typeof steps)[number], key: string) => number) =>
      rounded(
        mean(
          steps.map((step) =>
            spearman(
              step.keys.map((key) => step.first[scoring].scores.get(key) ?? 0),
              step.keys.map((key) => target(step, key)),
            ),
          ),
        ),
        3,
      );
    return {
      scoring,
      withItself: of(({ second }, key) => second[scoring].scores.get(key) ?? 0),
      withViolent: of(({ next }, key) => -rateIn(next, key, "violent")),
      withProperty: of(({ next }, key) => -rateIn(next, key, "property")),
    };
  });
  const letters: BacktestResult["letters"] = [...SIZE_CLASSES.map(({ name }) => name), null].map((size) => {
    const members = steps.flatMap(({ now, first, second, keys }) =>
      keys
        .filter((key) => size === null || sizeOf(now.places.get(key)?.residents ?? 0) === size)
        .map((key) => ({ key, first, second })),
    );
    const changed = names.map((scoring) => {
      const moved = members.filter(
        ({ key, first, second }) => first[scoring].letters.get(key) !== second[scoring].letters.get(key),
      );
      return [scoring, rounded(moved.length / members.length)] as const;
    });
    return { size, cityYears: members.length, changed: recordFrom(changed) };
  });
  return { ranks: rankRows, letters };
}

function gradeYear(history: History, model: Model<CityYear>): GradedYear {
  const { now: year } = history;
  const violent = estimates(history, model, "violent");
  const property = estimates(history, model, "property");
  const of = (estimator: Estimator) => scoresOf(violent[estimator], property[estimator], year, relativeRiskOf);
  const method = graded(of("ownPast"));
  return {
    method,
    before: graded(scoresOf(violent.allCities, property.allCities, year, geometricMean)),
    raw: graded(of("raw")),
    threeYear: graded(of("threeYear")),
    percentile: percentile(year, method),
  };
}

/** The earlier method's average of the two ratios. */
export function geometricMean(violentRatio: number, propertyRatio: number): number {
  return Math.sqrt(violentRatio * propertyRatio);
}

/** Rounded scores, from rates relative to the state's. */
function scoresOf(
  violent: Rates,
  property: Rates,
  { state }: PanelYear<CityYear>,
  riskOf: typeof relativeRiskOf,
): ReadonlyMap<string, number> {
  return new Map(
    [...violent].map(([key, rate]) => {
      const risk = riskOf(rate / state.violent, (property.get(key) ?? 0) / state.property);
      return [key, Math.round(exactScore(risk))];
    }),
  );
}

function graded(scores: ReadonlyMap<string, number>): Graded {
  return { scores, letters: new Map([...scores].map(([key, score]) => [key, familyOf(gradeOf(score).letter)])) };
}

/** The rank by weighted offenses; its letter cut-offs make each letter as frequent as in our grading of the year. */
function percentile({ places: cities }: PanelYear<CityYear>, ours: Graded): Graded {
  const entries = [...cities];
  const rates = entries.map(([, { offenses, residents }]) => {
    const weighted = OFFENSE_CLASSES.reduce((sum, name) => sum + PEER_WEIGHTS[name] * offenses[name], 0);
    return weighted / residents;
  });
  const ranked = ranks(rates);
  const scores = new Map(entries.map(([key], index) => [key, 100 * (1 - (ranked[index] ?? 0) / entries.length)]));
  const frequency = GRADE_FAMILIES.map(
    (family) => [...ours.letters.values()].filter((letter) => letter === family).length,
  );
  const bounds = frequency.map((_, index) => frequency.slice(0, index + 1).reduce((sum, count) => sum + count, 0));
  const letterOf = (rank: number) => GRADE_FAMILIES[bounds.findIndex((bound) => rank <= bound)] ?? "F";
  return { scores, letters: new Map(entries.map(([key], index) => [key, letterOf(ranked[index] ?? 0)])) };
}

function keysOf(now: PanelYear<CityYear>, first: GradedYear, second: GradedYear): readonly string[] {
  return [...now.places.keys()].filter((key) =>
    [first, second].every((year) => year.threeYear.scores.has(key) && year.method.scores.has(key)),
  );
}

function rateIn(year: PanelYear<CityYear>, key: string, group: "violent" | "property"): number {
  const city = year.places.get(key);
  return city ? city[group] / city.residents : 0;
}
