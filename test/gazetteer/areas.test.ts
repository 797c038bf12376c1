import { expect, test } from "bun:test";
import { polygonContains } from "d3-polygon";
import fc from "fast-check";
import type { Position } from "geojson";
import { feature } from "topojson-client";
import { createAreas } from "../../src/gazetteer/areas.ts";
import { currentGeography, currentGeographyFile } from "../support/current-geography.ts";
import { bordersOf } from "../support/sample-dataset.ts";

const { boundaries } = currentGeographyFile;
const index = createAreas(currentGeography.borders);
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
function expected(kind: (typeof KINDS)[number], point: [number, number]): string | null {
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
  .map(([{ longitude, latitude }, east, north]): [number, number] => [longitude + east, latitude + (north - 50) / 250]);
const anywhere = fc
  .tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -90, max: 90, noNaN: true }))
  .map(([x, y]): [number, number] => [x, y]);

test.each(KINDS)("the area among %s is the first whose rings contain the point", (kind) => {
  fc.assert(
    fc.property(fc.oneof({ weight: 4, arbitrary: nearPlace }, anywhere), (point) => {
      expect(index[kind].find(...point)).toBe(expected(kind, point));
    }),
    { numRuns: 60 },
  );
});

test("a point on a border is in the area to its east or north", () => {
  const none = { type: "GeometryCollection" as const, geometries: [] };
  const squares = createAreas(
    bordersOf({
      type: "Topology",
      transform: { scale: [1, 1], translate: [0, 0] },
      objects: {
        counties: {
          type: "GeometryCollection",
          geometries: [
            { type: "Polygon", id: "west", bbox: [0, 0, 4, 4], arcs: [[0, 1]] },
            { type: "Polygon", id: "east", bbox: [4, 0, 8, 4], arcs: [[2, ~0]] },
          ],
        },
        cities: none,
        communities: none,
      },
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
    }),
  );
  const found = (latitude: number) => [0, 2, 4, 6, 8].map((longitude) => squares.counties.find(longitude, latitude));
  expect(found(0)).toEqual(["west", "west", "east", "east", null]);
  expect(found(2)).toEqual(["west", "west", "east", "east", null]);
  expect(found(4)).toEqual([null, null, null, null, null]);
});
