import { afterAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rm, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { readLines } from "../../src/dataset/csv.ts";
import { sheetRows } from "../../src/dataset/workbook.ts";
import { UNITED_STATES } from "../../src/editions/united-states.ts";
import { US_STATES } from "../../src/editions/us-states.ts";
import { monthsOfNationPlace } from "../../src/figures/months.ts";
import { readNation } from "../../src/figures/nation-file.ts";
import { DATA_DIR } from "../../src/main/paths.ts";
import { workbook } from "../dataset/official-files.ts";
import { PROGRAM, run } from "../support/command.ts";
import { dbfFile } from "../support/dbf.ts";
import { file, publishedAt, startPublishers } from "../support/publishers.ts";
import { scratchFolder } from "../support/scratch.ts";

/** The publishers' files as they are: a folder with `us` and `us/geo` in it. */
const official = Bun.env["OFFICIAL_DATA_DIR"];
if (official !== undefined) {
  const { server, origin, answers, sign } = startPublishers();
  afterAll(() => server.stop(true));
  const root = scratchFolder("update");
  const [dataDir, sourceDir, given] = [join(root, "data"), join(root, "official"), join(root, "given")] as const;
  const read = (name: string) => readFile(join(official, name));
  const rowsOf = async (name: string) => readLines(await read(name), name).map(({ fields }) => fields);

  async function link(into: string, names: readonly string[], nameOf: (name: string) => string = (name) => name) {
    for (const name of names) {
      await mkdir(dirname(join(into, nameOf(name))), { recursive: true });
      await symlink(join(official ?? "", name), join(into, nameOf(name)));
    }
  }

  const update = (year: number, ...more: readonly string[]) => {
    const command = ["dataset", "update", sourceDir, "--year", String(year), "--data", dataDir, "--from", origin];
    return run([process.execPath, PROGRAM, ...command, "--yes", ...more]);
  };

  /** As the FBI has them: both tables in one ZIP, at a signed address. */
  function signTables(year: number, table8: Uint8Array, table10: Uint8Array): void {
    const zip = zipSync({
      [`offenses-known-to-le-${year}/CIUS_Table_8_Offenses_Known_to_Law_Enforcement_by_State_by_City_${year}.xlsx`]:
        table8,
      [`offenses-known-to-le-${year}/CIUS_Table_10_Offenses_Known_to_Law_Enforcement_by_State_by_Metropolitan_and_Nonmetropolitan_Counties_${year}.xlsx`]:
        table10,
      [`offenses-known-to-le-${year}/CIUS_Table_9_${year}.xlsx`]: strToU8("universities"),
    });
    sign(publishedAt(year).tables, zip);
  }

  /** The series since 1979 with the edition of 2024 in it, as a workbook under a CSV's name. */
  async function signEstimates(year: number): Promise<void> {
    const [titles = [], ...series] = await rowsOf("us/fbi_state-estimates_1979-2023.csv");
    const [columns = [], ...revised] = await rowsOf("us/fbi_state-estimates_2023-revised_2024.csv");
    const names = new Map<string, string>(US_STATES.map(({ code, name }) => [code, name]));
    const later = revised.flatMap((row) => {
      const value = (column: string) => row[columns.indexOf(column)] ?? "";
      const own = (of: string) =>
        titles.map((title) => {
          if (title === "year") return of;
          if (title === "state_abbr") return value("state");
          if (title === "state_name") return names.get(value("state")) ?? "";
          if (title === "rape_revised") return value("rape");
          return value(title.replace(/_crime$/, ""));
        });
      // A year that is not published yet repeats 2024.
      return value("year") === "2024" && year > 2024 ? [own("2024"), own(String(year))] : [own(value("year"))];
    });
    const rows = [titles, ...series.filter(([of]) => of !== "2023"), ...later];
    sign(publishedAt(year).estimates, await workbook(rows.map((row) => row.map(numberOrText))));
  }

  const numberOrText = (text: string) => (text === "" ? null : /^\d+$/.test(text) ? Number(text) : text);

  async function ofNextYear(name: string): Promise<Uint8Array> {
    const rows = await sheetRows(await read(name), name);
    const next = (text: string) => text.replace(/\b2024\b/g, "2025");
    return await workbook(rows.map((row, index) => row.map((cell) => numberOrText(index < 4 ? next(cell) : cell))));
  }

  /** What the official files say; the hash and day of the estimates are those of the workbook. */
  async function figuresOf(folder: string) {
    const {
      version: _,
      lastUpdated: __,
      sources,
      ...figures
    } = JSON.parse(await readFile(join(folder, "united-states.json"), "utf8"));
    return { figures, sources: sources.filter(({ table }: { table: string }) => table !== "state-estimates") };
  }

  test("from the publishers' addresses and a folder of what has none come both datasets as they are", async () => {
    await cp(DATA_DIR, dataDir, { recursive: true });
    const tables = Array.from(
      { length: 12 },
      (_, index) => `us/fbi_table-8_${2012 + index}.xls${index < 8 ? "" : "x"}`,
    );
    const areas = ["2018.csv", "2019_a.csv", "2019_b.csv", "2022.xlsx"].map((end) => `us/fbi_table-10_${end}`);
    await link(sourceDir, [...tables, ...areas, "us/fbi_state-estimates_1979-2023.csv"]);
    await mkdir(join(sourceDir, "us/geo"));
    const own = [
      "ca-doj_crimes-and-clearances_1985-2022.csv.gz",
      "ca-doj_crimes-and-clearances_2023-2025_first-12-columns.csv",
      "census_SUB-IP-EST2025_california_2025-only.csv",
      "census_co-est2025-alldata.csv",
      "census_county-population_california_2010-2024.csv",
      "ca-dof_E-4_2000-2010.csv",
      "ca-dof_E-4_2010-2018.csv",
    ];
    const ofNation = [
      "census_state-county-city-fips.csv.gz",
      "fbi_agencies_2018.csv.gz",
      "fbi_agency-months_2025-01_2026-04.csv",
      "fbi_agency-populations.csv",
      "fdle_fibrs_2021-2026.xlsx",
      "rtci_scorecard_2026-04-24.csv",
      "rtci_sources_2026-04-24.csv",
      ...["gazetteer.csv.gz", "places_geo.csv", "coextensive.csv", "counties-10m.json.gz", "zips.csv.gz"],
      ...["zip_county.csv.gz", "zip_places.csv.gz", "places.topojson.gz", "cousubs.topojson.gz", "boundary_check.csv"],
    ].map((name) => (/^(census|fbi|fdle|rtci)/.test(name) ? `us/${name}` : `us/geo/us_${name}`));
    await link(given, [...own, ...ofNation], (name) => basename(name));

    const at = publishedAt(2024);
    answers.set(at.cities, file(await read("census_SUB-IP-EST2024-POP.xlsx")));
    const places = await rowsOf("census_tiger2016_california-incorporated-places.csv");
    answers.set(at.places, file(zipSync({ "tl_2016_06_place.dbf": dbfFile(places) })));
    signTables(2024, await read("us/fbi_table-8_2024.xlsx"), await read("us/fbi_table-10_2024.xlsx"));
    await signEstimates(2024);
    const skipped = ["Crimes_and_Clearances_with_Arson-1985-2024.csv", "census_co-est2024-alldata.csv"];
    const { exitCode, out, note } = await update(2024, "--files", given, "--skip", ...skipped);
    expect([exitCode, note]).toEqual([0, expect.stringContaining("Updated")]);
    expect(out).toContain("us/fbi_table-8_2024.xlsx: unchanged,");
    expect(out).toContain("us/fbi_table-10_2024.xlsx: unchanged,");
    expect(out).toContain("us/fbi_state-estimates_1979-2024.csv: new,");

    expect(await readFile(join(dataDir, "dataset.json"), "utf8")).toBe(
      await readFile(join(DATA_DIR, "dataset.json"), "utf8"),
    );
    const [built, committed] = [await figuresOf(dataDir), await figuresOf(DATA_DIR)];
    const missing = [...own, ...ofNation].filter((name) => !existsSync(join(sourceDir, name)));
    expect(missing).toEqual([]);
    // One comparison: a difference of 14 MB cannot be printed.
    expect(Bun.deepEquals(built.figures, committed.figures)).toBe(true);
    expect(built.sources).toEqual(committed.sources);
  });

  test("tables of 2025, made up out of those of 2024, give the datasets of 2025, whose months stay", async () => {
    for (const name of ["ca-doj_crimes-and-clearances_2023-2025_first-12-columns.csv", "census_co-est2025-alldata.csv"])
      await rm(join(sourceDir, name));
    const at = publishedAt(2025);
    answers.set(at.offenses, file(await read("ca-doj_crimes-and-clearances_2023-2025_first-12-columns.csv")));
    answers.set(at.counties, file(await read("census_co-est2025-alldata.csv")));
    signTables(2025, await ofNextYear("us/fbi_table-8_2024.xlsx"), await ofNextYear("us/fbi_table-10_2024.xlsx"));
    await signEstimates(2025);
    const { exitCode, out, note } = await update(2025, "--skip", "census_SUB-IP-EST2025-POP.xlsx");
    expect([exitCode, note]).toEqual([0, expect.stringContaining("Updated")]);
    expect(out).toMatch(/United States \w{16}, data year 2025/);
    expect(out).toMatch(/From 2024 \(\w{16}\) to 2025/);

    // The FBI's table of 2025 is a second source for the state's edition, so its records differ; what was downloaded does not.
    expect(JSON.parse(await readFile(join(dataDir, "dataset.json"), "utf8")).dataYear).toBe(2025);
    const [read2025, committed2025] = await Promise.all(
      [dataDir, DATA_DIR].map((folder) => readFile(join(folder, "offenses/2025.csv"), "utf8")),
    );
    expect(read2025).toBe(committed2025);
    const nationIn = (folder: string) => ({
      ...readNation(join(folder, "united-states.json")),
      edition: UNITED_STATES,
    });
    const [before, after] = [nationIn(DATA_DIR), nationIn(dataDir)];
    expect([after.dataYear, after.months?.year, after.months?.months]).toEqual([2025, 2025, before.months?.months]);
    expect(after.places.length).toBeGreaterThan(4_000);
    expect(after.places.filter(({ provisional }) => provisional !== null)).toEqual([]);
    const answered = (nation: typeof after) =>
      [...nation.places, ...nation.absent].flatMap((place) => monthsOfNationPlace(place, nation)?.ori ?? []).toSorted();
    expect(answered(after)).toEqual(answered(before));
    const [first] = after.places.flatMap((place) => monthsOfNationPlace(place, after) ?? []);
    expect([first?.months[0]?.month, first?.months.at(-1)?.month, first?.provisional]).toEqual([
      "2025-01",
      "2026-04",
      null,
    ]);
  });
}
