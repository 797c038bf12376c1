import { z } from "zod";
import { ANSWER_CODES } from "./caution.ts";
import { seriesNotes } from "./history-record.ts";
import { nationCounty, provisional, stateCode, yardstick } from "./nation-record.ts";
import { mapFields, type OffenseGroup } from "./offense.ts";
import { rankOrNone } from "./rank.ts";
import { cityRecord, countyRecord, gradeLetter, line, readonlyObject, reportedOffenses, score } from "./record.ts";

const amount = z.number().min(0).max(100_000);
/** The variance of a rate grows with each year of a gap, so a place with many visitors can have a large one. */
const variance = z.number().min(0).max(100_000_000);
const { data_year: dataYear } = cityRecord.unwrap().shape;

/** How one group of offenses was rated. Rates are per 1,000 residents, up to six decimals. */
const groupMembers = {
  count: z.int32().min(0).meta({ description: "Sum of the classes" }),
  rate_per_1k: amount.meta({ description: "r = count / population × 1,000, as reported" }),
  yearly_move: z.number().min(0).max(1).meta({
    description: "σ: yearly change of the underlying rate of places of this size (relative standard deviation)",
  }),
  prior_mean: amount.meta({
    description:
      "m: the forecast from the place's earlier years, per 1,000 residents; in its first year, the mean of all places of its kind",
  }),
  prior_variance: variance.meta({ description: "v: the variance of that forecast" }),
  weight: z.number().min(0).max(1).meta({ description: "w = v / (v + m / n), n in thousands of residents" }),
  smoothed_rate_per_1k: amount.meta({ description: "s = w × r + (1 − w) × m" }),
  state_rate_per_1k: amount.meta({ description: "The state's rate for the same group and year" }),
  ratio: amount.meta({ description: "Smoothed rate / the state's rate" }),
  safety_score: score.meta({
    description: "The score of this group alone: round(100 / (1 + ratio²))",
  }),
  grade: gradeLetter.meta({ description: "Letter grade of this group's score" }),
};

function offensesOf<Group extends OffenseGroup>(group: Group) {
  return readonlyObject(mapFields(group, () => reportedOffenses)).meta({
    description: "Reported offenses of the data year by class; negative if earlier ones were withdrawn",
  });
}

function groupOf<Group extends OffenseGroup>(group: Group) {
  const members = { offenses: offensesOf(group), ...groupMembers };
  return readonlyObject(members).meta({ description: `How the ${group} offenses were rated` });
}

/** The same against the nation's rates. */
function nationalGroupOf<Group extends OffenseGroup>(group: Group) {
  const { state_rate_per_1k: _, ratio, ...members } = groupMembers;
  return readonlyObject({
    offenses: offensesOf(group),
    ...members,
    filled_count: amount.nullable().meta({
      description:
        "The count with the classes that were filled in, of which the rates of the score are made; null where none is missing",
    }),
    national_rate_per_1k: amount.meta({ description: "The nation's rate for the same group and year" }),
    ratio: ratio.meta({ description: "Smoothed rate / the nation's rate" }),
  }).meta({ description: `How the ${group} offenses were rated` });
}

const step = readonlyObject({
  name: line(60).meta({ description: "What the step calculates" }),
  formula: line(60).meta({ description: "The formula with symbols" }),
  numbers: line(120).meta({ description: "The formula with the place's numbers, rounded" }),
  value: variance.meta({ description: "The result, up to six decimals" }),
});

const interval = readonlyObject({
  year: dataYear.meta({ description: "Year of the score in the interval" }),
  probability: z.number().min(0).max(1).meta({ description: "How often the interval contains the score" }),
  safety_score_low: score,
  safety_score_high: score,
  grades: z.array(gradeLetter).max(13).readonly().meta({ description: "Grades in the interval, best first" }),
  text: line(300).meta({ description: "The interval as a sentence" }),
});

const caution = readonlyObject({
  code: z.enum(ANSWER_CODES).meta({ description: "Stable" }),
  detail: z
    .string()
    .max(40)
    .regex(/^[a-z_]+$/)
    .meta({ description: "Stable; tells cautions of one code apart, such as `class_fall`. New values may be added" }),
  text: line(1_000).meta({ description: "The caution as sentences" }),
  source: z.url().max(300).nullable().meta({ description: "Source of a reviewed caution" }),
});

const placeMembers = {
  data_year: dataYear,
  population: cityRecord.unwrap().shape.population,
  summary: line(500).meta({
    description: "Violent and property rates compared with the state's, then the score, in words",
  }),
  safety_score: score,
  grade: gradeLetter,
  intervals: readonlyObject({
    next_year: interval.meta({ description: "The 80% range of the next year's score" }),
    this_year: interval.meta({
      description:
        "What chance alone does to the year's own score, 8 times in 10; missing reports are not in it, so it is narrower than what another count would give",
    }),
  }).meta({ description: "80 % intervals of the score" }),
  cautions: z
    .array(caution)
    .max(ANSWER_CODES.length)
    .readonly()
    .meta({ description: "What to know before using this record" }),
  notes: seriesNotes.meta({
    description:
      "What holds for nearly all places, each with a year: breaks of the series, what the state's rate includes, and where the figures come from",
  }),
  violent: groupOf("violent"),
  property: groupOf("property"),
  relative_risk: amount.meta({ description: "(violent ratio + property ratio) / 2; 1 is the state" }),
  years: z
    .array(dataYear)
    .max(100)
    .readonly()
    .meta({ description: "The years behind the score, oldest first: the complete ones up to the data year" }),
  steps: z.array(step).max(20).readonly().meta({
    description:
      "The calculation. p and u: mean and variance of the rate after the newest earlier year; k: years from it to the data year; C and c: the state's rates of the two; A: the ratio to the state toward which the rate moves; a: the weight that p keeps",
  }),
};

/** `data` of `GET /v1/explain/{city}`: everything that a city's score is made from, kept separate from the record. */
export const explanation = readonlyObject({
  city: cityRecord.unwrap().shape.city,
  county: cityRecord.unwrap().shape.county,
  ...placeMembers,
});
export type Explanation = z.infer<typeof explanation>;

export const besideNation = readonlyObject({
  data_year: dataYear,
  safety_score: score.meta({ description: "0 to 100; 50 is the average of the United States" }),
  grade: gradeLetter,
  violent_ratio: amount.meta({ description: "Smoothed rate / the nation's rate" }),
  property_ratio: amount.meta({ description: "Smoothed rate / the nation's rate" }),
  yardstick,
});
export type BesideNation = z.infer<typeof besideNation>;

export const cityExplanation = readonlyObject({
  ...explanation.unwrap().shape,
  nation: besideNation.nullable().meta({
    description: "The city against the United States, by the counts of that dataset's year; null if it lacks the city",
  }),
});

/** `data` of `GET /v1/explain/county/{name}`: everything that a county's score is made from. */
export const countyExplanation = readonlyObject({ county: countyRecord.unwrap().shape.county, ...placeMembers });
export type CountyExplanation = z.infer<typeof countyExplanation>;

export type PlaceExplanation = Omit<CountyExplanation, "county">;

const { intervals, notes, violent, property, relative_risk, summary, steps, ...sharedMembers } = placeMembers;

/** `data` of `GET /v1/us/explain/{state}/{city}`. */
export const nationExplanation = readonlyObject({
  city: cityRecord.unwrap().shape.city,
  state: stateCode,
  county: nationCounty,
  ...sharedMembers,
  summary: summary.meta({
    description: "Violent and property rates compared with the nation's, then the score, in words",
  }),
  next_year: interval.nullable().meta({
    description: "The 80% range of the next year's score; null where its width is not known",
  }),
  rank: rankOrNone,
  provisional,
  notes: notes.meta({ description: "Breaks of the series, and where the figures come from, each with a year" }),
  violent: nationalGroupOf("violent"),
  property: nationalGroupOf("property"),
  relative_risk: relative_risk.meta({ description: "(violent ratio + property ratio) / 2; 1 is the nation" }),
  steps: steps.meta({
    description: "The calculation, as in a city's explanation, with the nation's rates in place of the state's",
  }),
  yardstick,
});
export type NationExplanation = z.infer<typeof nationExplanation>;
