import { z } from "zod";
import { nationAbsence, nationCounty, stateCode } from "./nation-record.ts";
import { match, placeData } from "./place.ts";
import { PLACES_LIMIT } from "./place-query.ts";
import { cityRecord, ONE_LINE } from "./record.ts";

/** An element of `places` and of `suggestions`. The order of the fields is their order in the answer. */
export const nationPlaceElement = z
  .strictObject({
    city: cityRecord.unwrap().shape.city,
    state: stateCode,
    county: nationCounty,
    status: z.enum(["graded", "absent"]).meta({ description: "`graded` has a record; `absent` has none" }),
    reason: nationAbsence.nullable(),
    data: placeData.nullable().meta({ description: "The figures of a graded place; otherwise null" }),
    match: match.nullable().meta({ description: "How the place matches `q`; null without `q`" }),
  })
  .readonly();
export type NationPlaceElement = z.infer<typeof nationPlaceElement>;

/** Answer of `GET /v1/us/places`. */
export const nationPlacesPage = z
  .strictObject({
    places: z.array(nationPlaceElement).readonly().meta({
      description:
        "The places of this page; with `q` those that match best come first, and of equal matches the largest",
      maxItems: PLACES_LIMIT.most,
    }),
    total: z.int32().min(0).meta({ description: "How many places match, on all pages together" }),
    next: z
      .string()
      .max(100)
      .regex(/^[A-Za-z0-9_-]+$/)
      .nullable()
      .meta({ description: "`cursor` of the next page; null on the last one. Valid for this query and dataset" }),
  })
  .readonly();
export type NationPlacesPage = z.infer<typeof nationPlacesPage>;

/** What an answer has beside `found: false`. */
export const nationWayOn = z.strictObject({
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
export type NationWayOn = z.infer<typeof nationWayOn>;
