import { expect, test } from "bun:test";
import { cp, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { diffDatasets } from "../../src/dataset/diff.ts";
import { readNation } from "../../src/figures/nation-file.ts";
import { safety } from "../support/command.ts";
import { officialFolders } from "./official-files.ts";

const DATA_DIR = join(import.meta.dir, "../../data");
const FILE = join(DATA_DIR, "united-states.json");
const nation = readNation(FILE);

test("an empty folder of the nation's official files is refused with one fault for each kind that is missing", async () => {
  const { sourceDir, dataDir } = await officialFolders();
  await mkdir(join(sourceDir, "us"));
  await cp(join(DATA_DIR, "us/review"), join(dataDir, "us/review"), { recursive: true });
  const refused = await safety({}, "dataset", "import", sourceDir, "--data", dataDir);
  expect([refused.exitCode, refused.out]).toEqual([1, ""]);
  const missing = [
    "fbi_table-8_2024.xlsx (Federal Bureau of Investigation",
    "fbi_state-estimates_1979-2023.csv (Federal Bureau of Investigation",
    "us_gazetteer.csv.gz (US Census Bureau",
    "fbi_agencies_2018.csv.gz (Federal Bureau of Investigation",
    "fbi_table-10_2024.xlsx (Federal Bureau of Investigation",
    "fbi_agency-populations.csv (Federal Bureau of Investigation",
    "co-est2025-alldata.csv (US Census Bureau",
    "census_state-county-city-fips.csv.gz (US Census Bureau",
    "fdle_fibrs_2021-2026.xlsx (Florida Department of Law Enforcement",
    "rtci_scorecard_2026-04-24.csv (AH Datalytics",
    "rtci_sources_2026-04-24.csv (AH Datalytics",
    "fbi_agency-months_2025-01_2026-04.csv (Federal Bureau of Investigation",
  ];
  expect(refused.note.trim().split("\n")).toEqual(
    missing.map((file) => expect.stringContaining(`${sourceDir}/us: there is no file like ${file}`)),
  );
  await rm(join(sourceDir, "us"), { recursive: true });
  const without = await safety({}, "dataset", "import", sourceDir, "--data", dataDir);
  expect([without.exitCode, without.note]).toEqual([
    0,
    expect.stringContaining("the tables of the nation are unchanged"),
  ]);
});

test("`safety dataset verify` and `diff` know the nation's file, and refuse files of two editions", async () => {
  const good = await safety({}, "dataset", "verify", FILE);
  expect([good.exitCode, good.out]).toEqual([
    0,
    `${FILE} can be served: 2024, ${nation.places.length} places, ${nation.absent.length} without a grade, last updated ${nation.lastUpdated} (${nation.version})\n`,
  ]);
  const broken = join((await officialFolders()).dataDir, "broken.json");
  await Bun.write(broken, (await readFile(FILE, "utf8")).replace('"name":"Austin"', '"name":"Boston"'));
  const refused = await safety({}, "dataset", "verify", broken);
  expect([refused.exitCode, refused.note]).toEqual([1, expect.stringContaining("its hash does not match")]);

  const same = await safety({}, "dataset", "diff", FILE);
  expect([same.exitCode, same.out]).toEqual([0, expect.stringContaining("CITIES REMOVED\nnone\n")]);
  expect(same.out).not.toContain("COUNTIES");
  const two = await safety({}, "dataset", "diff", FILE, join(DATA_DIR, "dataset.json"));
  expect([two.exitCode, two.note]).toEqual([2, expect.stringContaining("are of different editions")]);
});

test("a comparison of two datasets of the nation lists records added, removed, and changed with the reason", () => {
  const austin = nation.places.find(({ name, state }) => name === "Austin" && state === "TX");
  const chicago = nation.absent.find(({ name, state }) => name === "Chicago" && state === "IL");
  if (austin === undefined || chicago === undefined) throw new Error("no such place");
  const others = nation.places.filter((place) => place !== austin);
  const gone = {
    ...nation,
    places: others,
    absent: [...nation.absent, { ...chicago, ...{ state: austin.state, name: austin.name, county: austin.county } }],
  };
  const { citiesIn, citiesOut, cityGrades } = diffDatasets(nation, gone);
  expect([citiesIn, citiesOut, cityGrades]).toEqual([
    [],
    [{ city: "Austin, TX", county: austin.county ?? "", reason: chicago.detail }],
    [],
  ]);
  expect(diffDatasets(gone, nation).citiesIn).toEqual(citiesOut);

  const { violent } = austin.rating;
  const changed = {
    ...nation,
    places: [
      ...others,
      {
        ...austin,
        rating: {
          ...austin.rating,
          relativeRisk: 3,
          violent: { ...violent, prior: { ...violent.prior, mean: 9 * violent.prior.mean } },
        },
      },
    ],
  };
  const moved = diffDatasets(nation, changed).cityGrades;
  expect(moved.map(({ name, after, reasons }) => [name, after.score, reasons.map(({ factor }) => factor)])).toEqual([
    ["Austin, TX", 10, ["past"]],
  ]);
});

test("a place of the Census with another form of its name in the FBI's tables is not listed twice", () => {
  const named = (state: string, name: RegExp) =>
    [...nation.places, ...nation.absent].filter((place) => place.state === state && name.test(place.name));
  for (const [state, name, own] of [
    ["AK", /^Juneau/, "Juneau"],
    ["ID", /^Boise/, "Boise"],
    ["UT", /^West Valley/, "West Valley"],
    ["PA", /^Bloomsburg/, "Bloomsburg Town"],
  ] as const)
    expect(named(state, name).map((place) => place.name)).toEqual([own]);
});
