/** A point in degrees (WGS 84). */
export interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** The mean radius of the earth (IUGG). */
const EARTH_KM = 6_371.0088;
/** Of a degree of latitude, rounded down. */
const KM_PER_DEGREE = 110;
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

/** A place with its number among others. */
interface Numbered<Place> {
  readonly place: Place;
  readonly number: number;
}

/** Places for `nearestFew`. */
export type FromSouth<Place> = readonly Numbered<Place>[];

export function fromSouth<Place extends GeoPoint>(places: readonly Place[]): FromSouth<Place> {
  return places.map((place, number) => ({ place, number })).toSorted((a, b) => a.place.latitude - b.place.latitude);
}

/** The first `most` of `nearestTo`: it goes north and south from the point, as far as there may be a nearer one. */
export function nearestFew<Place extends GeoPoint>(
  point: GeoPoint,
  places: FromSouth<Place>,
  most: number,
): readonly Distant<Place>[] {
  const found: (Distant<Place> & Numbered<Place>)[] = [];
  const northOf = ({ place }: Numbered<Place>) => place.latitude - point.latitude;
  let north = firstAt(places, point.latitude);
  let south = north - 1;
  while (most > 0) {
    const [above, below] = [places[north], places[south]];
    const isBelow = above === undefined || (below !== undefined && -northOf(below) < northOf(above));
    const next = isBelow ? below : above;
    const farthest = found.length < most ? Number.POSITIVE_INFINITY : (found.at(-1)?.kilometers ?? 0);
    if (next === undefined || Math.abs(northOf(next)) * KM_PER_DEGREE > farthest) break;
    if (isBelow) south--;
    else north++;
    const { place, number } = next;
    const kilometers = kilometersBetween(point, place);
    const isBefore = (other: (typeof found)[number]) =>
      other.kilometers < kilometers || (other.kilometers === kilometers && other.number < number);
    found.splice(found.findLastIndex(isBefore) + 1, 0, { place, number, kilometers });
    if (found.length > most) found.pop();
  }
  return found.map(({ place, kilometers }) => ({ place, kilometers }));
}

/** Whether one of the places is within a radius. */
export function isNearAny(point: GeoPoint, places: FromSouth<GeoPoint>, kilometers: number): boolean {
  const margin = kilometers / KM_PER_DEGREE;
  for (let at = firstAt(places, point.latitude - margin); at < places.length; at++) {
    const place = places[at]?.place;
    if (place === undefined || place.latitude > point.latitude + margin) return false;
    if (kilometersBetween(point, place) <= kilometers) return true;
  }
  return false;
}

function firstAt(places: FromSouth<GeoPoint>, latitude: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.place.latitude ?? 0) < latitude) low = middle + 1;
    else high = middle;
  }
  return low;
}
