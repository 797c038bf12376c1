import { describe, expect, test } from "bun:test";
import { appendFile, cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildDataset, checkDataset } from "../../src/dataset/build-dataset.ts";
import { buildSnapshot } from "../../src/dataset/california/build.ts";
import type { Fault } from "../../src/dataset/fault.ts";
import { readNationTables } from "../../src/dataset/united-states/tables.ts";
import { DATA_DIR } from "../../src/main/paths.ts";
import { currentBuild, currentModels, currentReview, currentTables } from "../support/current-build.ts";
import { currentGeographyFile } from "../support/current-geography.ts";
import { refusal } from "./faults.ts";
import { copiedData } from "./official-files.ts";

/** The faults of a build after one file of a copy of the project's newest data was changed. */
async function faultsAfter(file: string, change: (text: string) => string): Promise<readonly Fault[]> {
  const dataDir = await copiedData(2023);
  const path = join(dataDir, file);
  const before = await readFile(path, "utf8");
  const after = change(before);
  expect(after).not.toBe(before);
  await writeFile(path, after);
  return refusal(() => buildDataset({ dataDir }));
}

describe("a build stops with a clear message", () => {
  test("where an agency is no known city and no known kind", async () => {
    const faults = await faultsAfter("offenses/2025.csv", (text) => text.replace(",Irvine,", ",Irvin,"));
    expect(faults).toMatchObject([{ file: "offenses/2025.csv" }]);
    expect(faults[0]?.reason).toContain('"Irvin" of Orange County');
    expect(faults[0]?.reason).toContain("review/agencies.csv");
  });

  test("where two agencies are the same city", async () => {
    const faults = await faultsAfter(
      "offenses/2025.csv",
      (text) => `${text}Orange County,City of Irvine,0,0,0,0,0,0,1\n`,
    );
    expect(faults).toMatchObject([{ reason: expect.stringContaining("are both Irvine") }]);
  });

  test("where a row occurs twice", async () => {
    const faults = await faultsAfter("offenses/2025.csv", (text) => `${text}${text.split("\n")[1]}\n`);
    expect(faults).toMatchObject([
      { file: "offenses/2025.csv", line: 730, reason: expect.stringContaining("already on line") },
    ]);
  });

  test("where the parts of a sum make no sense", async () => {
    const faults = await faultsAfter("offenses/2025.csv", (text) => `${text}Orange County,UC Orange,0,-5,0,0,0,0,1\n`);
    expect(faults).toMatchObject([{ line: 730, reason: expect.stringContaining("less than 0") }]);
  });

  test("where the state's total moves by more than 15%", async () => {
    const faults = await faultsAfter("offenses/2025.csv", (text) =>
      text.replace(/^(.*County,Los Angeles,.*),\d+$/m, "$1,900000"),
    );
    expect(faults).toMatchObject([{ file: "offenses/2025.csv" }]);
    expect(faults[0]?.reason).toContain("property");
  });

  test("where a county has no population", async () => {
    const faults = await faultsAfter("population/2025.csv", (text) => text.replace(/^Alpine County,.*\n/m, ""));
    expect(faults).toMatchObject([{ reason: "a county has no population" }]);
  });

  test("where a county has no row at all, which would make it the safest of the state", async () => {
    const faults = await faultsAfter("offenses/2025.csv", (text) => text.replace(/^Yuba County,.*\n/gm, ""));
    expect(faults).toMatchObject([{ file: "offenses/2025.csv", reason: expect.stringContaining("Yuba County") }]);
  });

  test.each([
    ["offenses/2025.csv", "Kern County", "Kerrn County"],
    ["population/2024.csv", "Kern County,Arvin", "Kern County,Arwin"],
    ["places.csv", "Kern County", "Kerrn County"],
    ["review/policing.csv", "Arvin", "Arwin"],
    ["review/cautions.csv", "County,Ione", "County,Iona"],
    ["review/anomalies.csv", "Santa Ana", "Santa Anna"],
    ["review/agencies.csv", "Broadmoor", "Broadmore"],
    ["review/incorporations.csv", "San Joaquin County", "San Joaquim County"],
  ])("where %s has a name that is not known", async (file, right, wrong) => {
    const faults = await faultsAfter(file, (text) => text.replace(right, wrong));
    expect(faults.some(({ reason, file: where }) => reason.includes("not known") && where === file)).toBe(true);
  });

  test("where a review is truncated, of an unknown kind or not a day", async () => {
    const cut = await faultsAfter("review/anomalies.csv", (text) => text.replace(",2026-11-21", ""));
    expect(cut).toMatchObject([{ file: "review/anomalies.csv", line: 2, column: null }]);
    const kind = await faultsAfter("review/anomalies.csv", (text) => text.replace("partial_year", "odd"));
    expect(kind).toMatchObject([{ line: 2, column: "kind" }]);
    const day = await faultsAfter("review/anomalies.csv", (text) => text.replace("2026-11-21", "2026-02-30"));
    expect(day).toMatchObject([{ line: 2, column: "reviewed" }]);
  });

  test("where a year is asked for that lacks a population", async () => {
    const dataDir = await copiedData(2023);
    expect(await refusal(() => buildDataset({ dataDir, year: 2019 }))).toMatchObject([
      { reason: expect.stringContaining("2019 lacks offenses or population") },
    ]);
  });

  test("where a table is missing", async () => {
    const dataDir = await copiedData(2023);
    await rm(join(dataDir, "places.csv"));
    expect(await refusal(() => buildDataset({ dataDir }))).toMatchObject([
      { file: "places.csv", reason: expect.stringContaining("missing") },
    ]);
  });

  test("where the geography lacks a city of the tables", async () => {
    const faults = await faultsAfter("places.csv", (text) => text.replace("0603092", "0603099"));
    expect(faults).toMatchObject([{ reason: expect.stringContaining("is not in the geography") }]);
  });
});

describe("a new year", () => {
  test("is built from new tables with nothing else to edit", async () => {
    const dataDir = await copiedData(2016);
    for (const table of ["population", "offenses"]) {
      await cp(join(dataDir, table, "2025.csv"), join(dataDir, table, "2026.csv"));
    }
    const { records, report } = await buildDataset({ dataDir });
    expect(records.dataYear).toBe(2026);
    expect(records.cities.length + records.absent.length).toBe(483);
    expect(records.cities.some(({ record }) => record.city === "Downey")).toBe(true);
    // The same counts once more: a fall of 2025 lasts.
    for (const year of [2025, 2026]) {
      expect(report.suspicious).toContainEqual(expect.objectContaining({ year, agency: "Fremont", finding: "fall" }));
    }
    expect(records.cities.find(({ record }) => record.city === "Fremont")?.record.data_year).toBe(2024);
  });

  test("a state total that is right, however far it moved, is accepted by review", async () => {
    const dataDir = await copiedData(2023);
    const path = join(dataDir, "offenses/2025.csv");
    await writeFile(path, (await readFile(path, "utf8")).replace(/^(.*County,Los Angeles,.*),\d+$/m, "$1,900000"));
    const accepted = "California,,2025,accepted,,Confirmed by the publisher,2027-01-31\n";
    await appendFile(join(dataDir, "review/anomalies.csv"), accepted);
    const built = await buildDataset({ dataDir });
    expect(built).toMatchObject({ records: { lastUpdated: "2027-01-31T00:00:00Z" } });
  });

  test("has no comparison where the year before lacks figures", async () => {
    const built = await buildDataset({ dataDir: await copiedData(2023), year: 2023 });
    expect(built).toMatchObject({ changes: { from: null, to: { dataYear: 2023 } } });
  });

  test.each([2012, 2023])("and so is %d, for comparison", async (year) => {
    const input = { tables: currentTables, review: currentReview, models: currentModels };
    const { records } = buildSnapshot({ ...input, geography: currentGeographyFile }, year);
    expect(records.dataYear).toBe(year);
  });
});

describe("the check", () => {
  const faultsOf = async (dataDir: string) => {
    const built = await currentBuild();
    return refusal(() => checkDataset(dataDir, built));
  };

  test("finds the committed files as the tables give them, byte for byte", async () => {
    expect(await faultsOf(DATA_DIR)).toEqual([]);
  });

  test.each([
    ["dataset.json", '"safety_score":85', '"safety_score":86'],
    ["changes.json", '"score":80', '"score":81'],
  ])("says which line of %s is not what the tables give", async (file, right, wrong) => {
    const dataDir = await copiedData();
    const path = join(dataDir, file);
    await writeFile(path, (await readFile(path, "utf8")).replace(right, wrong));
    expect(await faultsOf(dataDir)).toMatchObject([{ file, line: expect.any(Number) }]);
  });

  test("says when a file is missing", async () => {
    const dataDir = await copiedData();
    await rm(join(dataDir, "changes.json"));
    expect(await faultsOf(dataDir)).toMatchObject([{ file: "changes.json", line: null }]);
  });
});

describe("the report of 2025", async () => {
  const { report } = await currentBuild();

  test("accounts for every place and every agency", () => {
    expect(report.cities).toMatchObject({ all: 483, graded: 434 });
    expect(report.counties).toEqual({ all: 58, graded: 58 });
    expect(report.agencies).toMatchObject({ city: 456, sheriff: 57 });
    expect(Object.values(report.agencies).reduce((sum, count) => sum + count, 0)).toBe(728);
  });

  test("lists falls, jumps, rows without an offense and rows that are gone, and what a review said", () => {
    const of = (year: number, agency: string) =>
      report.suspicious.filter((entry) => entry.year === year && entry.agency === agency);
    expect(of(2024, "Lodi")).toMatchObject([{ finding: "review", reviewed: expect.stringContaining("half of 2021") }]);
    expect(of(2025, "Fremont")).toMatchObject([{ finding: "fall", violent: 217, reviewed: null }]);
    expect(of(2024, "Tulelake")).toMatchObject([{ finding: "all_zero" }]);
    expect(of(2024, "Downey")).toMatchObject([{ finding: "row_gone" }]);
    expect(of(2025, "Union Pacific RR - Los Angeles")).toMatchObject([{ finding: "jump", property: 11_401 }]);
    expect(of(2025, "Irvine")).toEqual([]);
  });
});

test("every row of the nation's newest Table 8 has a record or a reason", async () => {
  const { report } = (await currentBuild()).nation ?? expect.unreachable("the nation was not built");
  const { rows, unused, places } = report;
  const { all, used } = rows;
  expect(all).toBe(8_987);
  expect((await readNationTables(DATA_DIR)).agencies.get(2024)).toHaveLength(all);
  const counts: Readonly<Record<string, number>> = rows;
  // `all` counts the rows once more.
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(2 * all);
  expect(new Set(unused.map(({ state, agency }) => `${state}|${agency}`)).size).toBe(all - used);
  expect(places.graded).toBe(used);
  for (const { agency, reason, detail } of unused) {
    expect([agency, reason === "smaller" || detail.length > 10]).toEqual([agency, true]);
  }
});
