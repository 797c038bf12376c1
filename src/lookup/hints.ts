import type { GeoPoint } from "../gazetteer/distance.ts";

/** Places that an answer suggests. */
export const MAX_SUGGESTIONS = 5;

/** How hints name an area. */
interface AreaWords {
  /** "California". */
  readonly area: string;
  /** "in California". */
  readonly inside: string;
  /** What is said of a point that no change of its coordinates brings there. */
  readonly outside: string;
}

/** What is recognizably wrong with a point outside an area. */
export function hintAtPoint(
  { latitude, longitude }: GeoPoint,
  { area, inside, outside }: AreaWords,
  isInside: (point: GeoPoint) => boolean,
): string {
  if (isInside({ latitude, longitude: -longitude })) {
    return `Longitudes in ${area} are negative: with lon=${-longitude}, the point is ${inside}.`;
  }
  if (isInside({ latitude: longitude, longitude: latitude })) {
    return `The latitude comes first: with ${longitude}, ${latitude}, the point is ${inside}.`;
  }
  return outside;
}

export function sentences(...texts: readonly (string | null | undefined)[]): string | null {
  const said = texts.filter((text) => typeof text === "string");
  return said.length === 0 ? null : said.join(" ");
}
