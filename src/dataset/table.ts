import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import { LAND_BOX } from "../domain/california.ts";
import {
  countOf,
  mapOffenses,
  OFFENSE_CLASSES,
  OFFENSE_GROUPS,
  OFFENSES,
  type OffenseCounts,
} from "../domain/offense.ts";
import { type Source, source } from "../domain/snapshot.ts";
import { type Cell, correctedCount, count, decimal, nonEmpty, wholeNumber } from "./cell.ts";
import { type Line, readTable, type Table, uniqueKeys } from "./csv.ts";
import { fail } from "./fault.ts";

/** The project's own tables under `data/`, made by the import and read by the build. Sorted, one row a line. */
export interface DatasetTables {
  readonly sources: readonly Source[];
  readonly counties: readonly County[];
  readonly places: readonly RowPlace[];
  /** By year. */
  readonly offenses: ReadonlyMap<number, readonly AgencyOffenses[]>;
  readonly population: ReadonlyMap<number, readonly Population[]>;
}

export interface County {
  /** 06 and the county's three digits. */
  readonly fips: string;
  /** With the word "County". */
  readonly county: string;
}

export interface RowPlace {
  readonly geoid: string;
  /** The canonical name. */
  readonly city: string;
  readonly officialName: string;
  readonly county: string;
  readonly landM2: number;
  readonly latitude: number;
  readonly longitude: number;
}

export interface AgencyOffenses {
  readonly county: string;
  readonly agency: string;
  readonly offenses: OffenseCounts;
}

export interface Population {
  readonly county: string;
  /** null for the whole county. */
  readonly city: string | null;
  readonly residents: number;
}

const COLUMNS = {
  counties: ["fips", "county"],
  places: ["geoid", "city", "official_name", "county", "land_m2", "latitude", "longitude"],
  offenses: ["county", "agency", ...OFFENSE_CLASSES.map((offense) => OFFENSES[offense].field)],
  population: ["county", "city", "residents"],
} as const;

/** Name of each file under `data/` and its text. */
export function tableFiles(tables: DatasetTables): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  files.set("sources.json", sourcesText(tables.sources));
  files.set(
    "counties.csv",
    csvText(
      COLUMNS.counties,
      tables.counties.map((row) => [row.fips, row.county]),
    ),
  );
  files.set(
    "places.csv",
    csvText(
      COLUMNS.places,
      tables.places.map((row) => [
        row.geoid,
        row.city,
        row.officialName,
        row.county,
        row.landM2,
        row.latitude,
        row.longitude,
      ]),
    ),
  );
  for (const [year, rows] of tables.offenses) files.set(`offenses/${year}.csv`, offensesText(rows));
  for (const [year, rows] of tables.population) {
    const fields = rows.map((row) => [row.county, row.city ?? "", row.residents]);
    files.set(`population/${year}.csv`, csvText(COLUMNS.population, fields));
  }
  return files;
}

/** Reads what `tableFiles` made. @throws DatasetError */
export async function readTables(dataDir: string): Promise<DatasetTables> {
  return {
    sources: await readSources(dataDir),
    counties: await readRows(dataDir, "counties.csv", COLUMNS.counties, (cell) => ({
      fips: nonEmpty(cell("fips")),
      county: nonEmpty(cell("county")),
    })),
    places: await readRows(dataDir, "places.csv", COLUMNS.places, (cell) => ({
      geoid: nonEmpty(cell("geoid")),
      city: nonEmpty(cell("city")),
      officialName: nonEmpty(cell("official_name")),
      county: nonEmpty(cell("county")),
      landM2: wholeNumber(cell("land_m2")),
      latitude: decimal(cell("latitude"), LAND_BOX.south, LAND_BOX.north),
      longitude: decimal(cell("longitude"), LAND_BOX.west, LAND_BOX.east),
    })),
    offenses: await readYears(dataDir, "offenses", COLUMNS.offenses, (cell) => ({
      county: nonEmpty(cell("county")),
      agency: nonEmpty(cell("agency")),
      offenses: offensesOf(cell),
    })),
    population: await readYears(dataDir, "population", COLUMNS.population, (cell) => ({
      county: nonEmpty(cell("county")),
      city: cell("city").text === "" ? null : nonEmpty(cell("city")),
      residents: count(cell("residents")),
    })),
  };
}

/** `data/sources.json`; empty where the file does not exist yet. @throws DatasetError */
export async function readSources(dataDir: string): Promise<readonly Source[]> {
  const bytes = await readOptional(join(dataDir, "sources.json"));
  if (bytes === null) return [];
  try {
    return z.array(source).parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : "it is not JSON";
    return fail("line_malformed", { file: "sources.json" }, why);
  }
}

/** The rows of one file of the project, keyed by their first two columns. @throws DatasetError */
export async function readRows<const C extends string, T>(
  dataDir: string,
  file: string,
  columns: readonly C[],
  row: (cell: (column: C) => Cell) => T,
): Promise<readonly T[]> {
  const bytes = await readOptional(join(dataDir, file));
  if (bytes === null) {
    const remedy = file.startsWith("review/") ? "restore" : "run the import, or restore";
    return fail("file_missing", { file }, `the file is missing in ${dataDir}; ${remedy} it from the repository`);
  }
  const table: Table = readTable(bytes, file, columns);
  return table.lines.map((line: Line) => row((column) => table.cell(line, column)));
}

/** The tables of a year under the data folder, oldest first: `offenses/2010.csv` … */
export async function yearFiles(dataDir: string): Promise<readonly string[]> {
  const folders = await Promise.all(
    ["offenses", "population"].map(async (folder) => {
      const names = await readdir(join(dataDir, folder)).catch(() => []);
      return names.filter((name) => /^\d{4}\.csv$/.test(name)).map((name) => `${folder}/${name}`);
    }),
  );
  return folders.flat().toSorted(compareText);
}

/** The bytes of a file; null if there is none. */
export async function readOptional(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** By code unit, so the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

async function readYears<const C extends string, T>(
  dataDir: string,
  folder: string,
  columns: readonly C[],
  row: (cell: (column: C) => Cell) => T,
): Promise<ReadonlyMap<number, readonly T[]>> {
  const files = (await yearFiles(dataDir)).filter((file) => file.startsWith(`${folder}/`));
  if (files.length === 0) {
    fail("file_missing", { file: `${folder}/` }, "there is no table of a year; run the import, or restore the folder");
  }
  const years = new Map<number, readonly T[]>();
  for (const file of files) {
    const unique = uniqueKeys(file);
    const keys = columns.slice(0, 2);
    const rows = await readRows(dataDir, file, columns, (cell) => {
      unique(
        keys.map((column) => cell(column).text),
        keys[0] === undefined ? 0 : cell(keys[0]).line,
      );
      return row(cell);
    });
    years.set(Number(file.slice(-8, -4)), rows);
  }
  return years;
}

function offensesOf(cell: (column: (typeof COLUMNS.offenses)[number]) => Cell): OffenseCounts {
  const offenses = mapOffenses((offense) => correctedCount(cell(OFFENSES[offense].field)));
  for (const group of OFFENSE_GROUPS) {
    if (countOf(group, offenses) >= 0) continue;
    fail("identity_broken", cell("agency"), `the agency's ${group} offenses add up to less than 0`);
  }
  return offenses;
}

function offensesText(rows: readonly AgencyOffenses[]): string {
  const fields = rows.map(({ county, agency, offenses }) => [
    county,
    agency,
    ...OFFENSE_CLASSES.map((offense) => offenses[offense]),
  ]);
  return csvText(COLUMNS.offenses, fields);
}

function csvText(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return stringify([columns, ...rows]);
}

function sourcesText(sources: readonly Source[]): string {
  return `[\n${sources.map((entry) => JSON.stringify(entry)).join(",\n")}\n]\n`;
}
