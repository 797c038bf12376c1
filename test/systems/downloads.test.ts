// Opens the downloads in the programs that people use, without options that only an expert knows.
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { parquetReadObjects } from "hyparquet";
import { STATE_EDITIONS } from "../../src/editions/table.ts";
import { filesOf } from "../../src/site/downloads/download-files.ts";
import { outputOf } from "../support/command.ts";
import { LONG_TABLES } from "../support/long-tables.ts";
import { installedPackages } from "../support/packages.ts";
import { scratchFolder } from "../support/scratch.ts";
import { serveSite } from "../support/served-site.ts";
import { releasedNation, releasedPlaces } from "../support/server.ts";

const site = await serveSite();
const folder = scratchFolder("downloads");
for (const { file } of filesOf(STATE_EDITIONS).files) {
  const response = await fetch(`${site.url}/downloads/latest/${file}`);
  writeFileSync(join(folder, file), new Uint8Array(await response.arrayBuffer()));
}
const environment = { HOME: homedir(), LC_ALL: "C.UTF-8" };

function output(...command: readonly string[]): Promise<string> {
  return outputOf(command, { cwd: folder, env: environment });
}

/** What each program has to find in the records, and by joining them with the history and the ZIP codes. */
const { cities, counties } = releasedPlaces.records;
const ACCENTED = cities.find(({ record }) => record.city === "La Cañada Flintridge");
const KEY = `1600000US${ACCENTED?.geoid}`;
const EXPECTED = {
  records: cities.length + counties.length,
  joined: cities.length + counties.length,
  name: "La Cañada Flintridge",
  estimated: ACCENTED?.rating.violent.smoothedRate,
  score: ACCENTED?.record.safety_score,
};

/** The same of the nation: how many records and absent places, and one record. */
const AUSTIN = releasedNation.entries.find(({ state, name }) => state === "TX" && name === "Austin");
const NATION = {
  records: releasedNation.entries.length,
  absent: releasedNation.nation.absent.length,
  estimated: AUSTIN?.rating.violent.smoothedRate,
  score: AUSTIN?.record.safety_score,
};

test.each(LONG_TABLES)("%s has the same rows as CSV, as JSON, and as Parquet", async (table) => {
  const rows: Record<string, unknown>[] = JSON.parse(readFileSync(join(folder, `${table}.json`), "utf8"));
  const text = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, value === null ? "" : String(value)])),
  );
  const csv = parse(readFileSync(join(folder, `${table}.csv`)), { columns: true, bom: true });
  const { buffer } = new Uint8Array(readFileSync(join(folder, `${table}.parquet`)));
  const parquet = await parquetReadObjects({ file: buffer });
  expect([rows.length > 5_000, csv.length, parquet.length]).toEqual([true, rows.length, rows.length]);
  for (const [index, row] of rows.entries()) {
    if (!Bun.deepEquals(csv[index], text[index]) || !Bun.deepEquals(parquet[index], row))
      expect(csv[index]).toEqual(row);
  }
});

describe("the downloads keep types, accents, GEOIDs, and joins", () => {
  test("in pandas, from CSV and JSON", async () => {
    for (const type of ["csv", "json"]) {
      const program = `
import json, pandas as pd
records, history, zips = (pd.read_${type}(f"{name}.${type}") for name in ("records", "history", "zip-codes"))
row = records[records.geoid_fq == "${KEY}"].iloc[0]
assert records.population.dtype == "int64" and records.crime_rate_per_1k.dtype == "float64"
assert zips.merge(records, on="geoid_fq").share.sum() > 1000
print(json.dumps({"records": len(records), "joined": len(records.merge(history, on=["geoid_fq", "data_year"])),
    "name": row["name"], "estimated": float(row.violent_estimated_per_1k), "score": int(row.safety_score)}))`;
      expect([type, JSON.parse(await output("/usr/bin/python3", "-c", program))]).toEqual([type, EXPECTED]);
    }
  });

  test("in pandas, those of the nation", async () => {
    for (const type of ["csv", "json"]) {
      const program = `
import json, pandas as pd
records, absent, history = (pd.read_${type}(f"us-{name}.${type}") for name in ("records", "absent", "history"))
row = records[(records.state == "TX") & (records["name"] == "Austin")].iloc[0]
keys = ["state", "name", "county", "data_year"]
assert len(records.merge(history, on=keys)) == len(records) and records.population.dtype == "int64"
print(json.dumps({"records": len(records), "absent": len(absent[absent.reason.notna()]),
    "estimated": float(row.violent_estimated_per_1k), "score": int(row.safety_score)}))`;
      expect([type, JSON.parse(await output("/usr/bin/python3", "-c", program))]).toEqual([type, NATION]);
    }
  });

  test("in R", async () => {
    const program = `
records <- read.csv("records.csv"); history <- read.csv("history.csv"); zips <- read.csv("zip-codes.csv")
row <- records[records$geoid_fq == "${KEY}", ]
stopifnot(names(records)[1] == "kind", is.integer(records$population), is.numeric(records$crime_rate_per_1k))
stopifnot(sum(merge(zips, records, by = "geoid_fq")$share) > 1000)
nation <- read.csv("us-records.csv")
stopifnot(nrow(nation) == ${NATION.records}, nrow(read.csv("us-absent.csv")) == ${NATION.absent})
stopifnot(nation$safety_score[nation$state == "TX" & nation$name == "Austin"] == ${NATION.score})
cat(nrow(records), nrow(merge(records, history, by = c("geoid_fq", "data_year"))), row$violent_estimated_per_1k,
    row$safety_score, row$name, sep = "\\n")`;
    const [records, joined, estimated, score, name] = (await output("Rscript", "-e", program)).split("\n");
    const numbers = { records, joined, estimated, score };
    const found = Object.fromEntries(Object.entries(numbers).map(([key, text]) => [key, Number(text)]));
    expect({ ...found, name }).toEqual({ ...EXPECTED });
  });

  test("in DuckDB, from CSV, JSON, and Parquet", async () => {
    const program = join(await installedPackages("duckdb", ["@duckdb/node-api@1.5.6-r.1"]), "read.mjs");
    writeFileSync(
      program,
      `import { DuckDBInstance } from "@duckdb/node-api";
       const duckdb = await (await DuckDBInstance.create(":memory:")).connect();
       const first = async (sql) => (await duckdb.runAndReadAll(sql)).getRowObjectsJson()[0];
       const found = [];
       for (const type of ["csv", "json", "parquet"]) {
         const row = await first(\`select "name", violent_estimated_per_1k estimated, safety_score score, geoid, typeof(population) "type"
           from 'records.\${type}' where geoid_fq = '${KEY}'\`);
         const { records } = await first(\`select count(*) records from 'records.\${type}'\`);
         const { joined } = await first(\`select count(*) joined from 'records.\${type}' join 'history.\${type}' using (geoid_fq, data_year)\`);
         found.push({ ...row, records: Number(records), joined: Number(joined), score: Number(row.score) });
       }
       for (const type of ["csv", "json", "parquet"]) {
         found.push(await first(\`select violent_estimated_per_1k estimated, safety_score::int score,
           (select count(*)::int from 'us-records.\${type}') records, (select count(*)::int from 'us-absent.\${type}') absent
           from 'us-records.\${type}' join 'us-history.\${type}' using (state, "name", data_year, safety_score)
           where state = 'TX' and "name" = 'Austin'\`));
       }
       console.log(JSON.stringify(found));`,
    );
    const found = JSON.parse(await output("node", program));
    const geoid = ACCENTED?.geoid;
    expect(found).toEqual([
      { ...EXPECTED, geoid, type: "BIGINT" },
      { ...EXPECTED, geoid, type: "BIGINT" },
      { ...EXPECTED, geoid, type: "INTEGER" },
      NATION,
      NATION,
      NATION,
    ]);
  });

  test("in LibreOffice, as its import dialog opens a file with a byte order mark", async () => {
    const utf8 = "Text - txt - csv (StarCalc):44,34,76";
    const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
    const options = ["--headless", "--infilter=".concat(utf8), "--convert-to", `csv:${utf8}`, "--outdir", "converted"];
    await output("soffice", profile, ...options, "records.csv");
    const [header = "", ...rows] = readFileSync(join(folder, "converted/records.csv"), "utf8").trim().split("\n");
    expect(header.replace("\uFEFF", "")).toStartWith("kind,name,county,geoid,geoid_fq,data_year");
    expect(rows).toHaveLength(EXPECTED.records);
    expect(rows.find((row) => row.includes(KEY))).toContain(EXPECTED.name);
  });

  test("in GDAL: boundaries as areas in WGS 84, with typed figures", async () => {
    const about = await output("ogrinfo", "-so", "-al", "boundaries.geojson");
    for (const part of ["Multi Polygon", "WGS 84", "geoid: String", "population: Integer", "crime_rate_per_1k: Real"]) {
      expect(about).toContain(part);
    }
    expect(await output("ogrinfo", "-al", "-geom=NO", "-where", `geoid_fq='${KEY}'`, "boundaries.geojson")).toContain(
      `name (String) = ${EXPECTED.name}`,
    );
  });
});
