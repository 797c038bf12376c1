import { cityNamesOf } from "../../../src/gazetteer/city-names.ts";
import type { NameTables, StateNames } from "../../../src/gazetteer/edition-names.ts";
import { OREGON } from "./oregon.ts";

export const OREGON_CITY_NAMES = cityNamesOf(OREGON, { Silverton: ["Silver Creek"] });

const TABLES: NameTables = {
  nicknames: { Eugene: ["TrackTown"] },
  abbreviations: {},
  parts: { "a campus": { Eugene: "University of Oregon" } },
  areas: [],
  forms: [],
  elsewhere: new Set(),
  shared: new Set(),
};

/** What people call its places. */
export const OREGON_NAMES: StateNames = { ...OREGON_CITY_NAMES, tables: async () => TABLES };
