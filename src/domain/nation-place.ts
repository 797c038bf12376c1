import { z } from "zod";
import { nationAbsence, nationCounty, stateCode, yardstick } from "./nation-record.ts";
import { match, pageOf, placeData } from "./place.ts";
import { cityRecord, ONE_LINE } from "./record.ts";

/** Figures of a graded place, as in its record. */
export const nationPlaceData = z.strictObject({ ...placeData.unwrap().shape, yardstick }).readonly();

/** An element of `places` and of `suggestions`. The order of the fields is their order in the answer. */
export const nationPlaceElement = z
  .strictObject({
    city: cityRecord.unwrap().shape.city,
    state: stateCode,
    county: nationCounty,
    status: z.enum(["graded", "absent"]).meta({ description: "`graded` has a record; `absent` has none" }),
    reason: nationAbsence.nullable(),
    data: nationPlaceData.nullable().meta({ description: "The figures of a graded place; otherwise null" }),
    match: match.nullable().meta({ description: "How the place matches `q`; null without `q`" }),
  })
  .readonly();
export type NationPlaceElement = z.infer<typeof nationPlaceElement>;

/** Answer of `GET /v1/us/places`. */
export const nationPlacesPage = pageOf(
  nationPlaceElement,
  "The places of this page; with `q` those that match best come first, and of equal matches the largest",
);

/** What an answer has beside `found: false`. */
export const nationNotFound = z.strictObject({
  reason: nationAbsence.nullable(),
  suggestions: z
    .array(nationPlaceElement)
    .readonly()
    .meta({ description: "Places that may be meant, best first; empty if there are none", maxItems: 5 }),
  hint: z
    .string()
    .max(1_000)
    .regex(ONE_LINE)
    .nullable()
    .meta({ description: "Why nothing is found, as a sentence; null if nothing is recognizably wrong" }),
});
export type NationNotFound = z.infer<typeof nationNotFound>;
