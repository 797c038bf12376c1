import { z } from "zod";
import { mapOffenseFields } from "./offense.ts";
import { cityRecord, countyRecord, line, readonlyObject, reportedOffenses } from "./record.ts";

const {
  data_year,
  population,
  crime_rate_per_1k: rate,
  state_average_rate,
  safety_score,
  grade,
} = cityRecord.unwrap().shape;

/** One year of a place. The order of the fields is their order in the answer. */
export const yearRecord = readonlyObject({
  data_year,
  population: population.nullable(),
  violent_rate_per_1k: rate
    .nullable()
    .meta({ description: "Reported violent offenses per 1,000 residents, one decimal" }),
  property_rate_per_1k: rate
    .nullable()
    .meta({ description: "Reported property offenses per 1,000 residents, one decimal" }),
  crime_rate_per_1k: rate.nullable().meta({ description: "Reported offenses per 1,000 residents, one decimal" }),
  state_average_rate: state_average_rate.nullable(),
  offenses: readonlyObject(mapOffenseFields(() => reportedOffenses))
    .nullable()
    .meta({
      description:
        "Reported offenses by class, negative if earlier ones were withdrawn; null in a year that is not complete",
    }),
  safety_score: safety_score.nullable().meta({ description: "By the current method, only from data up to that year" }),
  grade: grade.nullable(),
  status: z.enum(["complete", "incomplete", "none"]).meta({
    description: "`complete` has a score; `incomplete` has reported rates and no score; `none` has no figures",
  }),
});
export type YearRecord = z.infer<typeof yearRecord>;

/** The breaks of a series (`seriesBreaksBetween`). */
export const seriesNotes = z
  .array(
    readonlyObject({
      year: data_year.meta({ description: "The first year after the break" }),
      text: line(300),
    }),
  )
  .max(20)
  .readonly()
  .meta({ description: "Breaks of the series between the years of this answer, the same for nearly all places" });

const years = z.array(yearRecord).max(100).readonly().meta({ description: "All years from 2010 to the data year" });

/** `data` of `GET /v1/history/{city}` (decisions 8). */
export const cityHistory = readonlyObject({
  city: cityRecord.unwrap().shape.city,
  county: cityRecord.unwrap().shape.county,
  years,
  notes: seriesNotes,
});
export type CityHistory = z.infer<typeof cityHistory>;

/** `data` of `GET /v1/history/county/{name}`. */
export const countyHistory = readonlyObject({ county: countyRecord.unwrap().shape.county, years, notes: seriesNotes });
export type CountyHistory = z.infer<typeof countyHistory>;
