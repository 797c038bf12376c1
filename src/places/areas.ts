import type { GeometryObject } from "topojson-specification";
import { lineOfArc, type PackedBoundaries } from "./borders.ts";
import { NumberLists } from "./number-lists.ts";

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

export function createBoundaryIndex(boundaries: PackedBoundaries): BoundaryIndex {
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

function createAreaIndex(boundaries: PackedBoundaries, geometries: readonly GeometryObject[]): AreaIndex {
  const ids = geometries.map(({ id }) => String(id));
  const boxes = Float64Array.from(geometries.flatMap(boxOf));
  const cells = areasByCell(geometries);
  const polygons = geometries.map(polygonsOf);
  /** The lines of each polygon of all areas. */
  const lines = new NumberLists(polygons.flat());
  /** The first polygon of each area, and the number of polygons. */
  const firstPolygons = new Uint32Array(geometries.length + 1);
  for (const [area, { length }] of polygons.entries()) firstPolygons[area + 1] = (firstPolygons[area] ?? 0) + length;

  function areaContains(area: number, longitude: number, latitude: number): boolean {
    const end = firstPolygons[area + 1] ?? 0;
    for (let polygon = firstPolygons[area] ?? 0; polygon < end; polygon++) {
      if (polygonContains(polygon, longitude, latitude)) return true;
    }
    return false;
  }

  /** Inside the outer ring and outside all holes: a ray from the point crosses the rings an odd number of times. */
  function polygonContains(polygon: number, longitude: number, latitude: number): boolean {
    const end = lines.endOf(polygon);
    let isInside = false;
    for (let at = lines.startOf(polygon); at < end; at++) {
      if (boundaries.isCrossed(lines.numbers[at] ?? 0, longitude, latitude)) isInside = !isInside;
    }
    return isInside;
  }

  return {
    find(longitude, latitude) {
      for (const area of cells.get(cellOf(longitude, latitude)) ?? []) {
        const at = area * BOX_VALUES;
        if (longitude < (boxes[at] ?? 0) || latitude < (boxes[at + 1] ?? 0)) continue;
        if (longitude > (boxes[at + 2] ?? 0) || latitude > (boxes[at + 3] ?? 0)) continue;
        if (areaContains(area, longitude, latitude)) return ids[area] ?? null;
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

/** The lines of each polygon of an area. */
function polygonsOf(geometry: GeometryObject): readonly (readonly number[])[] {
  const polygons =
    geometry.type === "MultiPolygon" ? geometry.arcs : geometry.type === "Polygon" ? [geometry.arcs] : [];
  return polygons.map((rings) => rings.flat().map(lineOfArc));
}

function boxOf({ bbox }: GeometryObject): readonly number[] {
  const [west = 0, south = 0, east = 0, north = 0] = bbox ?? [];
  return [west, south, east, north];
}
