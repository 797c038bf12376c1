import { describe, expect, test } from "bun:test";
import { copyFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildDataset } from "../../src/dataset/dataset.ts";
import { importDataset } from "../../src/dataset/import.ts";
import { readTables } from "../../src/dataset/input-tables.ts";
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
    const result = await importDataset({ ...folders, retrieved: RETRIEVED });
    expect(result).toMatchObject({ ok: true, value: { ignored: ["README.txt"] } });
    const tables = await readTables(folders.dataDir);
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
    await importDataset({ ...folders, retrieved: RETRIEVED });
    const first = await contents(folders.dataDir);
    await importDataset({ ...folders, retrieved: "2027-12-31" });
    expect(await contents(folders.dataDir)).toEqual(first);
  });

  test("records publisher, address, release, day and hash of every file that was read", async () => {
    const folders = await officialFolders();
    const result = await importDataset({ ...folders, retrieved: RETRIEVED });
    if (!result.ok) throw new Error("the import was refused");
    expect(result.value.sources).toHaveLength(6);
    for (const source of result.value.sources) {
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
    await importDataset({ ...folders, retrieved: RETRIEVED });
    const tables = await readTables(folders.dataDir);
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
      expect(await importDataset({ ...folders, retrieved: RETRIEVED })).toMatchObject({ ok: true });
      const { population } = await readTables(folders.dataDir);
      const irvine = (year: number) => population.get(year)?.find(({ city }) => city === "Irvine")?.residents;
      const orange = (year: number) =>
        population.get(year)?.find(({ county, city }) => county === "Orange County" && city === null)?.residents;
      expect([irvine(2024), irvine(2025)]).toEqual([318_000, 318_001]);
      expect([orange(2024), orange(2025)]).toEqual([500_000, 510_000]);
    }
  });

  test("leaves no table of a year that no file has any more", async () => {
    const folders = await officialFolders();
    await importDataset({ ...folders, retrieved: RETRIEVED });
    await rm(join(folders.sourceDir, "Crimes_and_Clearances_2024.csv"));
    await importDataset({ ...folders, retrieved: RETRIEVED });
    expect([...(await readTables(folders.dataDir)).offenses.keys()]).toEqual([2022, 2023]);
  });

  test("is ready for a build with the geography, with nothing in between", async () => {
    const folders = await officialFolders();
    await importDataset({ ...folders, retrieved: RETRIEVED });
    await copyFile(join(import.meta.dir, "../../data/geography.json.br"), join(folders.dataDir, "geography.json.br"));
    const built = await buildDataset({ dataDir: folders.dataDir });
    if (!built.ok) throw new Error(JSON.stringify(built.faults));
    expect(built.value.snapshot.dataYear).toBe(2024);
    expect(built.value.snapshot.cities.map(({ record }) => record.city)).toEqual([
      "Angels Camp",
      "Irvine",
      "La Cañada Flintridge",
      "Oakland",
      "Yuba City",
    ]);
    expect(built.value.snapshot.absent.map(({ city, reason }) => `${city}: ${reason}`)).toEqual([
      "Amador City: no_figures",
      "Tulelake: few_residents",
    ]);
  });
});

describe("an import that cannot be right is refused and writes nothing", () => {
  test("where a kind of file is missing, saying which and where it is published", async () => {
    const folders = await officialFolders();
    await rm(join(folders.sourceDir, "tl_2016_06_place.csv"));
    const result = await importDataset({ ...folders, retrieved: RETRIEVED });
    expect(result).toMatchObject({ ok: false, faults: [{ code: "file_missing", file: folders.sourceDir }] });
    expect(await readdir(folders.dataDir)).toEqual(["review"]);
  });

  test("where the folder is missing", async () => {
    const folders = await officialFolders();
    const result = await importDataset({
      ...folders,
      sourceDir: join(folders.sourceDir, "none"),
      retrieved: RETRIEVED,
    });
    expect(result).toMatchObject({ ok: false, faults: [{ code: "file_missing" }] });
  });

  test("where the day of retrieval is not a day", async () => {
    const folders = await officialFolders();
    const result = await importDataset({ ...folders, retrieved: "today" });
    expect(result).toMatchObject({ ok: false, faults: [{ code: "value_malformed" }] });
  });

  test("where a place is under no county", async () => {
    const folders = await officialFolders();
    const file = join(folders.sourceDir, "tl_2016_06_place.csv");
    await writeFile(file, (await readFile(file, "utf8")).replaceAll("Irvine", "Irwin"));
    const result = await importDataset({ ...folders, retrieved: RETRIEVED });
    expect(result).toMatchObject({ ok: false });
    if (result.ok) return;
    expect(new Set(result.faults.map(({ code }) => code))).toEqual(new Set(["name_unmatched"]));
    expect(result.faults.map(({ reason }) => reason).join()).toContain("Irwin city");
  });

  test("where an agency is in a county that California does not have", async () => {
    const folders = await officialFolders();
    const file = join(folders.sourceDir, "Crimes_and_Clearances_2024.csv");
    await writeFile(file, (await readFile(file, "utf8")).replaceAll("Sutter County", "Suter County"));
    const result = await importDataset({ ...folders, retrieved: RETRIEVED });
    expect(result).toMatchObject({
      ok: false,
      faults: [
        { code: "name_unmatched", file: "Crimes_and_Clearances_2024.csv" },
        { code: "name_unmatched", file: "Crimes_and_Clearances_2024.csv" },
      ],
    });
  });

  test("where a file was cut at the end of a line, which shows in counties without a row", async () => {
    const folders = await officialFolders();
    const file = join(folders.sourceDir, "Crimes_and_Clearances_2024.csv");
    const lines = patrolLines(2024, await countyNames());
    await writeFile(file, dojFile(lines.slice(0, -2)));
    expect(await importDataset({ ...folders, retrieved: RETRIEVED })).toMatchObject({
      ok: false,
      faults: [{ file: "Crimes_and_Clearances_2024.csv", reason: expect.stringContaining("no row of Yolo County") }],
    });
    expect(await readdir(folders.dataDir)).toEqual(["review"]);
  });

  test("where a row has the year of another, which shows in the other counties of that year", async () => {
    const folders = await officialFolders();
    const file = join(folders.sourceDir, "Crimes_and_Clearances_2024.csv");
    await writeFile(
      file,
      (await readFile(file, "utf8")).replace("2024,Alameda County,Oakland", "2042,Alameda County,Oakland"),
    );
    expect(await importDataset({ ...folders, retrieved: RETRIEVED })).toMatchObject({
      ok: false,
      faults: [{ file: "Crimes_and_Clearances_2024.csv", reason: expect.stringContaining("2042 has no row of") }],
    });
  });

  test("where a file of offenses has nothing but its column names", async () => {
    const folders = await officialFolders();
    await writeFile(join(folders.sourceDir, "Crimes_and_Clearances_2024.csv"), dojFile([]));
    expect(await importDataset({ ...folders, retrieved: RETRIEVED })).toMatchObject({
      ok: false,
      faults: [{ code: "line_malformed", file: "Crimes_and_Clearances_2024.csv" }],
    });
  });
});

const officialDir = Bun.env["OFFICIAL_DATA_DIR"];
if (officialDir !== undefined) {
  test("an import of the official files reproduces data/ byte for byte", async () => {
    const dataDir = await copiedData();
    const before = await contents(dataDir);
    for (const name of ["counties.csv", "places.csv", "offenses", "population", "dataset.json", "build-report.json"]) {
      await rm(join(dataDir, name), { recursive: true });
    }
    const result = await importDataset({ sourceDir: officialDir, dataDir, retrieved: "2099-01-01" });
    expect(result.ok).toBe(true);
    expect((await buildDataset({ dataDir })).ok).toBe(true);
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
