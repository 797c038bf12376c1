import type { Position } from "geojson";
import { feature } from "topojson-client";
import type { GeometryObject } from "topojson-specification";
import type { Boundaries } from "./file.ts";

/** A ring of a boundary: longitude and latitude of each corner, with the first corner repeated at the end. */
type BoundaryRing = Float64Array;

/** Finds the area of one kind that contains a point. */
export interface AreaIndex {
  /** GEOID of the area that contains the point; null if there is none. On a border, always the same one of the two. */
  find(longitude: number, latitude: number): string | null;
}

/** GEOIDs of the county, city, and community that contain a point. */
export interface BoundaryIndex {
  readonly counties: AreaIndex;
  readonly cities: AreaIndex;
  readonly communities: AreaIndex;
}

export function createBoundaryIndex(boundaries: Boundaries): BoundaryIndex {
  const { counties, cities, communities } = boundaries.objects;
  return {
    counties: createAreaIndex(boundaries, counties.geometries),
    cities: createAreaIndex(boundaries, cities.geometries),
    communities: createAreaIndex(boundaries, communities.geometries),
  };
}

/** Values per bounding box: west, south, east, north. */
const BOX = 4;

/** The rings of an area are assembled on first use: most areas are never needed. */
function createAreaIndex(boundaries: Boundaries, geometries: readonly GeometryObject[]): AreaIndex {
  const boxes = Float64Array.from(geometries.flatMap(boxOf));
  const polygons: (readonly (readonly BoundaryRing[])[] | undefined)[] = geometries.map(() => undefined);

  function surrounds(area: number, longitude: number, latitude: number): boolean {
    const geometry = geometries[area];
    if (geometry === undefined) return false;
    polygons[area] ??= polygonsOf(boundaries, geometry);
    return polygons[area].some((rings) => contains(rings, longitude, latitude));
  }

  return {
    find(longitude, latitude) {
      for (let at = 0; at < boxes.length; at += BOX) {
        if (longitude < (boxes[at] ?? 0) || latitude < (boxes[at + 1] ?? 0)) continue;
        if (longitude > (boxes[at + 2] ?? 0) || latitude > (boxes[at + 3] ?? 0)) continue;
        const area = at / BOX;
        if (surrounds(area, longitude, latitude)) return String(geometries[area]?.id);
      }
      return null;
    },
  };
}

/** Inside the outer ring and outside all holes: a ray from the point crosses the rings an odd number of times. */
function contains(rings: readonly BoundaryRing[], longitude: number, latitude: number): boolean {
  let isInside = false;
  for (const ring of rings) if (surroundedBy(ring, longitude, latitude)) isInside = !isInside;
  return isInside;
}

/**
 * Whether the point is inside the ring, by counting how often a ray to the west crosses it. Same result as
 * `polygonContains` of d3-polygon, which needs an array for each corner; for all boundaries these take 40 MB.
 */
function surroundedBy(ring: BoundaryRing, x: number, y: number): boolean {
  let isInside = false;
  let fromX = ring[ring.length - 2] ?? 0;
  let fromY = ring[ring.length - 1] ?? 0;
  for (let at = 0; at < ring.length; at += 2) {
    const toX = ring[at] ?? 0;
    const toY = ring[at + 1] ?? 0;
    if (toY > y !== fromY > y && x < ((fromX - toX) * (y - toY)) / (fromY - toY) + toX) isInside = !isInside;
    fromX = toX;
    fromY = toY;
  }
  return isInside;
}

function polygonsOf(boundaries: Boundaries, geometry: GeometryObject): readonly (readonly BoundaryRing[])[] {
  const shape = feature(boundaries, geometry);
  if (shape.type !== "Feature") return [];
  switch (shape.geometry.type) {
    case "Polygon":
      return [shape.geometry.coordinates.map(ringOf)];
    case "MultiPolygon":
      return shape.geometry.coordinates.map((polygon) => polygon.map(ringOf));
    default:
      return [];
  }
}

function ringOf(positions: readonly Position[]): BoundaryRing {
  return Float64Array.from(positions.flatMap(([longitude = 0, latitude = 0]) => [longitude, latitude]));
}

function boxOf({ bbox }: GeometryObject): readonly number[] {
  const [west = 0, south = 0, east = 0, north = 0] = bbox ?? [];
  return [west, south, east, north];
}
