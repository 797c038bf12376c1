import type { AgencyKind } from "../../domain/snapshot.ts";
import type { StateEdition } from "../../editions/edition.ts";
import type { CityNames } from "../../gazetteer/city-names.ts";
import type { GeographySource } from "../../gazetteer/tables.ts";
import type { OfficialFile } from "../official-files.ts";
import type { Publications } from "../update/publication.ts";
import type { OfficialRows } from "./official-rows.ts";

/** The kinds of official files, each with a table that it feeds. */
export type OfficialKind = keyof OfficialRows;

/** What the build of a state's edition takes from the state: its words and names, and its official files. */
export interface StateBuild {
  readonly edition: StateEdition;
  /** Where its tables are in the data folder, and its official files among all; empty for the folders themselves. */
  readonly folder: string;
  readonly names: CityNames;
  /** Folded short names in the state's own list of cities that cannot be aliases, with the canonical name. */
  readonly shortNames: ReadonlyMap<string, string>;
  /** How the state names agencies other than a city's, in the order in which they are tried. */
  readonly agencyKinds: readonly (readonly [AgencyKind, RegExp])[];
  readonly officialFiles: Readonly<Record<OfficialKind, OfficialFile>>;
  /** Those of them that have an address. */
  readonly publications: Publications;
  /** The readers of these files. They throw DatasetError. */
  readonly read: { readonly [Kind in OfficialKind]: Reader<OfficialRows[Kind][number]["rows"]> };
  /** The files that the geography is made of. Each was derived from the sources that its note names. */
  readonly geographyFiles: Readonly<Record<GeographyKind, Omit<GeographySource, "retrieved" | "sha256">>>;
}

export const GEOGRAPHY_KINDS = [
  "counties",
  "cities",
  "communities",
  "zips",
  "names",
  "ambiguousNames",
  "homonyms",
] as const;
export type GeographyKind = (typeof GEOGRAPHY_KINDS)[number];

type Reader<Rows> = (bytes: Uint8Array, file: string) => Rows | Promise<Rows>;
