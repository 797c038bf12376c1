import { CALIFORNIA } from "../../editions/california.ts";
import { US_STATES } from "../../editions/us-states.ts";
import { fail } from "../fault.ts";
import { readAllCounties } from "../sources/census-counties.ts";
import { type Residents, readCountyEstimates, readPlaceEstimates } from "../sources/census-estimates.ts";
import { readPlaces } from "../sources/tiger.ts";
import { needAll, type Publications, readBy } from "../update/publication.ts";
import { readCrimesAndClearances } from "./doj.ts";

const JUSTICE = "https://data-openjustice.doj.ca.gov/sites/default/files/dataset";
const CENSUS = "https://www2.census.gov/programs-surveys/popest";
const PLACES = `tl_2016_${CALIFORNIA.fips}_place`;

export const CALIFORNIA_PUBLICATIONS: Publications = (year) => [
  {
    file: `Crimes_and_Clearances_with_Arson-1985-${year}.csv`,
    folder: "",
    address: `${JUSTICE}/${year + 1}-07/Crimes_and_Clearances_with_Arson-1985-${year}.csv`,
    check: readBy((bytes, file) => {
      const rows = readCrimesAndClearances(bytes, file);
      const counties = (of: number) => new Set(rows.flatMap((row) => (row.year === of ? [row.county] : [])));
      needAll(file, year, counties(year), counties(year - 1));
    }),
  },
  {
    file: `census_SUB-IP-EST${year}-POP.xlsx`,
    folder: "",
    address: `${CENSUS}/tables/2020-${year}/cities/totals/SUB-IP-EST${year}-POP.xlsx`,
    check: readBy(async (bytes, file) => needYear(await readPlaceEstimates(bytes, file, CALIFORNIA), file, year)),
  },
  {
    file: `census_co-est${year}-alldata.csv`,
    folder: "",
    address: `${CENSUS}/datasets/2020-${year}/counties/totals/co-est${year}-alldata.csv`,
    check: readBy((bytes, file) => {
      needYear(readCountyEstimates(bytes, file, CALIFORNIA), file, year);
      // The nation's import reads the other states.
      const states = new Set<string>(readAllCounties(bytes, file).map(({ state }) => state));
      needAll(file, year, states, new Set(US_STATES.map(({ code }) => code)));
    }),
  },
  {
    file: `${PLACES}.csv`,
    folder: "",
    address: `https://www2.census.gov/geo/tiger/TIGER2016/PLACE/${PLACES}.zip`,
    entry: new RegExp(`^${PLACES}\\.dbf$`),
    isOfAllYears: true,
    check: readBy((bytes, file) => readPlaces(bytes, file, CALIFORNIA)),
  },
];

function needYear(rows: readonly Residents[], file: string, year: number): void {
  if (!rows.some(({ population }) => population.has(year))) fail({ file }, `there is no estimate for ${year}`);
}
