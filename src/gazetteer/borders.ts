import type { Grid } from "./outline-table.ts";
import type { Boundaries, GeographyTables } from "./tables.ts";

/** The borders of a state's areas, with lines that two areas share once. */
export class Borders {
  readonly objects: Boundaries["objects"];
  readonly grid: Grid;

  constructor({ outlines: { objects, transform }, lines }: Pick<GeographyTables, "outlines" | "lines">) {
    const { scale, translate } = transform ?? { scale: [1, 1], translate: [0, 0] };
    const { points, starts } = lines;
    this.objects = objects;
    this.grid = {
      scale: [scale[0], scale[1]],
      origin: [translate[0], translate[1]],
      lineStarts: starts,
      columns: everySecond(points, 0),
      heights: everySecond(points, 1),
    };
  }

  get lineCount(): number {
    return this.grid.lineStarts.length - 1;
  }

  /** The points of a line in degrees. */
  line(line: number): [longitude: number, latitude: number][] {
    const { scale, origin, lineStarts, columns, heights } = this.grid;
    const start = lineStarts[line] ?? 0;
    return Array.from({ length: (lineStarts[line + 1] ?? start) - start }, (_, index) => [
      origin[0] + (columns[start + index] ?? 0) * scale[0],
      origin[1] + (heights[start + index] ?? 0) * scale[1],
    ]);
  }
}

/** TopoJSON writes a line in reverse as its complement. */
export function lineOfArc(arc: number): number {
  return arc < 0 ? ~arc : arc;
}

function everySecond(values: Int32Array, first: number): Int32Array {
  const own = new Int32Array(values.length >> 1);
  for (let at = 0; at < own.length; at++) own[at] = values[2 * at + first] ?? 0;
  return own;
}
