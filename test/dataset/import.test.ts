import { describe, expect, test } from "bun:test";
import { copyFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildDataset, writeDataset } from "../../src/dataset/build-dataset.ts";
import { CALIFORNIA_BUILD } from "../../src/dataset/california/california-build.ts";
import { readSources } from "../../src/dataset/sources.ts";
import { importDataset } from "../../src/dataset/state/import.ts";
import { readTables } from "../../src/dataset/state/input-tables.ts";
import { CALIFORNIA } from "../../src/editions/california.ts";
import { refusal } from "./faults.ts";
import {
  alldataFile,
  copiedData,
  countyNames,
  dojFile,
  FIXTURE_CITIES,
  officialFolders,
  patrolLines,
  workbook,
  workbookRows,
} from "./official-files.ts";

const RETRIEVED = "2026-01-31";

describe("an import of the publishers' files", () => {
  test("gives the project's tables, joined by name", async () => {
    const folders = await officialFolders();
    const result = await importDataset(CALIFORNIA_BUILD, { ...folders, retrieved: RETRIEVED });
    expect(result.ignored).toEqual(["README.txt"]);
    const tables = await readTables(folders.dataDir, CALIFORNIA);
    expect(tables.counties).toHaveLength(58);
    expect(tables.counties[0]).toEqual({ fips: "06001", county: "Alameda County" });
    expect(tables.counties.at(-1)).toEqual({ fips: "06115", county: "Yuba County" });
    expect(tables.places.map(({ city, county }) => `${city}, ${county}`)).toEqual([
      "Amador City, Amador County",
      "Angels Camp, Calaveras County",
      "Irvine, Orange County",
      "La Cañada Flintridge, Los Angeles County",
      "Oakland, Alameda County",
      "Tulelake, Siskiyou County",
      "Yuba City, Sutter County",
    ]);
    expect([...tables.offenses.keys()]).toEqual([2022, 2023, 2024]);
    expect([...tables.population.keys()]).toEqual([2010, 2011, 2012, 2022, 2023, 2024]);
    expect(tables.population.get(2011)).toContainEqual({
      county: "Calaveras County",
      city: "Angels Camp",
      residents: 3_700,
    });
    expect(tables.offenses.get(2024)?.find(({ agency }) => agency === "UC Irvine")?.offenses).toMatchObject({
      rape: -1,
    });
  });

  test("gives the same bytes when the same files are imported again on another day", async () => {
    const folders = await officialFolders();
    await importDataset(CALIFORNIA_BUILD, { ...folders, retrieved: RETRIEVED });
    const first = await contents(folders.dataDir);
    await importDataset(CALIFORNIA_BUILD, { ...folders, retrieved: "2027-12-31" });
    expect(await contents(folders.dataDir)).toEqual(first);
  });

  test("records publisher, address, release, day and hash of every file that was read", async () => {
    const folders = await officialFolders();
    const result = await importDataset(CALIFORNIA_BUILD, { ...folders, retrieved: RETRIEVED });
    expect(result.sources).toHaveLength(6);
    for (const source of result.sources) {
      const bytes = await readFile(join(folders.sourceDir, source.file));
      expect(source.sha256).toBe(new Bun.CryptoHasher("sha256").update(bytes).digest("hex"));
      expect(source.retrieved).toBe(RETRIEVED);
      expect(source.publisher).not.toBe("");
    }
  });

  test("takes a year that two releases have from the newer one", async () => {
    const folders = await officialFolders();
    const counties = await countyNames();
    const lines = [2023, 2025].flatMap((year) => patrolLines(year, counties));
    await writeFile(join(folders.sourceDir, "Crimes_and_Clearances_1985-2025.csv"), dojFile(lines));
    await importDataset(CALIFORNIA_BUILD, { ...folders, retrieved: RETRIEVED });
    const tables = await readTables(folders.dataDir, CALIFORNIA);
    expect(tables.offenses.get(2023)).toHaveLength(58);
    expect(tables.offenses.get(2022)).toHaveLength(58 + 9);
  });

  test("reads the residents of 2025 from California's own workbook or from an extract of it, and keeps the vintage of 2024", async () => {
    const counties = await countyNames();
    const grown = FIXTURE_CITIES.map((city) => ({ ...city, residents: city.residents + 1 }));
    const california = workbookRows([2020, 2021, 2022, 2023, 2024, 2025], grown).filter(
      ([name]) => name !== "Abbeville city, Alabama" && name !== "Yoder town, Wyoming",
    );
    const extract = grown.map(({ official, residents }) => `"${official}, California",${residents}`);
    for (const [name, content] of [
      ["SUB-IP-EST2025-POP-06.xlsx", await workbook(california)],
      ["SUB-IP-EST2025-extract.csv", `geographic_area,pop_2025_07_01\n${extract.join("\n")}\n`],
    ] as const) {
      const folders = await officialFolders();
      await writeFile(join(folders.sourceDir, name), content);
      await writeFile(join(folders.sourceDir, "co-est2025-alldata.csv"), alldataFile(counties, 510_000));
      await importDataset(CALIFORNIA_BUILD, { ...folders, retrieved: RETRIEVED });
      const { population } = await readTables(folders.dataDir, CALIFORNIA);
      const irvine = (year: number) => population.get(year)?.find(({ city }) => city === "Irvine")?.residents;
      const orange = (year: number) =>
        population.get(year)?.find(({ county, city }) => county === "Orange County" && city === null)?.residents;
      expect([irvine(2024), irvine(2025)]).toEqual([318_000, 318_001]);
      expect([orange(2024), orange(2025)]).toEqual([500_000, 510_000]);
    }
  });

  test("knows the files of an earlier import, with the terms of their copies", async () => {
    const sources = await readSources(join(import.meta.dir, "../../data"), "gazetteer/sources.json");
    expect(sources).toContainEqual(expect.objectContaining({ file: "us_zips.csv.gz", terms: expect.any(String) }));
  });

  test("leaves no table of a year that no file has any more", async () => {
    const folders = await officialFolders();
    await importDataset(CALIFORNIA_BUILD, { ...folders, retrieved: RETRIEVED });
    await rm(join(folders.sourceDir, "Crimes_and_Clearances_2024.csv"));
    await importDataset(CALIFORNIA_BUILD, { ...folders, retrieved: RETRIEVED });
    expect([...(await readTables(folders.dataDir, CALIFORNIA)).offenses.keys()]).toEqual([2022, 2023]);
  });

  test("is ready for a build with the geography, with nothing in between", async () => {
    const folders = await officialFolders();
    await importDataset(CALIFORNIA_BUILD, { ...folders, retrieved: RETRIEVED });
    await copyFile(join(import.meta.dir, "../../data/geography.json.br"), join(folders.dataDir, "geography.json.br"));
    const { records } = await buildDataset({ dataDir: folders.dataDir });
    expect(records.dataYear).toBe(2024);
    expect(records.cities.map(({ record }) => record.city)).toEqual([
      "Angels Camp",
      "Irvine",
      "La Cañada Flintridge",
      "Oakland",
      "Yuba City",
    ]);
    expect(records.absent.map(({ city, reason }) => `${city}: ${reason}`)).toEqual([
      "Amador City: no_figures",
      "Tulelake: few_residents",
    ]);
  });
});

describe("an import that cannot be right is refused and writes nothing", () => {
  const DOJ = "Crimes_and_Clearances_2024.csv";
  const PLACES = "tl_2016_06_place.csv";
  const replaced = (file: string, right: string, wrong: string) => async (folder: string) => {
    const text = await readFile(join(folder, file), "utf8");
    expect(text).toContain(right);
    await writeFile(join(folder, file), text.replaceAll(right, wrong));
  };
  const dojOf = (lines: (counties: readonly string[]) => readonly string[]) => async (folder: string) =>
    writeFile(join(folder, DOJ), dojFile(lines(await countyNames())));

  test.each<[string, (folder: string) => Promise<void>, string]>([
    ["a kind of file is missing", (folder) => rm(join(folder, PLACES)), "there is no file like tl_2016"],
    ["the folder is missing", (folder) => rm(folder, { recursive: true }), "the folder of official files"],
    ["a place is under no county", replaced(PLACES, "Irvine", "Irwin"), '"Irwin city" is under no county'],
    ["a county has an unknown name", replaced(DOJ, "Orange County", "Grapefruit County"), "Grapefruit County"],
    [
      "a file was cut at the end of a line",
      dojOf((all) => patrolLines(2024, all).slice(0, -2)),
      "no row of Yolo County",
    ],
    [
      "a row has another year",
      replaced(DOJ, "2024,Alameda County,Oakland", "2042,Alameda County,Oakland"),
      "2042 has no row",
    ],
    ["a file has nothing but its column names", dojOf(() => []), "there is no line below the column names"],
  ])("where %s", async (_, damage, reason) => {
    const folders = await officialFolders();
    await damage(folders.sourceDir);
    const faults = await refusal(() => importDataset(CALIFORNIA_BUILD, { ...folders, retrieved: RETRIEVED }));
    expect(faults.map((fault) => fault.reason).join()).toContain(reason);
    expect((await readdir(folders.dataDir)).toSorted()).toEqual(["counties.csv", "review"]);
  });

  test("where the day of retrieval is not a day", async () => {
    const folders = await officialFolders();
    expect(await refusal(() => importDataset(CALIFORNIA_BUILD, { ...folders, retrieved: "today" }))).toHaveLength(1);
  });
});

const officialDir = Bun.env["OFFICIAL_DATA_DIR"];
if (officialDir !== undefined) {
  test("an import of the official files reproduces data/ byte for byte", async () => {
    const dataDir = await copiedData();
    const before = await contents(dataDir);
    for (const name of ["places.csv", "offenses", "population", "dataset.json"]) {
      await rm(join(dataDir, name), { recursive: true });
    }
    await importDataset(CALIFORNIA_BUILD, { sourceDir: officialDir, dataDir, retrieved: "2099-01-01" });
    await writeDataset(dataDir, await buildDataset({ dataDir }));
    expect(await contents(dataDir)).toEqual(before);
  });
}

async function contents(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.\w+$/.test(name)).toSorted();
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, string]> => [name, await readFile(join(folder, name), "utf8")]),
    ),
  );
}
