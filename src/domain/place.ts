import { z } from "zod";
import { ofStates } from "../editions/table.ts";
import { MATCHES, PLACE_KINDS, PLACE_STATUSES, PLACES_LIMIT, PLACES_RADIUS, type PlacesFault } from "./place-query.ts";
import { cityRecord, countyRecord, line, readonlyObject } from "./record.ts";
import { absenceReason } from "./snapshot.ts";

const { city: placeName, county: countyName, ...figures } = cityRecord.unwrap().shape;

const placeKind = z.enum(PLACE_KINDS).meta({
  description:
    "`city` for every city and town, `county`, `unincorporated` for a community on county land, `neighborhood` for a part of a city",
});

const placeStatus = z.enum(PLACE_STATUSES).meta({
  description:
    "`graded` has a grade; `absent` is a city or county without one; `part` never has one: it lies in a city or county",
});

const latitude = z.number().min(-90).max(90).meta({ description: "Degrees north" });
const longitude = z
  .number()
  .min(-180)
  .max(180)
  .meta({ description: `Degrees east; negative in ${ofStates(({ name }) => name)}` });

/** Figures of a graded place, as in its record. */
export const placeData = z
  .strictObject({
    safety_score: figures.safety_score,
    grade: figures.grade,
    grade_label: figures.grade_label,
    crime_rate_per_1k: figures.crime_rate_per_1k,
    violent_rate_per_1k: figures.crime_rate_per_1k.meta({
      description: "Reported violent offenses per 1,000 residents, one decimal",
    }),
    property_rate_per_1k: figures.crime_rate_per_1k.meta({
      description: "Reported property offenses per 1,000 residents, one decimal",
    }),
    population: figures.population,
    data_year: figures.data_year,
  })
  .readonly();
export type PlaceData = z.infer<typeof placeData>;

/** A place (decisions 8). The order of the fields is their order in the answer. */
const place = z
  .strictObject({
    kind: placeKind,
    name: placeName,
    county: countyName.meta({ description: "The county of the place; for a county, its own name" }),
    within: placeName
      .nullable()
      .meta({ description: "The city of a neighborhood, whose figures apply; otherwise null" }),
    split: z.boolean().meta({
      description:
        "Whether less than nine tenths of the place are in one city or on one county's land. Then its point may give another record than its name, and `GET /v1/locate` by its name lists all candidates",
    }),
    status: placeStatus,
    reason: absenceReason.nullable().meta({ description: "Why an absent city or county has no grade; otherwise null" }),
    latitude,
    longitude,
    data: placeData.nullable().meta({ description: "The figures of a graded place; otherwise null" }),
  })
  .readonly();
export type Place = z.infer<typeof place>;

export const match = z.enum(MATCHES).meta({
  description:
    "How the place matches `q`. `exact`: it has this name, or is in this ZIP code. `alias`: another name or an abbreviation of it. `prefix`: each word of `q` is a word of its name or the beginning of one. `approximate`: so is each word, but for a letter or two",
});

export const distance = z.number().min(0).max(PLACES_RADIUS.most).exactOptional().meta({
  description: "Kilometers from `near` to the place's point, one decimal; only with `near`",
});

export const foundPlace = z
  .strictObject({
    ...place.unwrap().shape,
    match: match.nullable().meta({ description: "How the place matches `q`; null without `q`" }),
    distance_km: distance,
  })
  .readonly();
export type FoundPlace = z.infer<typeof foundPlace>;

/** A page of a list; `order` describes its elements. */
export function pageOf<Element extends z.ZodType>(element: Element, order: string) {
  return readonlyObject({
    places: z.array(element).readonly().meta({ description: order, maxItems: PLACES_LIMIT.most }),
    total: z.int32().min(0).meta({ description: "How many places match, on all pages together" }),
    next: z
      .string()
      .max(100)
      .regex(/^[A-Za-z0-9_-]+$/)
      .nullable()
      .meta({ description: "`cursor` of the next page; null on the last one. Valid for this query and dataset" }),
  });
}

export type PageResult<Element> =
  | {
      readonly ok: true;
      readonly page: { readonly places: readonly Element[]; readonly total: number; readonly next: string | null };
    }
  | { readonly ok: false; readonly fault: PlacesFault };

/** What an answer has beside `found: false`. */
const suggestions = z.strictObject({
  suggestions: z
    .array(foundPlace)
    .readonly()
    .meta({ description: "Places that may be meant, best first; empty if there are none", maxItems: 5 }),
  hint: line(300)
    .nullable()
    .meta({ description: "What is recognizably wrong with the query, as a sentence; null if nothing is" }),
});
/** Answer of `GET /v1/places`. */
export const placesPage = readonlyObject({
  ...pageOf(
    foundPlace,
    "The places of this page, in the order of `sort`; by default those that match best come first",
  ).unwrap().shape,
  hint: suggestions.shape.hint.exactOptional().meta({
    description:
      "Only if no place matches: the endpoint that has the place, if it is elsewhere in the United States; otherwise null",
  }),
});
export type PlacesPage = z.infer<typeof placesPage>;

/** The basis of a candidate's share. */
const SHARE_BASES = ["residents", "area", "hint", "point"] as const;
const shareBasis = z.enum(SHARE_BASES).meta({
  description:
    "Basis of `share`. `residents`: the 2020 census. `area`: land area, if the residents are not known. `hint`: the postal name or point of a ZIP code without an area, such as one for post-office boxes. `point`: the point or the named place is here",
});
export type ShareBasis = z.infer<typeof shareBasis>;

export const candidate = z
  .strictObject({
    city: placeName.nullable().meta({ description: "Name of the city; null for the county's unincorporated land" }),
    county: countyName,
    share: z.number().min(0).max(1).meta({
      description:
        "Share of the ZIP code in this area, four decimals; the shares of a ZIP code add up to 1. For a point or a name: the share of the place, usually 1",
    }),
    basis: shareBasis,
  })
  .readonly();
export type Candidate = z.infer<typeof candidate>;

/** The kind of the match. `several`: more than one place has the name. */
const matchedKind = z.enum([...PLACE_KINDS, "zip", "several"]).meta({
  description:
    "What was matched: the ZIP code; the named place, or `several` if several places have the name; for a point, the smallest place that contains it",
});

/** `data` of the answer of `GET /v1/locate` (decisions 8). */
export const location = z
  .strictObject({
    matched: z
      .strictObject({ kind: matchedKind, name: placeName })
      .readonly()
      .meta({ description: "What the point, ZIP code, or name matched" }),
    answer: z.enum(["city", "county"]).nullable().meta({
      description:
        "Which record to show: `city` if the point, the named place, or nine tenths of the ZIP code are in one graded city, otherwise `county`; null if neither one city nor one county is the answer, or if that county has no grade",
    }),
    city: cityRecord.nullable().meta({ description: "Record of the city; null unless `answer` is `city`" }),
    county: countyRecord.nullable().meta({
      description: "Record of the county; null if the candidates are in several counties, or if it has no grade",
    }),
    candidates: z.array(candidate).readonly().meta({ description: "Possible locations, best first", maxItems: 100 }),
    others: z.boolean().meta({
      description:
        "Whether places that are not among the candidates have this name, too. Always false for a point or a ZIP code",
    }),
  })
  .readonly();
export type Location = z.infer<typeof location>;

export type Suggestions = z.infer<typeof suggestions>;

export const locateAnswer = z.discriminatedUnion("found", [
  z.strictObject({
    found: z.literal(true).meta({ description: "Whether the place is known" }),
    data: location,
  }),
  z.strictObject({ found: z.literal(false), data: z.null(), ...suggestions.shape }),
]);
export type LocateAnswer = z.infer<typeof locateAnswer>;
export type FoundLocation = Extract<LocateAnswer, { readonly found: true }>;
