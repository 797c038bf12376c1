import { existsSync } from "node:fs";
import { join } from "node:path";
import { namesOf, recordFrom } from "../base/named-table.ts";
import { canonicalText } from "../base/sealed-file.ts";
import type { SnapshotFile } from "../domain/snapshot.ts";
import { type SealedDataset, writeAtomically } from "../figures/file.ts";
import type { YearChanges } from "../figures/snapshot-diff.ts";
import type { GeographyContent } from "../gazetteer/tables.ts";
import { type BuildInput, buildSnapshot, yearsWithFigures } from "./california/build.ts";
import { readGeography } from "./california/geography/geography-file.ts";
import { type DatasetTables, readTables } from "./california/input-tables.ts";
import { type BuildReport, reportOf } from "./california/report.ts";
import { readReview } from "./california/review.ts";
import { openStateModels } from "./california/state-models.ts";
import { diffDatasets, identityOf } from "./diff.ts";
import { type BuiltEditions, OTHER_EDITIONS } from "./editions.ts";
import { DatasetError, type Fault, fault } from "./fault.ts";
import { readOptional } from "./input-rows.ts";

interface BuildOptions {
  readonly dataDir: string;
  /** The newest year with offenses and population where it is not given. */
  readonly year?: number;
}

export interface BuiltDataset extends SealedDataset {
  readonly input: BuildInput;
  readonly report: BuildReport;
  readonly changes: YearChanges;
  readonly others: BuiltEditions;
}

/** Writes the built files into a data folder. */
export async function writeDataset(dataDir: string, built: BuiltDataset): Promise<void> {
  for (const [name, text] of builtFiles(built)) await writeAtomically(join(dataDir, name), text);
}

/** Compares the bytes with the files of a data folder. @throws DatasetError if they differ */
export async function checkDataset(dataDir: string, built: BuiltDataset): Promise<void> {
  const faults: Fault[] = [];
  for (const [name, text] of builtFiles(built)) {
    const bytes = await readOptional(join(dataDir, name));
    if (bytes === null || new TextDecoder().decode(bytes) !== text) faults.push(difference(name, bytes, text));
  }
  if (faults.length > 0) throw new DatasetError(faults);
}

/** Tables and reviews under the data folder → what the built files have. @throws DatasetError */
export async function buildDataset({ dataDir, year }: BuildOptions): Promise<BuiltDataset> {
  const [tables, review] = [await readTables(dataDir), await readReview(dataDir)];
  const geography = await readGeography(dataDir);
  const models = openStateModels(tables, review);
  const faults = missingCities(tables, geography);
  if (faults.length > 0) throw new DatasetError(faults);
  const input = { tables, review, geography, models };
  const built = buildSnapshot(input, year);
  const others = namesOf(OTHER_EDITIONS).map(async (name) => {
    const { folder, build } = OTHER_EDITIONS[name];
    return [name, existsSync(join(dataDir, folder)) ? await build(dataDir, built.records) : null] as const;
  });
  return {
    ...built,
    input,
    report: reportOf(built.records, models, review),
    changes: changesOf(input, built.records),
    // The cast: the type of a record does not include that each edition has its own report.
    others: recordFrom(await Promise.all(others)) as BuiltEditions,
  };
}

/** The geography is imported on its own, so it can be older than the tables. */
function missingCities({ places }: DatasetTables, geography: GeographyContent): readonly Fault[] {
  const countyOf = new Map(geography.cities.map(({ geoid, city, county }) => [geoid, `${city}, ${county}`]));
  return places
    .filter(({ geoid, city, county }) => countyOf.get(geoid) !== `${city}, ${county}`)
    .map(({ city, county }) =>
      fault({ file: "places.csv" }, `${city}, ${county} is not in the geography; import it again`),
    );
}

/** Compared with the year before by the same method and tables: with its figures as revised since, not as first released. */
function changesOf(input: BuildInput, snapshot: SnapshotFile): YearChanges {
  const year = snapshot.dataYear - 1;
  if (!yearsWithFigures(input.tables).includes(year)) return { from: null, to: identityOf(snapshot) };
  return diffDatasets(buildSnapshot(input, year).records, snapshot);
}

/** Name under the data folder, and text. */
function builtFiles({ text, changes, others }: BuiltDataset): readonly (readonly [string, string])[] {
  return [
    ["dataset.json", text],
    ["changes.json", canonicalText(changes)],
    ...Object.values(others).flatMap((built) => (built === null ? [] : [[built.file, built.text] as const])),
  ];
}

function difference(file: string, bytes: Uint8Array | null, text: string): Fault {
  if (bytes === null) return fault({ file }, 'the file is missing; run "safety dataset build"');
  const committed = new TextDecoder().decode(bytes).split("\n");
  const line = text.split("\n").findIndex((built, index) => built !== committed[index]);
  const reason = 'the file differs from what the tables give; run "safety dataset build" and look at what changed';
  return fault({ file, line: line + 1 }, reason);
}
