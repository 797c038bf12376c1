import { polygonArea } from "d3-polygon";
import { oncePer } from "../../base/once-per.ts";
import type { Borders } from "../../gazetteer/borders.ts";
import type { Gazetteer } from "../../gazetteer/gazetteer.ts";
import type { DegreeLine } from "../../gazetteer/outline-table.ts";
import { ringsOnce } from "../../gazetteer/rings.ts";
import { keptLines } from "./kept-lines.ts";
import type { Corner, DegreeBox, LocalMap } from "./local-map.ts";
import { COAST, clipped, type Point, polygonsOf, type Ring, ringOf, shoreOf, topologyOf } from "./map-shapes.ts";

/** What lies below the marks of a map, as SVG path data. */
export interface Ground {
  readonly land: string;
  /** Includes water. */
  readonly counties: string;
  /** Whether a point on the drawing is on its land, and so a boundary around it may end at the coast. */
  readonly isLand: (point: Point) => boolean;
}

export type DrawGround = (map: LocalMap) => Ground;

/** The counties of a state. */
export function groundOf({ borders }: { readonly borders: Borders }): DrawGround {
  const lineOf = linesOnce(borders);
  return (map) => {
    const near = borders.objects.counties.geometries.filter(({ bbox }) => isNear(bbox ?? [], map.around));
    const planar = topologyOf(borders, near, (line) => ringOf(cornersOf(lineOf(line), map)));
    const coast = COAST.map((ring) => cornersOf(flatOnce(ring), map).map(({ x, y }): [number, number] => [x, y]));
    return {
      land: shoreOf(coast, map.size),
      counties: clipped(
        near.flatMap((county) => polygonsOf(planar, county)),
        map.size,
      ),
      isLand: (point) => isInside(coast, point),
    };
  };
}

/** The same for any part of the country. The lines of these counties end at the coast. */
export function groundOfNation({
  countiesAround,
  linesOfCounty,
}: Pick<Gazetteer, "countiesAround" | "linesOfCounty">): DrawGround {
  const linesOf = keptLines(linesOfCounty);
  return (map) => {
    const { west, south, east, north } = map.around;
    const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
    const counties = countiesAround(middle, Math.max(north - south, east - west) / 2).flatMap((county) =>
      ringsOnce(linesOf(county)).map((ring) => ringOf(cornersOf(flatOnce(ring), map))),
    );
    const land = clipped(
      counties.map((ring) => [ring]),
      map.size,
    );
    return { land, counties: land, isLand: (point) => isInside(counties, point) };
  };
}

/** How far simplification may move a boundary on a map of a few places, in pixels; on a wide map further, and in whole pixels: its page must stay within 60 KB. */
const FINE = 1.2;
const WIDE = 400;
/** Smaller parts and holes are left out, in square pixels. */
const LEAST_PART = 4;

/** The area that lines enclose by the even-odd rule, in the map's window, as SVG path data. @param tolerance in pixels */
export function outlinePath(
  lines: readonly DegreeLine[],
  map: LocalMap,
  tolerance = FINE * Math.max(1, map.size[0] / WIDE),
): string {
  const rings = ringsOnce(lines)
    .map((ring) => ringOf(cornersOf(flatOnce(ring), map), tolerance))
    .filter((ring) => Math.abs(polygonArea(ring)) >= LEAST_PART);
  return clipped(
    rings.map((ring) => [ring]),
    map.size,
    map.size[0] > WIDE ? 0 : 1,
  );
}

/** Longitudes and latitudes in turn. */
type FlatLine = Float64Array;

const flatOnce = oncePer((line: readonly Point[]): FlatLine => Float64Array.from(line.flat()));

/** The lines of a state, each made on first use. */
const linesOnce = oncePer((borders: Borders) => {
  const made = new Map<number, FlatLine>();
  return (line: number): FlatLine => {
    const known = made.get(line);
    if (known !== undefined) return known;
    const own = Float64Array.from(borders.line(line).flat());
    made.set(line, own);
    return own;
  };
});

/** Used again for each line: a map has thousands of points, of which a few are drawn. */
const corners: Corner[] = [];

/**
 * A line on a map, valid until the next one. It is without each point that lies, with those before and after it, beyond
 * one edge: nothing inside changes.
 */
function cornersOf(line: FlatLine, { around, projectOnto }: LocalMap): Corner[] {
  let count = 0;
  let [before, here] = [0, sidesOf(line, 0, around)];
  for (let at = 0; at < line.length; at += 2) {
    const after = sidesOf(line, at + 2, around);
    if ((before & here & after) === 0) {
      let corner = corners[count];
      if (corner === undefined) {
        corner = { x: 0, y: 0 };
        corners.push(corner);
      }
      projectOnto(line[at] ?? 0, line[at + 1] ?? 0, corner);
      count += 1;
      before = here;
    }
    here = after;
  }
  return corners.slice(0, count);
}

/** Beyond which edges a point is, as bits; none for no point. */
function sidesOf(line: FlatLine, at: number, { west, south, east, north }: DegreeBox): number {
  if (at >= line.length) return 0;
  const x = line[at] ?? 0;
  const y = line[at + 1] ?? 0;
  return (x < west ? 1 : x > east ? 2 : 0) | (y < south ? 4 : y > north ? 8 : 0);
}

function isNear([west = 0, south = 0, east = 0, north = 0]: readonly number[], around: DegreeBox): boolean {
  return west < around.east && east > around.west && south < around.north && north > around.south;
}

/** By the even-odd rule; false on an edge. */
function isInside(rings: readonly Ring[], [x, y]: Point): boolean {
  let inside = false;
  for (const ring of rings) {
    let [fromX, fromY] = ring.at(-1) ?? [0, 0];
    for (const [toX, toY] of ring) {
      if (fromY > y !== toY > y) {
        const crossing = ((fromX - toX) * (y - toY)) / (fromY - toY) + toX;
        if (crossing === x) return false;
        if (crossing < x) inside = !inside;
      }
      [fromX, fromY] = [toX, toY];
    }
  }
  return inside;
}
