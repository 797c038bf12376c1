import type { HeldFile } from "../base/held-file.ts";
import type { Edition, NationEdition, StateEdition } from "../editions/edition.ts";
import { EDITIONS, type EditionName, isOfState, type StateEditionName } from "../editions/table.ts";
import { openDataset } from "../figures/file.ts";
import { openNation } from "../figures/nation-file.ts";
import { CALIFORNIA_CITY_NAMES } from "../gazetteer/california/alias.ts";
import type { StateNames } from "../gazetteer/edition-names.ts";
import type { Gazetteer } from "../gazetteer/gazetteer.ts";
import { createNationPlaces, type NationPlaces } from "./nation-places.ts";
import { createStatePlaces, type StatePlaces } from "./state-places.ts";

export type Places = StatePlaces | NationPlaces;

/** The places that answers come from: those of every edition. A request keeps those that it started with. */
export interface Served {
  readonly all: readonly Places[];
  readonly states: readonly StatePlaces[];
  readonly nations: readonly NationPlaces[];
  /** Of the edition of the contract's endpoints. */
  readonly contract: StatePlaces;
  /** Of an edition. @throws RangeError if it is not served */
  of(edition: Edition): Places;
  state(edition: StateEdition): StatePlaces;
  nation(edition: NationEdition): NationPlaces;
}

/** @throws RangeError if the edition of the contract is not among them */
export function servedFrom(all: readonly Places[]): Served {
  const states = all.filter((places) => places.kind === "state");
  const nations = all.filter((places) => places.kind === "nation");
  const among = <Own extends Places>(own: readonly Own[], path: string): Own => {
    const found = own.find(({ edition }) => edition.path === path);
    if (found === undefined) throw new RangeError(`no dataset is served under /v1${path}`);
    return found;
  };
  return {
    all,
    states,
    nations,
    contract: among(states, ""),
    of: ({ path }) => among(all, path),
    state: ({ path }) => among(states, path),
    nation: ({ path }) => among(nations, path),
  };
}

/** What people call the places of each state with an edition. */
export const STATE_NAMES: Readonly<Record<StateEditionName, StateNames>> = {
  california: {
    ...CALIFORNIA_CITY_NAMES,
    tables: async () => (await import("../gazetteer/california/names.ts")).CALIFORNIA_NAMES,
  },
};

/** Opens the file of an edition. @throws DatasetFileError or RangeError on one that it cannot serve */
export function openPlaces(name: EditionName, file: HeldFile, gazetteer: Gazetteer): Places {
  return isOfState(name)
    ? createStatePlaces(openDataset(file), EDITIONS[name], STATE_NAMES[name], gazetteer)
    : createNationPlaces(openNation(file), EDITIONS[name], gazetteer);
}
