import { type BacktestResult, SCORINGS, type Scoring, SIZE_CLASSES } from "../../domain/backtest.ts";
import { familyOf, GRADE_FAMILIES, type GradeFamily, gradeOf } from "../../domain/grade.ts";
import { scoreInterval } from "../../domain/interval.ts";
import type { OffenseCounts } from "../../domain/offense.ts";
import { exactScore } from "../../domain/score.ts";
import type { CityYear, Panel, PanelYear } from "../panel.ts";
import { fitPriors } from "../rating.ts";
import { type Pair, recordOf } from "./deviance.ts";
import { beforeOf, estimates, type History, historyOf, type Rates, yearEstimates } from "./estimators.ts";
import { mean, ranks, rounded, sizeOf, spearman } from "./measure.ts";

/** The weights that a public peer, CrimeLayer, publishes for its classes; it ranks the cities of a state by the sum. */
const PEER_WEIGHTS = {
  homicide: 10,
  rape: 9,
  aggravatedAssault: 8,
  robbery: 7,
  burglary: 4,
  motorVehicleTheft: 3,
  larceny: 2,
} as const satisfies Record<keyof OffenseCounts, number>;

/** Scores and letters of a year's cities, 0 to 100, the higher the safer. */
interface Graded {
  readonly scores: ReadonlyMap<string, number>;
  readonly letters: ReadonlyMap<string, GradeFamily>;
}

type GradedYear = Readonly<Record<Scoring, Graded>>;

/** How the scorings keep their ranks and letters from year to year, on the cities with two years of history in both. */
export function scoringTables(pairs: readonly Pair[], panel: Panel<CityYear>) {
  const graded = pairs.flatMap(({ now, next, history }) => {
    const nextHistory = historyOf(panel, next, beforeOf(panel, next));
    if (!history || !nextHistory) return [];
    return [{ now, next, first: gradeYear(history), second: gradeYear(nextHistory) }];
  });
  const names = Object.keys(SCORINGS).filter((name): name is Scoring => name in SCORINGS);
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
    return { size, cityYears: members.length, changed: recordOf(changed) };
  });
  return { ranks: rankRows, letters };
}

/** Share of cities whose next score lies in this year's 80 % interval. */
export function intervalTable(pairs: readonly Pair[]): BacktestResult["interval"] {
  const cities = pairs.flatMap(({ now, next }) => {
    const priors = fitPriors([...now.places.values()]);
    const model = {
      violent: { prior: priors.violent, stateRate: now.state.violent },
      property: { prior: priors.property, stateRate: now.state.property },
    };
    const after = scoresOf(yearEstimates(next, "violent").smoothed, yearEstimates(next, "property").smoothed, next);
    return [...now.places].flatMap(([key, city]) => {
      const score = after.get(key);
      if (score === undefined) return [];
      const { low, high } = scoreInterval({ ...city, population: city.residents }, model);
      return [{ size: sizeOf(city.residents), isInside: low <= score && score <= high }];
    });
  });
  return [...SIZE_CLASSES.map(({ name }) => name), null].map((size) => {
    const members = cities.filter((city) => size === null || city.size === size);
    const inside = members.filter(({ isInside }) => isInside).length;
    return { size, cityYears: members.length, inside: rounded(inside / members.length) };
  });
}

function gradeYear(history: History): GradedYear {
  const { now: year } = history;
  const violent = estimates(history, "violent");
  const property = estimates(history, "property");
  const ours = graded(scoresOf(violent.smoothed, property.smoothed, year));
  return {
    smoothed: ours,
    raw: graded(scoresOf(violent.raw, property.raw, year)),
    threeYear: graded(scoresOf(violent.threeYear, property.threeYear, year)),
    ownPast: graded(scoresOf(violent.ownPast, property.ownPast, year)),
    percentile: percentile(year, ours),
  };
}

/** Rounded scores as published, of rates against the state's. */
function scoresOf(violent: Rates, property: Rates, { state }: PanelYear<CityYear>): ReadonlyMap<string, number> {
  return new Map(
    [...violent].map(([key, rate]) => {
      const squaredRisk = (rate / state.violent) * ((property.get(key) ?? 0) / state.property);
      return [key, Math.round(exactScore(squaredRisk))];
    }),
  );
}

function graded(scores: ReadonlyMap<string, number>): Graded {
  return { scores, letters: new Map([...scores].map(([key, score]) => [key, familyOf(gradeOf(score).letter)])) };
}

/** The rank by weighted offenses; its letters are cut so that each is as frequent as in our grading of the year. */
function percentile({ places: cities }: PanelYear<CityYear>, ours: Graded): Graded {
  const entries = [...cities];
  const rates = entries.map(([, { offenses, residents }]) => {
    const weighted = Object.entries(PEER_WEIGHTS).reduce(
      (sum, [name, weight]) => sum + weight * countOf(offenses, name),
      0,
    );
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

function countOf(offenses: OffenseCounts, name: string): number {
  const counts: Readonly<Record<string, number>> = offenses;
  return counts[name] ?? 0;
}

function keysOf(now: PanelYear<CityYear>, first: GradedYear, second: GradedYear): readonly string[] {
  return [...now.places.keys()].filter((key) =>
    [first, second].every((year) => year.threeYear.scores.has(key) && year.smoothed.scores.has(key)),
  );
}

function rateIn(year: PanelYear<CityYear>, key: string, group: "violent" | "property"): number {
  const city = year.places.get(key);
  return city ? city[group] / city.residents : 0;
}
