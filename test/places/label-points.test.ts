import { expect, test } from "bun:test";
import { polygonArea, polygonContains } from "d3-polygon";
import { feature } from "topojson-client";
import coastline from "../../data/coastline.json" with { type: "json" };
import { ownText } from "../../src/base/text.ts";
import type { Place } from "../../src/domain/place.ts";
import { currentGeography, currentGeographyFile } from "../support/current-geography.ts";

const { places } = currentGeography;
type Point = [number, number];
const pointOf = ({ longitude, latitude }: Place): Point => [longitude, latitude];
const inRings = (rings: readonly (readonly (readonly number[])[])[], point: Point) =>
  rings.filter((ring) =>
    polygonContains(
      ring.map(([x = 0, y = 0]): Point => [x, y]),
      point,
    ),
  ).length %
    2 ===
  1;

/** Islands that the coastline of the maps leaves out. */
const SMALL_ISLANDS = new Set(["Treasure Island", "Yerba Buena Island"]);

test("the point of each of the 2,000 places is on land", () => {
  expect(places.length).toBeGreaterThan(2_000);
  const atSea = places.filter((place) => !SMALL_ISLANDS.has(place.name) && !inRings(coastline, pointOf(place)));
  expect(atSea.map(({ name }) => name)).toEqual([]);
});

test("the point of each city, county, and community with a boundary is inside its largest part", () => {
  const { boundaries, cities, counties, names } = currentGeographyFile;
  const points = {
    cities: new Map(cities.map((city) => [city.geoid, city])),
    counties: new Map(counties.map((county) => [county.fips, county])),
    communities: new Map(names.flatMap((name) => (name.geoid === null ? [] : [[name.geoid, name]]))),
  };
  for (const kind of ["cities", "counties", "communities"] as const) {
    for (const { id, geometry } of feature(boundaries, boundaries.objects[kind]).features) {
      const place = points[kind].get(String(id));
      if (place === undefined || geometry.type !== "MultiPolygon") continue;
      const parts = geometry.coordinates;
      const sizeOf = ([outline = []]: (typeof parts)[number]) =>
        Math.abs(polygonArea(outline.map(([x = 0, y = 0]): Point => [x, y])));
      const [largest = []] = parts.toSorted((a, b) => sizeOf(b) - sizeOf(a));
      const inside = inRings(largest, [place.longitude, place.latitude]);
      expect([id, inside]).toEqual([id, true]);
    }
  }
});

test("each place gives the same record by its point and by its name, unless it is split", () => {
  const split: string[] = [];
  for (const place of places) {
    const { kind, name, county, within } = place;
    const byName = currentGeography.locate({
      name: ownText(kind === "county" ? name : `${name}, ${within ?? county}`),
    });
    const byPoint = currentGeography.locate({ latitude: place.latitude, longitude: place.longitude });
    if (!byName.found || !byPoint.found) throw new Error(`${name}, ${county} is not found`);
    if (place.split) {
      split.push(name);
      expect([name, byName.data.candidates.some(({ share }) => share < 0.9)]).toEqual([name, true]);
      continue;
    }
    expect([name, byPoint.data.candidates[0]?.county]).toEqual([name, county]);
    if (kind === "county") continue;
    const recordOf = ({ answer, city, county: inCounty }: typeof byName.data) => [answer, city?.city, inCounty?.county];
    expect([name, recordOf(byPoint.data)]).toEqual([name, recordOf(byName.data)]);
    expect([name, byPoint.data.candidates[0]?.city ?? null]).toEqual([name, kind === "city" ? name : within]);
  }
  expect(split.length).toBeLessThan(40);
});
