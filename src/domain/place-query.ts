// Queries for places, apart from the schemas of their answers: these take memory, and the service does not need them.
import type { Typed } from "../base/text.ts";
import type { StateCode } from "../editions/us-states.ts";
import type { GradeFamily } from "./grade.ts";

/** `unincorporated` is a community on county land, `neighborhood` a part of a city (decisions 8). */
export const PLACE_KINDS = ["city", "county", "unincorporated", "neighborhood"] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** `part` has no record: it is part of a city or county. */
export const PLACE_STATUSES = ["graded", "absent", "part"] as const;
type PlaceStatus = (typeof PLACE_STATUSES)[number];

/** `alias` is another name or an abbreviation; `prefix` begins words of the name; `approximate` misspells some. */
export const MATCHES = ["exact", "alias", "prefix", "approximate"] as const;
export type Match = (typeof MATCHES)[number];

const SORT_KEYS = ["name", "score", "population", "rate", "violent", "property", "distance"] as const;
type PlaceSortKey = (typeof SORT_KEYS)[number];
/** A `-` prefix sorts in descending order. Places without the figure come last either way. */
export type PlaceSort = PlaceSortKey | `-${PlaceSortKey}`;
export const PLACE_SORTS: readonly PlaceSort[] = SORT_KEYS.flatMap((key): PlaceSort[] => [key, `-${key}`]);

/** In kilometers. */
export const PLACES_RADIUS = { least: 0.1, most: 100, default: 25 } as const;

export const PLACES_LIMIT = { least: 1, most: 100, default: 20 } as const;

export interface PlacesQuery {
  /** What a person typed: a name, a ZIP code, or a beginning. */
  readonly q?: Typed;
  readonly kind?: PlaceKind;
  /** Name of a county in any spelling, with or without "County". */
  readonly county?: Typed;
  /** The letter, without + or -. */
  readonly grade?: GradeFamily;
  readonly status?: PlaceStatus;
  /** Only places around this point, in degrees. */
  readonly near?: { readonly latitude: number; readonly longitude: number };
  /** Around `near`, in kilometers. */
  readonly radius_km?: number;
  /** Default: nearest first if there is a `near`, best match first if there is a `q`, otherwise by name. */
  readonly sort?: PlaceSort;
  readonly limit: number;
  /** `next` of the previous page. */
  readonly cursor?: string;
}

/** Why a query of `GET /v1/places` has no answer: errors in the parameters `cursor` and `county`. */
export type PlacesFault =
  | "cursor_malformed"
  | "cursor_of_another_query"
  | "cursor_of_another_dataset"
  | "county_unknown";

/** A point in degrees, a ZIP code of five digits, or a name. */
export type LocateQuery =
  | { readonly latitude: number; readonly longitude: number }
  | { readonly zip: string }
  | { readonly name: Typed };

/** In the country also an address, a GEOID, and a name in a state, or in a county of it. */
export type NationLocateQuery =
  | Exclude<LocateQuery, { readonly name: Typed }>
  | { readonly name: Typed; readonly state?: StateCode; readonly county?: Typed }
  | { readonly address: Typed }
  | { readonly geoid: string };
