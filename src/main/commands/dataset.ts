import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { type BuiltDataset, buildDataset, checkDataset, writeDataset } from "../../dataset/build-dataset.ts";
import { importGeography } from "../../dataset/california/geography/import-geography.ts";
import { importDataset } from "../../dataset/california/import.ts";
import type { BuildReport } from "../../dataset/california/report.ts";
import { describeComparison, importSecondSource } from "../../dataset/california/second-source.ts";
import { diffNations, diffSnapshots } from "../../dataset/diff.ts";
import { importNation } from "../../dataset/united-states/import.ts";
import type { NationReport } from "../../dataset/united-states/report.ts";
import { NATION_DIR } from "../../dataset/united-states/tables.ts";
import type { GradeChange, GradeReason, SnapshotDiff, YearChanges } from "../../domain/snapshot-diff.ts";
import { readDataset } from "../../places/file.ts";
import { isNationFile, readNation } from "../../places/nation-file.ts";
import { loadNation, loadPlaces } from "../live-dataset.ts";
import { CURRENT_DATASET, CURRENT_NATION, DATA_DIR } from "../paths.ts";
import { systemClock } from "../system-clock.ts";
import { CommandError, EXIT, listed, note, print, printJson, printRecords, printSection } from "../terminal.ts";

interface DatasetOptions {
  readonly data: string;
  readonly year?: number;
  readonly json?: true;
}

export function addDatasetCommands(program: Command): void {
  const command = program.command("dataset").description("Import official files and build the dataset");
  command
    .command("import")
    .description("Read the publishers' files into the compact tables")
    .argument(
      "<folder>",
      'folder with the original official files; "places" in it has the geography, "us" the tables of the nation',
    )
    .option("--retrieved <date>", "day on which new files were retrieved, YYYY-MM-DD (default: today, UTC)")
    .option("--data <folder>", "folder of the tables", DATA_DIR)
    .option("--json", "print a JSON object")
    .action(importTables);
  command
    .command("build")
    .description("Compute rates, scores, and grades; write the datasets of both editions")
    .option("--year <year>", "data year (default: the newest with offenses and population)", parseYear)
    .option("--data <folder>", "folder of the tables", DATA_DIR)
    .option("--json", "print the report as JSON")
    .action(async (options: DatasetOptions) => {
      const built = await buildDataset(buildOptions(options));
      await writeDataset(options.data, built);
      showReport(options, built);
    });
  command
    .command("diff")
    .description(
      "Show what changed between two datasets of an edition: cities added and removed, grades that changed, and why",
    )
    .argument("<before>", "dataset file")
    .argument("[after]", "dataset file (default: the program's own)")
    .option("--json", "print a JSON object")
    .action((before: string, after: string | undefined, options: { json?: true }) => {
      const diff = diffOf(before, after);
      if (options.json) printJson(diff);
      else describeDiff(diff);
    });
  command
    .command("check")
    .description("Rebuild in memory and compare every byte; account for every city, town, and row of the FBI's table")
    .option("--year <year>", "data year that was built (default: the newest with offenses and population)", parseYear)
    .option("--data <folder>", "folder of the tables", DATA_DIR)
    .option("--json", "print the report as JSON")
    .action(async (options: DatasetOptions) => {
      const built = await buildDataset(buildOptions(options));
      await checkDataset(options.data, built);
      showReport(options, built);
      note("The datasets match their tables, byte for byte.\n");
    });
  command
    .command("verify")
    .description("Check a dataset file the way the service does before it serves it")
    .argument("<file>", "dataset file, such as a new one for SNAPSHOT_PATH or US_SNAPSHOT_PATH")
    .action(verify);
}

/** @throws DatasetFileError that describes the problem with the file. */
function verify(file: string): void {
  const { places, version, dataYear, lastUpdated } = isNationFile(file) ? nationIn(file) : stateIn(file);
  print(`${file} can be served: ${dataYear}, ${places}, last updated ${lastUpdated} (${version})\n`);
}

function stateIn(file: string) {
  const { cities, counties, ...rest } = loadPlaces(file).places.records;
  return { ...rest, places: `${cities.length} cities, ${counties.length} counties` };
}

function nationIn(file: string) {
  const { places, absent, ...rest } = loadNation(file).places.nation;
  return { ...rest, places: `${places.length} places of the United States, ${absent.length} without a record` };
}

function diffOf(before: string, after: string | undefined): SnapshotDiff {
  const isNation = isNationFile(before);
  if (after !== undefined && isNation !== isNationFile(after)) {
    throw new CommandError(`${before} and ${after} are of different editions; compare two of the same`, EXIT.usage);
  }
  return isNation
    ? diffNations(readNation(before), readNation(after ?? CURRENT_NATION))
    : diffSnapshots(readDataset(before).records, readDataset(after ?? CURRENT_DATASET).records);
}

async function importTables(folder: string, options: DatasetOptions & { retrieved?: string }): Promise<void> {
  const retrieved = options.retrieved ?? today();
  const result = await importDataset({ sourceDir: folder, dataDir: options.data, retrieved });
  const places = join(folder, GEOGRAPHY_FOLDER);
  const geography = existsSync(places)
    ? await importGeography({ sourceDir: places, dataDir: options.data, retrieved })
    : null;
  const read = existsSync(join(folder, NATION_DIR))
    ? await importNation({ sourceDir: folder, dataDir: options.data, retrieved })
    : null;
  const secondSource = read && (await importSecondSource(options.data, read));
  const nation = read && { sources: read.sources, written: read.written };
  if (options.json) return printJson({ ...result, geography, nation, secondSource });
  const sources = [...result.sources, ...(nation?.sources ?? [])];
  printRecords(sources, ["file", "publisher", "release", "retrieved", "sha256"]);
  if (result.ignored.length > 0) note(`Ignored: ${result.ignored.join(", ")}\n`);
  if (geography === null) note(`No folder "${GEOGRAPHY_FOLDER}": the geography is unchanged\n`);
  else print(`Geography: ${listed(geography)}\n`);
  if (nation === null) note(`No folder "${NATION_DIR}": the tables of the nation are unchanged\n`);
  for (const comparison of secondSource ?? []) print(`${describeComparison(comparison)}\n`);
  const written = result.written.length + (nation ? nation.written.length + 1 : 0);
  note(`Wrote ${written} tables. Next: safety dataset build\n`);
}

/** Folder of boundaries, ZIP codes, and names, inside the folder of the official files. */
const GEOGRAPHY_FOLDER = "places";

function today(): string {
  return new Date(systemClock.now()).toISOString().slice(0, 10);
}

function showReport({ json }: DatasetOptions, { report, changes, nation }: BuiltDataset): void {
  if (json) {
    printJson({ ...report, nation: nation?.report ?? null });
    return;
  }
  describeReport(report, changes);
  if (nation !== null) describeNation(nation.report);
  else print("\nUnited States: not built, because its tables are missing or of a later year\n");
}

function describeNation({ version, dataYear, lastUpdated, grades, places, rows }: NationReport): void {
  print(`\nUnited States ${version}, data year ${dataYear}, last updated ${lastUpdated}\n`);
  print(`Grades: ${listed(grades)}\n`);
  print(`Places: ${listed(places)}\n`);
  print(`Rows of Table 8: ${listed(rows)}\n`);
}

function describeReport(report: BuildReport, changes: YearChanges): void {
  const { state, cities, counties, agencies, grades } = report;
  print(`Dataset ${report.version}, data year ${report.dataYear}, last updated ${report.lastUpdated}\n`);
  print(`State: ${state.violent} violent and ${state.property} property offenses, ${state.population} residents\n`);
  print(`Grades: ${listed(grades)}\n`);
  print(`Cities and towns: ${listed(cities)}\n`);
  print(`Counties: ${listed(counties)}\n`);
  for (const { county, detail } of report.absentCounties) print(`  ${county}: ${detail}\n`);
  print(`Agencies: ${listed(agencies)}\n`);
  print(`${describeChanges(changes)}\n`);
  const suspicious = report.suspicious.map(({ expected, ...figure }) => ({
    ...figure,
    forecast: expected && `${expected.violent} and ${expected.property}`,
  }));
  const columns = ["year", "county", "agency", "finding", "violent", "property", "forecast", "reviewed"] as const;
  printSection("FIGURES TO REVIEW", suspicious, columns);
}

function describeChanges(changes: YearChanges): string {
  if (changes.from === null) return `No comparison: ${changes.to.dataYear - 1} has no offenses or no city populations`;
  const { from, citiesIn, citiesOut, countiesIn, countiesOut, cityGrades, countyGrades } = changes;
  return `Since ${from.dataYear}: cities added ${citiesIn.length}, removed ${citiesOut.length}; counties added ${countiesIn.length}, removed ${countiesOut.length}; grade changed in ${cityGrades.length} cities, ${countyGrades.length} counties`;
}

function describeDiff(diff: SnapshotDiff): void {
  const { from, to } = diff;
  print(`From ${from.dataYear} (${from.version}) to ${to.dataYear} (${to.version})\n`);
  printSection("CITIES ADDED", diff.citiesIn, ["city", "county", "reason"]);
  printSection("CITIES REMOVED", diff.citiesOut, ["city", "county", "reason"]);
  printSection("COUNTIES ADDED", diff.countiesIn, ["county", "reason"]);
  printSection("COUNTIES REMOVED", diff.countiesOut, ["county", "reason"]);
  const columns = ["name", "before", "after", "reasons"] as const;
  printSection("GRADES OF CITIES", diff.cityGrades.map(gradeRow), columns);
  printSection("GRADES OF COUNTIES", diff.countyGrades.map(gradeRow), columns);
}

function gradeRow({ name, before, after, reasons }: GradeChange) {
  return {
    name,
    before: `${before.grade} (${before.score})`,
    after: `${after.grade} (${after.score})`,
    reasons: reasons.map(describeReason).join(", "),
  };
}

/** Counts and residents are shown; the reasons "state", "past", and "method" are not figures of the place. */
function describeReason({ factor, before, after }: GradeReason): string {
  const isFigure = factor === "violent" || factor === "property" || factor === "population";
  return `${factor}${isFigure ? ` ${before} → ${after}` : ""}`;
}

function buildOptions({ data, year }: DatasetOptions) {
  return { dataDir: data, ...(year === undefined ? {} : { year }) };
}

function parseYear(text: string): number {
  if (/^(19|20)\d\d$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a year such as 2024.");
}
