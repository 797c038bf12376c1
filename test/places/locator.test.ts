import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import names from "../../data/names/california.json" with { type: "json" };
import { ownText } from "../../src/base/text.ts";
import { type Location, locateAnswer } from "../../src/domain/place.ts";
import type { LocateQuery } from "../../src/domain/place-query.ts";
import { CALIFORNIA_CITY_NAMES } from "../../src/gazetteer/california/alias.ts";
import { COUNTRY } from "../../src/main/country.ts";
import { currentGeography, currentGeographyTables, currentSnapshot } from "../support/current-geography.ts";

const file = currentGeographyTables;
const records = new Map(currentSnapshot.cities.map(({ record }) => [`${record.city}, ${record.county}`, record]));
const absentCounties = new Set(currentSnapshot.absentCounties.map(({ county }) => county));

function locate(query: LocateQuery): Location {
  const answer = currentGeography.locate(query);
  if (!answer.found) throw new Error(`not found: ${JSON.stringify(query)}`);
  return answer.data;
}

const isFound = (query: LocateQuery) => currentGeography.locate(query).found;

describe("a point", () => {
  test("of every city is located in it, with its record if it has one, otherwise with its county's if that has one", () => {
    for (const { city, county, latitude, longitude } of file.cities) {
      const data = locate({ latitude, longitude });
      const record = records.get(`${city}, ${county}`) ?? null;
      expect(data).toMatchObject({
        matched: { kind: "city", name: city },
        answer: record !== null ? "city" : absentCounties.has(county) ? null : "county",
      });
      expect(data.city).toEqual(record);
      expect(data.county?.county).toBe(absentCounties.has(county) ? undefined : county);
      expect(data.candidates).toEqual([{ city, county, share: 1, basis: "point" }]);
    }
  });

  test("on county land is located in the community around it, otherwise in the county, with the county's record", () => {
    expect(locate({ latitude: 34.0239, longitude: -118.172 })).toMatchObject({
      matched: { kind: "unincorporated", name: "East Los Angeles" },
      answer: "county",
      city: null,
      county: { county: "Los Angeles County" },
      candidates: [{ city: null, county: "Los Angeles County", share: 1, basis: "point" }],
    });
    // Death Valley.
    expect(locate({ latitude: 36.5, longitude: -117.1 })).toMatchObject({
      matched: { kind: "county", name: "Inyo County" },
      answer: "county",
    });
  });

  test("in a community that spans two counties has the county around it", () => {
    const kirkwood = { matched: { name: "Kirkwood" }, answer: "county" } as const;
    const inAlpine = { ...kirkwood, county: { county: "Alpine County" }, candidates: [{ county: "Alpine County" }] };
    const inAmador = { ...kirkwood, county: { county: "Amador County" }, candidates: [{ county: "Amador County" }] };
    for (let round = 0; round < 2; round++) {
      expect(locate({ latitude: 38.6908, longitude: -120.0631 })).toMatchObject(inAlpine);
      expect(locate({ latitude: 38.6844, longitude: -120.0834 })).toMatchObject(inAmador);
    }
  });

  test("in a community that the Census Bureau no longer lists is located in it, by the edition's own boundary", () => {
    const former = file.names.filter(({ geoid }) => geoid !== null && COUNTRY.ofGeoid(geoid) === undefined);
    expect(former.length).toBeGreaterThan(0);
    for (const { name, latitude, longitude } of former) {
      expect(locate({ latitude, longitude })).toMatchObject({ matched: { name }, answer: "county" });
    }
  });

  test("at sea, in another state or in another country is not found", () => {
    for (const [latitude, longitude] of [
      [34, -123],
      [39.5, -119.8],
      [36.17, -115.14],
      [42.3, -122.8],
      [32.5, -117.02],
      [0, 0],
      [90, 180],
      [-90, -180],
    ] as const)
      expect([latitude, longitude, isFound({ latitude, longitude })]).toEqual([latitude, longitude, false]);
  });

  test("anywhere on earth has an answer of the same shape, the same each time", () => {
    const degrees = (from: number, to: number) => fc.double({ min: from, max: to, noNaN: true });
    const points = fc.oneof(
      fc.record({ latitude: degrees(-90, 90), longitude: degrees(-180, 180) }),
      fc.record({ latitude: degrees(32.4, 42.1), longitude: degrees(-124.6, -114) }),
    );
    fc.assert(
      fc.property(points, (point) => {
        const answer = currentGeography.locate(point);
        expect(() => locateAnswer.parse(answer)).not.toThrow();
        expect(currentGeography.locate(point)).toEqual(answer);
      }),
    );
  });
});

describe("a ZIP code", () => {
  test("has candidates whose shares add up to 1, best first", () => {
    for (const { zip } of file.zips) {
      const { matched, candidates, answer, city, county } = locate({ zip });
      expect(matched).toEqual({ kind: "zip", name: zip });
      expect([zip, candidates.reduce((sum, { share }) => sum + share, 0)]).toEqual([zip, expect.closeTo(1, 10)]);
      expect(candidates.map(({ share }) => share)).toEqual(
        candidates.map(({ share }) => share).toSorted((a, b) => b - a),
      );
      const [best] = candidates;
      const isInOneCity = best !== undefined && best.city !== null && best.share >= 0.9;
      const record = isInOneCity ? records.get(`${best.city}, ${best.county}`) : undefined;
      expect(city).toEqual(record ?? null);
      expect(answer).toBe(record !== undefined ? "city" : county !== null ? "county" : null);
    }
  });

  test("that spans places has the county's record, and lists the places", () => {
    expect(locate({ zip: "90210" })).toMatchObject({
      answer: "county",
      city: null,
      county: { county: "Los Angeles County" },
      candidates: [
        { city: "Beverly Hills", share: 0.6432, basis: "residents" },
        { city: "Los Angeles", share: 0.316, basis: "residents" },
        { city: null, county: "Los Angeles County", basis: "residents" },
      ],
    });
  });

  test("that spans counties, none with nine tenths, has no record", () => {
    const spanning = file.zips.filter(({ shares }) => {
      const byCounty = Map.groupBy(shares, ({ county }) => county);
      const sums = [...byCounty.values()].map((own) => own.reduce((sum, { share }) => sum + share, 0));
      return sums.every((sum) => sum < 0.9);
    });
    expect(spanning.length).toBeGreaterThan(0);
    for (const { zip } of spanning) expect(locate({ zip })).toMatchObject({ answer: null, city: null, county: null });
  });

  test("of post-office boxes is a hint, and one without residents is located by its land", () => {
    expect(locate({ zip: "92616" }).candidates[0]).toMatchObject({ city: "Irvine", basis: "hint" });
    expect(locate({ zip: "90743" }).candidates).toEqual([
      { city: "Seal Beach", county: "Orange County", share: 1, basis: "area" },
    ]);
  });

  test("that does not exist, or is in another state, is not found", () => {
    for (const zip of ["00000", "10001", "89501", "99999"]) expect([zip, isFound({ zip })]).toEqual([zip, false]);
  });
});

describe("a name", () => {
  test("of a city is located in it, for each of its spellings", () => {
    for (const { city, county } of file.cities) {
      const expected = { matched: { kind: "city", name: city } };
      for (const name of [city, city.toUpperCase(), `${city}, CA`, `${city}, ${county}`])
        expect([name, locate({ name: ownText(name) })]).toEqual([name, expect.objectContaining(expected)]);
    }
  });

  test("of a county is located in it, if it says that it is a county", () => {
    for (const { county } of file.counties)
      expect(locate({ name: ownText(county) })).toMatchObject({
        matched: { kind: "county", name: county },
        answer: absentCounties.has(county) ? null : "county",
      });
    expect(locate({ name: ownText("Marin") })).toMatchObject({ matched: { kind: "county", name: "Marin County" } });
    expect(locate({ name: ownText("orange") })).toMatchObject({ matched: { kind: "city", name: "Orange" } });
  });

  test("of the table is located, or known to belong to several places", () => {
    const byKey = Map.groupBy(file.names, ({ name }) => name);
    const cities = new Set(file.cities.map(({ city }) => city));
    for (const [name, places] of byKey) {
      // Better known for a place elsewhere: "Washington", but not "Washington, Nevada County".
      const isElsewhere = names.elsewhere.includes(CALIFORNIA_CITY_NAMES.foldCity(name)) && !cities.has(name);
      const { matched, candidates, answer } = locate({ name: ownText(isElsewhere ? `${name}, CA` : name) });
      if (isElsewhere) expect([name, isFound({ name: ownText(name) })]).toEqual([name, false]);
      if (cities.has(name)) expect([name, matched.kind]).toEqual([name, "city"]);
      else if (places.length > 1) expect([name, matched, answer]).toEqual([name, { kind: "several", name }, null]);
      else expect([name, matched.name]).toEqual([name, name]);
      expect(candidates.length).toBeGreaterThanOrEqual(places.length);
      for (const { county } of places) {
        const one = locate({ name: ownText(`${name}, ${county}`) });
        expect([name, county, one.candidates.map((candidate) => candidate.county)]).toEqual([
          name,
          county,
          expect.arrayContaining([county]),
        ]);
      }
    }
  });

  test("shared by several places lists them all, those with the most residents first", () => {
    expect(locate({ name: ownText("Chinatown") })).toMatchObject({
      matched: { kind: "several", name: "Chinatown" },
      answer: null,
      city: null,
      county: null,
      candidates: [{ city: "San Francisco" }, { city: "Oakland" }, { city: "Los Angeles", basis: "hint" }],
      others: true,
    });
    expect(locate({ name: ownText("Chinatown, Oakland") })).toMatchObject({
      answer: "city",
      city: { city: "Oakland" },
    });
  });

  test("that is unknown, an abbreviation of several, or mistyped is not found", () => {
    for (const name of ["", "Nowhere", "SB", "SC", "Irvin", "__proto__", "constructor"])
      expect([name, isFound({ name: ownText(name) })]).toEqual([name, false]);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 100 }), (name) => {
        expect(() => locateAnswer.parse(currentGeography.locate({ name: ownText(name) }))).not.toThrow();
      }),
    );
  });
});

test("a location has a county if nine tenths of it are there", () => {
  const locations = [
    ...file.zips.map(({ zip }) => locate({ zip })),
    ...currentGeography.names.map((known) => currentGeography.locateNamed(known)),
  ];
  let [most, none] = [0, 0];
  for (const { candidates, county } of locations) {
    const shares = new Map<string, number>();
    for (const one of candidates) shares.set(one.county, (shares.get(one.county) ?? 0) + one.share);
    const [name] = [...shares.keys()].filter((one) => (shares.get(one) ?? 0) >= 0.9);
    if (name === undefined) none++;
    else most++;
    expect(county?.county).toBe(name === undefined || absentCounties.has(name) ? undefined : name);
  }
  expect(Math.min(most, none)).toBeGreaterThan(20);
});
