import type { BacktestResult } from "../../domain/backtest.ts";
import { familyOf, GRADE_FAMILIES, gradeOf } from "../../domain/grade.ts";
import { exactScore } from "../../domain/score.ts";
import { CITY_BOUNDS } from "../agency-models.ts";
import type { Ledger } from "../ledger.ts";
import { type Model, openModel } from "../model.ts";
import { type CityYear, cityPanel, FEWEST_RESIDENTS, type PanelYear } from "../panel.ts";
import { filteredRates } from "./estimators.ts";
import { mean, rounded } from "./measure.ts";
import { geometricMean } from "./scorings.ts";

const VIOLENT_WEIGHTS = [0.3, 0.4, 0.5, 0.6, 0.7] as const;
const FEWEST = [1, 1_000, 10_000] as const;
const EXPONENTS = [1, 1.5, 2, 2.5, 3] as const;

interface Choices {
  readonly riskOf: (violentRatio: number, propertyRatio: number) => number;
  /** Of the relative risk in 100 / (1 + RRᵏ). */
  readonly exponent: number;
}

/** The current choices (decisions 7). */
const IN_FORCE: Choices = { riskOf: weighted(0.5), exponent: 2 };

type Scores = ReadonlyMap<string, number>;

/** The grades of a year with one choice changed at a time. */
export function sensitivityOf(
  ledger: Ledger,
  model: Model<CityYear>,
  year: PanelYear<CityYear>,
): BacktestResult["sensitivity"] {
  const base = scoresOf(year, model, IN_FORCE);
  const geometric = scoresOf(year, model, { ...IN_FORCE, riskOf: geometricMean });
  const violent = filteredRates(year, model, "violent");
  const violentAndSafe = (scores: Scores) =>
    [...scores].filter(
      ([key, score]) => ["A", "B"].includes(familyOfScore(score)) && (violent.get(key) ?? 0) >= year.state.violent,
    ).length;
  return {
    year: year.year,
    cities: base.size,
    violentAndSafe: { arithmetic: violentAndSafe(base), geometric: violentAndSafe(geometric) },
    geometric: { moved: movedShare(base, geometric), meanShift: meanShift(base, geometric) },
    violentWeight: VIOLENT_WEIGHTS.map((value) => {
      const scores = scoresOf(year, model, { ...IN_FORCE, riskOf: weighted(value) });
      return { value, moved: movedShare(base, scores), meanShift: meanShift(base, scores) };
    }),
    fewestResidents: FEWEST.map((fewest) => {
      const other = fewest === FEWEST_RESIDENTS ? model : openModel(cityPanel(ledger, fewest), CITY_BOUNDS);
      const scores = scoresOf(other.panel.find((candidate) => candidate.year === year.year) ?? year, other, IN_FORCE);
      const common = [...base].filter(([key]) => scores.has(key));
      const shifts = common.map(([key, score]) => Math.abs((scores.get(key) ?? 0) - score));
      return {
        value: fewest,
        cities: scores.size,
        moved: movedShare(new Map(common), scores),
        largestShift: Math.max(...shifts),
      };
    }),
    exponent: EXPONENTS.map((exponent) => {
      const scores = scoresOf(year, model, { ...IN_FORCE, exponent });
      const letters = [...scores.values()].map(familyOfScore);
      const families = GRADE_FAMILIES.map((family) => letters.filter((letter) => letter === family).length);
      return { value: exponent, moved: movedShare(base, scores), families };
    }),
  };
}

function weighted(violentWeight: number): Choices["riskOf"] {
  return (violentRatio, propertyRatio) => violentWeight * violentRatio + (1 - violentWeight) * propertyRatio;
}

function scoresOf(year: PanelYear<CityYear>, model: Model<CityYear>, { riskOf, exponent }: Choices): Scores {
  const violent = filteredRates(year, model, "violent");
  const property = filteredRates(year, model, "property");
  return new Map(
    [...violent].map(([key, rate]) => {
      const risk = riskOf(rate / year.state.violent, (property.get(key) ?? 0) / year.state.property);
      return [key, Math.round(exactScore(risk ** (exponent / 2)))];
    }),
  );
}

function meanShift(base: Scores, other: Scores): number {
  return rounded(mean([...base].map(([key, score]) => Math.abs((other.get(key) ?? 0) - score))), 2);
}

function movedShare(base: Scores, other: Scores): number {
  const moved = [...base].filter(([key, score]) => familyOfScore(other.get(key) ?? 0) !== familyOfScore(score));
  return rounded(moved.length / base.size);
}

function familyOfScore(score: number) {
  return familyOf(gradeOf(score).letter);
}
