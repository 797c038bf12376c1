import { z } from "zod";
import { yardstickText } from "../editions/edition.ts";
import { UNITED_STATES } from "../editions/united-states.ts";
import { US_STATES } from "../editions/us-states.ts";
import { ANSWER_CODES } from "./caution.ts";
import { yearRecord } from "./history-record.ts";
import { NATION_ABSENCES } from "./nation.ts";
import { mapOffenseFields } from "./offense.ts";
import { whole } from "./published.ts";
import { cityRecord, comparisonWith, datasetStatistics, gradeLetter, line, readonlyObject, score } from "./record.ts";

const { city, county: _, state_average_rate, comparison: __, ...figures } = cityRecord.unwrap().shape;
const { crime_rate_per_1k: rate, population, data_year } = figures;
const count = z.int32().min(0);
/** In descriptions: the places that are listed, with or without a grade. */
const FEWEST = `${whole(UNITED_STATES.fewestResidents)} residents or more`;

export const stateCode = z.enum(US_STATES.map(({ code }) => code)).meta({ description: "USPS code of the state" });
export const nationCounty = line(100).nullable().meta({
  description: "Name of the county with its kind; of several, the one with most residents; null if none is certain",
});
const averageRate = rate.meta({
  description: "Reported offenses in the nation per 1,000 of its residents, one decimal",
});
const national = score.meta({
  description: "0 to 100; higher means fewer reported offenses, and 50 is the nation's average",
});

/** Beside every grade, so that none is taken for one of another scale. */
export const yardstick = z.literal(yardstickText(UNITED_STATES)).meta({
  description: "What scores and grades are measured by: 50 is the average of the United States",
});

const twoDecimals = z.number().min(0).max(100_000);
const group = readonlyObject({
  rate_per_1k: twoDecimals.meta({ description: "The same as `estimated_per_1k`, which says what it is" }),
  estimated_per_1k: twoDecimals.meta({
    description: "The estimated rate per 1,000 residents that the score is made of, two decimals",
  }),
  reported_per_1k: twoDecimals.meta({ description: "The reported offenses per 1,000 residents, two decimals" }),
  safety_score: national,
  grade: gradeLetter,
});

/** Who published the months, and when they were collected. */
export const monthsSource = {
  source: line(100).meta({ description: "Who published the months" }),
  as_of: z.iso.date().max(10).meta({ description: "The day on which they were collected" }),
};
const provisionalGroup = readonlyObject({
  offenses: count,
  rate_per_1k: z.number().min(0).max(100_000).meta({ description: "Reported, per 1,000 residents, two decimals" }),
  change_percent: z.number().min(-100).max(100_000).nullable().meta({
    description: "Of the rate, from the data year, one decimal; null with fewer than 10 offenses in either year",
  }),
  exceeds_chance: z.boolean().meta({ description: "Whether chance alone does not explain the change" }),
  exceeds_usual_change: z.boolean().meta({
    description:
      "Whether chance and a usual year of places of this size do not explain the change against the nation's",
  }),
})
  .nullable()
  .meta({ description: "null where a class is missing from the months or from the data year" });

/** The year after the data year by its months, beside a record: it is no score. */
export const provisional = readonlyObject({
  year: data_year,
  months: z.int32().min(12).max(12).meta({ description: "Of the year, all of them reported" }),
  violent: provisionalGroup,
  property: provisionalGroup,
  ...monthsSource,
}).nullable();
export const provisionalMember = provisional.meta({
  description:
    "The year after the data year by the FBI's monthly figures, which may change; null without twelve months that pass the tests. It has no score",
});

/** `data` of `GET /v1/us/safety/{state}/{city}`. The order of the fields is their order in the answer. */
export const nationRecord = readonlyObject({
  city,
  state: stateCode,
  county: nationCounty,
  ...figures,
  safety_score: national,
  national_average_rate: averageRate,
  comparison: comparisonWith([UNITED_STATES], "national_average_rate"),
  violent: group,
  property: group,
  next_year: readonlyObject({ low: national, high: national })
    .nullable()
    .meta({ description: "The 80% range of the next year's score; null where the width is not known" }),
  cautions: z
    .array(
      readonlyObject({
        code: z.enum(ANSWER_CODES).meta({ description: "Stable" }),
        text: line(1_000).meta({ description: "The caution as sentences" }),
      }),
    )
    .max(ANSWER_CODES.length)
    .readonly()
    .meta({ description: "What to know before using this record" }),
  source: line(100).meta({ description: "Whose counts these are" }),
  provisional: provisionalMember,
  yardstick,
});
export type NationRecord = z.infer<typeof nationRecord>;

const { state_average_rate: ___, ...yearFigures } = yearRecord.unwrap().shape;

/** `data` of `GET /v1/us/history/{state}/{city}`. */
export const nationHistory = readonlyObject({
  city,
  state: stateCode,
  county: nationCounty,
  years: z
    .array(readonlyObject({ ...yearFigures, national_average_rate: averageRate.nullable() }))
    .max(100)
    .readonly()
    .meta({ description: "All years from 2012 to the data year" }),
  notes: z
    .array(readonlyObject({ year: data_year, text: line(300) }))
    .max(20)
    .readonly()
    .meta({ description: "Breaks of the series between the years of this answer" }),
  yardstick,
});
export type NationHistory = z.infer<typeof nationHistory>;

const month = readonlyObject({
  month: z
    .string()
    .max(7)
    .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/),
  ...mapOffenseFields(() => count.nullable().meta({ description: "null: not reported, or not in full" })),
});

/** `data` of `GET /v1/us/months/{state}/{city}`. */
export const nationMonths = readonlyObject({
  city,
  state: stateCode,
  county: nationCounty,
  ori: z
    .string()
    .max(9)
    .regex(/^[A-Z0-9]{9}$/)
    .meta({ description: "The FBI's code of the department" }),
  agency: line(100).meta({ description: "The department, as the FBI names it" }),
  population: population.nullable().meta({ description: "Residents that the department serves, of the newest year" }),
  months: z.array(month).max(60).readonly().meta({ description: "Reported offenses by month, in ascending order" }),
  provisional: provisionalMember,
  ...monthsSource,
  yardstick,
});
export type NationMonths = z.infer<typeof nationMonths>;

/** Apart from the places: an area is what a county department polices. */
const areasCovered = {
  areas: count.meta({ description: "Areas that county departments police, with figures. They are no places" }),
  areas_with_grade: count.meta({ description: "Those of them with a grade" }),
  residents_in_areas: count.meta({
    description: "Residents of the areas with figures, who are in no place with a grade",
  }),
};

/** Answer of `GET /v1/us/stats`. */
export const nationStatistics = readonlyObject({
  places: count.meta({ description: "Places with a grade" }),
  absent: count.meta({ description: `Places of ${FEWEST} without a grade` }),
  states: count.meta({ description: "States, with the District of Columbia" }),
  residents_covered: count.meta({ description: "Residents of the places with a grade" }),
  ...areasCovered,
  population,
  data_year,
  last_updated: datasetStatistics.unwrap().shape.last_updated,
  grade_distribution: datasetStatistics.unwrap().shape.grade_distribution,
  yardstick,
});
export type NationStatistics = z.infer<typeof nationStatistics>;

const stateCoverage = readonlyObject({
  state: stateCode,
  name: line(40),
  population,
  residents_covered: count.meta({ description: "Residents of the places with a grade" }),
  share_covered: z.number().min(0).max(1).meta({ description: "Of all residents, three decimals" }),
  places: count.meta({ description: "Places with a grade" }),
  absent: count.meta({ description: `Places of ${FEWEST} without a grade` }),
  ...areasCovered,
  violent_rate_per_1k: rate.meta({
    description: "The FBI's estimate for the state, one decimal. Context, not a score",
  }),
  property_rate_per_1k: rate.meta({
    description: "The FBI's estimate for the state, one decimal. Context, not a score",
  }),
});

/** Answer of `GET /v1/us/states`. */
export const nationStates = readonlyObject({
  data_year,
  states: z
    .array(stateCoverage)
    .max(51)
    .readonly()
    .meta({ description: "All states and the District of Columbia, by name" }),
});
export type NationStates = z.infer<typeof nationStates>;

const ABSENCES: Readonly<Record<(typeof NATION_ABSENCES)[number], string>> = {
  no_figures: "its police did not report the year",
  few_residents: `it has fewer than ${whole(UNITED_STATES.fewestResidents)} in the year`,
  short_past: "fewer than three complete years before it",
  incomplete_figures: "the year's counts look incomplete",
  population_unclear: "the sources disagree about its residents",
  policed_by_county: "the county's police serve it",
};

export const nationAbsence = z.enum(NATION_ABSENCES).meta({
  description: `Why a place of ${FEWEST} has no grade. ${Object.entries(ABSENCES)
    .map(([code, why]) => `\`${code}\`: ${why}`)
    .join(". ")}`,
});
