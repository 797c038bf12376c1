import type { Model } from "../../src/dataset/model.ts";
import type { CityYear, Panel, PanelYear } from "../../src/dataset/panel.ts";
import { relativeRiskOf } from "../../src/dataset/rating.ts";
import { familyOf, GRADE_FAMILIES, type GradeFamily, gradeOf } from "../../src/domain/grade.ts";
import { namesOf, recordFrom } from "../../src/domain/named.ts";
import { type ByGroup, OFFENSE_CLASSES, type Offense } from "../../src/domain/offense.ts";
import { scoreOf } from "../../src/domain/score.ts";
import { SIZE_CLASSES } from "../../src/domain/size-class.ts";
import { type Estimator, estimates, type Rates, threeYearsTo } from "./estimators.ts";
import { ranks, rounded, sizeOf } from "./measure.ts";
import type { YearPair } from "./pairs.ts";

/**
 * Ways to grade a city. `percentile` is that of a comparable service: offense classes weighted 10 to 2, then ranked.
 */
export const SCORINGS = {
  method: "The method",
  raw: "Without smoothing",
  threeYear: "Three-year mean",
  percentile: "Percentile of weighted offenses",
} as const;
type Scoring = keyof typeof SCORINGS;

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

type Letters = ReadonlyMap<string, GradeFamily>;

/** How often each scoring changes a city's letter from one year to the next, for cities with two earlier years in both. */
export function letterTable(pairs: readonly YearPair[], model: Model<CityYear>) {
  const cityYears = pairs.flatMap(({ now, next, three }) => {
    const nextThree = threeYearsTo(model.panel, next.year);
    if (!three || !nextThree) return [];
    const [first, second] = [gradeYear(now, three, model), gradeYear(next, nextThree, model)];
    return [...now.places]
      .filter(([key]) => [first, second].every(({ threeYear, method }) => threeYear.has(key) && method.has(key)))
      .map(([key, { residents }]) => ({ key, size: sizeOf(residents), first, second }));
  });
  return [...SIZE_CLASSES.map(({ name }) => name), null].map((size) => {
    const members = cityYears.filter((row) => size === null || row.size === size);
    const changed = namesOf(SCORINGS).map((scoring) => {
      const moved = members.filter(({ key, first, second }) => first[scoring].get(key) !== second[scoring].get(key));
      return [scoring, rounded(moved.length / members.length)] as const;
    });
    return { size, cityYears: members.length, changed: recordFrom(changed) };
  });
}

function gradeYear(
  now: PanelYear<CityYear>,
  three: Panel<CityYear>,
  model: Model<CityYear>,
): Readonly<Record<Scoring, Letters>> {
  const violent = estimates(now, three, model, "violent");
  const property = estimates(now, three, model, "property");
  const of = (estimator: Estimator): Letters => {
    const scores = scoresOf(violent[estimator], property[estimator], now.state, relativeRiskOf);
    return new Map([...scores].map(([key, score]) => [key, letterOf(score)]));
  };
  const method = of("ownPast");
  return { method, raw: of("raw"), threeYear: of("threeYear"), percentile: percentile(now, method) };
}

/** Rounded scores, from rates relative to the state's. */
export function scoresOf(
  violent: Rates,
  property: Rates,
  state: ByGroup<number>,
  riskOf: typeof relativeRiskOf,
): ReadonlyMap<string, number> {
  return new Map(
    [...violent].map(([key, rate]) => {
      const risk = riskOf(rate / state.violent, (property.get(key) ?? 0) / state.property);
      return [key, scoreOf(risk)];
    }),
  );
}

/** Without + or -. */
export function letterOf(score: number): GradeFamily {
  return familyOf(gradeOf(score).letter);
}

/** Letters by the rank of weighted offenses, with cut-offs that make each letter as frequent as in our grading. */
function percentile({ places }: PanelYear<CityYear>, ours: Letters): Letters {
  const rates = [...places.values()].map(({ offenses, residents }) => {
    const weighted = OFFENSE_CLASSES.reduce((sum, name) => sum + PEER_WEIGHTS[name] * offenses[name], 0);
    return weighted / residents;
  });
  const ranked = ranks(rates);
  const frequency = GRADE_FAMILIES.map((family) => [...ours.values()].filter((letter) => letter === family).length);
  const bounds = frequency.map((_, index) => frequency.slice(0, index + 1).reduce((sum, count) => sum + count, 0));
  const letterAt = (rank: number) => GRADE_FAMILIES[bounds.findIndex((bound) => rank <= bound)] ?? "F";
  return new Map([...places.keys()].map((key, index) => [key, letterAt(ranked[index] ?? 0)]));
}
