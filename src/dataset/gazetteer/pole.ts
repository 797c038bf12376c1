import type { Position } from "geojson";
import polygonClipping from "polygon-clipping";
import polylabel from "polylabel";
import type { GeoPoint } from "../../gazetteer/distance.ts";
import { POINT_PARTS } from "../../gazetteer/place-table.ts";

/** Polygons in degrees, each with its holes. */
export type Polygons = [longitude: number, latitude: number][][][];

/** Enough for the choice of a point: a longitude is shorter by the cosine of its latitude. */
const METERS_PER_DEGREE = 111_200;
/** Of the distance to the border. */
const PRECISION_M = 5;

/** The point of polygons that is farthest from their border, the pole of inaccessibility, and how far it is. */
export function poleOf(polygons: Polygons): (GeoPoint & { readonly meters: number }) | null {
  const [first] = polygons[0]?.[0] ?? [];
  if (first === undefined) return null;
  const height = METERS_PER_DEGREE;
  const width = height * Math.cos((first[1] * Math.PI) / 180);
  const rounded = (degrees: number) => Math.round(degrees * POINT_PARTS) / POINT_PARTS;
  const poles = polygons.map((rings) => {
    const pole = polylabel(
      rings.map((ring) => ring.map(([x, y]): [number, number] => [x * width, y * height])),
      PRECISION_M,
    );
    return { latitude: rounded(pole[1] / height), longitude: rounded(pole[0] / width), meters: pole.distance };
  });
  return poles.reduce((best, pole) => (pole.meters > best.meters ? pole : best));
}

export function commonPart(polygons: Polygons, others: Polygons): Polygons {
  return polygons.length === 0 || others.length === 0 ? [] : polygonClipping.intersection(polygons, others);
}

export function without(polygons: Polygons, others: readonly Polygons[]): Polygons {
  return polygons.length === 0 ? [] : polygonClipping.difference(polygons, ...others);
}

/** A square whose sides are so far from a point. */
export function squareAround({ latitude, longitude }: GeoPoint, kilometers: number): Polygons {
  const north = (kilometers * 1000) / METERS_PER_DEGREE;
  const east = north / Math.cos((latitude * Math.PI) / 180);
  const [west, south] = [longitude - east, latitude - north];
  return [
    [
      [
        [west, south],
        [longitude + east, south],
        [longitude + east, latitude + north],
        [west, latitude + north],
        [west, south],
      ],
    ],
  ];
}

export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export function boxOf(lines: readonly (readonly Position[])[]): Box {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const line of lines) {
    for (const [x = 0, y = 0] of line) {
      box.west = Math.min(box.west, x);
      box.south = Math.min(box.south, y);
      box.east = Math.max(box.east, x);
      box.north = Math.max(box.north, y);
    }
  }
  return box;
}

export function overlap(a: Box, b: Box): boolean {
  return a.west < b.east && b.west < a.east && a.south < b.north && b.south < a.north;
}
