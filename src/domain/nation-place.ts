import { z } from "zod";
import { coveringArea } from "./area-record.ts";
import { nationAbsence, nationCounty, nationRecord, provisionalMember, stateCode, yardstick } from "./nation-record.ts";
import { distance, match, pageOf, placeData } from "./place.ts";
import { rankOrNone } from "./rank.ts";
import { cityRecord, line, readonlyObject } from "./record.ts";

/** Figures of a graded place, as in its record. */
export const nationPlaceData = z
  .strictObject({ ...placeData.unwrap().shape, yardstick, provisional: provisionalMember })
  .readonly();

export const geoid = z
  .string()
  .max(10)
  .regex(/^\d{5}(\d{2}(\d{3})?)?$/)
  .meta({
    description:
      "Census GEOID of the newest vintage: seven digits of a place, ten of a county subdivision, five of a county",
  });
export const latitude = z.number().min(-90).max(90).meta({ description: "Degrees north of a point in the place" });
export const longitude = z.number().min(-180).max(180).meta({ description: "Degrees east of the same point" });

const OF_SEVERAL = "null for a department of several municipalities";

/** Where a place is. */
const located = {
  geoid: geoid.nullable().meta({ description: `${geoid.description}; ${OF_SEVERAL}` }),
  latitude: latitude.nullable().meta({ description: `${latitude.description}; ${OF_SEVERAL}` }),
  longitude: longitude.nullable(),
} as const;

/** Of places in lists. */
const hasBoundary = z.boolean().meta({
  description: "Whether a boundary of it is held: for points, for maps, and in the GeoJSON of the downloads",
});

const MOST_COUNTIES = 20;

/** `data` of `GET /v1/us/safety/{state}/{city}`, with where the place is. */
export const nationPlaceRecord = readonlyObject({
  ...nationRecord.unwrap().shape,
  ...located,
  counties: z
    .array(
      readonlyObject({
        county: line(100).meta({ description: "With its kind" }),
        share: z.number().min(0).max(1).meta({ description: "Of the place's residents, three decimals" }),
      }),
    )
    .readonly()
    .meta({ description: "The counties that the place is in, the largest share first", maxItems: MOST_COUNTIES }),
});
export type NationPlaceRecord = z.infer<typeof nationPlaceRecord>;

/** Beside the data of a record. */
export const namesakeHint = line(1_000).nullable().meta({
  description: "Names another place of the name that has a grade, such as the town around a city; mostly null",
});

/** A place with or without a grade. The order of the fields is their order in the answer. */
export const nationPlaceListed = z
  .strictObject({
    city: cityRecord.unwrap().shape.city,
    state: stateCode,
    county: nationCounty,
    ...located,
    has_boundary: hasBoundary,
    status: z.enum(["graded", "absent"]).meta({ description: "`graded` has a grade; `absent` has none" }),
    reason: nationAbsence.nullable(),
    rank: rankOrNone,
    data: nationPlaceData.nullable().meta({ description: "The figures of a graded place; otherwise null" }),
  })
  .readonly();
export type NationPlaceListed = z.infer<typeof nationPlaceListed>;

/** An element of `places` and of `suggestions`. */
export const nationPlaceElement = z
  .strictObject({
    ...nationPlaceListed.unwrap().shape,
    match: match.nullable().meta({ description: "How the place matches `q`; null without `q`" }),
    distance_km: distance,
  })
  .readonly();
export type NationPlaceElement = z.infer<typeof nationPlaceElement>;

/** Answer of `GET /v1/us/places`. */
export const nationPlacesPage = pageOf(
  nationPlaceElement,
  "The places of this page, in the order of `sort`; by default the nearest or those that match best come first, and of equal matches the largest",
);

const PEERS_PER_SIDE = 5;
const side = (description: string) =>
  z.array(nationPlaceListed).readonly().meta({ description, maxItems: PEERS_PER_SIDE });
const peersAmong = (where: string) =>
  readonlyObject({
    larger: side(`The next larger places with a grade ${where}, the largest first`),
    smaller: side(`The next smaller ones, the largest first`),
  });

/** `data` of `GET /v1/us/peers/{state}/{city}`. */
export const nationPeers = readonlyObject({
  place: nationPlaceListed,
  in_state: peersAmong("in its state"),
  in_nation: peersAmong("in the United States"),
  yardstick,
});
export type NationPeers = z.infer<typeof nationPeers>;

/** What an answer has beside `found: false`. */
export const nationNotFound = z.strictObject({
  reason: nationAbsence.nullable(),
  place: nationPlaceListed
    .nullable()
    .meta({ description: "The place that the name means, which has no grade; null if it means none, or several" }),
  suggestions: z
    .array(nationPlaceElement)
    .readonly()
    .meta({ description: "Places that may be meant, best first; empty if there are none", maxItems: 5 }),
  hint: line(1_000)
    .nullable()
    .meta({ description: "Why nothing is found, as a sentence; null if nothing is recognizably wrong" }),
  covered_by: coveringArea.nullable().meta({
    description:
      "The area of a sheriff or county police department that covers the place, if no table has a department of its own; otherwise null",
  }),
});
export type NationNotFound = z.infer<typeof nationNotFound>;
