import { expect, test } from "bun:test";
import { polygonContains } from "d3-polygon";
import fc from "fast-check";
import type { Position } from "geojson";
import { feature } from "topojson-client";
import { CALIFORNIA } from "../../src/editions/california.ts";
import type { GeoPoint } from "../../src/gazetteer/distance.ts";
import { currentGeography, currentGeographyFile } from "../support/current-geography.ts";
import { bordersOf } from "../support/sample-dataset.ts";
import { country } from "./country.ts";

const { boundaries } = currentGeographyFile;
const KINDS = ["counties", "cities", "communities"] as const;

/** Every area of a kind with its polygons, in the order of the file. */
const areas = Object.fromEntries(
  KINDS.map((kind) => [
    kind,
    boundaries.objects[kind].geometries.map((geometry) => ({
      id: String(geometry.id),
      polygons: polygonsOf(feature(boundaries, geometry)),
    })),
  ]),
);

function polygonsOf(shape: ReturnType<typeof feature>): Position[][][] {
  if (shape.type !== "Feature") return [];
  if (shape.geometry.type === "Polygon") return [shape.geometry.coordinates];
  return shape.geometry.type === "MultiPolygon" ? shape.geometry.coordinates : [];
}

/** The first area that contains the point, by comparing it with every edge of every area. */
function expected(kind: (typeof KINDS)[number], { latitude, longitude }: GeoPoint): string | null {
  const point: [number, number] = [longitude, latitude];
  const isIn = (rings: Position[][]) =>
    rings.filter((ring) =>
      polygonContains(
        ring.map(([x = 0, y = 0]) => [x, y]),
        point,
      ),
    ).length %
      2 ===
    1;
  return areas[kind]?.find(({ polygons }) => polygons.some(isIn))?.id ?? null;
}

const nearPlace = fc
  .tuple(fc.constantFrom(...currentGeography.places), fc.double({ min: -0.2, max: 0.2, noNaN: true }), fc.nat(100))
  .map(([{ longitude, latitude }, east, north]) => ({
    latitude: latitude + (north - 50) / 250,
    longitude: longitude + east,
  }));
const anywhere = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const points = fc.oneof({ weight: 4, arbitrary: nearPlace }, anywhere);

test.each(KINDS)("the area among %s is the one whose rings contain the point", (kind) => {
  const areasAt = currentGeography.borders.finder(currentGeography.borders.objects[kind].geometries);
  fc.assert(
    fc.property(points, (point) => {
      expect(areasAt(point)[0] ?? null).toBe(expected(kind, point));
    }),
    { numRuns: 60 },
  );
});

test("within a state with a drawing of its own, the gazetteer finds the areas of that drawing", () => {
  const geoidOf = (row: number | null) => (row === null ? null : country.geoidOf(row));
  fc.assert(
    fc.property(points, (point) => {
      const where = country.locate(point, CALIFORNIA.abbreviation);
      const [city, community] = [expected("cities", point), expected("communities", point)];
      const county = expected("counties", point);
      if (where === null) return expect([city, county]).toEqual([null, null]);
      expect(geoidOf(where.municipality)).toBe(city);
      // The Census Bureau no longer lists some communities.
      const isListed = community !== null && country.ofGeoid(community) !== undefined;
      expect(geoidOf(where.community)).toBe(isListed ? community : null);
      if (city === null) expect(geoidOf(where.countyRow)).toBe(county);
    }),
    { numRuns: 120 },
  );
});

test("along its border, the country and the state have the same place for a point", () => {
  const ends = boundaries.objects.counties.geometries.flatMap((county) =>
    polygonsOf(feature(boundaries, county)).flatMap(([outer = []]) => outer),
  );
  const offset = fc.double({ min: -0.02, max: 0.02, noNaN: true });
  fc.assert(
    fc.property(fc.constantFrom(...ends), offset, offset, ([longitude = 0, latitude = 0], north, east) => {
      const point = { latitude: latitude + north, longitude: longitude + east };
      const [inCountry, inState] = [country.locate(point), country.locate(point, CALIFORNIA.abbreviation)];
      if (inState === null) expect(inCountry?.state).not.toBe(CALIFORNIA.abbreviation);
      else expect(inCountry).toEqual(inState);
    }),
    { numRuns: 2_000 },
  );
  // Between the drawing of the state and the country's simplified lines: the county on the other side.
  expect(country.locate({ latitude: 33.3027, longitude: -114.7271 })).toMatchObject({
    state: "AZ",
    county: "La Paz County",
  });
});

test("a point on a border is in the area to its east or north", () => {
  const none = { type: "GeometryCollection" as const, geometries: [] };
  const geometries = [
    { type: "Polygon" as const, id: "west", arcs: [[0, 1]] },
    { type: "Polygon" as const, id: "east", arcs: [[2, ~0]] },
  ];
  const squares = bordersOf({
    type: "Topology",
    transform: { scale: [1, 1], translate: [0, 0] },
    objects: { counties: { type: "GeometryCollection", geometries }, cities: none, communities: none },
    arcs: [
      [
        [4, 0],
        [0, 4],
      ],
      [
        [4, 4],
        [-4, 0],
        [0, -4],
        [4, 0],
      ],
      [
        [4, 0],
        [4, 0],
        [0, 4],
        [-4, 0],
      ],
    ],
  }).finder(geometries);
  const found = (latitude: number) =>
    [0, 2, 4, 6, 8].map((longitude) => squares({ latitude, longitude }).join(" and "));
  expect(found(0)).toEqual(["west", "west", "east", "east", ""]);
  expect(found(2)).toEqual(["west", "west", "east", "east", ""]);
  expect(found(4)).toEqual(["", "", "", "", ""]);
});
