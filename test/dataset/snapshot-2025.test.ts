import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { isNamed } from "../../src/dataset/model/class-falls.ts";
import { historyOf } from "../../src/domain/history.ts";
import { totalOf, violentOf } from "../../src/domain/offense.ts";
import { readDataset } from "../../src/figures/file.ts";
import { CALIFORNIA_CITY_NAMES } from "../../src/gazetteer/california/alias.ts";

const { foldCity, foldCounty } = CALIFORNIA_CITY_NAMES;
const dataDir = join(import.meta.dir, "../../data");
const snapshot = readDataset(join(dataDir, "dataset.json")).records;

function city(name: string) {
  const found = snapshot.cities.find(({ record }) => record.city === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

describe("the figures of 2025", () => {
  test("the state has 4.330 violent and 17.937 property offenses per 1,000, 22.3 together", () => {
    expect(snapshot.dataYear).toBe(2025);
    expect(snapshot.state.violentRate).toBeCloseTo(4.33, 3);
    expect(snapshot.state.propertyRate).toBeCloseTo(17.937, 3);
    expect(violentOf(snapshot.state.offenses)).toBe(170_397);
    expect(totalOf(snapshot.state.offenses)).toBe(876_322);
    expect(snapshot.state.population).toBe(39_355_309);
    expect(city("Irvine").record.state_average_rate).toBe(22.3);
  });

  test.each([
    ["Los Angeles", 29.1, 34, "D"],
    ["San Jose", 28.9, 39, "D+"],
    ["Irvine", 12.3, 85, "A"],
    ["Oakland", 67.5, 9, "F"],
    ["Thousand Oaks", 11.2, 85, "A"],
  ])("%s has %d offenses per 1,000 and scores %d", (name, rate, score, grade) => {
    expect(city(name).record).toMatchObject({ crime_rate_per_1k: rate, safety_score: score, grade, data_year: 2025 });
  });
});

describe("no record is of a year that is known or suspected to be incomplete", () => {
  const yearOf = (name: string) =>
    [...snapshot.cities, ...snapshot.counties].find(
      ({ record }) => ("city" in record ? record.city : record.county) === name,
    )?.record.data_year;

  test("a class far below what earlier years suggest is named, with both numbers", () => {
    const lowOf = (name: string) => snapshot.cities.find(({ record }) => record.city === name)?.lowClasses;
    expect(lowOf("South San Francisco")).toEqual([
      { offense: "robbery", expected: 38, from: 2023 },
      { offense: "burglary", expected: 163, from: 2022 },
    ]);
    expect(lowOf("Modesto")).toEqual([{ offense: "homicide", expected: 9, from: 2022 }]);
    const named = (count: number, expected: number) =>
      isNamed({ offense: "burglary", count, expected, from: 2024, lower: 0.01 });
    expect([named(3, 10), named(3, 12)]).toEqual([true, true]);
    expect([named(3, 9.9), named(3, 9), named(4, 12)]).toEqual([false, false, false]);
  });

  test("records are of an older year where later ones are incomplete", () => {
    const older = [...snapshot.cities, ...snapshot.counties]
      .filter(({ record }) => record.data_year < 2025)
      .map(({ record }) => `${"city" in record ? record.city : record.county} ${record.data_year}`);
    expect(older.join(", ")).toBe(
      [
        "Avenal 2023, Carlsbad 2024, Chula Vista 2024, Coronado 2024, Del Mar 2023, Delano 2024, El Cajon 2024, Encinitas 2023,",
        "Escondido 2024, Fremont 2024, Imperial Beach 2023, Indio 2023, La Mesa 2024, Lemon Grove 2023, National City 2024,",
        "Oceanside 2024, Poway 2023, San Diego 2024, San Marcos 2023, Santee 2023, Solana Beach 2023, Vista 2023,",
        "Glenn County 2024, Imperial County 2022, Mendocino County 2021, Shasta County 2020, Siskiyou County 2022",
      ].join(" "),
    );
  });

  test("places whose incomplete years are past have a record of 2025", () => {
    expect(["Lodi", "Plumas County", "West Sacramento", "Foster City"].map(yearOf)).toEqual([2025, 2025, 2025, 2025]);
  });

  test("the history runs from 2010 to 2025, every year once, with a score where it is complete and nowhere else", () => {
    const years = Array.from({ length: 16 }, (_, index) => 2010 + index);
    const withYears = snapshot.absent.flatMap(({ trend }) => (trend === null ? [] : [{ trend }]));
    expect(withYears.length).toBeGreaterThan(5);
    for (const { trend } of [...snapshot.cities, ...snapshot.counties, ...withYears, ...snapshot.absentCounties]) {
      const history = historyOf(trend, snapshot.state.trend);
      expect(history.map(({ data_year }) => data_year)).toEqual(years);
      for (const { status, safety_score: score, grade, crime_rate_per_1k: crimeRate } of history) {
        expect([score !== null, grade !== null]).toEqual([status === "complete", status === "complete"]);
        expect(crimeRate === null).toBe(status === "none");
      }
    }
    expect(historyOf(city("Irvine").trend, snapshot.state.trend).find((row) => row.data_year === 2019)).toMatchObject({
      status: "none",
      population: null,
    });
  });
});

describe("every place is accounted for", () => {
  test("434 cities graded and 49 absent make 483, each once", () => {
    const names = [...snapshot.cities.map(({ record }) => record.city), ...snapshot.absent.map((entry) => entry.city)];
    expect(snapshot.cities).toHaveLength(434);
    expect(snapshot.absent).toHaveLength(49);
    expect(new Set(names).size).toBe(483);
  });

  test("the absent ones have a reason each", () => {
    expect(snapshot.absent.every(({ detail }) => detail.length > 20)).toBe(true);
    expect(snapshot.absent.find((entry) => entry.city === "Mountain House")).toMatchObject({
      geoid: "0649582",
      population: 25_315,
      reason: "no_separate_report",
      trend: null,
    });
  });

  test("all 58 counties have a record, each with all agencies of its year", () => {
    expect(snapshot.counties).toHaveLength(58);
    expect(snapshot.absentCounties).toEqual([]);
    for (const { record, offenses, agencies } of snapshot.counties) {
      expect([record.county, agencies.reduce((sum, { violent, property }) => sum + violent + property, 0)]).toEqual([
        record.county,
        totalOf(offenses),
      ]);
    }
  });

  test("cities whose counts fell and did not return are absent, with what they reported and what was expected", () => {
    const partial = snapshot.absent.filter(({ reason }) => reason === "incomplete_figures");
    expect(partial.map((entry) => entry.city).join(", ")).toBe(
      [
        "Biggs, Brawley, Calexico, Calipatria, Dunsmuir, El Centro, Holtville, Imperial, Montague, Mount Shasta,",
        "Pacific Grove, Weed, Westmorland, Willits",
      ].join(" "),
    );
    expect(partial.find((entry) => entry.city === "Dunsmuir")?.detail).toStartWith(
      "2023: 4 violent offenses, about 16 expected; 4 property offenses, about 24 expected; the agencies that report with it were low too. 2024:",
    );
    expect(partial.find((entry) => entry.city === "Calexico")?.detail).toContain(
      "2025: still as low as in 2023, 79 violent offenses, about",
    );
    expect(partial.find((entry) => entry.city === "Dunsmuir")?.expected).toEqual([
      { year: 2023, violent: 16, property: 24 },
      { year: 2024, violent: 14, property: 21 },
      { year: 2025, violent: 12, property: 18 },
    ]);
  });

  test("a merged police authority is not missing: Marin County is complete from 2013 on but for the year without Novato", () => {
    const marin = snapshot.counties.find(({ record }) => record.county === "Marin County");
    expect(marin?.trend.partialYears).toEqual([2021]);
  });
});

describe("no name is ambiguous", () => {
  const names = [...snapshot.cities.map(({ record }) => record.city), ...snapshot.absent.map((entry) => entry.city)];
  const aliases = snapshot.cities.flatMap((entry) => entry.aliases);

  test("483 names and all aliases fold to as many different texts", () => {
    expect(aliases.length).toBeGreaterThan(5);
    expect(new Set([...names, ...aliases].map(foldCity)).size).toBe(names.length + aliases.length);
  });

  test("58 county names fold to 58 different texts, none of them empty", () => {
    const counties = [...snapshot.counties.map(({ record }) => record), ...snapshot.absentCounties];
    const folded = new Set(counties.map(({ county }) => foldCounty(county)));
    expect(folded.size).toBe(58);
    expect(folded.has("")).toBe(false);
  });
});

describe("cautions", () => {
  test("are given with their numbers, and known incomplete years are marked", () => {
    expect(city("Santa Ana").trend.partialYears).toEqual([2022]);
    expect(city("Lodi").trend.partialYears).toContain(2024);
    const codes = (name: string) => city(name).cautions.map(({ code }) => code);
    expect(codes("Vacaville")).toEqual(["prison"]);
    expect(codes("Emeryville")).toContain("visitors_and_jobs");
    expect(codes("Culver City")).toEqual(["visitors_and_jobs"]);
    expect(codes("Compton")).toEqual([]);
    expect(codes("Avenal")).toEqual(["older_year", "prison"]);
    const classFall = (place: (typeof snapshot.cities)[number] | (typeof snapshot.counties)[number] | undefined) =>
      place?.cautions.find(({ code }) => code === "class_fall")?.detail;
    expect(classFall(city("Modesto"))).toMatch(/^Homicide: 0, about \d+ expected from 2022\.$/);
    const sanMateo = snapshot.counties.find(({ record }) => record.county === "San Mateo County");
    expect(classFall(sanMateo)).toMatch(/^Burglary: 743, about 1,\d{3} expected from 2022\.$/);
    expect(city("Davis").cautions.find(({ code }) => code === "campus_police")?.detail).toBe(
      "UC Davis: 12 violent and 740 property offenses in 2025.",
    );
    expect(city("Oceanside").cautions.find(({ code }) => code === "older_year")?.detail).toContain("City of Carlsbad");
    expect(city("Palm Desert").cautions.find(({ code }) => code === "fall")?.detail).toEqual(
      expect.stringMatching(
        /^74 violent offenses, about \d+ expected; 1,119 property offenses, about 1,\d+ expected\.$/,
      ),
    );
  });

  test("at most two fifths of the cities carry a caution, most of them about the quality of the data", () => {
    const cautioned = snapshot.cities.filter(({ cautions }) => cautions.length > 0);
    expect(cautioned.length / snapshot.cities.length).toBeLessThanOrEqual(0.4);
  });
});
