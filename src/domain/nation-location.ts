import { z } from "zod";
import { namesOf } from "../base/named-table.ts";
import { coveringArea } from "./area-record.ts";
import { geoid, latitude, longitude, nationNotFound, nationPlaceRecord } from "./nation-place.ts";
import { nationAbsence, stateCode } from "./nation-record.ts";
import { cityRecord, line, readonlyObject } from "./record.ts";

const name = cityRecord.unwrap().shape.city;
const share = z.number().min(0).max(1);
const population = z.int32().min(0).meta({ description: "Residents by the Census Bureau" });

const KINDS = [
  ...(["city", "town", "village", "borough", "municipality", "government"] as const),
  ...(["community", "township", "plantation", "county"] as const),
] as const;
const placeKind = z.enum(KINDS).meta({
  description:
    "Legal kind. `government`: a city and county in one. `community`: a census-designated place, which has no government of its own",
});

const countyName = line(100).meta({ description: "Name of the county with its kind" });
const countyOfState = readonlyObject({ county: countyName, state: stateCode, geoid: geoid.nullable() });

/** A place, with or without figures. */
export const locatedPlace = readonlyObject({
  city: name,
  kind: placeKind,
  official_name: line(120).meta({ description: "As the Census Bureau writes it, with its kind" }),
  state: stateCode,
  county: countyName.meta({ description: "The county with most of its residents" }),
  counties: z
    .array(readonlyObject({ county: countyName, share: share.meta({ description: "Of the place's residents" }) }))
    .max(20)
    .readonly()
    .meta({ description: "All counties that it is in, largest share first" }),
  geoid,
  latitude,
  longitude,
  population,
});
export type LocatedPlace = z.infer<typeof locatedPlace>;

export const locatedCandidate = readonlyObject({
  city: name.nullable().meta({ description: "null for the county's land outside the other candidates" }),
  kind: placeKind,
  state: stateCode,
  county: countyName,
  geoid,
  population,
  share: share.nullable().meta({
    description:
      "Share of the ZIP code; the shares of a ZIP code never add up to more than 1. For a name 1; null where no boundary is held",
  }),
});
export type LocatedCandidate = z.infer<typeof locatedCandidate>;

const BASES = {
  name: "the name",
  geoid: "the GEOID",
  boundary: "the boundary that holds the point, of 2019 or finer",
  boundary_not_held:
    "a municipality of this county has no boundary in the dataset, so the point may be in any of the candidates, the nearest first",
  residents: "shares of the ZIP code's residents (2020 census)",
  land: "shares of its land, where residents are not known",
  point: "the point of a ZIP code without an area, such as one for post-office boxes",
  county_only: "only the county of the ZIP code is known",
} as const;
export type LocationBasis = keyof typeof BASES;

const basis = z.enum(namesOf(BASES)).meta({
  description: `What the answer is based on. ${Object.entries(BASES)
    .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
    .join(". ")}`,
});

/** `data` of the answer of `GET /v1/us/locate`. */
export const nationLocation = readonlyObject({
  matched: readonlyObject({
    kind: z.enum([...KINDS, "part", "department", "state", "several", "zip"]).meta({
      description:
        "Of the named place, or the smallest one that holds the point. `part`: a part of a city. `department`: a police department of several municipalities. `several`: more than one place may be meant",
    }),
    name: line(100),
  }).meta({ description: "What the point, ZIP code, address, or name matched" }),
  place: locatedPlace.nullable().meta({ description: "The place that is meant; null if no single one is" }),
  part_of: name.nullable().meta({ description: "The city of a part, whose figures apply; otherwise null" }),
  county: countyOfState.nullable().meta({
    description: "The county that is meant, or that holds all of it; null if it may be in several",
  }),
  record: nationPlaceRecord.nullable().meta({ description: "The record of `place`; null if there is none" }),
  reason: nationAbsence.nullable(),
  covered_by: coveringArea.nullable().meta({
    description:
      "Where there is no record: the area of the sheriff or county police department that covers the place, the point, or at least nine tenths of the ZIP code, if no table has a department of the place's own; otherwise null",
  }),
  basis,
  boundary: z.literal("boundary of 2019").nullable().meta({
    description:
      "`boundary of 2019`: a place within 5 km has grown by more than a tenth since then, so the point may be in it now; otherwise null",
  }),
  candidates: z
    .array(locatedCandidate)
    .max(100)
    .readonly()
    .meta({ description: "The places that may be meant, the largest share or the most residents first" }),
  hint: nationNotFound.shape.hint.meta({
    description: "What to know about the answer, as sentences: what the place is, or why there is no grade; else null",
  }),
});
export type NationLocation = z.infer<typeof nationLocation>;

const { place: _, covered_by: __, ...missed } = nationNotFound.shape;

/** Answer of `GET /v1/us/locate`. */
export const nationLocateAnswer = z.discriminatedUnion("found", [
  z.strictObject({
    found: z.literal(true).meta({ description: "Whether the place is known, with or without a grade" }),
    data: nationLocation,
  }),
  z.strictObject({ found: z.literal(false), data: z.null(), ...missed }),
]);
export type NationLocateAnswer = z.infer<typeof nationLocateAnswer>;
