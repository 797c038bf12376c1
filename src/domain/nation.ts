import { z } from "zod";
import type { NationEdition } from "../editions/edition.ts";
import { STATE_EDITION_NAMES } from "../editions/table.ts";
import { MUNICIPAL_KINDS, US_STATES } from "../editions/us-states.ts";
import { NATION_FORMAT } from "./dataset-format.ts";
import { nationArea, nationAreaAbsence, stateAreas } from "./nation-area.ts";
import { monthsOfNation, placeMonths, provisional } from "./nation-months.ts";
import { OFFENSE_CLASSES } from "./offense.ts";
import { readonlyObject } from "./record.ts";
import {
  count,
  fileMembers,
  offenseCounts,
  placeCaution,
  placeTrend,
  rate,
  rating,
  scoreRange,
  trend,
  year,
  yearlyMoves,
} from "./snapshot.ts";
import { hasFigures } from "./trend.ts";

const state = z.enum(US_STATES.map(({ code }) => code));

const offense = z.enum(OFFENSE_CLASSES);

const geoid = z.string().regex(/^\d{5}(\d{2}(\d{3})?)?$/);

const named = {
  state,
  /** Unique in its state, or else with a county that tells it apart: "Austin", "Hamilton Township". */
  name: z.string(),
  /** With its kind: "Mercer County", "Orleans Parish". null where it is not certain, or the place is in several. */
  county: z.string().nullable(),
  /** Its legal kind in the Census Bureau's list of places; null where that does not have it, or says both. */
  kind: z.enum(["city", ...MUNICIPAL_KINDS]).nullable(),
  /**
   * GEOID of the Census Bureau's newest vintage: 7 digits of a place, 10 of a county subdivision, 5 of a county. null for
   * an agency of several municipalities, and where no municipality is certain.
   */
  geoid: geoid.nullable(),
  /** The FBI's code (ORI) of an agency of several municipalities, and those that are known; else null and none. */
  ori: z
    .string()
    .regex(/^[A-Z0-9]{9}$/)
    .nullable(),
  serves: z.array(geoid).readonly(),
  /** Other names. None of them is the name or the alias of another place of the state. */
  aliases: z.array(z.string()).readonly(),
  /** The classes that were filled in, in complete years: what was expected, with its variance. */
  filled: z.array(readonlyObject({ year, offense, expected: rate, variance: rate })).readonly(),
  /** The classes that a state's own program counts in place of the FBI's table, which has `table8`. */
  stateCounts: z.array(readonlyObject({ year, offense, count, table8: count })).readonly(),
};

/** A place with a grade of the data year. Population and counts are the last ones of its trend. */
const nationPlace = readonlyObject({
  ...named,
  /** Whose counts these are: the FBI's table, or the edition of the place's own state. */
  source: z.enum(["fbi", ...STATE_EDITION_NAMES]),
  /** As the source prints it. */
  agency: z.string(),
  /** Ratios are to the nation's rates. */
  rating,
  /** 80% of next year's scores; null where the back-test of its state does not support a range. */
  nextYear: scoreRange.nullable(),
  trend: placeTrend,
  cautions: z.array(placeCaution).readonly(),
  /** The months after the data year, and the year that they make against it; null where there are none. */
  months: placeMonths.nullable(),
  provisional: provisional.nullable(),
  /** What the data year was compared with. */
  checks: readonlyObject({
    /** Residents by the Census Bureau; null where it does not list the place. */
    census: count.nullable(),
    /** Counts of the second collection; null where it does not have the place. */
    second: readonlyObject({ violent: count, property: count }).nullable(),
    /** The FBI's footnotes. */
    notes: z.array(z.string()).readonly(),
  }),
});
export type NationPlace = z.infer<typeof nationPlace>;

/** Why a listed place has no grade of the data year, in the order in which they are tried. */
export const NATION_ABSENCES = [
  "policed_by_county",
  "no_figures",
  "few_residents",
  "population_unclear",
  "short_past",
  "incomplete_figures",
] as const;

const nationAbsence = readonlyObject({
  ...named,
  /** Of the data year: the FBI's, or else the Census Bureau's. */
  population: count.nullable(),
  reason: z.enum(NATION_ABSENCES),
  /** A sentence for people, without the final period. */
  detail: z.string(),
  lastComplete: year.nullable(),
  /** Counts that the data year was expected to have; null unless incomplete figures are the reason. */
  expected: readonlyObject({ violent: rate, property: rate }).nullable(),
  /** null if no year has figures. */
  trend: placeTrend.nullable(),
  /** As in a place with a grade. */
  months: placeMonths.nullable(),
});
export type NationAbsence = z.infer<typeof nationAbsence>;

const nationState = readonlyObject({
  code: state,
  /** Residents and offenses of the data year by the FBI's estimate for the whole state. */
  residents: count,
  offenses: offenseCounts,
  /** Places with a grade, their residents, and places without one. */
  places: count,
  served: count,
  absent: count,
  countyAreas: stateAreas,
  /** GEOIDs of municipalities without an entry that a table has a department of: no county's police covers them. */
  departments: z.array(geoid).readonly(),
});

/** The edition of the United States, built ahead of time. Places are sorted by state and name. */
export const nation = readonlyObject({
  ...fileMembers(NATION_FORMAT),
  /** The yardstick: the FBI's estimate for the nation. */
  yardstick: readonlyObject({
    population: count,
    offenses: offenseCounts,
    violentRate: rate,
    propertyRate: rate,
    trend,
  }),
  yearlyMoves,
  months: monthsOfNation.nullable(),
  /** Of the forecast errors of violent and property offenses. */
  correlation: z.number().min(-1).max(1),
  states: z.array(nationState).readonly(),
  places: z.array(nationPlace).readonly(),
  absent: z.array(nationAbsence).readonly(),
  /** What county departments police, apart from the places: their residents are never added. By state and county. */
  areas: z.array(nationArea).readonly(),
  absentAreas: z.array(nationAreaAbsence).readonly(),
}).refine(({ places, areas, dataYear }) => [...places, ...areas].every(({ trend }) => hasFigures(trend, dataYear)), {
  // Servers make each record when it is asked for.
  error: "a place or an area has no figures of the data year",
});
export type NationFile = z.infer<typeof nation>;

/** The dataset of an edition of places in states. */
export interface Nation extends NationFile {
  readonly edition: NationEdition;
}
