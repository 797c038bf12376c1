import { describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { parquetReadObjects } from "hyparquet";
import { z } from "zod";
import { cautionText } from "../../src/domain/explain.ts";
import { STATE_EDITIONS } from "../../src/editions/table.ts";
import { servedFrom } from "../../src/lookup/served.ts";
import {
  AREA_COLUMNS,
  HISTORY_COLUMNS,
  NATION_ABSENT_COLUMNS,
  NATION_HISTORY_COLUMNS,
  NATION_RECORD_COLUMNS,
  PLACE_COLUMNS,
  RECORD_COLUMNS,
  ZIP_COLUMNS,
} from "../../src/site/downloads/download-columns.ts";
import { DOWNLOAD_FORMAT, filesOf, loadDownloads } from "../../src/site/downloads/download-files.ts";
import {
  NATION_ABSENT_AREA_COLUMNS,
  NATION_AREA_COLUMNS,
  NATION_AREA_HISTORY_COLUMNS,
} from "../../src/site/downloads/nation-areas.ts";
import { NATION_AREA_MONTH_COLUMNS, NATION_MONTH_COLUMNS } from "../../src/site/downloads/nation-months.ts";
import {
  NATION_NAME_COLUMNS,
  NATION_PLACE_COLUMNS,
  NATION_ZIP_COLUMNS,
} from "../../src/site/downloads/nation-places.ts";
import { currentDataset, currentGeography, currentSnapshot } from "../support/current-geography.ts";
import { LONG_TABLES } from "../support/long-tables.ts";
import { bytesOf } from "../support/pieces.ts";
import { placesOf } from "../support/sample-dataset.ts";
import { sharedSite } from "../support/served-site.ts";
import { releasedNation, releasedPlaces } from "../support/server.ts";

const editions = servedFrom([placesOf(currentDataset), releasedNation]);
const { data } = await loadDownloads({ editions });
const { dictionary: DATA_DICTIONARY, files: DOWNLOAD_FILES } = filesOf(STATE_EDITIONS);

const rowsSchema = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))).min(1);

const isMade = ({ name, type }: { readonly name: string; readonly type: string }) =>
  !LONG_TABLES.includes(name) || type.endsWith("json");
const contents = new Map(
  await Promise.all(
    DOWNLOAD_FILES.filter(isMade).map(async ({ file, write }) => [file, await bytesOf(write(data))] as const),
  ),
);
const textOf = (name: string) => String(contents.get(name) ?? "");

const csvRows = (name: string) => parse(textOf(name), { columns: true, bom: true });
const parsed = new Map<string, z.infer<typeof rowsSchema>>();
function jsonRows(name: string): z.infer<typeof rowsSchema> {
  const rows = parsed.get(name) ?? rowsSchema.parse(JSON.parse(textOf(name)));
  parsed.set(name, rows);
  return rows;
}
const COLUMNS_OF = {
  records: RECORD_COLUMNS,
  places: PLACE_COLUMNS,
  history: HISTORY_COLUMNS,
  "zip-codes": ZIP_COLUMNS,
  "us-records": NATION_RECORD_COLUMNS,
  "us-absent": NATION_ABSENT_COLUMNS,
  "us-history": NATION_HISTORY_COLUMNS,
  "us-areas": NATION_AREA_COLUMNS,
  "us-absent-areas": NATION_ABSENT_AREA_COLUMNS,
  "us-area-history": NATION_AREA_HISTORY_COLUMNS,
  "us-months": NATION_MONTH_COLUMNS,
  "us-area-months": NATION_AREA_MONTH_COLUMNS,
  "us-places": NATION_PLACE_COLUMNS,
  "us-zip-codes": NATION_ZIP_COLUMNS,
  "us-names": NATION_NAME_COLUMNS,
};
const TABLES = Object.keys(COLUMNS_OF);
const COLUMNS = [...Object.values(COLUMNS_OF), AREA_COLUMNS].map((columns) => columns.map(({ key }) => key));

describe("the downloads", () => {
  test("have the same rows as CSV, as JSON, and as Parquet", async () => {
    for (const name of [...TABLES.filter((table) => !LONG_TABLES.includes(table)), "data-dictionary"]) {
      const rows = jsonRows(`${name}.json`);
      const text = rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([column, value]) => [column, value === null ? "" : String(value)])),
      );
      expect(csvRows(`${name}.csv`)).toEqual(text);
      expect(textOf(`${name}.csv`).startsWith("\uFEFF")).toBe(true);
      if (!TABLES.includes(name)) continue;
      const { buffer } = new Uint8Array(contents.get(`${name}.parquet`) ?? []);
      expect(await parquetReadObjects({ file: buffer })).toEqual(rows);
    }
  });

  test("have a GEOID of every city, county, and community, with a form that no program reads as a number", () => {
    for (const name of TABLES) {
      const faults = jsonRows(`${name}.json`).filter(({ kind, geoid, geoid_fq }) => {
        if (geoid === null)
          return geoid_fq !== null || !["neighborhood", "unincorporated", "state", "undefined"].includes(String(kind));
        return geoid_fq !== `${{ 5: "05", 7: "16", 10: "06" }[String(geoid).length]}00000US${geoid}`;
      });
      expect([name, faults]).toEqual([name, []]);
    }
    expect(String(jsonRows("records.json")[0]?.["geoid"])).toMatch(/^06\d{5}$/);
  });

  test("have what stands beside a grade: the estimated rates, both ranges, and the sentences of the cautions", () => {
    const rows = new Map(jsonRows("records.json").map((row) => [row["geoid"], row]));
    for (const { geoid, rating, intervals, cautions } of currentSnapshot.cities) {
      const row = rows.get(geoid);
      expect(row).toMatchObject({
        violent_estimated_per_1k: rating.violent.smoothedRate,
        property_estimated_per_1k: rating.property.smoothedRate,
        score_this_year_low: intervals.thisYear.low,
        score_next_year_high: intervals.nextYear.high,
      });
      for (const caution of cautions) expect(row?.["cautions"]).toContain(cautionText(caution));
      expect(row?.["cautions"] === null).toBe(cautions.length === 0);
    }
  });

  test("have every place of the nation, with what stands beside its grade, or with the reason why it has none", () => {
    const { entries, nation, listedOf } = releasedNation;
    const where = (entry: Parameters<typeof listedOf>[0]) => {
      const { county, geoid } = listedOf(entry);
      return { county, geoid };
    };
    const rows = jsonRows("us-records.json");
    expect(rows).toHaveLength(entries.length);
    for (const [index, entry] of entries.entries()) {
      const { record, rating, nextYear, cautions } = entry;
      const row = rows[index] ?? {};
      const { city, grade_color: _, violent: __, property: ___, next_year: ____, cautions: _____, ...rest } = record;
      const { provisional, ...figures } = rest;
      expect(row).toMatchObject({
        ...figures,
        ...where(entry),
        name: city,
        violent_estimated_per_1k: rating.violent.smoothedRate,
        violent_score: record.violent.safety_score,
        score_next_year_low: nextYear?.low ?? null,
        provisional_year: provisional?.year ?? null,
        violent_provisional: provisional?.violent?.offenses ?? null,
        property_provisional_change: provisional?.property?.change_percent ?? null,
      });
      for (const caution of cautions) expect(row["cautions"]).toContain(cautionText(caution));
    }
    const named = (entry: (typeof nation.absent)[number]) => {
      const { name, reason, detail } = entry;
      return { name, ...where(entry), reason, detail };
    };
    expect(jsonRows("us-absent.json")).toMatchObject(nation.absent.map(named));
    for (const file of ["us-history.json", "us-months.json"]) {
      const counties = jsonRows(file).filter((row) => row["geoid"] === "0107000");
      expect([file, ...new Set(counties.map(({ county }) => county))]).toEqual([file, "Jefferson County"]);
    }
    const [chicago] = nation.absent.filter(({ name }) => name === "Chicago");
    const years = jsonRows("us-history.json").filter(({ state, name }) => state === "IL" && name === "Chicago");
    expect(years.map((row) => row["data_year"])).toEqual(chicago?.trend?.score.map((_, index) => 2012 + index) ?? []);
  });

  test("have every area of a county department, with its grade or why it has none, and its years", () => {
    const { areas, nation } = releasedNation;
    const rows = jsonRows("us-areas.json");
    expect(rows).toHaveLength(areas.entries.length);
    for (const [index, { record, geoid }] of areas.entries.entries()) {
      const { ori, department, population, crime_rate_per_1k, safety_score, grade, next_year_rate } = record;
      expect(rows[index]).toMatchObject({ geoid, ori, department, population, crime_rate_per_1k, safety_score, grade });
      expect(rows[index]).toMatchObject({
        without_grade: record.without_grade?.reason ?? null,
        rate_next_year_high: next_year_rate.high,
      });
    }
    expect(jsonRows("us-absent-areas.json")).toMatchObject(
      nation.absentAreas.map(({ geoid, ori, reason, detail }) => ({ geoid, ori, reason, detail })),
    );
    const ungraded = new Set(rows.flatMap(({ grade, ori }) => (grade === null ? [ori] : [])));
    const years = jsonRows("us-area-history.json");
    for (const { ori, grade } of years) if (ungraded.has(ori ?? "")) expect(grade).toBeNull();
    const latest = years.filter(({ ori, data_year }) => ori === "MD0140100" && data_year === nation.dataYear);
    const [howard] = releasedNation.areasOf("24027");
    expect(latest).toMatchObject([{ grade: howard?.record.grade, population: howard?.population }]);
  });

  test("have every month of the nation's places, with or without a grade, and an empty count where none was reported", () => {
    const { entries, nation } = releasedNation;
    const rows = jsonRows("us-months.json");
    const known = [...entries, ...nation.absent].filter(({ months }) => months !== null);
    expect(rows).toHaveLength(known.length * (nation.months?.months ?? 0));
    const sums = Map.groupBy(rows, ({ ori }) => ori);
    for (const place of known) {
      const own = sums.get(place.months?.ori ?? "") ?? [];
      expect(own[0]).toMatchObject({ state: place.state, name: place.name, month: "2025-01", as_of: "2026-05-15" });
      expect(own.map((row) => row["larceny"])).toEqual([...(place.months?.offenses.larceny ?? [])]);
    }
  });

  test("have every month of county departments, and the year that they make beside the record of an area", () => {
    const { areas, nation } = releasedNation;
    const ofDepartment = Map.groupBy(jsonRows("us-area-months.json"), ({ ori }) => ori);
    const known = [...areas.entries, ...nation.absentAreas].filter(({ months }) => months !== null);
    expect(ofDepartment.size).toBe(known.length);
    for (const { ori, department, geoid, months } of known) {
      const own = ofDepartment.get(ori) ?? [];
      expect(own[0]).toMatchObject({
        geoid,
        department,
        month: "2025-01",
        agency_population: months?.residents ?? null,
      });
      expect(own.map((row) => row["burglary"])).toEqual([...(months?.offenses.burglary ?? [])]);
    }
    for (const [index, { record }] of areas.entries.entries()) {
      expect(jsonRows("us-areas.json")[index]).toMatchObject({
        provisional_year: record.provisional?.year ?? null,
        violent_provisional: record.provisional?.violent?.offenses ?? null,
        property_provisional_change: record.provisional?.property?.change_percent ?? null,
      });
    }
  });

  test("have each ZIP code with shares that add up to 1", () => {
    const shares = Map.groupBy(jsonRows("zip-codes.json"), ({ zip }) => String(zip));
    expect([...shares.keys()]).toEqual(currentGeography.zips.map(({ zip }) => zip));
    for (const rows of shares.values()) {
      expect(rows.reduce((sum, { share }) => sum + Number(share), 0)).toBeCloseTo(1, 2);
    }
  });

  test("have the boundary of each city and county, with its outer rings counterclockwise", () => {
    const { features } = areas.parse(JSON.parse(textOf("boundaries.geojson")));
    const ids = currentGeography.places
      .filter(({ kind }) => kind === "city" || kind === "county")
      .map((place) => currentGeography.geoidOf(place));
    expect(features.map(({ id }) => id).sort()).toEqual(ids.map(String).sort());
    for (const { id, properties, geometry } of features) {
      expect(Object.keys(properties)).toEqual(AREA_COLUMNS.map(({ key }) => key));
      for (const [outer = [], ...holes] of geometry.coordinates) {
        expect([id, isCounterclockwise(outer), holes.some(isCounterclockwise)]).toEqual([id, true, false]);
        expect([outer.at(-1)]).toEqual([outer[0]]);
      }
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

  test("have every year of every city and county with figures, and of the state", () => {
    const rows = jsonRows("history.json");
    const { cities, absent, absentCounties, counties } = currentSnapshot;
    const years = [...cities, ...absent, ...counties, ...absentCounties].reduce(
      (sum, { trend }) => sum + (trend?.score.length ?? 0),
      0,
    );
    const { population, offenses } = currentSnapshot.state;
    expect(rows.at(-1)).toMatchObject({ kind: "state", safety_score: 50, population, homicide: offenses.homicide });
    expect(rows).toHaveLength(years + currentSnapshot.state.trend.population.length);
    const [irvine] = cities.filter(({ record }) => record.city === "Irvine");
    const own = rows.filter(({ kind, name }) => kind === "city" && name === "Irvine");
    expect(rows.filter((row) => row["name"] === "Mendocino County")).toHaveLength(16);
    expect(own.map((row) => row["data_year"])).toEqual(irvine?.trend.score.map((_, index) => 2010 + index) ?? []);
    expect(own.find((row) => row["data_year"] === irvine?.record.data_year)).toMatchObject({
      safety_score: irvine?.record.safety_score,
      crime_rate_per_1k: irvine?.record.crime_rate_per_1k,
    });
  });

  test("explain each column, with its type, source, and license, also as a Data Package", () => {
    const { resources, permission, sources } = dataPackage.parse(JSON.parse(textOf("datapackage.json")));
    expect([permission, sources.length > 5]).toEqual([expect.stringContaining("redistribute"), true]);
    for (const { title, license } of sources) expect([title, license]).toEqual([title, expect.stringMatching(TERMS)]);
    const titles = sources.map(({ title }) => title).join("\n");
    for (const part of ["RIGIS", "Gazetteer 2025", "Table 8", "AH Datalytics"]) expect(titles).toContain(part);
    for (const [index, name] of [...TABLES, "boundaries"].entries()) {
      const explained = DATA_DICTIONARY.filter(({ file }) => file === name);
      expect(explained.map(({ column }) => column)).toEqual(COLUMNS[index] ?? []);
      for (const row of explained) for (const text of Object.values(row)) expect(text).not.toBe("");
      const fields = resources.find(({ path }) => path === `${name}.csv`)?.schema.fields;
      if (name !== "boundaries") expect(fields?.map((field) => field.name)).toEqual(COLUMNS[index] ?? []);
    }
  });

  test("have every place of the nation's list with its GEOID and point, every ZIP code, and names", () => {
    const { entries, nation, rankOf, listedOf } = releasedNation;
    const places = jsonRows("us-places.json");
    expect(places).toHaveLength(entries.length + nation.absent.length);
    for (const [index, entry] of entries.entries()) {
      const { geoid, rank_in_nation, safety_score } = places[index] ?? {};
      const expected = [listedOf(entry).geoid, rankOf(entry)?.nation.rank ?? null, entry.record.safety_score];
      expect([geoid, rank_in_nation, safety_score]).toEqual(expected);
    }
    const shares = new Map<unknown, number>();
    for (const { zip, share } of jsonRows("us-zip-codes.json"))
      shares.set(zip, (shares.get(zip) ?? 0) + Number(share ?? 0));
    expect(shares.size).toBeGreaterThan(40_000);
    expect(Math.max(...shares.values())).toBeLessThanOrEqual(1.001);
    const names = jsonRows("us-names.json");
    expect(names.find(({ geoid }) => geoid === "4805000")).toMatchObject({ official_name: "Austin city", state: "TX" });
  });

  // The format is part of a URL whose bytes never change: other columns need another DOWNLOAD_FORMAT.
  test("have the columns of their format", () => {
    expect([DOWNLOAD_FORMAT, ...COLUMNS.map((keys) => keys.join())]).toEqual([
      12,
      "kind,name,county,geoid,geoid_fq,data_year,population,violent,property,crime_rate_per_1k,violent_estimated_per_1k,property_estimated_per_1k,state_average_rate,comparison,safety_score,grade,grade_label,violent_score,violent_grade,property_score,property_grade,score_this_year_low,score_this_year_high,score_next_year_low,score_next_year_high,cautions,stars,cities_covered",
      "kind,name,county,within,geoid,geoid_fq,status,reason,latitude,longitude,safety_score,grade,crime_rate_per_1k,violent_rate_per_1k,property_rate_per_1k,population,data_year,name_source,license",
      "kind,name,county,geoid,geoid_fq,data_year,status,population,violent_rate_per_1k,property_rate_per_1k,crime_rate_per_1k,state_average_rate,safety_score,grade,homicide,rape,robbery,aggravated_assault,burglary,motor_vehicle_theft,larceny,begins_again",
      "zip,postal_name,kind,name,county,geoid,geoid_fq,share,basis",
      "state,name,county,geoid,geoid_fq,data_year,population,violent,property,crime_rate_per_1k,violent_estimated_per_1k,property_estimated_per_1k,national_average_rate,comparison,safety_score,grade,grade_label,violent_score,violent_grade,property_score,property_grade,score_next_year_low,score_next_year_high,cautions,stars,source,yardstick,provisional_year,violent_provisional,violent_provisional_per_1k,violent_provisional_change,violent_provisional_exceeds_chance,violent_provisional_exceeds_usual,property_provisional,property_provisional_per_1k,property_provisional_change,property_provisional_exceeds_chance,property_provisional_exceeds_usual",
      "state,name,county,geoid,geoid_fq,population,reason,detail,last_complete_year",
      "state,name,county,geoid,geoid_fq,data_year,status,population,violent_rate_per_1k,property_rate_per_1k,crime_rate_per_1k,national_average_rate,safety_score,grade,homicide,rape,robbery,aggravated_assault,burglary,motor_vehicle_theft,larceny,begins_again,violent_filled,violent_filled_variance,property_filled,property_filled_variance,yardstick",
      "state,county,geoid,geoid_fq,department,department_kind,ori,data_year,population,violent,property,crime_rate_per_1k,violent_rate_per_1k,property_rate_per_1k,violent_estimated_per_1k,property_estimated_per_1k,national_average_rate,safety_score,grade,without_grade,score_next_year_low,score_next_year_high,rate_next_year_low,rate_next_year_high,cautions,yardstick,provisional_year,violent_provisional,violent_provisional_per_1k,violent_provisional_change,violent_provisional_exceeds_chance,violent_provisional_exceeds_usual,property_provisional,property_provisional_per_1k,property_provisional_change,property_provisional_exceeds_chance,property_provisional_exceeds_usual",
      "state,county,geoid,geoid_fq,department,department_kind,ori,population,reason,detail,last_complete_year",
      "state,county,geoid,geoid_fq,department,department_kind,ori,data_year,status,population,violent_rate_per_1k,property_rate_per_1k,crime_rate_per_1k,national_average_rate,safety_score,grade,homicide,rape,robbery,aggravated_assault,burglary,motor_vehicle_theft,larceny,begins_again",
      "state,name,county,geoid,geoid_fq,status,ori,agency,agency_population,month,homicide,rape,robbery,aggravated_assault,burglary,motor_vehicle_theft,larceny,as_of",
      "state,county,geoid,geoid_fq,department,department_kind,ori,agency_population,month,homicide,rape,robbery,aggravated_assault,burglary,motor_vehicle_theft,larceny,as_of",
      "state,name,official_name,county,counties,geoid,geoid_fq,latitude,longitude,has_boundary,census_population,status,reason,data_year,population,crime_rate_per_1k,safety_score,grade,rank_in_nation,ranked_in_nation,rank_in_state,ranked_in_state",
      "zip,state,name,official_name,counties,geoid,geoid_fq,share,basis",
      "geoid,geoid_fq,state,name,official_name,other_names,counties,census_population",
      "kind,name,county,geoid,geoid_fq,status,data_year,population,crime_rate_per_1k,safety_score,grade",
    ]);
  });
});

const areas = z.object({
  type: z.literal("FeatureCollection"),
  features: z.array(
    z.object({
      id: z.string(),
      properties: z.record(z.string(), z.unknown()),
      geometry: z.object({
        type: z.literal("MultiPolygon"),
        coordinates: z.array(z.array(z.array(z.tuple([z.number(), z.number()])))),
      }),
    }),
  ),
});
/** None is missing. */
const TERMS =
  /public domain|public record|Public record|Public domain|no license: counts are compared and cited, not redistributed/;

const dataPackage = z.object({
  permission: z.string(),
  sources: z.array(z.object({ title: z.string(), path: z.url(), license: z.string() })),
  resources: z.array(
    z.object({ path: z.string(), schema: z.object({ fields: z.array(z.object({ name: z.string() })) }) }),
  ),
});

function isCounterclockwise(ring: readonly (readonly [number, number])[]): boolean {
  const area = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    return sum + (nextX - x) * (nextY + y);
  }, 0);
  return area < 0;
}

describe("the URLs of the downloads", async () => {
  const { url } = await sharedSite();
  const get = (path: string, headers: Record<string, string> = { "Accept-Encoding": "identity" }) =>
    fetch(url + path, { headers, redirect: "manual", decompress: false });
  const address = (file: string, version = data.version) => `/downloads/${version}/${file}`;

  test("have the version, allow caching forever, and may be read by pages of any origin", async () => {
    // Writing and compressing all of them takes seconds; a header depends on the type alone.
    for (const { file, type } of new Map(DOWNLOAD_FILES.toReversed().map((one) => [one.type, one])).values()) {
      const isText = type !== "parquet";
      const response = await get(address(file), { "Accept-Encoding": "br" });
      expect(response.status).toBe(200);
      expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      expect(response.headers.get("Content-Encoding")).toBe(isText ? "br" : null);
      expect(response.headers.get("Content-Type")).toContain(type === "geojson" ? "geo+json" : type);
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(response.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
      const etag = response.headers.get("ETag") ?? "";
      const again = await get(address(file), { "Accept-Encoding": "br", "If-None-Match": etag });
      expect([again.status, again.headers.get("Access-Control-Allow-Origin")]).toEqual([304, "*"]);
    }
    const moved = await get(address("records.csv", "latest"));
    expect(moved.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect((await get("/downloads")).headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  test.each(["records.parquet", "records.csv"])("%s may be read in parts", async (file) => {
    const whole = new Uint8Array(await (await get(address(file))).arrayBuffer());
    const read = async (headers: Record<string, string>) => {
      const response = await get(address(file), { "Accept-Encoding": "identity", ...headers });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return {
        status: response.status,
        range: response.headers.get("Content-Range"),
        bytes,
        etag: response.headers.get("ETag"),
      };
    };
    const { length } = whole;
    const { etag } = await read({});
    for (const [asked, first, last] of [
      ["bytes=0-3", 0, 3],
      ["bytes=100-", 100, length - 1],
      ["bytes=-8", length - 8, length - 1],
      [`bytes=10-${length + 5}`, 10, length - 1],
    ] as const) {
      expect(await read({ Range: asked, "If-Range": etag ?? "" })).toEqual({
        status: 206,
        range: `bytes ${first}-${last}/${length}`,
        bytes: whole.slice(first, last + 1),
        etag,
      });
    }
    expect(await read({ Range: `bytes=${length}-` })).toMatchObject({ status: 416, range: `bytes */${length}` });
    for (const headers of [
      { Range: "bytes=0-1,5-6" },
      { Range: "bytes=5-2" },
      { Range: "lines=0-1" },
      { Range: "bytes=0-3", "If-Range": '"other"' },
    ]) {
      expect(await read(headers)).toMatchObject({ status: 200, range: null, bytes: whole });
    }
  });

  test("change with the dataset", async () => {
    const places = placesOf({ ...currentDataset, records: { ...currentSnapshot, version: "0".repeat(16) } });
    expect((await loadDownloads({ editions: servedFrom([places, releasedNation]) })).data.version).not.toBe(
      data.version,
    );
  });

  test("of another version or file are not found; the latest redirects to the current version", async () => {
    for (const path of [address("records.csv", "0000000000000000"), address("records.xml"), address("secrets.csv")])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    const latest = await get("/downloads/latest/history.csv");
    expect([latest.status, latest.headers.get("Location")]).toEqual([302, address("history.csv")]);
  });

  test("are all on the page, with the permission, the license and the attribution, also for programs (schema.org)", async () => {
    const html = await (await get("/downloads")).text();
    const about = JSON.parse(/<script type="application\/ld\+json">(.+?)<\/script>/.exec(html)?.[1] ?? "");
    expect(about).toMatchObject({ "@type": "Dataset", version: releasedPlaces.version });
    const urls = about.distribution.map(({ contentUrl }: { readonly contentUrl: string }) => contentUrl);
    expect(urls.length).toBeGreaterThan(4);
    const addresses = DOWNLOAD_FILES.map(({ file }) => new URL(address(file), urls[0]).href);
    expect(urls.filter((one: string) => !addresses.includes(one))).toEqual([]);
    for (const { file } of DOWNLOAD_FILES) expect(html).toContain(`href="${address(file)}"`);
    expect(html).toContain("redistribute");
    const [, sources = ""] = html.split('id="sources"');
    const items = sources.match(/<li>.*?<\/li>/gs) ?? [];
    expect(items.length).toBeGreaterThan(30);
    for (const item of items.filter((one) => one.includes(": <a"))) expect(item).toMatch(/Terms: \w/);
    expect(sources).toContain("MassGIS, VCGI, and RIGIS (without warranty): free with attribution");
    expect(html).toContain("https://creativecommons.org/licenses/by/4.0/");
  });
});
