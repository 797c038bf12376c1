import type { Source } from "../../domain/snapshot.ts";
import { day, quote } from "../csv.ts";
import { fail } from "../fault.ts";
import { compareText, writeTables } from "../input-rows.ts";
import { type FileBytes, readOfficialFiles, sourcesOf } from "../official-files.ts";
import type { Residents } from "../sources/census-estimates.ts";
import { readSources } from "../sources.ts";
import { readCounties, tableFiles } from "./input-tables.ts";
import { joinOfficial } from "./join.ts";
import type { OfficialRows, Release } from "./official-rows.ts";
import { readReview } from "./review.ts";
import type { OfficialKind, StateBuild } from "./state-build.ts";

type OfficialBytes = Readonly<Record<OfficialKind, readonly FileBytes[]>>;

export interface ImportOptions {
  /** Folder of the official files, named as their publishers name them. */
  readonly sourceDir: string;
  /** The project's `data` folder: has `counties.csv` and `review/`, and `sources.json` after an import. */
  readonly dataDir: string;
  /** Day of retrieval, `YYYY-MM-DD`, recorded for files that `sources.json` does not know yet. */
  readonly retrieved: string;
}

interface ImportResult {
  readonly sources: readonly Source[];
  /** Files of the folder that the import has no use for. */
  readonly ignored: readonly string[];
  readonly written: readonly string[];
}

/**
 * Official files → the project's tables. A file with the same hash keeps its notes and day from `sources.json`.
 * @throws DatasetError
 */
export async function importDataset(
  state: StateBuild,
  { sourceDir, dataDir, retrieved }: ImportOptions,
): Promise<ImportResult> {
  if (!day.safeParse(retrieved).success) fail({ file: "retrieved" }, `${quote(retrieved)} is not a day, YYYY-MM-DD`);
  const [review, counties] = [await readReview(dataDir, state.edition), await readCounties(dataDir)];
  const known = await readSources(dataDir);
  const { files, ignored } = await readOfficialFiles(state.officialFiles, [sourceDir]);
  const rows = await readOfficial(state, files);
  const sources = sourcesOf(state.officialFiles, files, known, retrieved);
  const tables = joinOfficial(state, rows, review.incorporations, counties);
  const texts = tableFiles({ ...tables, sources }, state.edition);
  await writeTables(dataDir, texts, ["offenses", "population"]);
  return { sources, ignored, written: [...texts.keys()] };
}

/** The rows of each kind of file, in the order of the years. */
async function readOfficial({ read }: StateBuild, files: OfficialBytes): Promise<OfficialRows> {
  async function releases<Row>(
    all: readonly FileBytes[],
    rowsOf: (bytes: Uint8Array, file: string) => readonly Row[] | Promise<readonly Row[]>,
    yearsOf: (row: Row, file: string) => readonly number[],
  ): Promise<readonly Release<Row>[]> {
    const dated = all.map(async ({ name, bytes }) => {
      const rows = await rowsOf(bytes, name);
      return { file: name, rows, lastYear: Math.max(...rows.flatMap((row) => yearsOf(row, name))) };
    });
    return (await Promise.all(dated)).toSorted((a, b) => a.lastYear - b.lastYear || compareText(a.file, b.file));
  }
  const populationYears = ({ population }: Residents) => [...population.keys()];
  const yearOfName = (_: unknown, file: string) => [Number(/\d{4}/.exec(file)?.[0] ?? 0)];
  return {
    offenses: await releases(files.offenses, read.offenses, ({ year }) => [year]),
    placePopulation: await releases(files.placePopulation, read.placePopulation, populationYears),
    countyPopulation: await releases(files.countyPopulation, read.countyPopulation, populationYears),
    cityCounty: await releases(files.cityCounty, read.cityCounty, populationYears),
    places: await releases(files.places, read.places, yearOfName),
  };
}
