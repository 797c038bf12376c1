import { z } from "zod";
import { UNITED_STATES_FORMAT } from "../dataset-format.ts";
import { readonlyObject } from "../readonly-object.ts";
import {
  offenseCounts,
  placeCaution,
  placeTrend,
  rating,
  scoreRange,
  source,
  trend,
  yearlyMoves,
} from "../snapshot.ts";
import { US_STATES } from "../us-states.ts";

const count = z.int().min(0);
const rate = z.number().min(0);
const year = z.int().min(1985).max(2100);
const stateCode = z.enum(US_STATES.map(({ code }) => code));

/** Whose counts a record has: of the FBI's table, or of the state's own edition. */
const FIGURE_SOURCES = ["fbi", "state"] as const;

/** A place as people know it. Two places of a state never share all of `city`, `aliases`, and `county`. */
const named = {
  state: stateCode,
  /** "Austin", "Hamilton Township": without footnote marks and the county. */
  city: z.string(),
  /** With its kind, such as "Travis County"; null where it is not certain. */
  county: z.string().nullable(),
  /** Census GEOID, 7 digits; null for a place that the Census does not list, such as a township. */
  geoid: z
    .string()
    .regex(/^\d{7}$/)
    .nullable(),
  /**
   * Other names that mean this place alone among all places of the state, also among those too small for the edition:
   * "NYC", "Charlotte" for Charlotte-Mecklenburg, "Amherst" for Amherst Town.
   */
  aliases: z.array(z.string()).readonly(),
};

const nationPlace = readonlyObject({
  ...named,
  /** In the data year, as the source of the counts has it. */
  population: count,
  source: z.enum(FIGURE_SOURCES),
  offenses: offenseCounts,
  rating,
  intervals: readonlyObject({ nextYear: scoreRange, thisYear: scoreRange }),
  trend: placeTrend,
  cautions: z.array(placeCaution).readonly(),
});
export type NationPlace = z.infer<typeof nationPlace>;

/** Why a place of 10,000 residents or more has no record. */
export const NATION_ABSENCES = [
  "no_figures",
  "short_past",
  "incomplete_figures",
  "population_unclear",
  "policed_by_county",
] as const;

const absentNationPlace = readonlyObject({
  ...named,
  population: count.nullable(),
  reason: z.enum(NATION_ABSENCES),
  /** A sentence for people. */
  detail: z.string(),
  /** What the year was expected to have, where incomplete figures are the reason. */
  expected: readonlyObject({ violent: rate, property: rate }).nullable(),
  /** null if no year has figures. */
  trend: placeTrend.nullable(),
});
export type AbsentNationPlace = z.infer<typeof absentNationPlace>;

/** A state or the District of Columbia. Its rates are context, not a score. */
const nationState = readonlyObject({
  code: stateCode,
  population: count,
  /** Residents of the places with a record. */
  residentsServed: count,
  violentRate: rate,
  propertyRate: rate,
  /** Names in the data year's table of places below 10,000 residents, which the edition does not have. */
  smaller: z.array(z.string()).readonly(),
});
export type NationState = z.infer<typeof nationState>;

/** The nation's dataset, built ahead of time. Places are sorted by state, then name. */
export const unitedStatesSnapshot = readonlyObject({
  format: z.literal(UNITED_STATES_FORMAT),
  /** The first 16 hex digits of the SHA-256 of the canonical bytes of the rest of the file. */
  version: z.string().regex(/^[0-9a-f]{16}$/),
  lastUpdated: z.iso.datetime(),
  dataYear: year,
  sources: z.array(source).readonly(),
  /** The FBI's national estimate. */
  yardstick: readonlyObject({ population: count, violentRate: rate, propertyRate: rate, trend }),
  yearlyMoves,
  correlation: z.number().min(-1).max(1),
  states: z.array(nationState).readonly(),
  places: z.array(nationPlace).readonly(),
  absent: z.array(absentNationPlace).readonly(),
});
export type UnitedStatesSnapshot = z.infer<typeof unitedStatesSnapshot>;
