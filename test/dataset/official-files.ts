import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import writeWorkbook from "write-excel-file/node";
import { US_STATES } from "../../src/editions/us-states.ts";
import { scratchFolder } from "../support/scratch.ts";

/** Small official files in the formats of their publishers, made here: 58 counties, a handful of cities, three years. */

const DOJ_HEADER =
  "Year,County,NCICCode,Violent_sum,Homicide_sum,ForRape_sum,Robbery_sum,AggAssault_sum,Property_sum,Burglary_sum,VehicleTheft_sum,LTtotal_sum";

/** The seven classes in the order of the columns. */
export type Classes = readonly [number, number, number, number, number, number, number];

export function dojLine(year: number, county: string, agency: string, classes: Classes): string {
  const [homicide, rape, robbery, assault, burglary, vehicle, larceny] = classes;
  const violent = homicide + rape + robbery + assault;
  const property = burglary + vehicle + larceny;
  return [year, county, agency, violent, homicide, rape, robbery, assault, property, burglary, vehicle, larceny].join(
    ",",
  );
}

export function dojFile(lines: readonly string[]): string {
  return `${[DOJ_HEADER, ...lines].join("\n")}\n`;
}

/** The published form: more columns behind the first twelve, some of them blank. */
export function wideDojFile(lines: readonly string[]): string {
  const more = Array.from({ length: 58 }, (_, index) => `Detail${index}_sum`);
  const blank = more.map((_, index) => (index % 7 === 0 ? "" : "1")).join(",");
  return `${[`${DOJ_HEADER},${more.join(",")}`, ...lines.map((line) => `${line},${blank}`)].join("\n")}\n`;
}

export interface FixtureCity {
  readonly county: string;
  /** As the Department of Finance writes it. */
  readonly e4: string;
  /** As the Census Bureau writes it, with its kind. */
  readonly official: string;
  /** As the Department of Justice writes it, null for a city without a row. */
  readonly agency: string | null;
  readonly residents: number;
  readonly geoid: string;
}

export const FIXTURE_CITIES: readonly FixtureCity[] = (
  [
    ["Alameda County", "Oakland", "Oakland city", "Oakland", 440_000, "0653000"],
    ["Amador County", "Amador", "Amador City city", null, 205, "0601514"],
    ["Calaveras County", "Angels City", "Angels city", "Angels Camp", 3_700, "0602112"],
    [
      "Los Angeles County",
      "La Canada Flintridge",
      "La Cañada Flintridge city",
      "La Canada-Flintridge",
      20_000,
      "0639003",
    ],
    ["Orange County", "Irvine", "Irvine city", "Irvine", 318_000, "0636770"],
    ["Siskiyou County", "Tulelake", "Tulelake city", "Tulelake", 857, "0680686"],
    ["Sutter County", "Yuba City", "Yuba City city", "Yuba City", 69_000, "0686972"],
  ] as const
).map(([county, e4, official, agency, residents, geoid]) => ({ county, e4, official, agency, residents, geoid }));

/** E-4 as published: title, blank lines, CRLF, padded names, thousands separators, sums and a footnote. */
export function e4File(years: readonly number[], counties: readonly string[], cities: readonly FixtureCity[]): string {
  const dates = years.map((year) => `1/1/${String(year).slice(2)}`);
  const blank = dates.map(() => "").join(",");
  const figures = (value: number): string => years.map(() => `"${value.toLocaleString("en-US")}"`).join(",");
  const blocks = counties.flatMap((county) => {
    const own = cities.filter((city) => city.county === county);
    const incorporated = own.reduce((sum, city) => sum + city.residents, 0);
    return [
      `${county},${blank}`,
      ...own.map((city) => `${city.e4.padEnd(20)},${figures(city.residents)}`),
      `Balance Of County,${figures(1_000)}`,
      `Incorporated,${figures(incorporated)}`,
      `County Total,${figures(incorporated + 1_000)}`,
      `,${blank}`,
    ];
  });
  const lines = [
    `"Table 2: E-4 Population Estimates for Cities, Counties, and State",${blank}`,
    `,${blank}`,
    `COUNTY/CITY,${dates.join(",")}`,
    `California,${blank}`,
    `State Total,${figures(1)}`,
    ...blocks,
    `"* A footnote, with a comma.",${blank}`,
  ];
  return `${lines.join("\r\n")}\r\n`;
}

export function countyFile(years: readonly number[], counties: readonly string[], residents: number): string {
  const slug = (county: string): string =>
    county
      .replace(/ County$/, "")
      .toLowerCase()
      .replaceAll(" ", "-");
  const rows = counties.map((county) => [slug(county), ...years.map(() => residents)].join(","));
  return `${[["slug", ...years].join(","), ...rows].join("\n")}\n`;
}

/** The bureau's file of the whole country: a state, and a county of each other one around California's. */
export function alldataFile(counties: readonly string[], residents: number): string {
  const years = [2020, 2021, 2022, 2023, 2024, 2025];
  const line = (level: string, state: string, name: string, index = 0) =>
    [level, state, String(index).padStart(3, "0"), name, ...years.map(() => residents), ...years.map(() => -1)].join(
      ",",
    );
  const header = [
    "SUMLEV",
    "STATE",
    "COUNTY",
    "CTYNAME",
    ...years.map((year) => `POPESTIMATE${year}`),
    ...years.map((year) => `NPOPCHG${year}`),
  ];
  const rows = [
    line("040", "06", "California"),
    ...US_STATES.flatMap(({ fips }) =>
      fips === "06"
        ? counties.map((county, index) => line("050", fips, county, index + 1))
        : [line("050", fips, "Autauga County", 1)],
    ),
  ];
  return `${header.join(",")}\n${rows.join("\n")}\n`;
}

const PLACE_HEADER = "STATEFP,PLACEFP,PLACENS,GEOID,NAME,NAMELSAD,LSAD,CLASSFP,FUNCSTAT,ALAND,AWATER,INTPTLAT,INTPTLON";

export function placeFile(cities: readonly FixtureCity[]): string {
  const rows = cities.map(({ geoid, official }) => {
    const name = official.replace(/ (city|town)$/, "");
    return `06,${geoid.slice(2)},024,${geoid},${name},${official},25,C1,A,12345678,0,+37.7,-122.2`;
  });
  const unincorporated = "06,99999,024,0699999,Elsewhere,Elsewhere CDP,57,U1,S,1,0,+37.0,-120.0";
  return `${[PLACE_HEADER, ...rows, unincorporated].join("\n")}\n`;
}

/** The workbook's cells: two title lines, a header in two lines, places of several states, footnotes. */
export function workbookRows(
  years: readonly number[],
  cities: readonly FixtureCity[],
): readonly (readonly (string | number | null)[])[] {
  return [
    ["table with row headers in column A"],
    ["Annual Estimates of the Resident Population for Incorporated Places"],
    ["Geographic Area", "April 1, 2020\nEstimates Base", "Population Estimate (as of July 1)"],
    [null, null, ...years],
    ["Abbeville city, Alabama", 2349, ...years.map(() => 2349)],
    ...cities.map(({ official, residents }) => [`${official}, California`, residents, ...years.map(() => residents)]),
    ["Yoder town, Wyoming", 129, ...years.map(() => 129)],
    ["Release Date: May 2025"],
  ];
}

export async function workbook(rows: readonly (readonly (string | number | null)[])[]): Promise<Uint8Array> {
  return await writeWorkbook(rows.map((row) => row.map((value) => (value === null ? null : { value })))).toBuffer();
}

/** Names of the 58 counties, as the project's own table has them. */
export async function countyNames(): Promise<readonly string[]> {
  const text = await readFile(join(import.meta.dir, "../../data/counties.csv"), "utf8");
  return text
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.slice(line.indexOf(",") + 1));
}

/** A folder of official files of 2022 to 2024 and a data folder with empty review tables. */
export async function officialFolders() {
  const root = scratchFolder("dataset");
  const folders = { sourceDir: join(root, "official"), dataDir: join(root, "data") };
  const counties = await countyNames();
  await mkdir(folders.sourceDir);
  await copyReviewHeaders(folders.dataDir);
  const write = (name: string, content: string | Uint8Array): Promise<void> =>
    writeFile(join(folders.sourceDir, name), content);
  await write(
    "Crimes_and_Clearances_1985-2023.csv.gz",
    gzipSync(wideDojFile([...yearLines(2022, counties), ...yearLines(2023, counties)])),
  );
  await write("Crimes_and_Clearances_2024.csv", dojFile(yearLines(2024, counties)));
  await write("SUB-IP-EST2024-POP.xlsx", await workbook(workbookRows([2022, 2023, 2024], FIXTURE_CITIES)));
  await write("county-population.csv", countyFile([2022, 2023, 2024], counties, 500_000));
  await write("E-4_2010-2012.csv", e4File([2010, 2011, 2012], counties, FIXTURE_CITIES));
  await write("tl_2016_06_place.csv", placeFile(FIXTURE_CITIES));
  await write("README.txt", "not an official file");
  return folders;
}

/**
 * A copy of the data folder without the tables of the nation, whose build takes long: its path. Each year of figures
 * takes its time as well: with `from`, the copy has those since that year alone.
 */
export async function copiedData(from = 0): Promise<string> {
  const dataDir = join(scratchFolder("dataset"), "data");
  const all = join(import.meta.dir, "../../data");
  const isWanted = (path: string) => path !== join(all, "us") && Number(/(\d+)\.csv$/.exec(path)?.[1] ?? from) >= from;
  await cp(all, dataDir, { recursive: true, filter: isWanted });
  const agencies = join(dataDir, "review/agencies.csv");
  const rows = (
    await Array.fromAsync(new Bun.Glob("offenses/*.csv").scan(dataDir), (file) => readFile(join(dataDir, file), "utf8"))
  ).join("");
  const known = (await readFile(agencies, "utf8"))
    .split("\n")
    .filter((row, index) => index === 0 || rows.includes(`\n${row.split(",", 2)},`));
  await writeFile(agencies, `${known.join("\n")}\n`);
  return dataDir;
}

/** The row that every county has each year, whatever else reports. */
export function patrolLines(year: number, counties: readonly string[]): readonly string[] {
  return counties.map((county) => {
    const agency = `CA Highway Patrol - ${county.replace(/ County$/, "")}`;
    return dojLine(year, county, agency, [0, 0, 0, 1, 0, 2, 1]);
  });
}

/** Of every county and fixture city in a year. */
export function yearLines(year: number, counties: readonly string[]): readonly string[] {
  const cities = FIXTURE_CITIES.flatMap(({ county, agency, residents }) => {
    if (agency === null) return [];
    const size = Math.round(residents / 1_000);
    return [dojLine(year, county, agency, [0, 1, size, 2 * size, 3 * size, 4 * size, 10 * size])];
  });
  return [
    ...cities,
    ...patrolLines(year, counties),
    dojLine(year, "Alameda County", "Alameda BART", [0, 0, 5, 5, 1, 20, 80]),
    dojLine(year, "Amador County", "Amador Co. Sheriff's Department", [1, 4, 10, 60, 100, 50, 200]),
    dojLine(year, "Orange County", "UC Irvine", [0, -1, 2, 3, 10, 20, 300]),
  ];
}

async function copyReviewHeaders(dataDir: string): Promise<void> {
  const review = join(import.meta.dir, "../../data/review");
  await mkdir(join(dataDir, "review"), { recursive: true });
  await cp(join(review, "../counties.csv"), join(dataDir, "counties.csv"));
  for (const name of await readdir(review)) {
    const header = (await readFile(join(review, name), "utf8")).split("\n")[0] ?? "";
    await writeFile(join(dataDir, "review", name), `${header}\n`);
  }
}
