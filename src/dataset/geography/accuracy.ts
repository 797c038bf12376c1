import type { Boundaries } from "../../places/geography-tables.ts";
import { areasOf, type DetailedBoundaries } from "./boundaries.ts";
import { type Areas, createEdgeRows } from "./edge-rows.ts";

const POINTS = 1_000_000;
const SEED = 20_261_121;

export type Accuracy = ReturnType<typeof measureAccuracy>;

/**
 * For random points of the state. `different`: points whose county or city differs. `farthestFromBorderM`: of these and
 * of points in another community, meters from the farthest one to the border in full detail.
 */
export function measureAccuracy(detailed: DetailedBoundaries, boundaries: Boundaries) {
  const full = indexesOf((kind) => detailed[kind]);
  const simple = indexesOf((kind) => areasOf(boundaries, kind));
  const [west = 0, south = 0, east = 0, north = 0] = boundaries.bbox ?? [];
  const random = randomNumbers(SEED);
  const counts = { different: 0, pointsInCities: 0, differentInCities: 0, differentCommunity: 0 };
  let farthest = 0;
  for (let inState = 0; inState < POINTS; ) {
    const longitude = west + random() * (east - west);
    const latitude = south + random() * (north - south);
    const differs = (kind: keyof DetailedBoundaries, answer: string | null) => {
      if (simple[kind].find(longitude, latitude) === answer) return false;
      farthest = Math.max(farthest, full[kind].distanceToBorder(longitude, latitude));
      return true;
    };
    const county = full.counties.find(longitude, latitude);
    if (county === null) continue;
    inState += 1;
    const city = full.cities.find(longitude, latitude);
    const inOtherCity = differs("cities", city);
    if (city !== null) counts.pointsInCities += 1;
    if (city !== null && inOtherCity) counts.differentInCities += 1;
    if (differs("counties", county) || inOtherCity) counts.different += 1;
    if (differs("communities", full.communities.find(longitude, latitude))) counts.differentCommunity += 1;
  }
  return {
    points: POINTS,
    seed: SEED,
    ...counts,
    differentShare: counts.different / POINTS,
    farthestFromBorderM: Math.round(farthest * 10) / 10,
  };
}

function indexesOf(areas: (kind: keyof DetailedBoundaries) => Areas) {
  return {
    counties: createEdgeRows(areas("counties")),
    cities: createEdgeRows(areas("cities")),
    communities: createEdgeRows(areas("communities")),
  };
}

/** Numbers from 0 to below 1, the same on every machine (Mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
