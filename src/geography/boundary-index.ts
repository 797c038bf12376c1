import { polygonContains } from "d3-polygon";
import type { Position } from "geojson";
import { feature } from "topojson-client";
import type { GeometryObject } from "topojson-specification";
import type { Boundaries } from "./file.ts";

type BoundaryRing = [number, number][];

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

/** The rings of an area are assembled on first use: most areas are never needed. */
function createAreaIndex(boundaries: Boundaries, geometries: readonly GeometryObject[]): AreaIndex {
  const areas = geometries.map((geometry) => ({ geometry, bbox: bboxOf(geometry), geoid: String(geometry.id) }));
  const polygons = new Map<GeometryObject, readonly (readonly BoundaryRing[])[]>();
  const polygonsAt = (geometry: GeometryObject) => {
    const known = polygons.get(geometry) ?? polygonsOf(boundaries, geometry);
    polygons.set(geometry, known);
    return known;
  };
  return {
    find(longitude, latitude) {
      const at: [number, number] = [longitude, latitude];
      const area = areas.find(
        ({ bbox: [west, south, east, north], geometry }) =>
          longitude >= west &&
          longitude <= east &&
          latitude >= south &&
          latitude <= north &&
          polygonsAt(geometry).some((rings) => contains(rings, at)),
      );
      return area?.geoid ?? null;
    },
  };
}

/** Inside the outer ring and not in a hole: inside an odd number of rings. */
function contains(rings: readonly BoundaryRing[], point: [number, number]): boolean {
  return rings.filter((ring) => polygonContains(ring, point)).length % 2 === 1;
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
  return positions.map(([longitude = 0, latitude = 0]) => [longitude, latitude]);
}

function bboxOf({ bbox }: GeometryObject): readonly [west: number, south: number, east: number, north: number] {
  const [west = 0, south = 0, east = 0, north = 0] = bbox ?? [];
  return [west, south, east, north];
}
