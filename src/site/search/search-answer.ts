import type { CoveringArea } from "../../domain/area-record.ts";
import type { StateCode } from "../../editions/us-states.ts";
import type { GeoPoint } from "../../gazetteer/distance.ts";
import type { DegreeLine } from "../../gazetteer/outline-table.ts";
import type { ZipBasis } from "../../gazetteer/zip-table.ts";
import type { DrawGround } from "../map/local-ground.ts";
import type { PlaceAnswer } from "./place-answer.ts";

/** What a search shows if it does not lead to a page. */
export type SearchAnswer =
  | { readonly is: "empty" }
  | PlacesAnswer
  | ZipAnswer
  /** What was understood, what is missing, and places that may be meant. */
  | NothingAnswer;

export interface PlacesAnswer {
  readonly is: "places";
  /** The name without what says where it is. */
  readonly name: string;
  /** Where it is, if that was typed: " in Ohio". */
  readonly where: string;
  /** Places of the name, the largest first; small ones without figures by themselves, not all of them, if there are others. */
  readonly called: readonly PlaceAnswer[];
  readonly smaller: readonly PlaceAnswer[];
  /** Places whose name has the words. */
  readonly others: readonly PlaceAnswer[];
  /** Whether a place has the name as it is, not only a longer or a shorter one. */
  readonly isCalled: boolean;
  /** How many places have the name. */
  readonly ofName: number;
  /** How many places match, including those not shown. */
  readonly total: number;
  /** The state of the name. */
  readonly state: StateCode | null;
}

export interface ZipShare {
  readonly place: PlaceAnswer;
  readonly share: number;
  /** Of its boundary; undefined where none is held. */
  readonly lines: readonly DegreeLine[] | undefined;
}

/** What was read; a name may be that of a place around which others are sought. */
export type ReadAs = "name" | "address" | "zip" | "point" | "kind" | "names";

export interface NothingAnswer {
  readonly is: "nothing";
  readonly readAs: ReadAs;
  readonly understood: string;
  readonly missing: string;
  readonly near: readonly PlaceAnswer[];
  /** Of a name that no place of its state has. */
  readonly inState?: NameInState;
}

/** What a name may be a part of, such as Harlem in New York, and who else has it. */
export interface NameInState {
  readonly state: StateCode;
  readonly name: string;
  /** The largest places of the state. */
  readonly largest: readonly PlaceAnswer[];
  /** Places of the name in other states, the largest first. */
  readonly elsewhere: readonly PlaceAnswer[];
}

export interface ZipAnswer {
  readonly is: "zip";
  readonly zip: string;
  readonly basis: ZipBasis;
  readonly point: GeoPoint;
  /** null for a code without an area. */
  readonly residents: number | null;
  /** Of each the largest share first. Shares of land are those of cities, of townships, and of the land outside of both. */
  readonly groups: readonly { readonly title: string | null; readonly shares: readonly ZipShare[] }[];
  /** Graded places around it, the largest first. */
  readonly nearby: readonly PlaceAnswer[];
  readonly ground: DrawGround;
  /** The area of a county department that covers it, where no single place does. */
  readonly covered: CoveringArea | null;
}

/** Either the address of a page, or what is shown. */
export type Found = SearchAnswer | string;

export function nothing(
  readAs: ReadAs,
  understood: string,
  missing: string,
  near: readonly PlaceAnswer[] = [],
): NothingAnswer {
  return { is: "nothing", readAs, understood, missing, near };
}

/** "suburbs within 30 km of Denver", "towns near Dayton, OH". */
export const AROUND = /\b(?:near|around|(?:km|kilometers|miles|mi) (?:of|from))\s+(\S.*)$/i;
