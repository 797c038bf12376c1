import { describe, expect, test } from "bun:test";
import { hash } from "node:crypto";
import { join } from "node:path";
import { checkDataset } from "../../src/dataset/dataset.ts";
import { scoreOf } from "../../src/dataset/rating.ts";
import { familyOf, gradeOf } from "../../src/domain/grade.ts";
import { foldCityName, foldCountyName } from "../../src/domain/name.ts";
import { totalOf, violentOf } from "../../src/domain/offense.ts";
import { readSnapshot } from "../../src/snapshot/file.ts";

const dataDir = join(import.meta.dir, "../../data");
const snapshot = readSnapshot(join(dataDir, "snapshot.json"));

function city(name: string) {
  const found = snapshot.cities.find(({ record }) => record.city === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

test("the committed snapshot and report are what the tables give, byte for byte", async () => {
  expect(await checkDataset({ dataDir })).toMatchObject({
    ok: true,
    value: { snapshot: { version: snapshot.version } },
  });
});

describe("the figures of 2024", () => {
  test("the state has 4.771 violent and 20.691 property offenses per 1,000, 25.5 together", () => {
    expect(snapshot.dataYear).toBe(2024);
    expect(snapshot.state.violentRate).toBeCloseTo(4.771, 3);
    expect(snapshot.state.propertyRate).toBeCloseTo(20.691, 3);
    expect(violentOf(snapshot.state.offenses)).toBe(188_146);
    expect(totalOf(snapshot.state.offenses)).toBe(1_004_000);
    expect(snapshot.state.population).toBe(39_431_263);
    expect(city("Irvine").record.state_average_rate).toBe(25.5);
  });

  test.each([
    ["Los Angeles", 33.9, 33, "D"],
    ["San Diego", 20.6, 59, "C+"],
    ["San Jose", 30.6, 41, "C-"],
    ["Irvine", 14.7, 89, "A"],
    ["Oakland", 89.8, 7, "F"],
    ["Thousand Oaks", 11.1, 91, "A"],
  ])("%s has %d offenses per 1,000 and scores %d", (name, rate, score, grade) => {
    expect(city(name).record).toMatchObject({ crime_rate_per_1k: rate, safety_score: score, grade });
  });

  test("Irvine's record, whole", () => {
    expect(city("Irvine").record).toEqual({
      city: "Irvine",
      county: "Orange County",
      population: 318_683,
      crime_rate_per_1k: 14.7,
      safety_score: 89,
      grade: "A",
      grade_label: "Very Safe",
      stars: 5,
      grade_color: "#15803d",
      data_year: 2024,
      state_average_rate: 25.5,
      comparison: "42% below CA average",
    });
  });

  test("letters are A 117, B 166, C 105, D 48, F 10", () => {
    const families = snapshot.cities.map(({ record }) => familyOf(record.grade)).join("");
    expect(["A", "B", "C", "D", "F"].map((family) => families.split(family).length - 1)).toEqual([
      117, 166, 105, 48, 10,
    ]);
  });
});

test("the records of 2024 are, byte for byte, those of the method in force, whatever stands beside them", () => {
  const records = [...snapshot.cities, ...snapshot.counties].map(({ record }) => record);
  expect(hash("sha256", JSON.stringify(records))).toBe(
    "14ebb1ef3121adafc7e42183b191a719291e2212b01eeee3e505e286ead8151b",
  );
});

describe("every place is accounted for", () => {
  test("446 cities graded and 37 absent make 483, each once", () => {
    const names = [...snapshot.cities.map(({ record }) => record.city), ...snapshot.absent.map((entry) => entry.city)];
    expect(snapshot.cities).toHaveLength(446);
    expect(snapshot.absent).toHaveLength(37);
    expect(new Set(names).size).toBe(483);
  });

  test("455 of them have a row of their own; the absent ones have a reason each", () => {
    const reasons = Object.groupBy(snapshot.absent, ({ reason }) => reason);
    const count = Object.fromEntries(Object.entries(reasons).map(([reason, list]) => [reason, list.length]));
    expect(count).toEqual({
      newly_incorporated: 1,
      shared_police: 4,
      no_separate_report: 21,
      no_figures: 2,
      few_residents: 9,
    });
    expect(snapshot.counties.flatMap(({ agencies }) => agencies.filter(({ kind }) => kind === "city"))).toHaveLength(
      455,
    );
    expect(snapshot.absent.every(({ detail }) => detail.length > 20)).toBe(true);
  });

  test("58 counties, whose agencies add up to the state", () => {
    expect(snapshot.counties).toHaveLength(58);
    const rows = snapshot.counties.flatMap(({ agencies }) => agencies);
    expect(rows).toHaveLength(723);
    expect(rows.reduce((sum, { violent, property }) => sum + violent + property, 0)).toBe(
      totalOf(snapshot.state.offenses),
    );
    expect(snapshot.counties.reduce((sum, { record }) => sum + record.population, 0)).toBe(snapshot.state.population);
  });

  test("cities_covered counts the graded cities of a county, 0 included", () => {
    for (const { record } of snapshot.counties) {
      const graded = snapshot.cities.filter((entry) => entry.record.county === record.county).length;
      expect(record.cities_covered).toBe(graded);
    }
    expect(
      snapshot.counties.filter(({ record }) => record.cities_covered === 0).map(({ record }) => record.county),
    ).toEqual(["Alpine County", "Mariposa County", "Plumas County", "Sierra County", "Trinity County"]);
  });

  test("San Francisco is a city and a county", () => {
    expect(city("San Francisco").record.county).toBe("San Francisco County");
    expect(snapshot.counties.some(({ record }) => record.county === "San Francisco County")).toBe(true);
  });
});

describe("no name is ambiguous", () => {
  const names = [...snapshot.cities.map(({ record }) => record.city), ...snapshot.absent.map((entry) => entry.city)];
  const aliases = snapshot.cities.flatMap((entry) => entry.aliases);

  test("483 names and all aliases fold to as many different texts", () => {
    expect(aliases.length).toBeGreaterThan(5);
    expect(new Set([...names, ...aliases].map(foldCityName)).size).toBe(names.length + aliases.length);
  });

  test("58 county names fold to 58 different texts, none of them empty", () => {
    const folded = new Set(snapshot.counties.map(({ record }) => foldCountyName(record.county)));
    expect(folded.size).toBe(58);
    expect(folded.has("")).toBe(false);
  });

  test.each([
    ["Ventura", "San Buenaventura"],
    ["Paso Robles", "El Paso de Robles"],
    ["Angels Camp", "Angels"],
    ["Carmel-by-the-Sea", "Carmel"],
    ["Twentynine Palms", "29 Palms"],
  ])("%s is also %s", (name, alias) => expect(city(name).aliases).toContain(alias));

  test("the names in common use are shown", () => {
    for (const name of ["Ventura", "Paso Robles", "Angels Camp", "Carmel-by-the-Sea", "La Cañada Flintridge"])
      city(name);
  });
});

describe("each entry can be recomputed from the file alone", () => {
  test("score, grade, label, stars and color from the stored ratios", () => {
    for (const { record, rating } of snapshot.cities) {
      const grade = gradeOf(scoreOf(rating));
      expect(record).toMatchObject({
        safety_score: scoreOf(rating),
        grade: grade.letter,
        grade_label: grade.label,
        stars: grade.stars,
        grade_color: grade.color,
      });
    }
    for (const { record, rating } of snapshot.counties) expect(record.safety_score).toBe(scoreOf(rating));
    for (const { ownPast } of [...snapshot.cities, ...snapshot.counties]) {
      const exact = 100 / (1 + ownPast.violent.ratio * ownPast.property.ratio);
      expect(Math.abs(exact - ownPast.score)).toBeLessThan(0.5001);
      expect(ownPast.grade).toBe(gradeOf(ownPast.score).letter);
    }
  });

  test("the trend runs to 2025, its data year is the record's, and 2019 is a gap in the population", () => {
    for (const { record, offenses, trend } of snapshot.cities) {
      const at = (year: number) => year - trend.from;
      expect([trend.population.length, trend.violent.length, trend.property.length]).toEqual([16, 16, 16]);
      expect(trend.population[at(2024)]).toBe(record.population);
      expect(trend.violent[at(2024)]).toBe(violentOf(offenses));
      expect(trend.population[at(2019)]).toBeNull();
      expect(trend.population[at(2025)]).toBeNull();
    }
  });

  test("known partial years are marked", () => {
    expect(city("Santa Ana").trend.partialYears).toEqual([2022]);
    expect(city("Lodi")).toMatchObject({ trend: { partialYears: [2024] }, flags: ["partial_year"] });
    for (const name of ["Ione", "Folsom", "Vacaville"]) expect(city(name).flags).toEqual(["prison"]);
    expect(city("Emeryville").flags).toEqual(["visitors_and_jobs"]);
    const plumas = snapshot.counties.find(({ record }) => record.county === "Plumas County");
    expect(plumas?.flags).toEqual(["partial_year"]);
  });
});
