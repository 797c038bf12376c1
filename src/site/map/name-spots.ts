import { textWidth } from "../charts/labels.ts";
import type { Point } from "./map-shapes.ts";

export interface PlacedName {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
  /** From the mark to the name, where the name is too far from it to be read as its own. */
  readonly leader?: readonly [from: Point, to: Point];
}

/** The height of a line of text. */
export const LINE = 16;

type Box = readonly [left: number, top: number, right: number, bottom: number];

/** What a name stands beside. */
export interface NamedPoint {
  readonly name: string;
  readonly at: Point;
  /** Half of the mark at the point, which no name covers. */
  readonly half: Point;
  readonly isBold: boolean;
}

/** How often names that found no room are placed again, before the others. */
const ROUNDS = 4;

/**
 * Each name beside its mark and no other, where it covers no mark, no other name, and no edge; the first ones have the
 * choice. A name without room there stands farther away, at the end of a line; undefined where nothing is free.
 */
export function placedNames(marks: readonly NamedPoint[], size: Point): readonly (PlacedName | undefined)[] {
  let best = placedFirst(marks, [], size);
  for (let round = 1; round < ROUNDS && best.includes(undefined); round++) {
    const placed = placedFirst(marks, missingOf(best), size);
    if (missingOf(placed).length >= missingOf(best).length) break;
    best = placed;
  }
  return best;
}

function missingOf(names: readonly (PlacedName | undefined)[]): readonly number[] {
  return names.flatMap((name, index) => (name === undefined ? [index] : []));
}

/** @param first the indexes of the names that have the choice */
function placedFirst(
  marks: readonly NamedPoint[],
  first: readonly number[],
  size: Point,
): readonly (PlacedName | undefined)[] {
  const boxes = marks.map(({ at: [x, y], half: [right, down] }): Box => [x - right, y - down, x + right, y + down]);
  const taken: Box[] = [...boxes, [0, size[1] - 32, size[0] / 3, size[1]]];
  const named: (PlacedName | undefined)[] = marks.map(() => undefined);
  const widths = marks.map(({ name, isBold }) => textWidth(name, isBold ? "bold" : "plain"));
  const placeBeside = (mark: NamedPoint, index: number) => {
    const free = spots(mark.at, widths[index] ?? 0, mark.half[0] + 4, size).find(
      ({ box }) => isFree(box, taken, size) && !isAmbiguous(box, index, boxes),
    );
    if (free) taken.push(free.box);
    named[index] = free?.name;
  };
  const placeFar = (mark: NamedPoint, index: number) => {
    const far = farSpots(mark, widths[index] ?? 0, (box) => isFree(box, taken, size)).find(({ name }) =>
      partsOf(name.leader).every((part) => isClear(part, taken)),
    );
    if (far) taken.push(far.box, ...partsOf(far.name.leader));
    named[index] = far?.name;
  };
  const missing = () => [...marks.entries()].filter(([index]) => named[index] === undefined);
  for (const [index, mark] of marks.entries()) if (first.includes(index)) placeBeside(mark, index);
  for (const [index, mark] of missing()) if (first.includes(index)) placeFar(mark, index);
  for (const [index, mark] of missing()) placeBeside(mark, index);
  for (const [index, mark] of missing()) placeFar(mark, index);
  return named;
}

/** How far the middle of a name may be from its mark, and the steps between its spots, in pixels. */
const FAR = { across: 144, along: 132, step: 6 } as const;

/** Where a name may stand at the end of a line from its mark, of the boxes that are free the one with the shortest line first. */
function farSpots({ at: [x, y], half: [right, down] }: NamedPoint, width: number, isFreeBox: (box: Box) => boolean) {
  const found: (FarSpot & { readonly length: number })[] = [];
  for (let across = -FAR.across; across <= FAR.across; across += FAR.step) {
    for (let along = -FAR.along; along <= FAR.along; along += FAR.step) {
      const box: Box = [x + across - width / 2, y + along - LINE / 2, x + across + width / 2, y + along + LINE / 2];
      if (!isFreeBox(box)) continue;
      // From edge to edge, the shortest way.
      const to: Point = [clamp(x, box[0] + 4, box[2] - 4), clamp(y, box[1], box[3])];
      const from: Point = [clamp(to[0], x - right, x + right), clamp(to[1], y - down, y + down)];
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const name: FarSpot["name"] = { x: x + across, y: box[1] + 12, anchor: "middle", leader: [from, to] };
      if (length > SHORTEST) found.push({ name, box, length });
    }
  }
  return found.toSorted((a, b) => a.length - b.length);
}

/** Shorter lines cannot be seen. */
const SHORTEST = 8;

/** Whether a name beside one mark could be read as that of another. */
function isAmbiguous([left, top, right, bottom]: Box, own: number, marks: readonly Box[]): boolean {
  const distances = marks.map((mark) =>
    Math.hypot(Math.max(0, mark[0] - right, left - mark[2]), Math.max(0, mark[1] - bottom, top - mark[3])),
  );
  return distances.some((distance) => distance + CLEARLY < (distances[own] ?? 0));
}

/** How much nearer another mark must be, in pixels. */
const CLEARLY = 6;

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

interface FarSpot {
  readonly name: Required<PlacedName>;
  readonly box: Box;
}

const LINE_PARTS = 8;

/** Points of a line as small boxes. */
function partsOf([[x1, y1], [x2, y2]]: Required<PlacedName>["leader"]): readonly Box[] {
  return Array.from({ length: LINE_PARTS }, (_, index): Box => {
    const share = (index + 1) / (LINE_PARTS + 1);
    const [x, y] = [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
    return [x - 1, y - 1, x + 1, y + 1];
  });
}

/** Where a name may stand, best first. */
function spots(
  [x, y]: Point,
  width: number,
  gap: number,
  [right]: Point,
): readonly { readonly name: PlacedName; readonly box: Box }[] {
  const besideBy = (down: number) => [
    { name: { x: x + gap, y: y + 5 + down, anchor: "start" }, left: x + gap - 1 } as const,
    { name: { x: x - gap, y: y + 5 + down, anchor: "end" }, left: x - gap - width } as const,
  ];
  // Above or below, moved along as far as the edges or a neighbor ask for.
  const around = [26, -16, 40, -30].flatMap((down) =>
    [0, 14, -14, 40, -40].map((along) => {
      const middle = Math.min(Math.max(x + along, 3 + width / 2), right - 3 - width / 2);
      return { name: { x: middle, y: y + down, anchor: "middle" }, left: middle - width / 2 } as const;
    }),
  );
  return [...[0, -10, 10].flatMap(besideBy), ...around, ...[-18, 18].flatMap(besideBy)].map(({ name, left }) => ({
    name,
    box: [left, name.y - 12, left + width, name.y + LINE - 12],
  }));
}

function isFree([left, top, right, bottom]: Box, taken: readonly Box[], [width, height]: Point): boolean {
  const isInside = left >= 2 && top >= 0 && right <= width - 2 && bottom <= height;
  return isInside && isClear([left, top, right, bottom], taken);
}

function isClear([left, top, right, bottom]: Box, taken: readonly Box[]): boolean {
  return taken.every((box) => right <= box[0] || left >= box[2] || bottom <= box[1] || top >= box[3]);
}
