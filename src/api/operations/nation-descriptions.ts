import * as nation from "./nation.ts";
import { locateBatchInNation, locateInNation } from "./nation-locate.ts";

/** The descriptions of the operations on places in all states, by their ids. */
export const NATION_DESCRIPTIONS = { ...nation, locateInNation, locateBatchInNation } as const;
