import { join } from "node:path";
import { z } from "zod";
import { type Attempt, attempt, fail } from "../fault.ts";
import { readTables } from "../input-tables.ts";
import { readOptional } from "../rows.ts";
import { GeographyError, type GeographyFile, readGeography } from "./file.ts";
import { GEOGRAPHY_FILES } from "./import.ts";

/** The geography file is whole, has a report of its own, and has every city of the tables in its county. */
export function checkGeography(dataDir: string): Promise<Attempt<GeographyFile>> {
  return attempt(async () => {
    const geography = await readGeographyTable(dataDir);
    const report = z.object({ version: z.string() }).safeParse(await jsonOf(join(dataDir, GEOGRAPHY_FILES.report)));
    if (!report.success || report.data.version !== geography.version)
      fail("snapshot_differs", { file: GEOGRAPHY_FILES.report }, "the report is of another geography; import it again");
    const cities = new Map(geography.cities.map(({ geoid, city, county }) => [geoid, `${city}, ${county}`]));
    for (const { geoid, city, county } of (await readTables(dataDir)).places) {
      if (cities.get(geoid) !== `${city}, ${county}`)
        fail("name_unmatched", { file: "places.csv" }, `${city}, ${county} is not in the geography; import it again`);
    }
    return geography;
  });
}

/** @throws DatasetError if the file is missing or invalid */
export async function readGeographyTable(dataDir: string): Promise<GeographyFile> {
  try {
    return await readGeography(join(dataDir, GEOGRAPHY_FILES.geography));
  } catch (error) {
    if (!(error instanceof GeographyError)) throw error;
    return fail("file_unreadable", { file: GEOGRAPHY_FILES.geography }, error.message);
  }
}

async function jsonOf(path: string): Promise<unknown> {
  const bytes = await readOptional(path);
  return bytes === null ? null : JSON.parse(new TextDecoder().decode(bytes));
}
