/** A point in degrees (WGS 84). */
export interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** The mean radius of the earth (IUGG). */
const EARTH_KM = 6_371.0088;
/** Of a degree of latitude, rounded down. */
export const KM_PER_DEGREE = 110;
export const KM_PER_MILE = 1.609344;
const RADIANS = Math.PI / 180;

/** The length of the great circle between two points in kilometers, by the haversine formula. */
export function kilometersBetween(from: GeoPoint, to: GeoPoint): number {
  const [a, b] = [from.latitude * RADIANS, to.latitude * RADIANS];
  const haversine = (angle: number) => Math.sin(angle / 2) ** 2;
  const along = haversine(b - a) + Math.cos(a) * Math.cos(b) * haversine((to.longitude - from.longitude) * RADIANS);
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(along)));
}

/** Points in columns, in parts of a degree. */
export interface PointColumns {
  readonly latitudes: ArrayLike<number>;
  readonly longitudes: ArrayLike<number>;
  readonly parts: number;
}

/** The numbers of the points within a radius with their distances, nearest first; of equal distances, in their order. */
export function pointsWithin(
  from: GeoPoint,
  kilometers: number,
  { latitudes, longitudes, parts }: PointColumns,
): ReadonlyMap<number, number> {
  const [center, most] = [from.latitude * parts, (kilometers / KM_PER_DEGREE) * parts];
  const found: [number: number, distance: number][] = [];
  for (let number = 0; number < latitudes.length; number++) {
    const latitude = latitudes[number] ?? 0;
    if (Math.abs(latitude - center) > most) continue;
    const point = { latitude: latitude / parts, longitude: (longitudes[number] ?? 0) / parts };
    const distance = kilometersBetween(from, point);
    if (distance <= kilometers) found.push([number, distance]);
  }
  return new Map(found.toSorted(([, a], [, b]) => a - b));
}

interface Distant<Place> {
  readonly place: Place;
  readonly kilometers: number;
}

/** What is nearest to a point, nearest first; of equal distances, in their order. */
export function nearestTo<Place extends GeoPoint>(point: GeoPoint, places: Iterable<Place>): readonly Distant<Place>[] {
  return [...places]
    .map((place) => ({ place, kilometers: kilometersBetween(point, place) }))
    .toSorted((a, b) => a.kilometers - b.kilometers);
}

/** The first `most` of `nearestTo`, without a distance for places that are too far north or south. */
export function nearestFew<Place extends GeoPoint>(
  point: GeoPoint,
  places: Iterable<Place>,
  most: number,
): readonly Distant<Place>[] {
  const found: Distant<Place>[] = [];
  for (const place of places) {
    const farthest = found.length < most ? Number.POSITIVE_INFINITY : (found.at(-1)?.kilometers ?? 0);
    if (Math.abs(place.latitude - point.latitude) * KM_PER_DEGREE > farthest) continue;
    const kilometers = kilometersBetween(point, place);
    if (kilometers >= farthest) continue;
    const at = found.findLastIndex((other) => other.kilometers <= kilometers) + 1;
    found.splice(at, 0, { place, kilometers });
    if (found.length > most) found.pop();
  }
  return found;
}
