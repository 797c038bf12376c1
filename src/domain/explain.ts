import type { Explanation } from "./explanation.ts";
import { INTERVAL_PROBABILITY, type RiskModel, type ScoreInterval, scoreInterval } from "./interval.ts";
import { type OffenceGroup, propertyOf, violentOf } from "./offence.ts";
import { exactScore } from "./score.ts";
import type { PlaceFlag, Snapshot, SnapshotCity } from "./snapshot.ts";

export const FLAG_TEXTS = {
  visitors_and_jobs:
    "Many more people are here by day than live here. Offences against visitors and firms are counted, the people themselves are not, so the rate says little about the residents' risk.",
  prison:
    "A large part of the counted residents are inmates of a prison, whose offences are not in the city's figures. The rate per resident is too low for those who live outside it.",
  partial_year: "The figures of the data year are known to be incomplete: the rate is too low and the grade too good.",
} as const satisfies Record<PlaceFlag, string>;

/** What of the snapshot a score rests on besides the city. */
type Basis = Pick<Snapshot, "state" | "priors">;

/** The 80 % interval of a city's score. */
export function intervalOf(city: SnapshotCity, basis: Basis): ScoreInterval {
  const { record, offences } = city;
  const figures = { violent: violentOf(offences), property: propertyOf(offences), population: record.population };
  return scoreInterval(figures, modelOf(basis));
}

/** The explanation of a city's score, from what the snapshot holds. Pure. */
export function explain(city: SnapshotCity, basis: Basis): Explanation {
  const { record, offences, rating } = city;
  const model = modelOf(basis);
  const counts = { violent: violentOf(offences), property: propertyOf(offences) };
  const interval = intervalOf(city, basis);
  const members = (group: OffenceGroup) => ({
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
    offences: {
      homicide: offences.homicide,
      rape: offences.rape,
      robbery: offences.robbery,
      aggravated_assault: offences.aggravatedAssault,
    },
    ...members("violent"),
  };
  const property = {
    offences: {
      burglary: offences.burglary,
      motor_vehicle_theft: offences.motorVehicleTheft,
      larceny: offences.larceny,
    },
    ...members("property"),
  };
  return {
    city: record.city,
    county: record.county,
    data_year: record.data_year,
    population: record.population,
    violent,
    property,
    relative_risk: rating.relativeRisk,
    safety_score: record.safety_score,
    grade: record.grade,
    steps: [
      ...groupSteps("Violent", violent, record.population),
      ...groupSteps("Property", property, record.population),
      {
        name: "Relative risk",
        formula: "RR = √(violent ratio × property ratio)",
        numbers: `√(${shown(violent.ratio)} × ${shown(property.ratio)})`,
        value: rating.relativeRisk,
      },
      {
        name: "Score",
        formula: "100 / (1 + RR²), rounded",
        numbers: `100 / (1 + ${shown(rating.relativeRisk)}²) = ${exactScore(rating.relativeRisk ** 2).toFixed(2)}`,
        value: record.safety_score,
      },
    ],
    interval: {
      probability: INTERVAL_PROBABILITY,
      safety_score_low: interval.low,
      safety_score_high: interval.high,
      grades: interval.grades,
    },
    cautions: city.flags.map((flag) => ({ flag, text: FLAG_TEXTS[flag] })),
  };
}

function modelOf({ state, priors }: Basis): RiskModel {
  return {
    violent: { prior: priors.cities.violent, stateRate: state.violentRate },
    property: { prior: priors.cities.property, stateRate: state.propertyRate },
  };
}

function groupSteps(name: string, group: Explanation["violent" | "property"], population: number) {
  const thousands = shown(population / 1_000);
  const mean = shown(group.prior_mean);
  const variance = shown(group.prior_variance);
  const weight = shown(group.weight);
  return [
    {
      name: `${name} rate`,
      formula: "r = offences / n",
      numbers: `${group.count} / ${thousands}`,
      value: group.rate_per_1k,
    },
    {
      name: `${name} weight`,
      formula: "w = v / (v + m / n)",
      numbers: `${variance} / (${variance} + ${mean} / ${thousands})`,
      value: group.weight,
    },
    {
      name: `${name} rate, smoothed`,
      formula: "s = w × r + (1 − w) × m",
      numbers: `${weight} × ${shown(group.rate_per_1k)} + ${shown(1 - group.weight)} × ${mean}`,
      value: group.smoothed_rate_per_1k,
    },
    {
      name: `${name} ratio`,
      formula: "s / the state's rate",
      numbers: `${shown(group.smoothed_rate_per_1k)} / ${shown(group.state_rate_per_1k)}`,
      value: group.ratio,
    },
  ];
}

/** Four decimals at most. */
function shown(value: number): string {
  return String(Number(value.toFixed(4)));
}
