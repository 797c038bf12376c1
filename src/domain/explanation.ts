import { z } from "zod";
import { INTERVAL_PROBABILITY, type RiskModel, type ScoreInterval, scoreInterval } from "./interval.ts";
import { type OffenceGroup, propertyOf, violentOf } from "./offence.ts";
import { cityRecord, gradeLetter, score } from "./record.ts";
import { exactScore } from "./score.ts";
import { type PlaceFlag, placeFlag, type Snapshot, type SnapshotCity } from "./snapshot.ts";

const amount = z.number().min(0).max(100_000);
const count = z
  .int32()
  .min(-1_000)
  .meta({ description: "Reported offences; negative where earlier ones were taken back" });
const sentence = z.string().max(500);

/** How one group of offences was rated. Rates are per 1,000 residents, up to six decimals. */
const groupMembers = {
  count: z.int32().min(0).meta({ description: "Sum of the classes" }),
  rate_per_1k: amount.meta({ description: "count / population × 1,000" }),
  prior_mean: amount.meta({ description: "m: mean rate of all graded cities, per 1,000 residents" }),
  prior_variance: amount.meta({ description: "v: variance of the underlying rates of all graded cities" }),
  weight: z.number().min(0).max(1).meta({ description: "w = v / (v + m / n), n in thousands of residents" }),
  smoothed_rate_per_1k: amount.meta({ description: "w × rate + (1 − w) × m" }),
  state_rate_per_1k: amount.meta({ description: "The state's rate of the same group" }),
  ratio: amount.meta({ description: "Smoothed rate / the state's rate" }),
};

const step = z
  .strictObject({
    name: z.string().max(60),
    formula: z.string().max(60).meta({ description: "In letters" }),
    numbers: z.string().max(120).meta({ description: "The same with the city's own numbers, rounded for reading" }),
    value: amount,
  })
  .readonly();

/** `data` of `GET /v1/explain/{city}`: everything that made a city's score, beside the record and never in it. */
export const explanation = z
  .strictObject({
    city: cityRecord.unwrap().shape.city,
    county: cityRecord.unwrap().shape.county,
    data_year: cityRecord.unwrap().shape.data_year,
    population: cityRecord.unwrap().shape.population,
    violent: z
      .strictObject({
        offences: z
          .strictObject({ homicide: count, rape: count, robbery: count, aggravated_assault: count })
          .readonly(),
        ...groupMembers,
      })
      .readonly(),
    property: z
      .strictObject({
        offences: z.strictObject({ burglary: count, motor_vehicle_theft: count, larceny: count }).readonly(),
        ...groupMembers,
      })
      .readonly(),
    relative_risk: amount.meta({ description: "√(violent ratio × property ratio); 1 is the state" }),
    safety_score: score,
    grade: gradeLetter,
    steps: z.array(step).max(20).readonly().meta({ description: "The calculation from the counts to the score" }),
    interval: z
      .strictObject({
        probability: z.number().min(0).max(1),
        safety_score_low: score,
        safety_score_high: score,
        grades: z.array(gradeLetter).max(13).readonly().meta({ description: "Grades that it touches, best first" }),
      })
      .readonly()
      .meta({
        description:
          "Where the score lies with this probability if chance alone moved the counts. Central interval of the posterior; misreporting and change over time are not in it",
      }),
    cautions: z
      .array(z.strictObject({ flag: placeFlag, text: sentence }).readonly())
      .max(10)
      .readonly()
      .meta({ description: "What to know about this city's figures" }),
  })
  .readonly();
export type Explanation = z.infer<typeof explanation>;

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
