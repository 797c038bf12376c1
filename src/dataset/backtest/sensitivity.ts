import type { BacktestResult } from "../../domain/backtest.ts";
import { familyOf, GRADE_FAMILIES, gradeOf } from "../../domain/grade.ts";
import { exactScore } from "../../domain/score.ts";
import type { Ledger } from "../ledger.ts";
import { type CityYear, cityPanel, type PanelYear } from "../panel.ts";
import { yearEstimates } from "./estimators.ts";
import { mean, rounded } from "./measure.ts";

const VIOLENT_WEIGHTS = [0.3, 0.4, 0.5, 0.6, 0.7] as const;
const FEWEST = [1, 500, 1_000, 2_500, 5_000, 10_000] as const;
const EXPONENTS = [1, 1.5, 2, 2.5, 3] as const;

/** The choices in force (decisions 7). */
const IN_FORCE: Choices = { violentWeight: 0.5, exponent: 2 };

interface Choices {
  /** Weight of the violent ratio in the geometric mean; the property ratio has the rest. */
  readonly violentWeight: number;
  /** Of the relative risk in 100 / (1 + RRᵏ). */
  readonly exponent: number;
}

type Scores = ReadonlyMap<string, number>;

/** The grades of a year under other choices, one at a time. */
export function sensitivityOf(ledger: Ledger, year: PanelYear<CityYear>): BacktestResult["sensitivity"] {
  const base = scoresOf(year, IN_FORCE);
  return {
    year: year.year,
    cities: base.size,
    violentWeight: VIOLENT_WEIGHTS.map((violentWeight) => {
      const scores = scoresOf(year, { ...IN_FORCE, violentWeight });
      const shifts = [...base].map(([key, score]) => Math.abs((scores.get(key) ?? 0) - score));
      return { value: violentWeight, moved: movedShare(base, scores), meanShift: rounded(mean(shifts), 2) };
    }),
    fewestResidents: FEWEST.map((fewest) => {
      const other = cityPanel(ledger, fewest).find((candidate) => candidate.year === year.year);
      const scores: Scores = other ? scoresOf(other, IN_FORCE) : new Map();
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
      const scores = scoresOf(year, { ...IN_FORCE, exponent });
      const letters = [...scores.values()].map(familyOfScore);
      const families = GRADE_FAMILIES.map((family) => letters.filter((letter) => letter === family).length);
      return { value: exponent, moved: movedShare(base, scores), families };
    }),
  };
}

function scoresOf(year: PanelYear<CityYear>, { violentWeight, exponent }: Choices): Scores {
  const violent = yearEstimates(year, "violent").smoothed;
  const property = yearEstimates(year, "property").smoothed;
  return new Map(
    [...violent].map(([key, rate]) => {
      const logRisk =
        violentWeight * Math.log(rate / year.state.violent) +
        (1 - violentWeight) * Math.log((property.get(key) ?? 0) / year.state.property);
      return [key, Math.round(exactScore(Math.exp(exponent * logRisk)))];
    }),
  );
}

function movedShare(base: Scores, other: Scores): number {
  const moved = [...base].filter(([key, score]) => familyOfScore(other.get(key) ?? 0) !== familyOfScore(score));
  return rounded(moved.length / base.size);
}

function familyOfScore(score: number) {
  return familyOf(gradeOf(score).letter);
}
