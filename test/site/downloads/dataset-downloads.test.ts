import { describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { createPlaces } from "../../../src/places/places.ts";
import { HISTORY_COLUMNS, PLACE_COLUMNS, RECORD_COLUMNS } from "../../../src/site/downloads/download-columns.ts";
import {
  DATA_DICTIONARY,
  DOWNLOAD_FORMAT,
  DOWNLOAD_NAMES,
  DOWNLOAD_TYPES,
  downloadText,
  loadDownloads,
} from "../../../src/site/downloads/download-files.ts";
import { currentDataset, currentGeography, currentSnapshot } from "../../support/current-geography.ts";
import { servePages } from "../../support/site-pages.ts";

const DATASET = { places: createPlaces(currentDataset) };
const { data } = await loadDownloads(DATASET);
const app = servePages(DATASET);

const jsonFile = z.object({
  version: z.string(),
  data_year: z.number(),
  permission: z.string(),
  sources: z.array(z.string()).min(5),
  columns: z.array(z.object({ column: z.string(), description: z.string(), source: z.string(), license: z.string() })),
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
});

const FILES = DOWNLOAD_NAMES.flatMap((name) => DOWNLOAD_TYPES.map((type) => ({ name, type })));
const texts = new Map(FILES.map(({ name, type }) => [`${name}.${type}`, downloadText(data, name, type)]));
const textOf = (name: string) => texts.get(name) ?? "";

const csvRows = (name: string) => parse(textOf(name), { columns: true });
const jsonRows = (name: string) => jsonFile.parse(JSON.parse(textOf(name))).rows;

describe("the downloads", () => {
  test("have the same rows as CSV and as JSON", () => {
    for (const name of DOWNLOAD_NAMES) {
      const text = jsonRows(`${name}.json`).map((row) =>
        Object.fromEntries(Object.entries(row).map(([column, value]) => [column, value === null ? "" : String(value)])),
      );
      expect(text.length).toBeGreaterThan(0);
      expect(csvRows(`${name}.csv`)).toEqual(text);
    }
  });

  test("have every record, with the figures of the lookups", () => {
    const rows = jsonRows("records.json");
    expect(rows).toHaveLength(currentSnapshot.cities.length + currentSnapshot.counties.length);
    for (const { record, geoid } of currentSnapshot.cities) {
      const { city, grade_color: _, ...figures } = record;
      expect(rows).toContainEqual(expect.objectContaining({ kind: "city", name: city, geoid, ...figures }));
    }
    for (const { record, fips } of currentSnapshot.counties) {
      const { state: _, ...figures } = record;
      expect(rows).toContainEqual(
        expect.objectContaining({ kind: "county", name: record.county, geoid: fips, ...figures }),
      );
    }
  });

  test("have every place, with the source and license of its name", () => {
    const rows = jsonRows("places.json");
    expect(rows).toHaveLength(currentGeography.places.length);
    const licenses = Map.groupBy(rows, (row) => `${row["name"]}, ${row["county"]}, ${row["within"]}`);
    for (const { place, named } of currentGeography.names) {
      const own = licenses.get(`${place.name}, ${place.county}, ${place.within}`) ?? [];
      expect(own).toContainEqual(expect.objectContaining({ name_source: named.source, license: named.license }));
    }
    const owed = rows.filter(({ license }) => String(license).startsWith("CC BY 4.0"));
    expect(owed.length).toBeGreaterThan(100);
  });

  test("have every year of every city and county with figures", () => {
    const rows = jsonRows("history.json");
    const { cities, absent, absentCounties, counties } = currentSnapshot;
    const years = [...cities, ...absent, ...counties, ...absentCounties].reduce(
      (sum, { trend }) => sum + (trend?.score.length ?? 0),
      0,
    );
    expect(rows).toHaveLength(years);
    const [irvine] = cities.filter(({ record }) => record.city === "Irvine");
    const own = rows.filter(({ kind, name }) => kind === "city" && name === "Irvine");
    expect(rows.filter((row) => row["name"] === "Mendocino County")).toHaveLength(16);
    expect(own.map((row) => row["data_year"])).toEqual(irvine?.trend.score.map((_, index) => 2010 + index) ?? []);
    expect(own.find((row) => row["data_year"] === irvine?.record.data_year)).toMatchObject({
      safety_score: irvine?.record.safety_score,
      crime_rate_per_1k: irvine?.record.crime_rate_per_1k,
    });
  });

  test("explain each column, with its source and license", () => {
    for (const [name, columns] of [
      ["records", RECORD_COLUMNS],
      ["places", PLACE_COLUMNS],
      ["history", HISTORY_COLUMNS],
    ] as const) {
      const explained = DATA_DICTIONARY.filter(({ file }) => file === name);
      expect(explained.map(({ column }) => column)).toEqual(columns.map(({ key }) => key));
      for (const row of explained) for (const text of Object.values(row)) expect(text).not.toBe("");
      expect(jsonFile.parse(JSON.parse(textOf(`${name}.json`))).columns).toHaveLength(explained.length);
    }
  });

  // The format is part of a URL whose bytes never change: other columns need another DOWNLOAD_FORMAT.
  test("have the columns of their format", () => {
    const names = [RECORD_COLUMNS, PLACE_COLUMNS, HISTORY_COLUMNS].map((columns) =>
      columns.map(({ key }) => key).join(),
    );
    expect([DOWNLOAD_FORMAT, ...names]).toEqual([
      3,
      "kind,name,county,geoid,data_year,population,violent,property,crime_rate_per_1k,state_average_rate,comparison,safety_score,grade,grade_label,violent_score,violent_grade,property_score,property_grade,stars,cities_covered",
      "kind,name,county,within,status,reason,latitude,longitude,safety_score,grade,crime_rate_per_1k,violent_rate_per_1k,property_rate_per_1k,population,data_year,name_source,license",
      "kind,name,county,data_year,status,population,violent_rate_per_1k,property_rate_per_1k,crime_rate_per_1k,state_average_rate,safety_score,grade,homicide,rape,robbery,aggravated_assault,burglary,motor_vehicle_theft,larceny",
    ]);
  });
});

describe("the URLs of the downloads", () => {
  const address = (file: string, version = data.version) => `/downloads/${version}/${file}`;

  test("have the version, allow caching forever, and serve compressed files", async () => {
    for (const { name, type } of FILES) {
      const response = await app.request(address(`${name}.${type}`), { headers: { "Accept-Encoding": "br" } });
      expect(response.status).toBe(200);
      expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      expect(response.headers.get("Content-Encoding")).toBe("br");
      expect(response.headers.get("Content-Type")).toContain(type);
      const etag = response.headers.get("ETag") ?? "";
      const again = await app.request(address(`${name}.${type}`), {
        headers: { "Accept-Encoding": "br", "If-None-Match": etag },
      });
      expect(again.status).toBe(304);
    }
  });

  test("change with the dataset", async () => {
    const places = createPlaces({ ...currentDataset, records: { ...currentSnapshot, version: "0".repeat(16) } });
    expect((await loadDownloads({ ...DATASET, places })).data.version).not.toBe(data.version);
  });

  test("of another version or file are not found; the latest redirects to the current version", async () => {
    for (const path of [address("records.csv", "0000000000000000"), address("records.xml"), address("secrets.csv")])
      expect([path, (await app.request(path)).status]).toEqual([path, 404]);
    const latest = await app.request("/downloads/latest/history.csv");
    expect([latest.status, latest.headers.get("Location")]).toEqual([302, address("history.csv")]);
  });

  test("are all on the page, with the permission, the license and the attribution", async () => {
    const html = await (await app.request("/downloads")).text();
    for (const name of DOWNLOAD_NAMES)
      for (const type of ["csv", "json"]) expect(html).toContain(`href="${address(`${name}.${type}`)}"`);
    expect(html).toContain("redistribute");
    expect(html).toContain("https://creativecommons.org/licenses/by/4.0/");
  });
});
