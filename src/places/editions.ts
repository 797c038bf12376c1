import { EDITION_NAMES, type EditionName, UNITED_STATES } from "../domain/edition.ts";
import { recordFrom } from "../domain/named.ts";
import type { DatasetAnswers } from "./dataset-answers.ts";
import { openDataset } from "./file.ts";
import { openNation } from "./nation-file.ts";
import { createNationPlaces } from "./nation-places.ts";
import { createPlaces } from "./places.ts";

export interface EditionPlaces extends DatasetAnswers {
  readonly statistics: { readonly data_year: number; readonly last_updated: string };
  /** The locations of places, where an edition has them, and whether they were needed. */
  readonly usesGeography?: boolean;
  geography?(): Promise<unknown>;
}

/** What the file of each edition is opened as. Each throws on bytes that it cannot serve. */
export const OPEN_PLACES = {
  california: (bytes: Buffer) => createPlaces(openDataset(bytes)),
  unitedStates: (bytes: Buffer) => createNationPlaces(openNation(bytes), UNITED_STATES),
} as const satisfies Readonly<Record<EditionName, (bytes: Buffer) => EditionPlaces>>;

/** The datasets that answers come from, by the name of their edition. A request keeps those that it started with. */
export type Editions = { readonly [Name in EditionName]: ReturnType<(typeof OPEN_PLACES)[Name]> };

/** The cast: the type of a record does not include that each edition has places of its own kind. */
export function editionsFrom(placesOf: (name: EditionName) => EditionPlaces): Editions {
  return recordFrom(EDITION_NAMES.map((name) => [name, placesOf(name)] as const)) as Readonly<
    Record<EditionName, never>
  >;
}
