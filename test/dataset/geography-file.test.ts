import { describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import fc from "fast-check";
import { z } from "zod";
import { areasOf } from "../../src/dataset/geography/boundaries.ts";
import { createEdgeRows } from "../../src/dataset/geography/edge-rows.ts";
import { GeographyError, parseGeography, readGeography } from "../../src/dataset/geography/file.ts";
import { readReviewedLocations } from "../../src/dataset/geography/review.ts";
import { readTables } from "../../src/dataset/input-tables.ts";
import { DATA_DIR } from "../../src/main/paths.ts";
import { createAreas } from "../../src/places/areas.ts";
import { bordersOf } from "../support/sample-dataset.ts";

const bytes = await readFile(join(DATA_DIR, "geography.json.br"));
const geography = await parseGeography(bytes);

describe("the geography file", () => {
  test("is small enough to keep in memory and to read at once", () => {
    expect(bytes.length).toBeLessThan(1_500_000);
  });

  test("has every city and town of the tables, in its county", async () => {
    const { places } = await readTables(DATA_DIR);
    const cities = new Map(geography.cities.map((city) => [city.geoid, city]));
    const reviewed = await readReviewedLocations(DATA_DIR);
    for (const { geoid, city, county, latitude, longitude } of places) {
      const own = reviewed.find(({ name, county: its }) => name === city && its === county);
      const point = { latitude: own?.latitude ?? latitude, longitude: own?.longitude ?? longitude };
      expect(cities.get(geoid)).toEqual({ geoid, city, county, ...point });
    }
    expect(cities.get("0649582")).toMatchObject({ city: "Mountain House", county: "San Joaquin County" });
    expect(cities.size).toBe(483);
  });

  test("has shares of each ZIP code that add up to 1, in known places", () => {
    const cities = new Map(geography.cities.map(({ geoid, county }) => [geoid, county]));
    const counties = new Set(geography.counties.map(({ county }) => county));
    for (const { zip, shares } of geography.zips) {
      expect([zip, Math.round(shares.reduce((sum, { share }) => sum + share, 0) * 10_000)]).toEqual([zip, 10_000]);
      for (const { cityGeoid, county, share } of shares) {
        expect(share).toBeGreaterThan(0);
        expect(counties).toContain(county);
        if (cityGeoid !== null) expect(cities.get(cityGeoid)).toBe(county);
      }
    }
    expect(geography.zips).toHaveLength(2_601);
  });

  test("has names in known cities and counties, each with its source and license", () => {
    const cities = new Map(geography.cities.map(({ geoid, county }) => [geoid, county]));
    const counties = new Set(geography.counties.map(({ county }) => county));
    for (const { name, cityGeoid, county, source, license } of geography.names) {
      expect(name).toBe(name.trim());
      expect(counties).toContain(county);
      if (cityGeoid !== null) expect([name, cities.get(cityGeoid)]).toEqual([name, county]);
      expect(source).not.toBe("");
      expect(license).toMatch(/^(public domain|ODC-PDDL|CC BY 4\.0)/);
    }
  });

  test("credits GeoNames if a row's license requires it", () => {
    const owed = geography.sources.filter(({ license }) => license.includes("CC BY"));
    expect(owed.length).toBeGreaterThan(0);
    for (const { attribution } of owed) expect(attribution).toContain("GeoNames");
  });

  test("is refused if a byte was changed, if it is truncated, and if it has another format", async () => {
    const refusal = (changed: Uint8Array) => parseGeography(changed).then(() => "taken", String);
    const text = JSON.stringify(geography);
    const compressed = (changed: string) =>
      brotliCompressSync(changed, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    expect(await refusal(bytes.subarray(0, 1_000))).toContain("truncated");
    expect(await refusal(compressed(text.replace("Irvine", "Ervine")))).toContain("was changed");
    expect(await refusal(compressed(text.replace('"format":1', '"format":9')))).toContain("format 9");
    await expect(readGeography("/nowhere/geography.json.br")).rejects.toBeInstanceOf(GeographyError);
  });
});

describe("the boundaries", () => {
  const index = createAreas(bordersOf(geography.boundaries));

  test("contain the official point of every city and of every county, and of no other", () => {
    for (const { geoid, city, latitude, longitude } of geography.cities)
      expect([city, index.cities.find(longitude, latitude)]).toEqual([city, geoid]);
    for (const { fips, county, latitude, longitude } of geography.counties)
      expect([county, index.counties.find(longitude, latitude)]).toEqual([county, fips]);
  });

  test("contain the point of every community with a known boundary", () => {
    for (const { geoid, name, latitude, longitude } of geography.names)
      if (geoid !== null) expect([name, index.communities.find(longitude, latitude)]).toEqual([name, geoid]);
  });

  test("give the same result for random points as their borders", () => {
    const rows = createEdgeRows(areasOf(geography.boundaries, "cities"));
    const coordinate = fc.tuple(
      fc.double({ min: -124.5, max: -114, noNaN: true }),
      fc.double({ min: 32.5, max: 42, noNaN: true }),
    );
    const nearCity = fc
      .tuple(
        fc.constantFrom(...geography.cities),
        fc.double({ min: -0.1, max: 0.1, noNaN: true }),
        fc.double({ min: -0.1, max: 0.1, noNaN: true }),
      )
      .map(([{ longitude, latitude }, east, north]): [number, number] => [longitude + east, latitude + north]);
    fc.assert(
      fc.property(fc.oneof(coordinate, nearCity), ([longitude, latitude]) => {
        expect(index.cities.find(longitude, latitude)).toBe(rows.find(longitude, latitude));
      }),
      { numRuns: 5_000 },
    );
  });

  test("differ from full detail for at most 0.05% of points, and within 30 meters of a border", async () => {
    const report = z
      .object({
        version: z.string(),
        bytes: z.number(),
        accuracy: z.object({ points: z.number(), differentShare: z.number(), farthestFromBorderM: z.number() }),
      })
      .parse(JSON.parse(await readFile(join(DATA_DIR, "geography-report.json"), "utf8")));
    expect(report).toMatchObject({ version: geography.version, bytes: bytes.length });
    expect(report.accuracy.points).toBe(1_000_000);
    expect(report.accuracy.differentShare).toBeLessThanOrEqual(0.0005);
    expect(report.accuracy.farthestFromBorderM).toBeLessThanOrEqual(30);
  });
});
