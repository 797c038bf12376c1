import type { SnapshotFile } from "../../domain/snapshot.ts";
import type { SealedDataset } from "../../figures/file.ts";
import type { YearChanges } from "../../figures/snapshot-diff.ts";
import type { GeographyContent } from "../../gazetteer/tables.ts";
import { diffDatasets, identityOf } from "../diff.ts";
import { DatasetError, type Fault, fault } from "../fault.ts";
import { type BuildInput, buildSnapshot, yearsWithFigures } from "./build.ts";
import { readGeography } from "./geography-file.ts";
import { type DatasetTables, readTables } from "./input-tables.ts";
import { type BuildReport, reportOf } from "./report.ts";
import { readReview } from "./review.ts";
import type { StateBuild } from "./state-build.ts";
import { openStateModels } from "./state-models.ts";

export interface BuildOptions {
  /** Folder of the state's tables and reviews. */
  readonly dataDir: string;
  /** The newest year with offenses and population where it is not given. */
  readonly year?: number;
}

export interface BuiltState extends SealedDataset {
  readonly input: BuildInput;
  readonly report: BuildReport;
  readonly changes: YearChanges;
}

/** Tables and reviews → the dataset of a state's edition. @throws DatasetError */
export async function buildState(state: StateBuild, { dataDir, year }: BuildOptions): Promise<BuiltState> {
  const { edition } = state;
  const [tables, review] = [await readTables(dataDir, edition), await readReview(dataDir, edition)];
  const geography = await readGeography(dataDir);
  const models = openStateModels(state, tables, review);
  const faults = missingCities(tables, geography);
  if (faults.length > 0) throw new DatasetError(faults);
  const input = { tables, review, geography, models };
  const built = buildSnapshot(input, year);
  return { ...built, input, report: reportOf(built.records, models, review), changes: changesOf(input, built.records) };
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
