import { describe, expect, test } from "bun:test";
import { appendFile, cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildDataset, checkDataset } from "../../src/dataset/build-dataset.ts";
import { CALIFORNIA_BUILD } from "../../src/dataset/california/california-build.ts";
import { diffDatasets } from "../../src/dataset/diff.ts";
import type { Fault } from "../../src/dataset/fault.ts";
import { buildSnapshot } from "../../src/dataset/state/build.ts";
import { buildState } from "../../src/dataset/state/build-state.ts";
import type { AgencyOffenses } from "../../src/dataset/state/input-tables.ts";
import { keyOf } from "../../src/dataset/state/ledger.ts";
import { isMovedTooFar, openStateModels, type StateModels } from "../../src/dataset/state/state-models.ts";
import { DATA_DIR } from "../../src/main/paths.ts";
import { refusal } from "../dataset/faults.ts";
import { copiedData } from "../dataset/official-files.ts";

/** Without the nation, whose build takes as long again: test/systems/nation-build.test.ts. */
const current = { ...(await buildState(CALIFORNIA_BUILD, { dataDir: DATA_DIR })), otherStates: [], nation: null };
const { tables, review, models } = current.input;
const before = buildSnapshot(current.input, 2024).records;

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
      { reason: expect.stringMatching(/2019 lacks offenses or population.*2024, 2025/) },
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

  test("and so are earlier ones, for comparison", () => {
    expect([buildSnapshot(current.input, 2012).records.dataYear, before.dataYear]).toEqual([2012, 2024]);
  });
});

describe("the check", () => {
  const faultsOf = (dataDir: string) => refusal(() => checkDataset(dataDir, current));

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

describe("the report of 2025", () => {
  const { report } = current;

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

const COUNTIES = ["Kern County", "Kings County", "Marin County", "Tulare County"];

/** The models of these counties alone, from the rows that a test keeps: all models take much longer. */
function modelsOf(isKept: (row: AgencyOffenses, year: number) => boolean, agencies = review.agencies): StateModels {
  const isOwn = ({ county }: { readonly county: string }) => COUNTIES.includes(county);
  const offenses = [...tables.offenses].map(
    ([year, rows]) => [year, rows.filter((row) => isOwn(row) && isKept(row, year))] as const,
  );
  const population = [...tables.population].map(([year, rows]) => [year, rows.filter(isOwn)] as const);
  const reviews = Object.entries(review).map(([name, rows]) => [name, rows.filter(isOwn)] as const);
  return openStateModels(
    CALIFORNIA_BUILD,
    {
      ...tables,
      counties: tables.counties.filter(isOwn),
      places: tables.places.filter(isOwn),
      offenses: new Map(offenses),
      population: new Map(population),
      secondSource: tables.secondSource.filter(isOwn),
    },
    { ...review, ...Object.fromEntries(reviews), agencies: agencies.filter(isOwn) },
  );
}

describe("what a county is short of", () => {
  const { ledger, shortageOf, cities, counties } = models;

  test("an agency without a row is missing in every later year, not only in the first three", () => {
    const sheriff = "Tulare Co. Sheriff's Department";
    const without = modelsOf(({ agency }, year) => agency !== sheriff || year < 2016);
    for (const year of [2016, 2019, 2022, 2025]) {
      const { share, agencies } = without.shortageOf(year, "Tulare County");
      expect([year, share > 0.05]).toEqual([year, true]);
      expect(agencies.map(({ agency }) => agency)).toContain(sheriff);
      expect(without.counties.verdict(year, "Tulare County")?.isComplete).toBe(false);
    }
    expect(shortageOf(2025, "Tulare County").share).toBe(0);
  });

  test("the sheriffs of Mendocino and Shasta are found by the rule, without a review", () => {
    expect(review.anomalies.filter(({ county }) => ["Mendocino County", "Shasta County"].includes(county))).toEqual([
      expect.objectContaining({ agency: "Willits", year: 2022 }),
      expect.objectContaining({ agency: null, year: 2019 }),
    ]);
    for (const [county, from, to] of [
      ["Mendocino County", 2022, 2025],
      ["Shasta County", 2021, 2025],
    ] as const) {
      for (let year = from; year <= to; year += 1) {
        expect([county, year, counties.verdict(year, county)?.isComplete]).toEqual([county, year, false]);
      }
      expect(counties.verdict(from - 1, county)?.isComplete).toBe(true);
    }
  });

  test("without the table of successors a merged authority would be missing", () => {
    const alone = review.agencies.map((row) => ({ ...row, successorCounty: null, successor: null }));
    const { shortageOf: shortageAlone } = modelsOf(() => true, alone);
    expect(shortageAlone(2014, "Marin County").share).toBeGreaterThan(0.05);
    expect(shortageOf(2014, "Marin County").share).toBe(0);
    // Porterville is in Tulare County: the hospital's row moved there in 2022.
    const kings = (found: typeof shortageOf) => found(2024, "Kings County").agencies.map(({ agency }) => agency);
    expect(kings(shortageAlone)).toContain("Porterville Developmental Center");
    expect(kings(shortageOf)).toEqual(["Avenal", "CA Highway Patrol - Kings"]);
  });

  test("a city of fewer than 1,000 residents lacks nothing", () => {
    // Dorris had 1,001 residents in 2016; in 2025 it has 803, and its row has no offense.
    const dorris = { county: "Siskiyou County", city: "Dorris" };
    expect(ledger.ofCity(2025, dorris).residents).toBeLessThan(1_000);
    expect(cities.expected(2025, keyOf(dorris.county, dorris.city), 1_000)?.property).toBeGreaterThan(1);
    expect(shortageOf(2025, dorris.county).agencies.map(({ agency }) => agency)).toEqual([
      "Dunsmuir",
      "Montague",
      "Mount Shasta",
      "Weed",
    ]);
  });

  test("an agency with a low count inside its own bound counts, and can make the county's year incomplete", () => {
    const { agencies, share } = shortageOf(2025, "Glenn County");
    expect(agencies.map(({ agency }) => agency)).toEqual(["Glenn Co. Sheriff's Department"]);
    expect(share).toBeGreaterThan(0.4);
    expect(counties.verdict(2025, "Glenn County")?.isComplete).toBe(false);
  });

  test("a county's year is incomplete from 5 points on, or with another letter", () => {
    expect([isMovedTooFar(52, 48), isMovedTooFar(48, 52), isMovedTooFar(60, 60)]).toEqual([false, false, false]);
    expect([isMovedTooFar(52, 47), isMovedTooFar(47, 52), isMovedTooFar(60, 59)]).toEqual([true, true, true]);
  });
});

describe("a comparison of two snapshots", () => {
  const { records: after } = current;

  test("a snapshot does not differ from itself", () => {
    expect(diffDatasets(after, after)).toMatchObject({
      citiesIn: [],
      citiesOut: [],
      cityGrades: [],
      countyGrades: [],
    });
  });

  test("added and removed cities are listed with the reason of their absence", () => {
    const diff = diffDatasets(before, after);
    expect(diff.citiesIn).toEqual([
      {
        city: "Lodi",
        county: "San Joaquin County",
        reason: "2022 and 2023: no figures of its own. 2024: About half of 2021 and 2025; no row in 2022 and 2023",
      },
      {
        city: "West Sacramento",
        county: "Yolo County",
        reason: expect.stringMatching(
          /^2022: 93 violent offenses, about \d+ expected; .+ 2024: still as low as in 2022, 166 violent offenses/,
        ),
      },
    ]);
    const out = "Brawley, Calexico, Dunsmuir, El Centro, Holtville, Imperial, Montague, Mount Shasta, Weed";
    expect(diff.citiesOut.map(({ city }) => city).join(", ")).toBe(out);
    for (const { city, reason } of diff.citiesOut) {
      expect([city, reason]).toEqual([
        city,
        expect.stringMatching(/^2023: .+ 2025: still as low as in 2023, \d+ violent offenses/),
      ]);
    }
    expect([diff.countiesIn, diff.countiesOut]).toEqual([[], []]);
    expect(diffDatasets(after, before).citiesOut.map(({ city }) => city)).toEqual(["Lodi", "West Sacramento"]);
  });

  test("changed grades are listed with their reasons, largest change first", () => {
    const { cityGrades } = diffDatasets(before, after);
    expect(cityGrades.find(({ name }) => name === "Palm Desert")).toMatchObject({
      before: { grade: "C", score: 50 },
      after: { grade: "B-", score: 62 },
      reasons: [
        { factor: "property", before: 1_476, after: 1_119 },
        { factor: "violent", before: 169, after: 74 },
        {},
        {},
        {},
      ],
    });
    expect(cityGrades.every(({ before: old, after: now }) => old.grade !== now.grade)).toBe(true);
  });

  test("a place whose record is of the same year in both has not changed", () => {
    const names = diffDatasets(before, after).cityGrades.map(({ name }) => name);
    for (const name of ["Avenal", "Fremont", "Vista"]) expect(names).not.toContain(name);
  });

  test("the first reason points the way that the grade went", () => {
    const { cityGrades, countyGrades } = diffDatasets(before, after);
    const moreIsBetter = { violent: false, property: false, population: true, state: true, past: false };
    for (const { name, before: old, after: now, reasons } of [...cityGrades, ...countyGrades]) {
      const [main] = reasons;
      const points = Object.entries(moreIsBetter).map(([factor, better]) => {
        if (factor !== main?.factor) return null;
        return main.after > main.before === better ? "better" : "worse";
      });
      expect([name, points.find((point) => point !== null)]).toEqual([
        name,
        now.score > old.score ? "better" : "worse",
      ]);
    }
  });

  test("a grade that moved though no figure did is put down to the method", () => {
    const cities = after.cities.map((city) => ({ ...city, record: { ...city.record, grade: "F" as const } }));
    expect(diffDatasets(after, { ...after, cities }).cityGrades[0]?.reasons).toEqual([
      { factor: "method", before: 0, after: 0 },
    ]);
  });
});
