import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openIdentities } from "../../src/dataset/united-states/identities.ts";
import { openNationLedger } from "../../src/dataset/united-states/ledger.ts";
import { nationReport } from "../../src/dataset/united-states/report.ts";
import {
  type AgencyRow,
  type NationTables,
  readNationReview,
  readNationTables,
} from "../../src/dataset/united-states/tables.ts";
import { readDataset } from "../../src/figures/file.ts";
import { readNation } from "../../src/figures/nation-file.ts";

const DATA_DIR = join(import.meta.dir, "../../data");
const [tables, review] = [await readNationTables(DATA_DIR), await readNationReview(DATA_DIR)];
const identities = openIdentities(tables, review);
const records = readDataset(join(DATA_DIR, "dataset.json")).records;
const ledger = openNationLedger(tables, review, { code: "CA", records, ofDataYear: records });
const { places } = ledger;

function geoidsOf(state: AgencyRow["state"], agency: string): readonly (string | null)[] {
  const found = [...tables.agencies].flatMap(([year, rows]) =>
    rows.filter((row) => row.state === state && row.agency === agency).map((row) => identities.of(row, year)),
  );
  return [...new Set(found.map(({ unit }) => unit?.geoid ?? null))];
}

/** The tables with the rows of one state alone, which are joined in a tenth of the time. */
function tablesOf(state: AgencyRow["state"]): NationTables {
  const agencies = [...tables.agencies].map(
    ([year, rows]) => [year, rows.filter((row) => row.state === state)] as const,
  );
  return { ...tables, agencies: new Map(agencies) };
}

/** The tables of one state with other rows in one year. */
function withRows(
  state: AgencyRow["state"],
  year: number,
  change: (rows: readonly AgencyRow[]) => readonly AgencyRow[],
): NationTables {
  const own = tablesOf(state);
  const agencies = new Map(own.agencies);
  agencies.set(year, change(agencies.get(year) ?? []));
  return { ...own, agencies };
}

test("a row of Table 8 is joined to the municipality of its name, kind, and county", () => {
  for (const [state, agency, geoid, why] of [
    ["TX", "Austin", "4805000", "a city"],
    ["WI", "Madison", "5548000", "the city, not the town of the name"],
    ["WI", "Town of Madison", null, "a town that was dissolved has no municipality"],
    ["WI", "Menasha", "5550825", "the city"],
    ["WI", "Town of Menasha", "5526982", "reviewed: the town became a village"],
    ["NJ", "Hamilton Township, Mercer County", "3402129310", "the county that the row names"],
    ["MA", "North Attleboro", "2546598", "another spelling"],
    ["MA", "Amherst", "2501370", "the city that calls itself a town"],
    ["GA", "Athens-Clarke County", "1303440", "a government of a city and its county"],
    ["IN", "Indianapolis", "1836003", "the rest of a government"],
    ["ID", "Boise", "1608830", "Boise City"],
    ["NY", "Webster Town and Village", "3605578971", "the town includes the village"],
    ["WI", "Brookfield Township", "5513310050", "the tables call Wisconsin's towns townships"],
    ["HI", "Honolulu", "15003", "a county with as many residents"],
    ["AR", "Hot Springs Village", "0533482", "a census-designated place with as many residents"],
    ["OH", "Liberty Township", "3915543344", "the only one of 25 with a department in the FBI's list of agencies"],
    ["AZ", "Snowflake-Taylor", null, "an agency of two towns"],
    ["MI", "Tawas", null, "an agency of two cities"],
    ["IL", "Cahokia", null, "a village that is part of a city since"],
    ["ME", "Rangeley", "2300761840", "the town, not the plantation, which has 73 residents"],
    ["CA", "Big Bear", "0606434", "Big Bear Lake, as its other rows"],
  ] as const)
    expect([agency, why, geoidsOf(state, agency)]).toEqual([agency, why, [geoid]]);
});

test("a name without a kind is no township with three times its residents, or a third of them", () => {
  const unreviewed = openIdentities(tablesOf("IL"), { ...review, identities: [] });
  for (const agency of ["Cahokia", "Centreville"]) {
    expect(unreviewed.of({ state: "IL", agency }, 2015)).toMatchObject({ rule: "open", unit: null });
  }
  const { rule, unit } = openIdentities(tablesOf("OH"), review).of({ state: "OH", agency: "Weathersfield" }, 2015);
  expect([rule, unit?.officialName]).toEqual(["name", "Weathersfield township"]);
});

test("an agency of several municipalities has its code, and a place that it polices says so", () => {
  const of = (state: string, name: string) => places.find((place) => place.state === state && place.name === name);
  expect(of("AZ", "Snowflake-Taylor")).toMatchObject({ geoid: null, ori: "AZ0090500", serves: ["0467800", "0472420"] });
  expect(of("UT", "American Fork")).toMatchObject({ geoid: "4901310", policedBy: "American Fork/Cedar Hills" });
});

test("each place of the nation has one identity, and each identity one row a year", () => {
  const geoids = places.flatMap(({ geoid }) => geoid ?? []);
  expect(new Set(geoids).size).toBe(geoids.length);
  expect(new Set(places.map(({ key }) => key)).size).toBe(places.length);
  for (const { geoid, ori, state } of places) {
    const fips = { AL: "01", NY: "36", WI: "55" }[state as string];
    if (geoid !== null && fips !== undefined) expect(geoid.slice(0, 2)).toBe(fips);
    expect(geoid !== null && ori !== null).toBe(false);
  }
});

test("two rows that are joined to one place in one year stop the build, and the message names both", () => {
  const doubled = withRows("MA", 2024, (rows) => [
    ...rows,
    ...rows.filter(({ agency }) => agency === "Amherst").map((row) => ({ ...row, agency: "Amherst Town" })),
  ]);
  expect(() => openNationLedger(doubled, review, { code: "CA", records, ofDataYear: records })).toThrow(
    "Amherst Town and Amherst, MA, are both joined to Amherst Town city, 2501370",
  );
});

test("the report lists the names whose municipality is not certain, as the file of joins does", async () => {
  const { joins, openJoins } = nationReport(readNation(join(DATA_DIR, "united-states.json")), ledger);
  const file = await readFile(join(DATA_DIR, "us/joins.csv"), "utf8");
  const open = file.split("\n").filter((line) => line.includes(",open,"));
  expect(openJoins.map(({ state, agency }) => `${state},${agency}`)).toEqual(
    open.map((line) => line.replace(/,\d{4},\d{4},open,.*/, "").replaceAll('"', "")),
  );
  const rows = openJoins.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  expect(openJoins.length).toBeGreaterThan(0);
  expect(joins["open"]).toBeWithin(openJoins.length, rows + 1);
});

test("a name of Florida's own program is joined as those of Table 8, in its own spelling; the county's department is none", () => {
  const geoidOf = (agency: string, residents: number) =>
    identities.ofOther({ state: "FL", agency, residents }, 2024).unit?.geoid ?? null;
  for (const [agency, residents, geoid] of [
    ["Village of Pinecrest", 18_395, "1256625"],
    ["Howey-In-The-Hills", 1_934, "1232775"],
    ["Bal Harbour Village", 3_010, "1203275"],
    ["Lake Worth", 41_324, "1239081"],
    ["Miami-Dade", 1_207_133, null],
  ] as const)
    expect([agency, geoidOf(agency, residents)]).toEqual([agency, geoid]);
  expect(ledger.unusedStateCounts).toEqual([
    { state: "FL", agency: "Miami-Dade", from: 2021, to: 2024, why: "no municipality has the name" },
  ]);
});

test("two names of a state's program that are joined to one place in one year stop the build, and the message names both", () => {
  const pinecrest = tables.stateCounts.filter(({ agency }) => agency === "Village of Pinecrest");
  const stateCounts = [...tables.stateCounts, ...pinecrest.map((row) => ({ ...row, agency: "Pinecrest" }))];
  expect(() =>
    openNationLedger({ ...tablesOf("FL"), stateCounts }, review, { code: "CA", records, ofDataYear: records }),
  ).toThrow("Village of Pinecrest and Pinecrest, FL, are both FL|1256625 in 2021");
});

test("without the list of agencies, a row of namesakes is joined by its residents, or to none of them", () => {
  const without = openIdentities({ ...tablesOf("OH"), listedAgencies: [] }, review);
  const rules = (agency: string, state: AgencyRow["state"], year: number) => {
    const { rule, unit } = without.of({ state, agency }, year);
    return [rule, unit?.geoid ?? null];
  };
  expect(rules("Sugarcreek Township", "OH", 2024)).toEqual(["residents", "3905775201"]);
  expect(rules("Sharon Township", "OH", 2024)).toEqual(["open", null]);
});

test("counties are those of the municipality; a place of several counties has none", () => {
  const county = (state: string, name: string) =>
    places.find((place) => place.state === state && place.name === name)?.county;
  expect([county("WA", "Lakewood"), county("TX", "Lago Vista"), county("MI", "Shelby Township")]).toEqual([
    "Pierce County",
    "Travis County",
    "Macomb County",
  ]);
  expect([county("OH", "Liberty Township"), county("NJ", "Edison Township"), county("GA", "Atlanta")]).toEqual([
    "Trumbull County",
    "Middlesex County",
    null,
  ]);
  expect(county("CT", "Hartford")).toBe("Hartford County");
});
