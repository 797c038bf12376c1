import { recordFrom } from "../base/named-table.ts";
import { EDITION_NAMES, EDITIONS, type EditionName, isOfState, type StateEditionName } from "../editions/table.ts";
import { aliasesOf } from "../gazetteer/california/alias.ts";
import type { StateNames } from "../gazetteer/name-index.ts";
import { createPlaces, type Places } from "./dataset.ts";
import { openDataset } from "./file.ts";
import { createNationPlaces, type NationPlaces } from "./nation-dataset.ts";
import { openNation } from "./nation-file.ts";

export type EditionPlaces = Places | NationPlaces;

/** What people call the places of each state with an edition. */
export const STATE_NAMES: Readonly<Record<StateEditionName, StateNames>> = {
  california: { aliasesOf, tables: async () => (await import("../gazetteer/california/names.ts")).CALIFORNIA_NAMES },
};

/** The datasets that answers come from, by the name of their edition. A request keeps those that it started with. */
export type Editions = { readonly [Name in EditionName]: Name extends StateEditionName ? Places : NationPlaces };

/**
 * What the file of each edition is opened as, by its kind. Each throws on bytes that it cannot serve. The cast: the type
 * of a record does not include that each edition has places of its own kind.
 */
export const OPEN_PLACES = recordFrom(
  EDITION_NAMES.map((name) => [
    name,
    (bytes: Buffer) =>
      isOfState(name)
        ? createPlaces(openDataset(bytes), EDITIONS[name], STATE_NAMES[name])
        : createNationPlaces(openNation(bytes), EDITIONS[name]),
  ]),
) as { readonly [Name in EditionName]: (bytes: Buffer) => Editions[Name] };

/** The cast: the type of a record does not include that each edition has places of its own kind. */
export function editionsFrom(placesOf: (name: EditionName) => EditionPlaces): Editions {
  return recordFrom(EDITION_NAMES.map((name) => [name, placesOf(name)] as const)) as Readonly<
    Record<EditionName, never>
  >;
}
