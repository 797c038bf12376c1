import geographyFiles from "../../../data/geography-files.json" with { type: "json" };
import { CALIFORNIA } from "../../editions/california.ts";
import { CALIFORNIA_CITY_NAMES } from "../../gazetteer/california/alias.ts";
import { readCountyEstimates, readPlaceEstimates } from "../sources/census-estimates.ts";
import { readPlaces } from "../sources/tiger.ts";
import type { StateBuild } from "../state/state-build.ts";
import { readE4 } from "./dof.ts";
import { readCrimesAndClearances } from "./doj.ts";
import { OFFICIAL_FILES } from "./official.ts";
import { CALIFORNIA_PUBLICATIONS } from "./publications.ts";

export const CALIFORNIA_BUILD: StateBuild = {
  edition: CALIFORNIA,
  folder: "",
  names: CALIFORNIA_CITY_NAMES,
  /** Of the Department of Finance. It is also a county's. */
  shortNames: new Map([["amador", "Amador City"]]),
  /** As the Department of Justice writes them. */
  agencyKinds: [
    ["highway_patrol", new RegExp(`^${CALIFORNIA.abbreviation} Highway Patrol\\b`)],
    ["sheriff", /Sheriff's Department$/],
    ["railroad", / RR\b|Railroad/],
    ["state", /^Cal Fire\b/],
    ["park", / DPR$|Park Dist\.$/],
    ["hospital", /State Hospital$|Developmental Center$/],
    ["transit", / BART$|\bTransit\b|Metropolitan Trans\. Authority/],
    ["port_airport", / (Airport|Harbor|Port)$/],
    ["school", / School$|High School District$/],
    ["campus", /^(UC|CSU|Cal Poly|Cal Maritime)\b|\bCollege\b|^Los Rios$/],
  ],
  officialFiles: OFFICIAL_FILES,
  publications: CALIFORNIA_PUBLICATIONS,
  read: {
    offenses: readCrimesAndClearances,
    placePopulation: (bytes, file) => readPlaceEstimates(bytes, file, CALIFORNIA),
    countyPopulation: (bytes, file) => readCountyEstimates(bytes, file, CALIFORNIA),
    cityCounty: readE4,
    places: (bytes, file) => readPlaces(bytes, file, CALIFORNIA),
  },
  geographyFiles,
};
