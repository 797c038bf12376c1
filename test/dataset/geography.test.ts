import { describe, expect, test } from "bun:test";
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { CALIFORNIA_BUILD } from "../../src/dataset/california/california-build.ts";
import { importGeography } from "../../src/dataset/state/geography/import-geography.ts";
import { readGeography } from "../../src/dataset/state/geography-file.ts";
import { importDataset } from "../../src/dataset/state/import.ts";
import { readTables } from "../../src/dataset/state/input-tables.ts";
import { readReview } from "../../src/dataset/state/review.ts";
import { CALIFORNIA } from "../../src/editions/california.ts";
import { DATA_DIR } from "../../src/main/paths.ts";
import { bordersOf } from "../support/sample-dataset.ts";
import { scratchFolder } from "../support/scratch.ts";
import { refusal } from "./faults.ts";
import { copiedData, officialFolders } from "./official-files.ts";

const RETRIEVED = "2026-01-31";
const NAME_COLUMNS = "name,kind,place_geoid,county,lat,lon,population,share,source,licence";

describe("the committed geography", async () => {
  const geography = await readGeography(DATA_DIR);
  const countyOf = new Map(geography.cities.map(({ geoid, county }) => [geoid, county]));
  const counties = new Set(geography.counties.map(({ county }) => county));

  test("has every city and town of the tables, in its county", async () => {
    const { places } = await readTables(DATA_DIR, CALIFORNIA);
    const { placeLocations } = await readReview(DATA_DIR, CALIFORNIA);
    const cities = new Map(geography.cities.map((city) => [city.geoid, city]));
    for (const { geoid, city, county, latitude, longitude } of places) {
      const own = placeLocations.find(({ name, county: its }) => name === city && its === county);
      const point = { latitude: own?.latitude ?? latitude, longitude: own?.longitude ?? longitude };
      expect(cities.get(geoid)).toEqual({ geoid, city, county, ...point });
    }
    expect(cities.get("0649582")).toMatchObject({ city: "Mountain House", county: "San Joaquin County" });
    expect(cities.size).toBe(483);
  });

  test("has names in known cities and counties, and credits GeoNames if a row's license requires it", () => {
    for (const { name, cityGeoid, county, source, license } of geography.names) {
      expect(counties).toContain(county);
      if (cityGeoid !== null) expect([name, countyOf.get(cityGeoid)]).toEqual([name, county]);
      expect(source).not.toBe("");
      expect(license).toMatch(/^(public domain|ODC-PDDL|CC BY 4\.0)/);
    }
    const owed = geography.sources.filter(({ license }) => license.includes("CC BY"));
    expect(owed.length).toBeGreaterThan(0);
    for (const { attribution } of owed) expect(attribution).toContain("GeoNames");
  });
});

describe("an import of boundaries, ZIP codes and names", () => {
  test("gives one file, with points of the tables", async () => {
    const folders = await geographyFolders();
    const result = await importGeography(CALIFORNIA_BUILD, { ...folders, retrieved: RETRIEVED });
    expect(result).toMatchObject({ counties: 1, cities: 1, communities: 1, names: 2, zips: 2 });
    const geography = await readGeography(folders.dataDir);
    expect(geography.counties).toEqual([{ fips: "06059", county: "Orange County", latitude: 33.5, longitude: -117.5 }]);
    expect(geography.cities).toEqual([
      { geoid: "0636770", city: "Irvine", county: "Orange County", latitude: 37.7, longitude: -122.2 },
    ]);
    expect(geography.zips).toMatchObject([
      { zip: "92602", shares: [{ cityGeoid: "0636770", share: 0.9001, basis: "residents" }, { share: 0.0999 }] },
      { zip: "92616", postalName: "Irvine", shares: [{ cityGeoid: "0636770", share: 1, basis: "hint" }] },
    ]);
    expect(geography.names).toMatchObject([
      { name: "Coto de Caza", geoid: "0616580", cityGeoid: null, zips: [] },
      { name: "East Irvine", geoid: null, cityGeoid: "0636770", zips: ["92650"] },
    ]);
    const borders = bordersOf(geography.boundaries);
    const { counties, cities } = borders.objects;
    const areasAt = borders.finder([...counties.geometries, ...cities.geometries]);
    expect(areasAt({ latitude: 33.7, longitude: -117.8 })).toEqual(["06059", "0636770"]);
    expect(areasAt({ latitude: 33.7, longitude: -117.2 })).toEqual(["06059"]);
  });

  test("gives the same bytes when the same files are imported again on another day", async () => {
    const folders = await geographyFolders();
    const contents = () => readFile(join(folders.dataDir, "geography.json.br"), "hex");
    await importGeography(CALIFORNIA_BUILD, { ...folders, retrieved: RETRIEVED });
    const first = await contents();
    await importGeography(CALIFORNIA_BUILD, { ...folders, retrieved: "2027-12-31" });
    expect(await contents()).toEqual(first);
  });

  test.each([
    [
      "names.csv",
      `${NAME_COLUMNS}\nHere,neighbourhood,,Orange County,33.7,-117.8,0,1,GeoNames 1,CC BY 4.0`,
      "lies in no city",
    ],
    ["names.csv", `${NAME_COLUMNS}\nHere,village,,Orange County,33.7,-117.8,0,1,GeoNames 1,CC BY 4.0`, "is none of"],
    ["zip_places.csv", zipLines(["92602,0636770,Orange County,0.5,pop2020,Irvine"]), "add up to 0.5"],
    ["zip_places.csv", zipLines(["9260,0636770,Orange County,1,pop2020,Irvine"]), "five digits"],
    ["cities.geojson.gz", "no compressed text", "is not compressed GeoJSON"],
    ["counties.geojson.gz", gzipSync('{"type":"FeatureCollection","features":[{}]}'), "not as described"],
  ])("refuses %s where it says what cannot be", async (file, content, reason) => {
    const folders = await geographyFolders();
    await writeFile(join(folders.sourceDir, file), content);
    expect(await refusal(() => importGeography(CALIFORNIA_BUILD, { ...folders, retrieved: RETRIEVED }))).toMatchObject([
      { file, reason: expect.stringContaining(reason) },
    ]);
  });

  test("of a truncated file is refused", async () => {
    const dataDir = await copiedData();
    await writeFile(join(dataDir, "geography.json.br"), "none");
    expect(await refusal(() => readGeography(dataDir))).toMatchObject([
      { file: "geography.json.br", reason: expect.stringContaining("truncated") },
    ]);
  });
});

const officialDir = Bun.env["OFFICIAL_DATA_DIR"];
if (officialDir !== undefined) {
  test("an import of the official files gives the committed geography, byte for byte", async () => {
    const dataDir = await copiedData();
    const committed = await readFile(join(dataDir, "geography.json.br"), "hex");
    await importGeography(CALIFORNIA_BUILD, { sourceDir: join(officialDir, "places"), dataDir, retrieved: RETRIEVED });
    expect(await readFile(join(dataDir, "geography.json.br"), "hex")).toBe(committed);
  });
}

test("a review moves a point, puts a name into a city, and a ZIP code", async () => {
  const folders = await geographyFolders();
  const review = (file: string, row: string) => appendFile(join(folders.dataDir, "review", file), `${row}\n`);
  await review("place-locations.csv", "Orange County,Coto De Caza,Irvine,33.7,-117.8,in it,a map,2026-01-31");
  await review("zip-codes.csv", "92602,Irvine,Orange County,in it,a map,2026-01-31");
  await importGeography(CALIFORNIA_BUILD, { ...folders, retrieved: RETRIEVED });
  const { names, zips } = await readGeography(folders.dataDir);
  const coto = names.find(({ name }) => name === "Coto de Caza");
  expect(coto).toMatchObject({ cityGeoid: "0636770", latitude: 33.7, longitude: -117.8 });
  expect(zips.find(({ zip }) => zip === "92602")?.shares).toEqual([
    { cityGeoid: "0636770", county: "Orange County", share: 1, basis: "residents" },
  ]);
  await review("zip-codes.csv", "90000,Irvine,Orange County,in it,a map,2026-01-31");
  const reasons = async () => {
    const faults = await refusal(() => importGeography(CALIFORNIA_BUILD, { ...folders, retrieved: RETRIEVED }));
    return faults.map(({ reason }) => reason).join();
  };
  expect(await reasons()).toContain("90000 is not known");
  await review("place-locations.csv", "Orange County,Nowhere,,33.7,-117.8,in it,a map,2026-01-31");
  expect(await reasons()).toContain("Nowhere");
});

/** One county, one city in it, one community; tables of an import of made-up official files. */
async function geographyFolders(): Promise<{ readonly sourceDir: string; readonly dataDir: string }> {
  const official = await officialFolders();
  await importDataset(CALIFORNIA_BUILD, { ...official, retrieved: RETRIEVED });
  const spelling = "Orange County,Coto De Caza,Coto de Caza,Capitals,2026-01-31\n";
  await appendFile(join(official.dataDir, "review/place-names.csv"), spelling);
  const sourceDir = join(scratchFolder("geography"), "places");
  await mkdir(sourceDir);
  const place = { county: "Orange County", lat: 33.71, lon: -117.81 };
  await writeAreas(sourceDir, "counties", { geoid: "06059", name: "Orange County" }, [-118, 33, -117, 34]);
  const city = { geoid: "0636770", name: "Irvine", official_name: "Irvine city", ...place };
  await writeAreas(sourceDir, "cities", city, [-117.9, 33.6, -117.7, 33.8]);
  const community = { geoid: "0616580", name: "Coto de Caza", official_name: "Coto de Caza CDP", ...place };
  await writeAreas(sourceDir, "cdps", community, [-117.6, 33.5, -117.5, 33.6]);
  await writeFile(
    join(sourceDir, "zip_places.csv"),
    zipLines([
      "92616,0636770,Orange County,1,usps_name,Irvine",
      "92602,,Orange County,0.0999,pop2020,Irvine",
      "92602,0636770,Orange County,0.9,pop2020,Irvine",
    ]),
  );
  await writeFile(
    join(sourceDir, "names.csv"),
    [
      NAME_COLUMNS,
      "Coto De Caza,unincorporated,,Orange County,33.55,-117.55,14866,1,Census CDP 0616580 (TIGER 2019),public domain",
      "East Irvine,postal,0636770,Orange County,33.7,-117.8,0,1.0,USPS name over ZIPs 92650,CC BY 4.0 (GeoNames postal)",
      "City Of Irvine,postal,0636770,Orange County,33.7,-117.8,0,1.0,USPS name over ZIPs 92616,CC BY 4.0 (GeoNames postal)",
    ].join("\n"),
  );
  for (const file of ["names_ambiguous.csv", "names_city_homonyms.csv"])
    await writeFile(join(sourceDir, file), `${NAME_COLUMNS}\n`);
  return { sourceDir, dataDir: official.dataDir };
}

type Box = readonly [west: number, south: number, east: number, north: number];

async function writeAreas(folder: string, name: string, properties: object, [west, south, east, north]: Box) {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const geometry = { type: "Polygon", coordinates: [ring] };
  const features = [{ type: "Feature", properties, geometry }];
  await writeFile(
    join(folder, `${name}.geojson.gz`),
    gzipSync(JSON.stringify({ type: "FeatureCollection", features })),
  );
}

function zipLines(lines: readonly string[]): string {
  return ["zip,place_geoid,county,share,basis,usps_city", ...lines].join("\n");
}
