import { z } from "zod";
import { cityRecord, gradeLetter, ONE_LINE, score } from "./record.ts";
import { placeFlag } from "./snapshot.ts";

const amount = z.number().min(0).max(100_000);
const count = z
  .int32()
  .min(-1_000)
  .meta({ description: "Reported offenses; negative where earlier ones were taken back" });
const line = (maxLength: number) => z.string().max(maxLength).regex(ONE_LINE);

/** How one group of offenses was rated. Rates are per 1,000 residents, up to six decimals. */
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

const stepTo = (value: z.ZodType<number>) =>
  z
    .strictObject({
      name: line(60),
      formula: line(60).meta({ description: "In letters" }),
      numbers: line(120).meta({ description: "The same with the city's own numbers, rounded for reading" }),
      value,
    })
    .readonly();

/** The variance of a rate grows with each year of a gap, so that one of a place of many visitors can be large. */
const variance = z.number().min(0).max(100_000_000);

/** One group of offenses smoothed toward the city's own years; count, rate and the state's rate are those above. */
const ownPastGroup = z
  .strictObject({
    yearly_move: z.number().min(0).max(1).meta({
      description:
        "σ: how far a city's underlying rate moves in a year (standard deviation, relative); the same for all cities",
    }),
    prior_mean: amount.meta({ description: "m: the rate that the city's own years foretell, per 1,000 residents" }),
    prior_variance: variance.meta({ description: "v: how unsure that is" }),
    weight: groupMembers.weight,
    smoothed_rate_per_1k: groupMembers.smoothed_rate_per_1k,
    ratio: groupMembers.ratio,
  })
  .readonly();

const ownPast = z
  .strictObject({
    years: z.array(cityRecord.unwrap().shape.data_year).max(60).readonly().meta({
      description:
        "Years before the data year that the prior is made of, oldest first; gaps are left out. Empty where the city has none: the prior is then that of all cities",
    }),
    violent: ownPastGroup,
    property: ownPastGroup,
    relative_risk: amount.meta({ description: "√(violent ratio × property ratio); 1 is the state" }),
    safety_score: score,
    grade: gradeLetter,
    steps: z.array(stepTo(variance)).max(20).readonly().meta({
      description:
        "The calculation. p and u: mean and variance of the rate after the newest of the years; k: years from it to the data year; C and c: the state's rates of the two",
    }),
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
        offenses: z
          .strictObject({ homicide: count, rape: count, robbery: count, aggravated_assault: count })
          .readonly(),
        ...groupMembers,
      })
      .readonly(),
    property: z
      .strictObject({
        offenses: z.strictObject({ burglary: count, motor_vehicle_theft: count, larceny: count }).readonly(),
        ...groupMembers,
      })
      .readonly(),
    relative_risk: amount.meta({ description: "√(violent ratio × property ratio); 1 is the state" }),
    safety_score: score,
    grade: gradeLetter,
    steps: z
      .array(stepTo(amount))
      .max(20)
      .readonly()
      .meta({ description: "The calculation from the counts to the score" }),
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
      .array(z.strictObject({ flag: placeFlag, text: line(500) }).readonly())
      .max(10)
      .readonly()
      .meta({ description: "What to know about this city's figures" }),
    own_past: ownPast.meta({
      description:
        "What the score would be with the city's own past years as the prior. Beside the method in force and never in the record: two cities with the same figures of the year and different histories differ here",
    }),
  })
  .readonly();
export type Explanation = z.infer<typeof explanation>;
