import { existsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { recordFrom } from "../../base/named-table.ts";
import { readSealed } from "../../base/sealed-file.ts";
import { type BuiltDataset, buildDataset, checkDataset, writeDataset } from "../../dataset/build-dataset.ts";
import { type BuiltNation, NATION_BUILD } from "../../dataset/builds.ts";
import { diffDatasets } from "../../dataset/diff.ts";
import { checkCountry } from "../../dataset/gazetteer/check-country.ts";
import { GAZETTEER_DIR } from "../../dataset/gazetteer/country-sources.ts";
import { COUNTRY_FOLDER, importFiles } from "../../dataset/import-files.ts";
import { GEOGRAPHY_FOLDER } from "../../dataset/state/import-state.ts";
import type { BuildReport } from "../../dataset/state/report.ts";
import { describeComparison } from "../../dataset/state/second-source.ts";
import { closeWorkspace, workspaceIn } from "../../dataset/update/exchange.ts";
import { dataFolder, updateData } from "../../dataset/update/update.ts";
import { CONTRACT_NAME, EDITION_NAMES, EDITIONS, type EditionName, isOfState } from "../../editions/table.ts";
import { readDataset, stateOfFile } from "../../figures/file.ts";
import { isNationFile, readNation } from "../../figures/nation-file.ts";
import type { GradeChange, GradeReason, SnapshotDiff, YearChanges } from "../../figures/snapshot-diff.ts";
import { openPlaces } from "../../lookup/served.ts";
import { COUNTRY } from "../../main/country.ts";
import { CommandError, EXIT, note, print } from "../../main/exit.ts";
import { leftBehind } from "../../main/left-behind.ts";
import { DATA_DIR, DATASETS } from "../../main/paths.ts";
import { systemClock } from "../../main/system-clock.ts";
import { listed, printJson, printRecords, printSection } from "../terminal.ts";

interface DatasetOptions {
  readonly data: string;
  readonly year?: number;
  readonly json?: true;
}

export function addDatasetCommands(program: Command): void {
  const command = program
    .command("dataset")
    .description("Import official files and build the dataset")
    .hook("preAction", async (_, action) => closeStopped(action.opts<Partial<DatasetOptions>>().data));
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
    .command("update")
    .description(
      "Download a year's files from the publishers, import and build in a copy, and show what changes; with --yes, keep it",
    )
    .argument("<folder>", "folder of the official files so far, as for import")
    .option("--year <year>", "data year to download (default: last year)", parseYear)
    .option("--files <folder>", "files that you got: those without an address, and any in place of a download")
    .option("--skip <file...>", "files to go on without, or with the folder's own copy")
    .option("--accept-changes", "take files whose hash or columns are not the known ones")
    .option("--from <url>", "mirror of the publishers: https://host/path is read at URL/host/path")
    .option("--data <folder>", "folder of the tables", DATA_DIR)
    .option("--yes", "put the downloads into the folder, and the new tables and datasets into the data folder")
    .action(update);
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
      else describeDiff(diff, isOfState(editionOfFile(before)));
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
      const hasCountry = existsSync(join(options.data, GAZETTEER_DIR));
      const country = hasCountry ? await checkCountry(options.data) : null;
      showReport(options, built);
      if (country !== null) note(`The gazetteer's tables agree: ${listed(country)}\n`);
      note("The datasets match their tables, byte for byte.\n");
    });
  command
    .command("verify")
    .description("Check a dataset file the way the service does before it serves it")
    .argument("<file>", "dataset file, such as a new one for SNAPSHOT_PATH or US_SNAPSHOT_PATH")
    .action(verify);
}

/** An update that was killed is finished or undone before anything reads the data folder. */
async function closeStopped(data: string | undefined): Promise<void> {
  if (data === undefined || !existsSync(dirname(data))) return;
  const dataDir = await dataFolder(data);
  const name = new RegExp(`^\\.${RegExp.escape(basename(dataDir))}-update-(\\d+)-`);
  for (const folder of leftBehind(dirname(dataDir), name)) {
    const outcome = closeWorkspace(workspaceIn(folder), dataDir);
    note(`An update was stopped before it was complete. It is now ${outcome}\n`);
  }
}

interface UpdateCommand extends DatasetOptions {
  readonly files?: string;
  readonly skip?: readonly string[];
  readonly acceptChanges?: true;
  readonly from?: string;
  readonly yes?: true;
}

const STOP_SIGNALS = ["SIGINT", "SIGTERM"] as const;

async function update(folder: string, options: UpdateCommand): Promise<void> {
  const today = new Date(systemClock.now()).toISOString().slice(0, 10);
  if (options.from !== undefined && !URL.canParse(options.from))
    throw new CommandError(`--from ${options.from} is not a URL such as http://127.0.0.1:8080`, EXIT.usage);
  await updateData({
    sourceDir: folder,
    dataDir: options.data,
    processId: process.pid,
    year: options.year ?? Number(today.slice(0, 4)) - 1,
    retrieved: today,
    from: options.from ?? null,
    skip: options.skip ?? [],
    given: options.files ?? null,
    acceptChanges: options.acceptChanges === true,
    write: options.yes === true,
    onStep: (text) => note(`${text}\n`),
    onFile: ({ file, state, bytes, address }) => print(`${file}: ${state}, ${bytes} bytes from ${address}\n`),
    onByHand: (files) => {
      print(
        "Files without an address. For a newer one, put it into a folder under such a name, and add --files FOLDER:\n",
      );
      for (const { file, title, publisher, url } of files) print(`  ${file}: ${title}; ${publisher}, ${url}\n`);
    },
    onBuilt: (copy, built) => {
      showReport(options, built);
      for (const name of EDITION_NAMES) {
        const { file } = EDITIONS[name];
        const [before, after] = [join(options.data, file), join(copy, file)];
        if (!existsSync(before) || !existsSync(after)) continue;
        print(`\n${EDITIONS[name].title}\n`);
        describeDiff(diffOf(before, after), isOfState(name));
      }
    },
    onStop: (close) => {
      const stop = () => {
        close();
        note("safety: stopped; nothing was changed\n");
        process.exit(EXIT.stopped);
      };
      for (const signal of STOP_SIGNALS) process.once(signal, stop);
      return () => {
        for (const signal of STOP_SIGNALS) process.off(signal, stop);
      };
    },
  });
  note(options.yes ? `Updated ${folder} and ${options.data}\n` : "Nothing was changed. To keep this, add --yes\n");
}

/** @throws DatasetFileError that describes the problem with the file. */
function verify(file: string): void {
  const { version, statistics } = readSealed(file, (held) => openPlaces(editionOfFile(file), held, COUNTRY)).content;
  const places =
    "cities" in statistics
      ? `${statistics.cities} cities, ${statistics.counties} counties`
      : `${statistics.places} places, ${statistics.absent} without a grade`;
  const { data_year, last_updated } = statistics;
  print(`${file} can be served: ${data_year}, ${places}, last updated ${last_updated} (${version})\n`);
}

function diffOf(before: string, given: string | undefined): SnapshotDiff {
  const edition = editionOfFile(before);
  const after = given ?? DATASETS[edition].own;
  if (edition !== editionOfFile(after)) {
    throw new CommandError(`${before} and ${after} are of different editions; compare two of the same`, EXIT.usage);
  }
  return isOfState(edition)
    ? diffDatasets(readDataset(before).records, readDataset(after).records)
    : diffDatasets(readNation(before), readNation(after));
}

/** The edition of a file, valid or not: a state's has the state's codes. Without a file, reading it says what is wrong. */
function editionOfFile(path: string): EditionName {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return CONTRACT_NAME;
  const fips = stateOfFile(path);
  const isOf = (name: EditionName) => (isOfState(name) ? EDITIONS[name].fips === fips : isNationFile(path));
  return EDITION_NAMES.find(isOf) ?? CONTRACT_NAME;
}

async function importTables(folder: string, options: DatasetOptions & { retrieved?: string }): Promise<void> {
  const retrieved = options.retrieved ?? new Date(systemClock.now()).toISOString().slice(0, 10);
  const from = { sourceDir: folder, dataDir: options.data, retrieved };
  const { contract, country, states, nation } = await importFiles(from);
  const { geography } = contract;
  const { folder: ofNation, reportName } = NATION_BUILD;
  const editions = [...states, { name: reportName, member: reportName, own: ofNation, read: nation }];
  const secondSource = nation?.secondSource ?? null;
  if (options.json) {
    const shown = editions.map(({ member, read }) => [
      member,
      read && { sources: read.sources, written: read.written },
    ]);
    return printJson({ ...contract, country, ...Object.fromEntries(shown), secondSource });
  }
  const imported = [contract, ...(country === null ? [] : [country]), ...editions.flatMap(({ read }) => read ?? [])];
  const columns = ["file", "publisher", "release", "retrieved", "sha256"] as const;
  printRecords(
    imported.flatMap(({ sources }) => sources),
    columns,
  );
  const ignored = [contract, ...states.flatMap(({ read }) => read ?? [])].flatMap((read) => read.ignored);
  if (ignored.length > 0) note(`Ignored: ${ignored.join(", ")}\n`);
  if (geography === null) note(`No folder "${GEOGRAPHY_FOLDER}": the geography is unchanged\n`);
  else print(`Geography: ${listed(geography)}\n`);
  if (country === null) note(`No folder "${COUNTRY_FOLDER}": the gazetteer is unchanged\n`);
  for (const { name, own, read } of editions) {
    if (read === null) note(`No folder "${own}": the tables of the ${name} are unchanged\n`);
  }
  for (const comparison of secondSource ?? []) print(`${describeComparison(comparison)}\n`);
  const written = imported.flatMap((edition) => edition.written).length + (secondSource === null ? 0 : 1);
  note(`Wrote ${written} tables. Next: safety dataset build\n`);
}

function showReport({ json }: DatasetOptions, { report, changes, otherStates, nation }: BuiltDataset): void {
  if (json) {
    const states = otherStates.map(([name, built]) => [name, built?.report ?? null] as const);
    printJson({ ...report, ...recordFrom(states), [NATION_BUILD.reportName]: nation?.report ?? null });
    return;
  }
  describeReport(report, changes);
  for (const [name, built] of otherStates) {
    const { title } = EDITIONS[name];
    if (built === null) print(`\n${title}: not built, because its tables are missing\n`);
    else {
      print(`\n${title}\n`);
      describeReport(built.report, built.changes);
    }
  }
  describeNation(nation);
}

function describeNation(built: BuiltNation): void {
  const { title } = NATION_BUILD;
  if (built === null) {
    print(`\n${title}: not built, because its tables are missing or of a later year\n`);
    return;
  }
  const { version, dataYear, lastUpdated } = built.report;
  print(`\n${title} ${version}, data year ${dataYear}, last updated ${lastUpdated}\n`);
  for (const [name, counts] of Object.entries(built.counts)) print(`${name}: ${listed(counts)}\n`);
  printSection("NAMES WITHOUT A CERTAIN MUNICIPALITY", built.report.openJoins, ["state", "agency", "from", "to"]);
  const unused = built.report.unusedStateCounts;
  printSection("STATE COUNTS THAT ARE NOT USED", unused, ["state", "agency", "from", "to", "why"]);
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

function describeDiff(diff: SnapshotDiff, hasCounties: boolean): void {
  const { from, to } = diff;
  print(`From ${from.dataYear} (${from.version}) to ${to.dataYear} (${to.version})\n`);
  printSection("CITIES ADDED", diff.citiesIn, ["city", "county", "reason"]);
  printSection("CITIES REMOVED", diff.citiesOut, ["city", "county", "reason"]);
  const columns = ["name", "before", "after", "reasons"] as const;
  printSection("GRADES OF CITIES", diff.cityGrades.map(gradeRow), columns);
  if (!hasCounties) return;
  printSection("COUNTIES ADDED", diff.countiesIn, ["county", "reason"]);
  printSection("COUNTIES REMOVED", diff.countiesOut, ["county", "reason"]);
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
