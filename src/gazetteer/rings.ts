import { polygonArea, polygonContains } from "d3-polygon";
import { oncePer } from "../base/once-per.ts";

export type Point = [longitude: number, latitude: number];
type Ring = Point[];

/** The polygons, each with its holes, that lines in any order and direction enclose by the even-odd rule. */
export function polygonsAround(lines: readonly (readonly Point[])[]): Ring[][] {
  const rings = ringsOf(lines)
    .map((ring) => ({ ring, area: Math.abs(polygonArea(ring)), box: boxOf(ring) }))
    .filter(({ area }) => area > 0)
    .toSorted((a, b) => b.area - a.area);
  const polygons = new Map<number, Ring[]>();
  for (const [index, { ring, box }] of rings.entries()) {
    const middle = middleOf(ring);
    const around = rings.slice(0, index).flatMap((other, number) => {
      const isAround = isInBox(other.box, box) && polygonContains(other.ring, middle);
      return isAround ? [number] : [];
    });
    const outer = around.at(-1);
    const holes = around.length % 2 === 1 && outer !== undefined ? polygons.get(outer) : undefined;
    if (holes === undefined) polygons.set(index, [ring]);
    else holes.push(ring);
  }
  return [...polygons.values()];
}

/** The closed rings that lines in any order and direction form, none of which passes an end of a line twice. */
function ringsOf(lines: readonly (readonly Point[])[]): readonly Ring[] {
  const ends = new Map<string, number[]>();
  for (const [number, line] of lines.entries()) {
    for (const point of [line[0], line.at(-1)]) {
      if (point === undefined) continue;
      const key = keyOf(point);
      const own = ends.get(key);
      if (own === undefined) ends.set(key, [number]);
      else own.push(number);
    }
  }
  const isUsed = new Set<number>();
  const rings: Ring[] = [];
  for (const [number, [first]] of lines.entries()) {
    if (isUsed.has(number) || first === undefined) continue;
    // A path of lines, with the place of each end that it has passed.
    const path: Ring = [first];
    const passed = new Map([[keyOf(first), 0]]);
    let next: number | undefined = number;
    while (next !== undefined) {
      isUsed.add(next);
      const line: readonly Point[] = lines[next] ?? [];
      const last = path.at(-1) ?? first;
      const isOnward = line[0] !== undefined && isSame(line[0], last);
      if (isOnward) for (let at = 1; at < line.length; at++) path.push(line[at] ?? first);
      else for (let at = line.length - 2; at >= 0; at--) path.push(line[at] ?? first);
      const end = keyOf(path.at(-1) ?? first);
      const before = passed.get(end);
      if (before === undefined) passed.set(end, path.length - 1);
      else {
        const loop = path.splice(before + 1);
        rings.push([path[before] ?? first, ...loop]);
        for (const [key, place] of passed) if (place > before) passed.delete(key);
      }
      next = ends.get(end)?.find((one) => !isUsed.has(one));
    }
  }
  return rings.filter(({ length }) => length > 3);
}

/** The same rings for the same lines, kept as long as these. */
export const ringsOnce = oncePer(ringsOf);

function keyOf([longitude, latitude]: Point): string {
  return `${longitude} ${latitude}`;
}

function isSame([x1, y1]: Point, [x2, y2]: Point): boolean {
  return x1 === x2 && y1 === y2;
}

/** The middle of an edge: rings may have ends of lines in common, but no edges. */
function middleOf([[x1, y1] = [0, 0], [x2, y2] = [0, 0]]: Ring): Point {
  return [(x1 + x2) / 2, (y1 + y2) / 2];
}

type Box = readonly [west: number, south: number, east: number, north: number];

function boxOf(ring: Ring): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of ring) {
    west = Math.min(west, x);
    south = Math.min(south, y);
    east = Math.max(east, x);
    north = Math.max(north, y);
  }
  return [west, south, east, north];
}

function isInBox(around: Box, inner: Box): boolean {
  return around[0] <= inner[0] && around[1] <= inner[1] && around[2] >= inner[2] && around[3] >= inner[3];
}
