import { groupSteps, pastSteps, scoreSteps } from "./explain-steps.ts";
import type { Explanation } from "./explanation.ts";
import { INTERVAL_PROBABILITY, type RiskModel, type ScoreInterval, scoreInterval } from "./interval.ts";
import { type OffenseGroup, propertyOf, violentOf } from "./offense.ts";
import type { OwnPast, PlaceFlag, Snapshot, SnapshotCity, SnapshotCounty } from "./snapshot.ts";

export const FLAG_TEXTS = {
  visitors_and_jobs:
    "Many more people are here by day than live here. Offenses against visitors and firms are counted, the people themselves are not, so the rate says little about the residents' risk.",
  prison:
    "A large part of the counted residents are inmates of a prison, whose offenses are not in the city's figures. The rate per resident is too low for those who live outside it.",
  partial_year: "The figures of the data year are known to be incomplete: the rate is too low and the grade too good.",
} as const satisfies Record<PlaceFlag, string>;

/** What of the snapshot a score rests on besides the place. */
type Basis = Pick<Snapshot, "state" | "priors" | "yearlyMoves">;
type Place = SnapshotCity | SnapshotCounty;

/** What made the score of a city or of a county: all of a city's explanation but the city's name. */
export type PlaceExplanation = Omit<Explanation, "city">;

/** The 80 % interval of a place's score. */
export function intervalOf(place: Place, basis: Basis): ScoreInterval {
  const { record, offenses } = place;
  const figures = { violent: violentOf(offenses), property: propertyOf(offenses), population: record.population };
  return scoreInterval(figures, modelOf(place, basis));
}

/** The explanation of a city's score, from what the snapshot holds. Pure. */
export function explain(city: SnapshotCity, basis: Basis): Explanation {
  return { city: city.record.city, ...explainPlace(city, basis) };
}

/** The same for a city or a county; the prior is that of its kind. */
export function explainPlace(place: Place, basis: Basis): PlaceExplanation {
  const { record, offenses, rating } = place;
  const model = modelOf(place, basis);
  const counts = { violent: violentOf(offenses), property: propertyOf(offenses) };
  const interval = intervalOf(place, basis);
  const members = (group: OffenseGroup) => ({
    count: counts[group],
    rate_per_1k: rating[group].rate,
    prior_mean: model[group].prior.mean,
    prior_variance: model[group].prior.variance,
    weight: rating[group].weight,
    smoothed_rate_per_1k: rating[group].smoothedRate,
    state_rate_per_1k: model[group].stateRate,
    ratio: rating[group].ratio,
  });
  const violent = {
    offenses: {
      homicide: offenses.homicide,
      rape: offenses.rape,
      robbery: offenses.robbery,
      aggravated_assault: offenses.aggravatedAssault,
    },
    ...members("violent"),
  };
  const property = {
    offenses: {
      burglary: offenses.burglary,
      motor_vehicle_theft: offenses.motorVehicleTheft,
      larceny: offenses.larceny,
    },
    ...members("property"),
  };
  const ratios = { violent: violent.ratio, property: property.ratio };
  return {
    county: record.county,
    data_year: record.data_year,
    population: record.population,
    violent,
    property,
    relative_risk: rating.relativeRisk,
    safety_score: record.safety_score,
    grade: record.grade,
    steps: [
      ...groupSteps("violent", violent, record.population),
      ...groupSteps("property", property, record.population),
      ...scoreSteps(ratios, rating.relativeRisk, record.safety_score),
    ],
    interval: {
      probability: INTERVAL_PROBABILITY,
      safety_score_low: interval.low,
      safety_score_high: interval.high,
      grades: interval.grades,
    },
    cautions: place.flags.map((flag) => ({ flag, text: FLAG_TEXTS[flag] })),
    own_past: ownPastOf(place, { violent, property }, basis),
  };
}

/** The score with the place's own years as the prior, beside the one in force. */
function ownPastOf(
  place: Place,
  figures: Pick<Explanation, OffenseGroup>,
  { state, yearlyMoves }: Basis,
): Explanation["own_past"] {
  const { record, ownPast } = place;
  const moves = yearlyMoves[kindOf(place)];
  const years = yearsOf(ownPast, record.data_year);
  const members = (group: OffenseGroup) => ({
    yearly_move: moves[group],
    prior_mean: ownPast[group].prior.mean,
    prior_variance: ownPast[group].prior.variance,
    weight: ownPast[group].weight,
    smoothed_rate_per_1k: ownPast[group].smoothedRate,
    ratio: ownPast[group].ratio,
  });
  const [violent, property] = [members("violent"), members("property")];
  const span = { ownPast, from: years.at(-1) ?? record.data_year, to: record.data_year, state };
  return {
    years,
    violent,
    property,
    relative_risk: ownPast.relativeRisk,
    safety_score: ownPast.score,
    grade: ownPast.grade,
    steps: [
      ...pastSteps("violent", { ...span, move: moves.violent }),
      ...groupSteps("violent", { ...figures.violent, ...violent }, record.population),
      ...pastSteps("property", { ...span, move: moves.property }),
      ...groupSteps("property", { ...figures.property, ...property }, record.population),
      ...scoreSteps({ violent: violent.ratio, property: property.ratio }, ownPast.relativeRisk, ownPast.score),
    ],
  };
}

/** The years before the data year that the own past is made of, oldest first. */
function yearsOf({ since, without }: OwnPast, dataYear: number): readonly number[] {
  const span = Array.from({ length: dataYear - since }, (_, index) => since + index);
  return span.filter((year) => !without.includes(year));
}

function modelOf(place: Place, { state, priors }: Basis): RiskModel {
  const { violent, property } = priors[kindOf(place)];
  return {
    violent: { prior: violent, stateRate: state.violentRate },
    property: { prior: property, stateRate: state.propertyRate },
  };
}

function kindOf({ record }: Place): keyof Basis["priors"] {
  return "city" in record ? "cities" : "counties";
}
