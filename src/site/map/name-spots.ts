import { textWidth } from "../charts/labels.ts";
import type { Point } from "./map-shapes.ts";

export interface PlacedName {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
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

/** Each name beside its mark, where it covers no mark, no other name, and no edge; the first ones have the choice. */
export function placedNames(marks: readonly NamedPoint[], size: Point): readonly (PlacedName | undefined)[] {
  const taken: Box[] = marks.map(({ at: [x, y], half: [right, down] }) => [x - right, y - down, x + right, y + down]);
  taken.push([0, size[1] - 32, size[0] / 3, size[1]]);
  return marks.map(({ name, at, half: [right], isBold }) => {
    const width = textWidth(name, isBold ? "bold" : "plain");
    const free = spots(at, width, right + 4, size).find(({ box }) => isFree(box, taken, size));
    if (free) taken.push(free.box);
    return free?.name;
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
  if (left < 2 || top < 0 || right > width - 2 || bottom > height) return false;
  return taken.every((box) => right <= box[0] || left >= box[2] || bottom <= box[1] || top >= box[3]);
}
