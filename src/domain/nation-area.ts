import { z } from "zod";
import { US_STATES } from "../editions/us-states.ts";
import { placeMonths, provisional } from "./nation-months.ts";
import { readonlyObject } from "./record.ts";
import { count, placeCaution, placeTrend, rate, rating, scoreRange, year } from "./snapshot.ts";

/** Whose police it is: a county's police department, or its sheriff. */
export const AREA_KINDS = ["police", "sheriff"] as const;

const named = {
  state: z.enum(US_STATES.map(({ code }) => code)),
  /** With its kind: "Howard County", "Orleans Parish". */
  county: z.string(),
  /** Census GEOID of the county, 5 digits. */
  geoid: z.string().regex(/^\d{5}$/),
  /** The FBI's code of the department. With the county's GEOID, the identity of the area. */
  ori: z.string().regex(/^[A-Z0-9]{9}$/),
  /** "Howard County Police Department". */
  department: z.string(),
  kind: z.enum(AREA_KINDS),
};

/** Why an area with figures has no letter, in the order in which they are tried. */
export const WITHOUT_LETTER = ["others_report", "class_missing", "partial_return"] as const;
export type WithoutLetter = (typeof WITHOUT_LETTER)[number];

/** The area that a county department polices, with figures of the data year, which are the last ones of its trend. */
export const nationArea = readonlyObject({
  ...named,
  /** Ratios are to the nation's rates. Where there is no letter, they say what the department reported, not how safe it is. */
  rating,
  /** null for an area with a letter. */
  withoutLetter: z.enum(WITHOUT_LETTER).nullable(),
  /** 80% of next year's scores; null without a letter. */
  nextYear: scoreRange.nullable(),
  /** 80% of next year's rates of all offenses, per 1,000 residents. */
  nextRate: readonlyObject({ low: rate, high: rate }),
  trend: placeTrend,
  cautions: z.array(placeCaution).readonly(),
  /** The months after the data year, and the year that they make against it; null where there are none. */
  months: placeMonths.nullable(),
  provisional: provisional.nullable(),
});
export type NationArea = z.infer<typeof nationArea>;

/** Why an area has no figures of the data year, in the order in which they are tried. */
export const AREA_ABSENCES = [
  "no_area",
  "no_figures",
  "few_residents",
  "population_unclear",
  "incomplete_figures",
  "short_past",
] as const;

export const nationAreaAbsence = readonlyObject({
  ...named,
  /** Of the data year; null for a department without an area of its own. */
  population: count.nullable(),
  reason: z.enum(AREA_ABSENCES),
  /** A sentence for people, without the final period. */
  detail: z.string(),
  lastComplete: year.nullable(),
  /** null if no year has figures. */
  trend: placeTrend.nullable(),
  /** As in an area with figures. */
  months: placeMonths.nullable(),
});
export type NationAreaAbsence = z.infer<typeof nationAreaAbsence>;

/** How much of a state's offenses its areas' figures leave to others, in the data year. */
export const stateAreas = readonlyObject({
  /** Areas with figures, those of them with a letter, and the residents of both. */
  areas: count,
  residents: count,
  graded: count,
  gradedResidents: count,
  /** The middle one of the areas' ratios to the nation's rates; null without areas. */
  median: readonlyObject({ violent: rate, property: rate }).nullable(),
  /** Offenses that neither Table 8 nor Table 10 has, as a share of those of Table 10; null where that has none. */
  unheld: readonlyObject({ violent: z.number(), property: z.number() }).nullable(),
});
export type StateAreas = z.infer<typeof stateAreas>;
