import { z } from "zod";
import { GRADE_FAMILIES } from "../domain/grade.ts";
import {
  PLACE_KINDS,
  PLACE_SORTS,
  PLACE_STATUSES,
  PLACES_LIMIT,
  PLACES_RADIUS,
  type PlacesFault,
} from "../domain/place-query.ts";
import type { Edition } from "../editions/edition.ts";
import { stateOf } from "../gazetteer/state-text.ts";
import type { ListQuery } from "../lookup/places.ts";

import { unknownState } from "./state-parameter.ts";
import { NEEDS_STATE, textParameter, typedParameters } from "./text-parameter.ts";

const POINT = /^ *[+-]?\d{1,2}(?:\.\d{1,30})? *, *[+-]?\d{1,3}(?:\.\d{1,30})? *$/;
/** More than any place has. */
const MOST_RESIDENTS = 100_000_000;
const RADIUS = `is not a number from ${PLACES_RADIUS.least} to ${PLACES_RADIUS.most} in decimal notation`;

/** The parameters of a list in pages. */
export const pageParameters = {
  limit: wholeNumber(PLACES_LIMIT.least, PLACES_LIMIT.most)
    .meta({ title: "Limit", description: "Maximum number of places per page", example: PLACES_LIMIT.default })
    .default(PLACES_LIMIT.default),
  cursor: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,100}$/, { error: "is not a cursor of this service" })
    .meta({
      maxLength: 100,
      title: "Cursor",
      description: "`next` of the previous page; the other parameters must stay the same",
      example: "AAAAFGY0ZTk3YzJh",
    })
    .exactOptional(),
};

/** The parameters of a list around a point, and of one as a table. */
const areaParameters = {
  near: z
    .string()
    .regex(POINT, { error: "is not a latitude and a longitude with a comma between them, such as 38.58,-121.49" })
    .meta({
      title: "Near",
      pattern: "^-?\\d{1,2}(\\.\\d+)?,-?\\d{1,3}(\\.\\d+)?$",
      maxLength: 40,
      description: `Only places around this point, nearest first unless \`sort\` is given: latitude and longitude in degrees (WGS 84), negative to the south and west`,
      example: "38.58,-121.49",
    })
    .exactOptional(),
  radius_km: z
    .number({ error: RADIUS })
    .min(PLACES_RADIUS.least, { error: RADIUS })
    .max(PLACES_RADIUS.most, { error: RADIUS })
    .meta({
      title: "Radius",
      description: `Kilometers around \`near\`; ${PLACES_RADIUS.default} without it`,
      example: PLACES_RADIUS.default,
    })
    .exactOptional(),
  format: parameterOneOf(["json", "csv"])
    .meta({
      title: "Format",
      description:
        "`csv` for a table with one line per place, in UTF-8. Its next page is in the header `Link` (RFC 8288)",
      example: "json",
    })
    .default("json"),
};

/** Query of `GET /v1/places` (decisions 8). Without `q` every place matches. */
export const placesParameters = z.strictObject({
  q: textParameter
    .meta({
      title: "Search",
      description:
        "A name, the beginning of a name, or a ZIP code; typing errors are tolerated and the best match comes first. Without it every place matches",
      example: "hollywood",
    })
    .exactOptional(),
  kind: parameterOneOf(PLACE_KINDS)
    .meta({ title: "Kind", description: "Only places of this kind", example: "neighborhood" })
    .exactOptional(),
  county: textParameter
    .min(1, { error: "is empty" })
    .meta({
      title: "County",
      description: 'Only places in this county; its name with or without the word "County"',
      example: "Los Angeles",
    })
    .exactOptional(),
  grade: parameterOneOf(GRADE_FAMILIES)
    .meta({ title: "Grade", description: "Only places with this letter, including + and -", example: "A" })
    .exactOptional(),
  status: parameterOneOf(PLACE_STATUSES)
    .meta({
      title: "Status",
      description:
        "`graded`: has a grade. `absent`: a city or county without one. `part`: never has one; belongs to a city or county",
      example: "graded",
    })
    .exactOptional(),
  sort: parameterOneOf(PLACE_SORTS)
    .meta({
      title: "Sort",
      description:
        "Sort order; a leading `-` means descending. Places without the figure come last. `distance` needs `near`",
      example: "-population",
    })
    .exactOptional(),
  ...pageParameters,
  ...areaParameters,
});

/** Query of `GET /v1/us/places`. Without `q` every place matches. */
export const nationPlacesParameters = z.strictObject({
  q: textParameter
    .meta({
      title: "Search",
      description: "A name or its beginning, which may end in a state; typing errors are tolerated",
      example: "springfield",
    })
    .exactOptional(),
  state: textParameter
    .min(1, { error: "is empty" })
    .meta({ title: "State", description: "Only places in this state; USPS code or name", example: "OH" })
    .exactOptional(),
  status: parameterOneOf(["graded", "absent"])
    .meta({ title: "Status", description: "`graded`: has a grade. `absent`: has none", example: "graded" })
    .exactOptional(),
  county: textParameter
    .min(1, { error: "is empty" })
    .meta({
      title: "County",
      description:
        "Only places with residents in this county; its name with or without its kind. Needs `state`: counties of several states share names",
      example: "Hamilton",
    })
    .exactOptional(),
  grade: placesParameters.shape.grade,
  min_population: wholeNumber(0, MOST_RESIDENTS)
    .meta({
      title: "Least population",
      description: "Only places with at least this many residents",
      example: 50_000,
    })
    .exactOptional(),
  sort: placesParameters.shape.sort,
  ...pageParameters,
  ...areaParameters,
});

/** The parameters of the list of any edition. */
type ListParameters = z.output<typeof placesParameters> & {
  readonly state?: string;
  readonly min_population?: number;
};

/** What the parameters ask for, and in which format; or what is wrong with their combination. */
type AskedList =
  | { readonly ok: true; readonly query: ListQuery; readonly format: ListParameters["format"] }
  | { readonly ok: false; readonly parameter: keyof ListParameters; readonly detail: string };

export function listQuery(
  { near, q, county, state: inState, format, ...rest }: ListParameters,
  edition: Pick<Edition, "kind">,
): AskedList {
  const texts = typedParameters({ state: inState, q, county });
  if (!texts.ok) return texts;
  const { state: typed, ...given } = texts.given;
  const state = typed && stateOf(typed);
  if (typed !== undefined && state === undefined) return fault("state", unknownState(typed));
  if (edition.kind === "nation" && county !== undefined && state === undefined) return fault("county", NEEDS_STATE);
  const others = { ...rest, ...given, ...(state ? { state } : {}) };
  if (near === undefined) {
    if (others.radius_km !== undefined) return fault("radius_km", NEEDS_POINT);
    if (others.sort?.endsWith("distance")) return fault("sort", `is distance, which ${NEEDS_POINT}`);
    return { ok: true, query: others, format };
  }
  const [latitude = 0, longitude = 0] = near.split(",").map(Number);
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) {
    return fault("near", "has a latitude beyond 90 or a longitude beyond 180");
  }
  return { ok: true, query: { ...others, near: { latitude, longitude } }, format };
}

const NEEDS_POINT = "needs near, a latitude and a longitude";

function fault(parameter: keyof ListParameters, detail: string): AskedList {
  return { ok: false, parameter, detail };
}

/** Messages for parameter faults that the search detects. */
export const PLACES_FAULT_DETAILS = {
  cursor_malformed: { parameter: "cursor", detail: "is not a cursor of this service" },
  cursor_of_another_query: {
    parameter: "cursor",
    detail: "belongs to a query with other parameters; send the same parameters, or start without a cursor",
  },
  cursor_of_another_dataset: {
    parameter: "cursor",
    detail: "belongs to another version of the dataset; start again without a cursor",
  },
  county_unknown: { parameter: "county", detail: "is not a county" },
} as const satisfies Record<PlacesFault, { readonly parameter: string; readonly detail: string }>;

export function parameterOneOf<const Values extends readonly [string, ...string[]] | readonly string[]>(
  values: Values,
) {
  return z.enum(values, { error: `is not one of ${values.join(", ")}` });
}

function wholeNumber(least: number, most: number) {
  const error = `is not a whole number from ${least} to ${most}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
}
