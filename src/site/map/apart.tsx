/** @jsxImportSource hono/jsx */
import type { Point } from "./map-shapes.ts";

/** Enough for marks in pairs and threes; of many in one place some stay over others. */
const ROUNDS = 20;

/** Marks that cover each other move apart, each as little as possible. @param size with the gap between two of them */
export function apart(points: readonly Point[], [width, height]: Point): readonly Point[] {
  const moved = points.map(([x, y]): [number, number] => [x, y]);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, one] of moved.entries()) {
      for (const other of moved.slice(index + 1)) {
        const [right, down] = [other[0] - one[0], other[1] - one[1]];
        const [x, y] = [width - Math.abs(right), height - Math.abs(down)];
        if (x <= 0 || y <= 0) continue;
        const axis = x < y ? 0 : 1;
        const by = (Math.min(x, y) / 2) * ((axis === 0 ? right : down) < 0 ? -1 : 1);
        one[axis] -= by;
        other[axis] += by;
      }
    }
  }
  return moved;
}

/** A line between a mark and where it belongs, or its name, if that is farther than its own size hides. It has an edge, as it crosses areas of any color. */
export function Leader({ from, to, least }: { readonly from: Point; readonly to: Point; readonly least: number }) {
  if (Math.hypot(to[0] - from[0], to[1] - from[1]) < least) return null;
  const [[x1, y1], [x2, y2]] = [from.map(Math.round), to.map(Math.round)];
  const line = `M${x1} ${y1}L${x2} ${y2}`;
  return (
    <>
      <path class="leader edge" d={line} />
      <path class="leader" d={line} />
    </>
  );
}
