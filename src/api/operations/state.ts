import { explainBatch, explainCity, explainCounty } from "./explain.ts";
import { findPlaces } from "./find-places.ts";
import { getCountyHistory, getHistory, historyBatch } from "./history.ts";
import { locate, locateBatch } from "./locate.ts";
import { getCity, getCounty, getStatistics, lookUpBatch } from "./safety.ts";

/** The descriptions of a state's operations, by their ids. */
export const STATE_DESCRIPTIONS = {
  ...{ getCity, getCounty, lookUpBatch, getStatistics, explainCity, explainCounty, explainBatch },
  ...{ getHistory, getCountyHistory, historyBatch, findPlaces, locate, locateBatch },
};
