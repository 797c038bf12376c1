import type { Source } from "../../domain/snapshot.ts";
import { day, quote } from "../csv.ts";
import { fail } from "../fault.ts";
import { compareText, writeTables } from "../input-rows.ts";
import { type FileBytes, readOfficialFiles, sourcesOf } from "../official-files.ts";
import { readSources } from "../sources.ts";
import { type Residents, readCountyEstimates, readPlaceEstimates } from "./census.ts";
import { readE4 } from "./dof.ts";
import { readCrimesAndClearances } from "./doj.ts";
import { readCounties, tableFiles } from "./input-tables.ts";
import { joinOfficial, type OfficialRows, type Release } from "./join.ts";
import { OFFICIAL_FILES } from "./official.ts";
import { readReview } from "./review.ts";
import { readPlaces } from "./tiger.ts";

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
export async function importDataset({ sourceDir, dataDir, retrieved }: ImportOptions): Promise<ImportResult> {
  if (!day.safeParse(retrieved).success) fail({ file: "retrieved" }, `${quote(retrieved)} is not a day, YYYY-MM-DD`);
  const [review, counties] = [await readReview(dataDir), await readCounties(dataDir)];
  const known = await readSources(dataDir);
  const { files, ignored } = await readOfficialFiles(OFFICIAL_FILES, [sourceDir]);
  const rows = await readOfficial(files);
  const sources = sourcesOf(OFFICIAL_FILES, files, known, retrieved);
  const tables = joinOfficial(rows, review.incorporations, counties);
  const texts = tableFiles({ ...tables, sources });
  await writeTables(dataDir, texts, ["offenses", "population"]);
  return { sources, ignored, written: [...texts.keys()] };
}

async function readOfficial(
  files: Readonly<Record<keyof typeof OFFICIAL_FILES, readonly FileBytes[]>>,
): Promise<OfficialRows> {
  async function releases<Row>(
    kind: keyof typeof OFFICIAL_FILES,
    read: (bytes: Uint8Array, file: string) => readonly Row[] | Promise<readonly Row[]>,
    yearsOf: (row: Row, file: string) => readonly number[],
  ): Promise<readonly Release<Row>[]> {
    const all = await Promise.all(
      files[kind].map(async ({ name, bytes }) => {
        const rows = await read(bytes, name);
        return { file: name, rows, lastYear: Math.max(...rows.flatMap((row) => yearsOf(row, name))) };
      }),
    );
    return all.toSorted((a, b) => a.lastYear - b.lastYear || compareText(a.file, b.file));
  }
  const populationYears = ({ population }: Residents) => [...population.keys()];
  const yearOfName = (_: unknown, file: string) => [Number(/\d{4}/.exec(file)?.[0] ?? 0)];
  return {
    offenses: await releases("offenses", readCrimesAndClearances, ({ year }) => [year]),
    placePopulation: await releases("placePopulation", readPlaceEstimates, populationYears),
    countyPopulation: await releases("countyPopulation", readCountyEstimates, populationYears),
    cityCounty: await releases("cityCounty", readE4, populationYears),
    places: await releases("places", readPlaces, yearOfName),
  };
}
