import { z } from "zod";
import { ANSWER_CODES } from "./caution.ts";
import { yearRecord } from "./history-record.ts";
import { AREA_ABSENCES, AREA_KINDS, WITHOUT_LETTER } from "./nation-area.ts";
import { monthsSource, nationMonths, nationRecord, provisionalMember, stateCode, yardstick } from "./nation-record.ts";
import { mapFields, type OffenseGroup } from "./offense.ts";
import { cityRecord, line, readonlyObject, reportedOffenses } from "./record.ts";

const shared = nationRecord.unwrap().shape;
const { ori, population: servedResidents, months } = nationMonths.unwrap().shape;
const { population, crime_rate_per_1k: rate, data_year } = cityRecord.unwrap().shape;

const county = line(100).meta({ description: 'Name of the county with its kind: "Howard County", "Orleans Parish"' });
const geoid = z
  .string()
  .max(5)
  .regex(/^\d{5}$/)
  .meta({ description: "Census GEOID of the county" });
const department = {
  department: line(120).meta({ description: "Name of the department" }),
  department_kind: z.enum(AREA_KINDS).meta({ description: "A county's police department, or its sheriff" }),
  ori,
};

/** Why an area with figures has no grade, with a sentence. */
const withoutGrade = readonlyObject({ reason: z.enum(WITHOUT_LETTER), text: line(500) });

const LETTERS: Readonly<Record<(typeof WITHOUT_LETTER)[number], string>> = {
  others_report: "others take too many of the reports in the state's counties",
  class_missing: "the count of a class is nearly gone",
  partial_return: "reports began again far below their past",
};
const inWords = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts)
    .map(([code, why]) => `\`${code}\`: ${why}`)
    .join(". ");

const change = readonlyObject({
  from_year: data_year.meta({ description: "The complete year before" }),
  violent_percent: z.int32().min(-100).nullable(),
  property_percent: z.int32().min(-100).nullable(),
});

const figures = {
  population: population.meta({ description: "Residents of the area in the data year, not of the county" }),
  crime_rate_per_1k: rate,
  violent_rate_per_1k: rate.meta({ description: "Reported violent offenses per 1,000 residents, one decimal" }),
  property_rate_per_1k: rate.meta({ description: "Reported property offenses per 1,000 residents, one decimal" }),
};

/** What a county department reported of the area that it polices. The order of the fields is their order in the answer. */
export const areaRecord = readonlyObject({
  area: line(300).meta({ description: "What the figures cover, in words. It is never the whole county" }),
  ...department,
  ...figures,
  safety_score: shared.safety_score.nullable().meta({ description: "As of a place; null without a grade" }),
  grade: shared.grade.nullable(),
  grade_label: shared.grade_label.nullable(),
  stars: shared.stars.nullable(),
  grade_color: shared.grade_color.nullable(),
  without_grade: withoutGrade.nullable().meta({ description: `null with a grade. ${inWords(LETTERS)}` }),
  data_year,
  national_average_rate: shared.national_average_rate,
  comparison: shared.comparison.nullable().meta({ description: "As of a place; null without a grade" }),
  change: change.nullable().meta({
    description: "Of the reported rates, in percent, from the last complete year before; null without one",
  }),
  next_year: shared.next_year.meta({ description: "The 80% range of the next year's score; null without a grade" }),
  next_year_rate: readonlyObject({ low: rate, high: rate }).meta({
    description: "The 80% range of the next year's `crime_rate_per_1k`",
  }),
  cautions: shared.cautions,
  source: shared.source,
  provisional: provisionalMember,
  yardstick,
});
export type AreaRecord = z.infer<typeof areaRecord>;

const ABSENCES: Readonly<Record<(typeof AREA_ABSENCES)[number], string>> = {
  no_area: "others police the county",
  no_figures: "the FBI's table of the year lacks it",
  few_residents: "its area has fewer than 10,000",
  population_unclear: "the sources disagree about its residents",
  incomplete_figures: "the year's counts look incomplete",
  short_past: "fewer than two earlier years can be compared with it",
};
const absence = z.enum(AREA_ABSENCES).meta({ description: `Why a department has no figures. ${inWords(ABSENCES)}` });

const withoutFigures = readonlyObject({
  ...department,
  population: population.nullable(),
  reason: absence,
  detail: line(500).meta({ description: "The reason as a sentence, without the final period" }),
});

const ofCounty = { state: stateCode, county, geoid };

/** `data` of `GET /v1/us/areas/{state}/{county}`. */
export const countyAreas = readonlyObject({
  ...ofCounty,
  areas: z.array(areaRecord).min(1).max(10).readonly().meta({
    description: "The departments with figures, the one with most residents first",
  }),
  without_figures: z.array(withoutFigures).max(10).readonly().meta({
    description: "Other departments of the county, and why each has no figures",
  }),
});
export type CountyAreas = z.infer<typeof countyAreas>;

const { state_average_rate: _, ...yearFigures } = yearRecord.unwrap().shape;
const areaYears = z
  .array(readonlyObject({ ...yearFigures, national_average_rate: shared.national_average_rate.nullable() }))
  .max(100)
  .readonly();

/** `data` of `GET /v1/us/areas/history/{state}/{county}`. */
export const countyAreasHistory = readonlyObject({
  ...ofCounty,
  areas: z
    .array(readonlyObject({ ...department, years: areaYears }))
    .max(10)
    .readonly()
    .meta({ description: "The years of each department. Years without a table have no figures" }),
  yardstick,
});
export type CountyAreasHistory = z.infer<typeof countyAreasHistory>;

/** `data` of `GET /v1/us/areas/months/{state}/{county}`. */
export const countyAreasMonths = readonlyObject({
  ...ofCounty,
  areas: z
    .array(readonlyObject({ ...department, population: servedResidents, months, provisional: provisionalMember }))
    .min(1)
    .max(10)
    .readonly()
    .meta({ description: "The departments with months, the one with most residents first" }),
  ...monthsSource,
  yardstick,
});
export type CountyAreasMonths = z.infer<typeof countyAreasMonths>;

const amount = z.number().min(0).max(100_000);

function groupOf<Group extends OffenseGroup>(group: Group) {
  return readonlyObject({
    offenses: readonlyObject(mapFields(group, () => reportedOffenses)).meta({ description: "By class" }),
    count: z.int32().min(0).meta({ description: "Sum of the classes" }),
    rate_per_1k: amount.meta({ description: "Offenses per 1,000 residents" }),
    prior_mean: amount.meta({ description: "The forecast from earlier years" }),
    weight: z.number().min(0).max(1).meta({ description: "Weight of the year's own rate" }),
    smoothed_rate_per_1k: amount.meta({ description: "The estimated rate" }),
    national_rate_per_1k: amount.meta({ description: "The nation's rate for the same group and year" }),
    ratio: amount.nullable().meta({ description: "Estimated rate / the nation's rate; null without a grade" }),
  });
}

const explained = readonlyObject({
  area: areaRecord.unwrap().shape.area,
  ...department,
  data_year,
  population: figures.population,
  residents: line(500).meta({ description: "Where the number of residents comes from" }),
  whole_reports: readonlyObject({
    text: line(500).meta({ description: "Whether the department's reports are those of its area" }),
    unheld_violent: z.number().nullable(),
    unheld_property: z.number().nullable(),
  }).meta({
    description:
      "What neither of the FBI's tables has of the state's offenses, as a share of those of its county departments",
  }),
  safety_score: areaRecord.unwrap().shape.safety_score,
  grade: areaRecord.unwrap().shape.grade,
  relative_risk: amount.nullable().meta({ description: "(violent ratio + property ratio) / 2; null without a grade" }),
  violent: groupOf("violent"),
  property: groupOf("property"),
  years: z.array(data_year).max(100).readonly().meta({ description: "Complete years" }),
  provisional: provisionalMember,
  cautions: z
    .array(readonlyObject({ code: z.enum(ANSWER_CODES), text: line(1_000) }))
    .max(ANSWER_CODES.length)
    .readonly()
    .meta({ description: "As in the record" }),
});

/** `data` of `GET /v1/us/areas/explain/{state}/{county}`. */
export const countyAreasExplanation = readonlyObject({
  ...ofCounty,
  areas: z.array(explained).min(1).max(10).readonly(),
  yardstick,
});
export type CountyAreasExplanation = z.infer<typeof countyAreasExplanation>;

/** What an answer has beside `found: false`. */
export const areasNotFound = z.strictObject({
  without_figures: z.array(withoutFigures).max(10).readonly().meta({
    description: "The departments of the county, and why each has no figures; empty if it has none",
  }),
  hint: line(1_000).nullable().meta({ description: "What may be asked instead, as a sentence" }),
});
export type AreasNotFound = z.infer<typeof areasNotFound>;

/** The area that covers a place without figures of its own. */
export const coveringArea = readonlyObject({
  area: areaRecord.unwrap().shape.area,
  ...department,
  ...ofCounty,
  population: figures.population.nullable(),
  crime_rate_per_1k: rate.nullable().meta({ description: "null where the department has no figures" }),
  safety_score: areaRecord.unwrap().shape.safety_score,
  grade: areaRecord.unwrap().shape.grade,
  reason: absence.nullable().meta({ description: "Why the department has no figures; null where it has some" }),
  path: line(300).meta({ description: "Path of its whole answer" }),
});
export type CoveringArea = z.infer<typeof coveringArea>;

/** Answer of `GET /v1/us/areas/{state}`. */
export const stateAreasList = readonlyObject({
  state: stateCode,
  data_year,
  areas: z
    .array(readonlyObject({ county, geoid, ...areaRecord.unwrap().shape }))
    .max(1_000)
    .readonly()
    .meta({ description: "The areas with figures, by county" }),
});
export type StateAreasList = z.infer<typeof stateAreasList>;
