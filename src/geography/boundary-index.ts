import type { Position } from "geojson";
import { feature } from "topojson-client";
import type { GeometryObject } from "topojson-specification";
import type { Boundaries } from "./file.ts";

/** A ring of a boundary. */
interface BoundaryRing {
  /** Longitude and latitude of each corner, with the first corner repeated at the end. */
  readonly corners: Float64Array;
  /** South and north of each run of edges: the edges of a run are skipped if the point lies beyond both. */
  readonly runs: Float64Array;
}

const EDGES_PER_RUN = 16;

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
const BOX_VALUES = 4;
/** Width and height of a cell of the grid, about 25 km. */
const CELL_DEGREES = 0.25;
/** Distance between the keys of two neighboring columns: more than the cells from pole to pole. */
const CELLS_PER_COLUMN = 1_000;

/** The rings of an area are assembled on first use: most areas are never needed. */
function createAreaIndex(boundaries: Boundaries, geometries: readonly GeometryObject[]): AreaIndex {
  const boxes = Float64Array.from(geometries.flatMap(boxOf));
  const cells = areasByCell(geometries);
  const polygons: (readonly (readonly BoundaryRing[])[] | undefined)[] = geometries.map(() => undefined);

  function areaContains(area: number, longitude: number, latitude: number): boolean {
    const geometry = geometries[area];
    if (geometry === undefined) return false;
    polygons[area] ??= polygonsOf(boundaries, geometry);
    return polygons[area].some((rings) => ringsContain(rings, longitude, latitude));
  }

  return {
    find(longitude, latitude) {
      for (const area of cells.get(cellOf(longitude, latitude)) ?? []) {
        const at = area * BOX_VALUES;
        if (longitude < (boxes[at] ?? 0) || latitude < (boxes[at + 1] ?? 0)) continue;
        if (longitude > (boxes[at + 2] ?? 0) || latitude > (boxes[at + 3] ?? 0)) continue;
        if (areaContains(area, longitude, latitude)) return String(geometries[area]?.id);
      }
      return null;
    },
  };
}

/** The areas whose box touches each cell of a grid, in their order: few boxes are compared with a point. */
function areasByCell(geometries: readonly GeometryObject[]): ReadonlyMap<number, readonly number[]> {
  const cells = new Map<number, number[]>();
  for (const [area, geometry] of geometries.entries()) {
    const [west = 0, south = 0, east = 0, north = 0] = boxOf(geometry).map((degrees) =>
      Math.floor(degrees / CELL_DEGREES),
    );
    for (let column = west; column <= east; column++) {
      for (let row = south; row <= north; row++) {
        const cell = cells.get(column * CELLS_PER_COLUMN + row);
        if (cell === undefined) cells.set(column * CELLS_PER_COLUMN + row, [area]);
        else cell.push(area);
      }
    }
  }
  return cells;
}

function cellOf(longitude: number, latitude: number): number {
  return Math.floor(longitude / CELL_DEGREES) * CELLS_PER_COLUMN + Math.floor(latitude / CELL_DEGREES);
}

/** Inside the outer ring and outside all holes: a ray from the point crosses the rings an odd number of times. */
function ringsContain(rings: readonly BoundaryRing[], longitude: number, latitude: number): boolean {
  let isInside = false;
  for (const ring of rings) if (ringContains(ring, longitude, latitude)) isInside = !isInside;
  return isInside;
}

/**
 * Whether the point is inside the ring, by counting how often a ray to the west crosses it. Same result as
 * `polygonContains` of d3-polygon, which needs an array for each corner; for all boundaries those arrays take 40 MB.
 */
function ringContains({ corners, runs }: BoundaryRing, x: number, y: number): boolean {
  let isInside = false;
  for (let run = 0; 2 * run < runs.length; run++) {
    if (y < (runs[2 * run] ?? 0) || y >= (runs[2 * run + 1] ?? 0)) continue;
    const end = Math.min(2 * EDGES_PER_RUN * (run + 1), corners.length - 2);
    for (let at = 2 * EDGES_PER_RUN * run; at < end; at += 2) {
      const fromX = corners[at] ?? 0;
      const fromY = corners[at + 1] ?? 0;
      const toX = corners[at + 2] ?? 0;
      const toY = corners[at + 3] ?? 0;
      if (toY > y !== fromY > y && x < ((fromX - toX) * (y - toY)) / (fromY - toY) + toX) isInside = !isInside;
    }
  }
  return isInside;
}

/** An edge is crossed only if one end lies north of the point and the other does not. */
function ringOf(positions: readonly Position[]): BoundaryRing {
  const corners = Float64Array.from(positions.flatMap(([longitude = 0, latitude = 0]) => [longitude, latitude]));
  const latitudes = positions.map(([, latitude = 0]) => latitude);
  const count = Math.ceil((positions.length - 1) / EDGES_PER_RUN);
  const runs = Array.from({ length: count }, (_, run) => {
    const ends = latitudes.slice(EDGES_PER_RUN * run, EDGES_PER_RUN * (run + 1) + 1);
    return [Math.min(...ends), Math.max(...ends)];
  });
  return { corners, runs: Float64Array.from(runs.flat()) };
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

function boxOf({ bbox }: GeometryObject): readonly number[] {
  const [west = 0, south = 0, east = 0, north = 0] = bbox ?? [];
  return [west, south, east, north];
}
