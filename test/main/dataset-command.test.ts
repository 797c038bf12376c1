import { expect, test } from "bun:test";
import { cp, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { officialFolders } from "../dataset/official-files.ts";
import { safety } from "../support/command.ts";
import { scratchFolder } from "../support/scratch.ts";

/** A data folder with the tables of 2022 to 2024. */
async function importedData(): Promise<string> {
  const { sourceDir, dataDir } = await officialFolders();
  await cp(join(import.meta.dir, "../../data/geography.json.br"), join(dataDir, "geography.json.br"));
  expect((await safety({}, "dataset", "import", sourceDir, "--data", dataDir)).exitCode).toBe(0);
  return dataDir;
}

test("a dataset built for one year, with a settings file before the command, is readable by other users and checked for that year", async () => {
  const data = await importedData();
  const settings = join(data, "safety.env");
  await writeFile(settings, "");
  const snapshot = join(data, "dataset.json");
  const built = await safety({}, "--env-file", settings, "dataset", "build", "--data", data, "--year", "2023");
  expect(built).toMatchObject({ exitCode: 0, note: "" });
  expect((await stat(snapshot)).mode & 0o444).toBe(0o444);
  expect(built.out).toContain("data year 2023");
  expect(built.out).toContain("\nSince 2022: cities added ");
  const checked = await safety({}, "dataset", "check", "--data", data, "--year", "2023");
  expect(checked).toMatchObject({ exitCode: 0, out: built.out });
  // The newest year of the tables is not what was built.
  const newest = await safety({}, "dataset", "check", "--data", data);
  expect([newest.exitCode, newest.note]).toEqual([1, expect.stringContaining("dataset.json, line")]);
});

test("a build without figures for the previous year says that there is no comparison", async () => {
  const data = await importedData();
  await rm(join(data, "offenses", "2022.csv"));
  const built = await safety({}, "dataset", "build", "--data", data, "--year", "2023");
  expect(built).toMatchObject({ exitCode: 0, note: "" });
  expect(built.out).toContain("\nNo comparison: 2022 has no offenses or no city populations\n");
});

test("an invalid year is a wrong argument", async () => {
  expect(await safety({}, "dataset", "build", "--year", "9999")).toMatchObject({ exitCode: 2, out: "" });
});

test("a missing table or review is reported with its folder and how to restore it", async () => {
  const data = await importedData();
  await rm(join(data, "review", "cautions.csv"));
  expect((await safety({}, "dataset", "check", "--data", data)).note).toBe(
    `safety: review/cautions.csv: the file is missing in ${data}; restore it from the repository\n`,
  );
  await rm(join(data, "counties.csv"));
  expect((await safety({}, "dataset", "check", "--data", data)).note).toContain(
    `counties.csv: the file is missing in ${data}; restore`,
  );
});

test("a refused snapshot is named", async () => {
  const file = join(scratchFolder("dataset"), "broken.json");
  await writeFile(file, "{");
  const refused = await safety({}, "dataset", "diff", file);
  expect(refused).toMatchObject({ exitCode: 1, out: "" });
  expect(refused.note).toContain(`${file}: the dataset is truncated`);
});
