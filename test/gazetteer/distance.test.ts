import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  fromSouth,
  type GeoPoint,
  isNearAny,
  kilometersBetween,
  nearestFew,
  nearestTo,
  pointsWithin,
} from "../../src/gazetteer/distance.ts";

const point = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe("the distance of two points", () => {
  test("is that of known places", () => {
    const oakland: GeoPoint = { latitude: 37.8044, longitude: -122.2712 };
    const losAngeles: GeoPoint = { latitude: 34.0522, longitude: -118.2437 };
    expect(kilometersBetween(oakland, losAngeles)).toBeCloseTo(551, -1);
    // A degree of latitude, and half the earth.
    expect(kilometersBetween({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 })).toBeCloseTo(111.195, 2);
    expect(kilometersBetween({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(20_015, 0);
  });

  test("is zero for the same point, the same in both directions, and at most half the earth", () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        expect(kilometersBetween(a, a)).toBe(0);
        expect(kilometersBetween(a, b)).toBeCloseTo(kilometersBetween(b, a), 6);
        expect(kilometersBetween(a, b)).toBeLessThanOrEqual(20_015.2);
      }),
    );
  });

  test("puts what is nearest first", () => {
    fc.assert(
      fc.property(point, fc.array(point), (from, places) => {
        const found = nearestTo(from, places);
        expect(new Set(found.map(({ place }) => place))).toEqual(new Set(places));
        const distances = found.map(({ kilometers }) => kilometers);
        expect(distances).toEqual(distances.toSorted((a, b) => a - b));
      }),
    );
  });

  test("gives what is within a radius, by its number", () => {
    const near = fc.record({
      latitude: fc.double({ min: 33, max: 36, noNaN: true }),
      longitude: fc.double({ min: -119, max: -116, noNaN: true }),
    });
    fc.assert(
      fc.property(near, fc.array(fc.oneof(near, point)), fc.integer({ min: 1, max: 100 }), (from, places, most) => {
        const columns = {
          latitudes: places.map(({ latitude }) => latitude),
          longitudes: places.map(({ longitude }) => longitude),
          parts: 1,
        };
        const expected = nearestTo(from, places).filter(({ kilometers }) => kilometers <= most);
        const found = [...pointsWithin(from, most, columns)];
        expect(found).toEqual(expected.map(({ place, kilometers }) => [places.indexOf(place), kilometers]));
      }),
    );
  });

  test("gives the first few of what is nearest, in the same order", () => {
    // Few different points, so that some distances are equal.
    const coarse = fc.record({ latitude: fc.integer({ min: 30, max: 34 }), longitude: fc.integer({ min: 1, max: 4 }) });
    fc.assert(
      fc.property(coarse, fc.array(fc.oneof(coarse, point)), fc.integer({ min: 1, max: 12 }), (from, places, most) => {
        expect(nearestFew(from, fromSouth(places), most)).toEqual(nearestTo(from, places).slice(0, most));
      }),
    );
  });
});

test("whether any place is within a radius is what the nearest one says", () => {
  const near = fc.record({
    latitude: fc.double({ min: 30, max: 31, noNaN: true }),
    longitude: fc.double({ min: -98, max: -97, noNaN: true }),
  });
  fc.assert(
    fc.property(near, fc.array(near), fc.double({ min: 0, max: 60, noNaN: true }), (from, places, kilometers) => {
      const [nearest] = nearestTo(from, places);
      const isNear = nearest !== undefined && nearest.kilometers <= kilometers;
      expect(isNearAny(from, fromSouth(places), kilometers)).toBe(isNear);
    }),
  );
});
