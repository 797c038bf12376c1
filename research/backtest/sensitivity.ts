import type { Model } from "../../src/dataset/model.ts";
import type { CityYear, PanelYear } from "../../src/dataset/panel.ts";
import { relativeRiskOf } from "../../src/dataset/rating.ts";
import { filteredRates } from "./estimators.ts";
import { mean, rounded } from "./measure.ts";
import { letterOf, scoresOf } from "./scorings.ts";

const VIOLENT_WEIGHTS = [0.3, 0.4, 0.5, 0.6, 0.7] as const;

type Scores = ReadonlyMap<string, number>;

/** How the grades of a year would differ with another mean of the two ratios. */
export function sensitivityOf(year: PanelYear<CityYear>, model: Model<CityYear>) {
  const violent = filteredRates(year, model, "violent");
  const property = filteredRates(year, model, "property");
  const scoresBy = (riskOf: typeof relativeRiskOf) => scoresOf(violent, property, year.state, riskOf);
  const base = scoresBy(relativeRiskOf);
  const geometric = scoresBy((violentRatio, propertyRatio) => Math.sqrt(violentRatio * propertyRatio));
  /** Cities with an A or a B whose smoothed violent rate is at or above the state's. */
  const violentAndSafe = (scores: Scores) =>
    [...scores].filter(
      ([key, score]) => ["A", "B"].includes(letterOf(score)) && (violent.get(key) ?? 0) >= year.state.violent,
    ).length;
  return {
    year: year.year,
    cities: base.size,
    violentAndSafe: { arithmetic: violentAndSafe(base), geometric: violentAndSafe(geometric) },
    geometric: differenceOf(base, geometric),
    violentWeight: VIOLENT_WEIGHTS.map((value) => ({
      value,
      ...differenceOf(
        base,
        scoresBy((violentRatio, propertyRatio) => value * violentRatio + (1 - value) * propertyRatio),
      ),
    })),
  };
}

/** The share of cities with another letter, and the mean change of the score in points. */
function differenceOf(base: Scores, other: Scores) {
  const moved = [...base].filter(([key, score]) => letterOf(other.get(key) ?? 0) !== letterOf(score));
  const shifts = [...base].map(([key, score]) => Math.abs((other.get(key) ?? 0) - score));
  return { moved: rounded(moved.length / base.size), meanShift: rounded(mean(shifts), 2) };
}
