import type { GeometryObject } from "topojson-specification";
import { type Borders, lineOfArc } from "./borders.ts";

export type Areas = ReturnType<typeof createAreas>;

/** Finds the county, city, and community that contain a point. */
export function createAreas(borders: Borders) {
  const { counties, cities, communities } = borders.objects;
  return {
    counties: createAreaIndex(borders, counties.geometries),
    cities: createAreaIndex(borders, cities.geometries),
    communities: createAreaIndex(borders, communities.geometries),
  };
}

interface Area {
  readonly id: string;
  /** West, south, east, north. */
  readonly box: readonly [number, number, number, number];
  readonly polygons: readonly (readonly number[])[];
}

/** Width and height of a cell of the grid, about 25 km. */
const CELL_DEGREES = 0.25;
/** Distance between the keys of two neighboring columns: more than the cells from pole to pole. */
const CELLS_PER_COLUMN = 1_000;

function createAreaIndex(borders: Borders, geometries: readonly GeometryObject[]) {
  const cells = areasByCell(geometries.map(areaOf));
  /** Inside the outer ring and outside all holes: a ray from the point crosses the rings an odd number of times. */
  const contains = (lines: readonly number[], longitude: number, latitude: number) => {
    let isInside = false;
    for (const line of lines) if (borders.isCrossed(line, longitude, latitude)) isInside = !isInside;
    return isInside;
  };
  return {
    /** GEOID of the area that contains the point; null if there is none. On a border, always the same one of the two. */
    find(longitude: number, latitude: number): string | null {
      for (const { id, box, polygons } of cells.get(cellOf(longitude, latitude)) ?? []) {
        const [west, south, east, north] = box;
        if (longitude < west || latitude < south || longitude > east || latitude > north) continue;
        if (polygons.some((lines) => contains(lines, longitude, latitude))) return id;
      }
      return null;
    },
  };
}

/** The areas whose box touches each cell of a grid, in their order: few boxes are compared with a point. */
function areasByCell(areas: readonly Area[]): ReadonlyMap<number, readonly Area[]> {
  const cells = new Map<number, Area[]>();
  for (const area of areas) {
    const [west, south, east, north] = area.box.map((degrees) => Math.floor(degrees / CELL_DEGREES));
    for (let column = west ?? 0; column <= (east ?? 0); column++) {
      for (let row = south ?? 0; row <= (north ?? 0); row++) {
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

function areaOf(geometry: GeometryObject): Area {
  const [west = 0, south = 0, east = 0, north = 0] = geometry.bbox ?? [];
  const polygons =
    geometry.type === "MultiPolygon" ? geometry.arcs : geometry.type === "Polygon" ? [geometry.arcs] : [];
  return {
    id: String(geometry.id),
    box: [west, south, east, north],
    polygons: polygons.map((rings) => rings.flat().map(lineOfArc)),
  };
}
