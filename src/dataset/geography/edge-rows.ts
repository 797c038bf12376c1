import type { Feature, MultiPolygon, Polygon, Position } from "geojson";

export type Areas = readonly Feature<Polygon | MultiPolygon, { readonly geoid: string }>[];

/** Rows a degree of latitude: each is about 50 meters high. */
const ROWS_PER_DEGREE = 2_000;
const METERS_PER_DEGREE = 111_200;

interface Edge {
  readonly geoid: string;
  readonly from: Position;
  readonly to: Position;
}

/** The borders of areas by rows of latitude: fast for a million points, large in memory. */
interface EdgeRows {
  /** GEOID of the area around the point; null where there is none. */
  find(longitude: number, latitude: number): string | null;
  /** Meters from a point to the nearest border, of those within about a hundred meters; else Infinity. */
  distanceToBorder(longitude: number, latitude: number): number;
}

export function createEdgeRows(areas: Areas): EdgeRows {
  const rows = new Map<number, Edge[]>();
  for (const edge of edgesOf(areas)) {
    const [low, high] = [edge.from[1] ?? 0, edge.to[1] ?? 0].toSorted((a, b) => a - b);
    for (let row = rowOf(low ?? 0); row <= rowOf(high ?? 0); row++) {
      const edges = rows.get(row);
      if (edges === undefined) rows.set(row, [edge]);
      else edges.push(edge);
    }
  }
  return {
    find(longitude, latitude) {
      const around = new Set<string>();
      for (const { geoid, from, to } of rows.get(rowOf(latitude)) ?? []) {
        if (crosses(longitude, latitude, from, to) && !around.delete(geoid)) around.add(geoid);
      }
      return [...around].toSorted()[0] ?? null;
    },
    distanceToBorder(longitude, latitude) {
      const row = rowOf(latitude);
      const near = [-2, -1, 0, 1, 2].flatMap((step) => rows.get(row + step) ?? []);
      return near.reduce(
        (least, edge) => Math.min(least, distance(longitude, latitude, edge)),
        Number.POSITIVE_INFINITY,
      );
    },
  };
}

function* edgesOf(areas: Areas): Generator<Edge> {
  for (const { properties, geometry } of areas) {
    const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
    for (const ring of polygons.flat()) {
      for (const [index, to] of ring.entries()) {
        const from = ring[index - 1];
        if (from !== undefined) yield { geoid: properties.geoid, from, to };
      }
    }
  }
}

function rowOf(latitude: number): number {
  return Math.floor(latitude * ROWS_PER_DEGREE);
}

/** Whether a line from the point to the east crosses the edge. */
function crosses(longitude: number, latitude: number, [x1 = 0, y1 = 0]: Position, [x2 = 0, y2 = 0]: Position): boolean {
  return y1 > latitude !== y2 > latitude && longitude < x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1);
}

function distance(longitude: number, latitude: number, { from, to }: Edge): number {
  const narrow = Math.cos((latitude * Math.PI) / 180);
  const x = (value = 0) => (value - longitude) * METERS_PER_DEGREE * narrow;
  const y = (value = 0) => (value - latitude) * METERS_PER_DEGREE;
  const [ax, ay, dx, dy] = [x(from[0]), y(from[1]), x(to[0]) - x(from[0]), y(to[1]) - y(from[1])];
  const along = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(ax + along * dx, ay + along * dy);
}
