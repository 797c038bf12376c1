import { expect, test } from "bun:test";
import { copyFile, cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildDataset } from "../../src/dataset/build-dataset.ts";
import type { NationPlace } from "../../src/domain/nation.ts";
import { DATA_DIR } from "../../src/main/paths.ts";
import { scratchFolder } from "../support/scratch.ts";

test("Tables 8 and 10 of 2025, made up out of those of 2024, give the nation's dataset of 2025", async () => {
  const dataDir = join(scratchFolder("nation-2025"), "data");
  await cp(DATA_DIR, dataDir, { recursive: true });
  await copyFile(join(dataDir, "us/offenses/2024.csv"), join(dataDir, "us/offenses/2025.csv"));
  // The build needs the states' estimates of the year; a table is sorted by state and year.
  const estimates = join(dataDir, "us/state-estimates.csv");
  const rows = (await readFile(estimates, "utf8")).replace(/^(\w\w),2024,(.*)\n/gm, "$&$1,2025,$2\n");
  await writeFile(estimates, rows);
  await expect(buildDataset({ dataDir })).rejects.toThrow("us/areas/2025.csv");
  await copyFile(join(dataDir, "us/areas/2024.csv"), join(dataDir, "us/areas/2025.csv"));
  const { nation } = await buildDataset({ dataDir });
  if (nation === null) expect.unreachable("the nation was not built");
  const { report } = nation;
  expect(report.dataYear).toBe(2025);
  expect(report.rows.all).toBe(8_987);
  expect(report.places.graded).toBeGreaterThan(4_000);
  // The months since January 2025 stay, and nothing is compared until those of 2026 are whole.
  const built = JSON.parse(nation.text);
  expect(built.months).toMatchObject({ year: 2025, months: 16, changes: null, places: 0 });
  expect(built.places.filter((place: NationPlace) => place.months !== null).length).toBeGreaterThan(600);
  expect(built.places.filter((place: NationPlace) => place.provisional !== null)).toEqual([]);
});
