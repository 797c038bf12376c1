import { CALIFORNIA } from "../../editions/california.ts";
import { readCountyEstimates, readPlaceEstimates } from "../sources/census-estimates.ts";
import { type Publications, readBy } from "../update/publication.ts";
import { readCrimesAndClearances } from "./doj.ts";

const JUSTICE = "https://data-openjustice.doj.ca.gov/sites/default/files/dataset";
const CENSUS = "https://www2.census.gov/programs-surveys/popest";

export const CALIFORNIA_PUBLICATIONS: Publications = (year) => [
  {
    file: `Crimes_and_Clearances_with_Arson-1985-${year}.csv`,
    folder: "",
    address: `${JUSTICE}/${year + 1}-07/Crimes_and_Clearances_with_Arson-1985-${year}.csv`,
    check: readBy(readCrimesAndClearances),
  },
  {
    file: `census_SUB-IP-EST${year}-POP.xlsx`,
    folder: "",
    address: `${CENSUS}/tables/2020-${year}/cities/totals/SUB-IP-EST${year}-POP.xlsx`,
    check: readBy((bytes, file) => readPlaceEstimates(bytes, file, CALIFORNIA)),
  },
  {
    file: `census_co-est${year}-alldata.csv`,
    folder: "",
    address: `${CENSUS}/datasets/2020-${year}/counties/totals/co-est${year}-alldata.csv`,
    check: readBy((bytes, file) => readCountyEstimates(bytes, file, CALIFORNIA)),
  },
];
