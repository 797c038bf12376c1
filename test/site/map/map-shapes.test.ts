import { describe, expect, test } from "bun:test";
import { CONTRACT_EDITION } from "../../../src/editions/table.ts";
import { countyShapes, type MapShapes, stateShapes } from "../../../src/site/map/map-shapes.ts";
import { currentGeography, currentSnapshot } from "../../support/current-geography.ts";

const BOX = { width: 960, height: 800, margin: 16, edition: CONTRACT_EDITION } as const;
const { borders: boundaries } = currentGeography;
const { cities } = currentSnapshot;
/** With and without a record. */
const counties = [
  ...currentSnapshot.counties.map(({ fips, record }) => ({ fips, name: record.county })),
  ...currentSnapshot.absentCounties.map(({ fips, county }) => ({ fips, name: county })),
];
const points = new Map(
  currentGeography.places
    .filter(({ kind }) => kind === "city" || kind === "county")
    .map((place) => [place.name, [place.longitude, place.latitude] as const]),
);
const pointsOf = (places: readonly { readonly id: string; readonly name: string }[]) =>
  new Map(places.map(({ id, name }) => [id, points.get(name) ?? ([0, 0] as const)]));
const state = stateShapes(boundaries, pointsOf(counties.map(({ fips: id, name }) => ({ id, name }))), BOX);

function shapesOf(fips: string, county: string): MapShapes {
  const own = cities.filter(({ record }) => record.county === county);
  return countyShapes(boundaries, fips, pointsOf(own.map(({ geoid: id, record }) => ({ id, name: record.city }))), BOX);
}

/** The corners of path data, all integers. */
function cornersOf(path: string): readonly (readonly [x: number, y: number])[] {
  return [...path.matchAll(/(-?\d+),(-?\d+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
}

function isInBox([x, y]: readonly [number, number]): boolean {
  return x >= 0 && x <= BOX.width && y >= 0 && y <= BOX.height;
}

test("the state's map has every county, with its letter on its land", () => {
  expect([...state.areas.keys()].toSorted()).toEqual(counties.map(({ fips }) => fips).toSorted());
  for (const [fips, { path, at, reach }] of state.areas) {
    expect([fips, isInBox(at), reach.every((far) => far >= 0 && far < BOX.width)]).toEqual([fips, true, true]);
    expect(cornersOf(path).length).toBeGreaterThan(3);
  }
});

test("the state's map fills its box from north to south", () => {
  const rows = [...state.areas.values()].flatMap(({ path }) => cornersOf(path).map(([, y]) => y));
  expect(Math.min(...rows)).toBeLessThanOrEqual(BOX.margin + 1);
  expect(Math.max(...rows)).toBeGreaterThanOrEqual(BOX.height - BOX.margin - 1);
});

test("the coast has San Francisco Bay and the Channel Islands, with water between the counties", () => {
  expect(state.land.match(/M/g)?.length).toBeGreaterThan(6);
  expect(state.land.match(/L/g)?.length).toBeGreaterThan(200);
});

describe.each(counties.map(({ fips, name }) => [name, fips] as const))("the map of %s", (name, fips) => {
  const shapes = shapesOf(fips, name);

  test("has the shape of the county and of every graded city, each with a visible letter", () => {
    const own = cities.filter(({ record }) => record.county === name).map(({ geoid }) => geoid);
    expect([...shapes.areas.keys()].toSorted()).toEqual([fips, ...own].toSorted());
    for (const [geoid, { path, at }] of shapes.areas) {
      expect([geoid, isInBox(at)]).toEqual([geoid, true]);
      const corners = cornersOf(path);
      expect(corners.length).toBeGreaterThan(3);
      const [columns, rows] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
      expect(at[0] >= Math.min(...columns) - 1 && at[0] <= Math.max(...columns) + 1).toBe(true);
      expect(at[1] >= Math.min(...rows) - 1 && at[1] <= Math.max(...rows) + 1).toBe(true);
    }
  });
});
