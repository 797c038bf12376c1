import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { readE4 } from "../../src/dataset/california/dof.ts";
import { readCrimesAndClearances } from "../../src/dataset/california/doj.ts";
import { readCountyEstimates, readPlaceEstimates } from "../../src/dataset/sources/census-estimates.ts";
import { readPlaces } from "../../src/dataset/sources/tiger.ts";
import { CALIFORNIA } from "../../src/editions/california.ts";
import { refusal } from "./faults.ts";
import {
  countyFile,
  countyNames,
  dojFile,
  dojLine,
  e4File,
  FIXTURE_CITIES,
  placeFile,
  wideDojFile,
  workbook,
  workbookRows,
} from "./official-files.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const irvine = dojLine(2024, "Orange County", "Irvine", [6, 42, 70, 149, 627, 221, 3554]);
const oakland = dojLine(2024, "Alameda County", "Oakland", [81, 296, 2960, 5039, 3423, 9914, 18118]);
const doj = (text: string) => readCrimesAndClearances(bytes(text), "doj.csv");

describe("Crimes and Clearances are read alike", () => {
  const expected = [
    {
      year: 2024,
      county: "Orange County",
      agency: "Irvine",
      offenses: {
        homicide: 6,
        rape: 42,
        robbery: 70,
        aggravatedAssault: 149,
        burglary: 627,
        motorVehicleTheft: 221,
        larceny: 3554,
      },
    },
  ];
  const plain = dojFile([irvine]);

  test.each([
    ["with 12 columns", bytes(plain)],
    ["with 70 columns, some of them blank", bytes(wideDojFile([irvine]))],
    ["as gzip", gzipSync(wideDojFile([irvine]))],
    ["with CRLF", bytes(plain.replaceAll("\n", "\r\n"))],
    ["with a byte-order mark", bytes(`\uFEFF${plain}`)],
    ["without a last line feed", bytes(plain.trimEnd())],
    ["with empty lines at the end", bytes(`${plain}\n\n`)],
    ["with two spaces in a name", bytes(plain.replace("Orange County,Irvine", "Orange County, Irvine "))],
  ])("%s", (_, file) => expect(readCrimesAndClearances(file, "doj.csv")).toEqual(expected));
});

describe("a malformed Crimes and Clearances file is refused with file, line, column and reason", () => {
  test.each([
    ["a missing column", dojFile([irvine]).replace("Robbery_sum", "Robery"), 1, "Robbery_sum"],
    ["a column that occurs twice", dojFile([irvine]).replace("Robbery_sum", "County"), 1, "County"],
    ["no header at all", "", null, null],
    ["text in a number", dojFile([oakland, irvine.replace("3554", "35S4")]), 3, "LTtotal_sum"],
    ["an empty number", dojFile([irvine.replace(",627,", ",,")]), 2, "Burglary_sum"],
    ["a decimal number", dojFile([irvine.replace(",627,", ",627.0,")]), 2, "Burglary_sum"],
    ["thousands separators", dojFile([irvine.replace("3554", '"3,554"')]), 2, "LTtotal_sum"],
    ["an unquoted thousands separator", dojFile([irvine.replace("3554", "3,554")]), 2, null],
    ["a wrong year", dojFile([irvine.replace("2024", "20224")]), 2, "Year"],
    ["a year of another age", dojFile([irvine.replace("2024", "1066")]), 2, "Year"],
    ["a cut line", dojFile([oakland, irvine]).slice(0, -20), 3, null],
    ["a quote that stays open", dojFile([irvine.replace("Irvine", '"Irvine')]), 2, null],
    ["a county without its word", dojFile([irvine.replace("Orange County", "Orange")]), 2, "County"],
    ["an empty agency", dojFile([irvine.replace("Irvine", " ")]), 2, "NCICCode"],
    ["violent that is not its parts", dojFile([irvine.replace(",267,", ",268,")]), 2, "Violent_sum"],
    ["property that is not its parts", dojFile([irvine.replace(",4402,", ",4401,")]), 2, "Property_sum"],
    ["a key that occurs twice", dojFile([irvine, oakland, irvine]), 4, null],
    ["a NUL character", dojFile([irvine.replace("Irvine", "Irv\0ine")]), null, null],
  ] as const)("%s", (_, text, line, column) => {
    expect(refusal(() => doj(text))).toMatchObject([{ file: "doj.csv", line, column }]);
  });

  test.each([
    ["Latin-1", Buffer.from(dojFile([irvine.replace("Irvine", "La Cañada")]), "latin1"), "not UTF-8"],
    ["UTF-16", Buffer.from(dojFile([irvine]), "utf16le"), "not UTF-8"],
    ["a gzip file that was cut", gzipSync(dojFile([irvine])).subarray(0, 40), "truncated or damaged"],
  ])("%s", (_, file, reason) => {
    expect(refusal(() => readCrimesAndClearances(file, "doj.csv"))).toMatchObject([
      { file: "doj.csv", reason: expect.stringContaining(reason) },
    ]);
  });
});

describe("the Census Bureau's workbook", () => {
  const rows = workbookRows([2023, 2024], FIXTURE_CITIES);
  const read = async (cells: typeof rows) => readPlaceEstimates(await workbook(cells), "places.xlsx", CALIFORNIA);

  test("gives California's places by year and leaves the others and the base out", async () => {
    const places = await read(rows);
    expect(places).toHaveLength(FIXTURE_CITIES.length);
    expect(places[3]).toEqual({
      name: "La Cañada Flintridge city",
      population: new Map([
        [2023, 20_000],
        [2024, 20_000],
      ]),
    });
  });

  test.each([
    ["no header line", rows.filter((row) => row[0] !== "Geographic Area"), null],
    ["no years", rows.map((row) => (row[0] === null ? [null, null] : row)), 4],
    ["years that are not consecutive", rows.map((row) => (row[0] === null ? [null, null, 2023, 2025] : row)), 4],
    ["a year that is text", rows.map((row) => (row[0] === null ? [null, null, 2023, "new"] : row)), 4],
    ["text in a number", rows.map((row) => (row[0] === "Irvine city, California" ? [row[0], 1, 2, "many"] : row)), 10],
    ["a missing number", rows.map((row) => (row[0] === "Irvine city, California" ? [row[0], 1, 2] : row)), 10],
    ["a place that occurs twice", [...rows, ...rows.slice(-4)], 15],
    ["no place of California", rows.slice(0, 5), null],
  ] as const)("is refused with %s", async (_, cells, line) => {
    expect(await refusal(() => read(cells))).toMatchObject([{ file: "places.xlsx", line }]);
  });

  test("is refused when it is no workbook", async () => {
    expect(await refusal(() => readPlaceEstimates(bytes("Geographic Area"), "places.xlsx", CALIFORNIA))).toMatchObject([
      { reason: expect.stringContaining("not a workbook") },
    ]);
  });
});

describe("the county estimates", () => {
  const counties = ["Alameda County", "San Luis Obispo County"];
  const file = countyFile([2023, 2024], counties, 7);
  const read = (text: string) => readCountyEstimates(bytes(text), "counties.csv", CALIFORNIA);

  test("are read by year", () => {
    expect(read(file)).toEqual([
      {
        name: "alameda",
        population: new Map([
          [2023, 7],
          [2024, 7],
        ]),
      },
      {
        name: "san-luis-obispo",
        population: new Map([
          [2023, 7],
          [2024, 7],
        ]),
      },
    ]);
  });

  test.each([
    ["UTF-8", "utf8"],
    ["Latin-1", "latin1"],
  ] as const)("are read from the bureau's file of the whole country in %s", (_, encoding) => {
    const national = [
      "SUMLEV,REGION,DIVISION,STATE,COUNTY,STNAME,CTYNAME,ESTIMATESBASE2020,POPESTIMATE2023,POPESTIMATE2024,NPOPCHG_2024",
      "040,4,9,06,000,California,California,39538245,39198693,39431263,232570",
      "050,4,9,06,075,California,San Francisco County,873959,826000,827526,1526",
      "050,4,8,35,013,New Mexico,Doña Ana County,219561,225000,226000,1000",
    ];
    expect(readCountyEstimates(Buffer.from(`${national.join("\n")}\n`, encoding), "co-est.csv", CALIFORNIA)).toEqual([
      {
        name: "San Francisco County",
        population: new Map([
          [2023, 826_000],
          [2024, 827_526],
        ]),
      },
    ]);
  });

  test.each([
    ["no county", "slug,2024\n", null],
    ["no column of names", "county,2024\nalameda,7\n", 1],
    ["a column that is no year", file.replace("2024", "20x4"), 1],
    ["years that are not consecutive", file.replace("2024", "2026"), 1],
    ["no year", "slug\nalameda\n", 1],
    ["a county that occurs twice", file.replace("san-luis-obispo", "alameda"), 3],
    ["a negative number", file.replace("7,7", "7,-7"), 2],
  ] as const)("are refused with %s", (_, text, line) => {
    expect(refusal(() => read(text))).toMatchObject([{ file: "counties.csv", line }]);
  });
});

describe("the Department of Finance's E-4", () => {
  const read = (text: string) => readE4(bytes(text), "e4.csv");

  test("gives the cities with their county and the residents of 1 January, without thousands separators", async () => {
    const file = e4File([2023, 2024], await countyNames(), FIXTURE_CITIES);
    const cities = read(file.replace("1/1/23", "4/1/23"));
    expect(cities).toHaveLength(FIXTURE_CITIES.length);
    expect(cities[0]).toEqual({ county: "Alameda County", name: "Oakland", population: new Map([[2024, 440_000]]) });
  });

  test("leaves a year out in which the city was not incorporated yet", () => {
    const file = e4File([2023, 2024], ["Alameda County"], FIXTURE_CITIES);
    const gap = file
      .replace('Oakland             ,"440,000"', "Oakland             ,")
      .replace('Incorporated,"440,000"', "Incorporated,0");
    expect(read(gap)[0]?.population).toEqual(new Map([[2024, 440_000]]));
  });

  const file = e4File([2023, 2024], ["Alameda County"], FIXTURE_CITIES);
  test.each([
    ["no line of column names", file.replace("COUNTY/CITY", "PLACE"), null],
    ["a column that is no date", file.replace("1/1/24", "2024"), 3],
    ["text in a number", file.replace('"440,000"', '"44O,000"'), 7],
    ["a cut line", file.replace('Oakland             ,"440,000","440,000"', 'Oakland,"440,000"'), 7],
    ["a sum that is not that of its cities", file.replace('Incorporated,"440,000"', "Incorporated,1"), 9],
    ["a county that occurs twice", file.replace("State Total", "Alameda County"), 6],
    ["no county", "COUNTY/CITY,1/1/24\nOakland,1\n", null],
  ] as const)("is refused with %s", (_, text, line) => {
    expect(refusal(() => read(text))).toMatchObject([{ file: "e4.csv", line }]);
  });
});

describe("the TIGER/Line places", () => {
  const file = placeFile(FIXTURE_CITIES.slice(0, 2));
  const read = (text: string) => readPlaces(bytes(text), "places.csv", CALIFORNIA);

  test("are the incorporated ones, with their place on the map", () => {
    expect(read(file)).toEqual([
      { geoid: "0653000", officialName: "Oakland city", landM2: 12_345_678, latitude: 37.7, longitude: -122.2 },
      { geoid: "0601514", officialName: "Amador City city", landM2: 12_345_678, latitude: 37.7, longitude: -122.2 },
    ]);
  });

  test.each([
    ["a place of another state", file.replace("0653000", "0453000"), "GEOID"],
    ["a latitude that is not in California", file.replace("+37.7", "+73.7"), "INTPTLAT"],
    ["an area that is no number", file.replace("12345678", "1.2e7"), "ALAND"],
    ["a place that occurs twice", file.replace("0601514", "0653000"), null],
  ] as const)("are refused with %s", (_, text, column) => {
    expect(refusal(() => read(text))).toMatchObject([{ file: "places.csv", column }]);
  });
});
