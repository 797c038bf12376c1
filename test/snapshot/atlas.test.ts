import { expect, test } from "bun:test";
import { createAtlas } from "../../src/snapshot/atlas.ts";
import { sampleCity, sampleCounty, sampleSnapshot } from "../support/sample-snapshot.ts";
import { releasedAtlas } from "../support/server.ts";

const atlas = createAtlas(
  sampleSnapshot(
    [sampleCity("Carmel-by-the-Sea", ["Carmel"]), sampleCity("St. Helena", [], 33)],
    [sampleCounty("Orange County")],
  ),
);

test("a city is found by its name, its aliases, and every spelling of them", () => {
  const answer = atlas.cityAnswer("Carmel-by-the-Sea");
  expect(JSON.parse(answer.body)).toMatchObject({ found: true, data: { city: "Carmel-by-the-Sea" } });
  for (const name of ["CARMEL BY THE SEA", "carmel", "City of Carmel, CA"])
    expect(atlas.cityAnswer(name)).toEqual(answer);
  expect(atlas.findCity("carmel")?.record.city).toBe("Carmel-by-the-Sea");
});

test("all unknown names share one answer, including names of JavaScript's own properties", () => {
  for (const name of ["", "Atlantis", "__proto__", "constructor", "valueOf", "\ud800"]) {
    expect(atlas.cityAnswer(name)).toBe(atlas.notFound);
    expect(atlas.countyAnswer(name)).toBe(atlas.notFound);
    expect([atlas.findCity(name), atlas.findCounty(name)]).toEqual([undefined, undefined]);
  }
  expect(atlas.notFound.body).toBe('{"found":false,"data":null}');
});

test("every name and alias has its published answer, and counties have it with and without County", () => {
  const { snapshot, cityAnswer, countyAnswer, publishedCityAnswer, publishedCountyAnswer } = releasedAtlas;
  for (const { record, aliases } of snapshot.cities) {
    const answer = cityAnswer(record.city);
    expect(JSON.parse(answer.body)).toEqual({ found: true, data: record });
    for (const name of [record.city, ...aliases]) expect(publishedCityAnswer(...utf8(name))).toEqual(answer);
  }
  for (const { record } of snapshot.counties) {
    const answer = countyAnswer(record.county);
    expect(JSON.parse(answer.body)).toEqual({ found: true, data: record });
    for (const name of [record.county, record.county.replace(" County", "")]) {
      expect(publishedCountyAnswer(...utf8(name))).toEqual(answer);
    }
  }
  for (const name of ["", "irvine", "Atlantis", "Orange County"]) {
    expect(publishedCityAnswer(...utf8(name))).toBeUndefined();
  }
});

function utf8(name: string): [name: DataView, length: number] {
  const { buffer, byteOffset, length } = Buffer.from(name);
  return [new DataView(buffer, byteOffset, length), length];
}

test("an entity tag depends on the dataset and the answer: no two resources share one, and another dataset has others", () => {
  const tags = releasedAtlas.snapshot.cities.map(({ record }) => releasedAtlas.cityAnswer(record.city).etag);
  expect(new Set(tags).size).toBe(tags.length);
  expect(atlas.notFound.etag).not.toBe(releasedAtlas.notFound.etag);
  expect(createAtlas(atlas.snapshot).notFound.etag).toBe(atlas.notFound.etag);
});

test("statistics count what is in the snapshot", () => {
  expect(atlas.statistics).toEqual({
    cities: 2,
    counties: 1,
    data_year: 2024,
    last_updated: "2025-07-01T00:00:00Z",
    grade_distribution: { A: 1, B: 0, C: 0, D: 1, F: 0 },
  });
  expect(atlas.lastModified).toBe("Tue, 01 Jul 2025 00:00:00 GMT");
});

test("a snapshot in which two places have the same name is refused with that name", () => {
  const twice = sampleSnapshot([sampleCity("St. Helena"), sampleCity("Saint Helena")]);
  expect(() => createAtlas(twice)).toThrow('two places have the name "st helena"');
  const aliased = sampleSnapshot([sampleCity("Carmel"), sampleCity("Carmel-by-the-Sea", ["Carmel"])]);
  expect(() => createAtlas(aliased)).toThrow('"carmel"');
});
