import { type GeoPoint, KM_PER_DEGREE, kilometersBetween } from "./distance.ts";
import { type PlaceTable, POINT_PARTS, type PointTable } from "./place-table.ts";

/** Rows of municipalities, communities, and counties within a radius with their distances, nearest first. */
export function nearRows(
  table: PlaceTable,
  { latitudes, longitudes }: PointTable,
  point: GeoPoint,
  kilometers: number,
): ReadonlyMap<number, number> {
  const parts = (kilometers / KM_PER_DEGREE) * POINT_PARTS;
  const center = point.latitude * POINT_PARTS;
  const found: [row: number, distance: number][] = [];
  for (let row = 0; row < latitudes.length; row++) {
    const latitude = latitudes[row] ?? 0;
    if (Math.abs(latitude - center) > parts || table.same.has(row)) continue;
    const own = { latitude: latitude / POINT_PARTS, longitude: (longitudes[row] ?? 0) / POINT_PARTS };
    const distance = kilometersBetween(point, own);
    if (distance <= kilometers) found.push([row, distance]);
  }
  return new Map(found.toSorted(([, a], [, b]) => a - b));
}
