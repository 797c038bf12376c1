import { z } from "zod";
import { recordFrom } from "../../../src/base/named-table.ts";
import { count, nonEmpty, readLines, readTable, year } from "../../../src/dataset/csv.ts";
import { readCountyEstimates, readPlaceEstimates } from "../../../src/dataset/sources/census-estimates.ts";
import { readPlaces } from "../../../src/dataset/sources/tiger.ts";
import type { AgencyYear, ListedResidents } from "../../../src/dataset/state/official-rows.ts";
import { GEOGRAPHY_KINDS, type StateBuild } from "../../../src/dataset/state/state-build.ts";
import { mapOffenses } from "../../../src/domain/offense.ts";
import { OREGON } from "./oregon.ts";
import { OREGON_CITY_NAMES } from "./oregon-names.ts";

const OFFENSE_ROW = z.object({ year, county: nonEmpty, agency: nonEmpty, ...mapOffenses(() => count) });

/** The state's own file of offenses: a row for each agency and year. */
function readOffenses(bytes: Uint8Array, file: string): readonly AgencyYear[] {
  return readTable(bytes, file, OFFENSE_ROW, (row) => [String(row.year), row.county, row.agency]).map(
    ({ year, county, agency, ...offenses }) => ({ year, county, agency, offenses }),
  );
}

/** The state's own list of cities: county, city, and the residents of each year. */
function readCities(bytes: Uint8Array, file: string): readonly ListedResidents[] {
  const [header, ...lines] = readLines(bytes, file);
  const years = (header?.fields ?? []).slice(2).map(Number);
  return lines.map(({ fields: [county = "", name = "", ...residents] }) => ({
    county,
    name,
    population: new Map(years.map((year, index) => [year, Number(residents[index])])),
  }));
}

const BUREAU = { publisher: "US Census Bureau", url: "https://www.census.gov/" } as const;
const OWN = { publisher: OREGON.offices.justice, url: "https://example.org/oregon" } as const;

export const OREGON_BUILD: StateBuild = {
  edition: OREGON,
  folder: "or",
  names: OREGON_CITY_NAMES,
  shortNames: new Map(),
  agencyKinds: [
    ["highway_patrol", /^State Police/],
    ["sheriff", /Sheriff$/],
    ["campus", /^University of /],
  ],
  officialFiles: {
    offenses: { ...OWN, table: "offenses", name: /^offenses\.csv$/, example: "offenses.csv", title: "Offenses" },
    placePopulation: {
      ...BUREAU,
      table: "population of cities",
      name: /^sub-ip-est2025\.csv$/,
      example: "sub-ip-est2025.csv",
      title: "Residents of places",
    },
    countyPopulation: {
      ...BUREAU,
      table: "population of counties",
      name: /^county-population\.csv$/,
      example: "county-population.csv",
      title: "Residents of counties",
    },
    cityCounty: { ...OWN, table: "cities", name: /^cities\.csv$/, example: "cities.csv", title: "Cities by county" },
    places: {
      ...BUREAU,
      table: "places",
      name: /^tl_2024_41_place\.csv$/,
      example: "tl_2024_41_place.csv",
      title: "Places",
    },
  },
  read: {
    offenses: readOffenses,
    placePopulation: (bytes, file) => readPlaceEstimates(bytes, file, OREGON),
    countyPopulation: (bytes, file) => readCountyEstimates(bytes, file, OREGON),
    cityCounty: readCities,
    places: (bytes, file) => readPlaces(bytes, file, OREGON),
  },
  publications: () => [],
  geographyFiles: recordFrom(
    GEOGRAPHY_KINDS.map((kind) => {
      const isArea = kind === "counties" || kind === "cities" || kind === "communities";
      const file = `${kind}${isArea ? ".geojson.gz" : ".csv"}`;
      return [kind, { ...BUREAU, file, title: kind, license: "public domain", attribution: "", note: "Made up" }];
    }),
  ),
};
