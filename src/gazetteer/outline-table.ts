import type { PackedPieces } from "../base/packed-file.ts";
import type { StateCode } from "../editions/us-states.ts";
import { summed } from "./place-table.ts";
import { indexIn } from "./sorted.ts";

/** Areas with shared lines, in columns: the areas of a state's municipalities and communities, or of all counties. */
export interface OutlineFile {
  readonly format: 1;
  /** Degrees for a step of the grid, and of its origin. */
  readonly scale: readonly [longitude: number, latitude: number];
  readonly origin: readonly [longitude: number, latitude: number];
  /** The place of each area: a row of the place table. Differences. */
  readonly rows: readonly number[];
  /** How many lines each area has, and which ones. */
  readonly lineCounts: readonly number[];
  readonly lines: readonly number[];
  /** How many points each line has, and the steps from each point to the next, the first from the origin. */
  readonly pointCounts: readonly number[];
  readonly columns: readonly number[];
  readonly heights: readonly number[];
}

/** The counties of 2017, and where outlines are missing or old. */
export interface CountyOutlineFile extends OutlineFile {
  /** For each area the index of its state, and that of the county in the state's list; -1 for one that was divided. */
  readonly counties: readonly (readonly [state: number, county: number])[];
  /** Counties in which a municipality has no outline. */
  readonly missing: readonly (readonly [state: number, county: number])[];
  /** Rows of places whose land grew by more than a tenth since their outline. */
  readonly grown: readonly number[];
}

/** A state has drawings of its own edition, of places, and of county subdivisions, as far as there are any. */
const MOST_DRAWINGS = 3;

export function outlinePiece(state: StateCode, drawing: number): string {
  return `${state}-${drawing}`;
}

/** The piece with the rows of all outlines, as differences. */
export const OUTLINED_ROWS = "rows";

/** The outlines of a state in a file of all. */
export function outlinesIn(pieces: PackedPieces, state: StateCode): readonly OutlineFile[] {
  return pieces.pieces(Array.from({ length: MOST_DRAWINGS }, (_, drawing) => outlinePiece(state, drawing)));
}

export type Outlines = ReturnType<typeof openOutlines>;
export type DegreeLine = [longitude: number, latitude: number][];

/** The lines of a row's area, in any order and direction: a state's own drawing comes before the country's. */
export function linesOfRow(drawings: readonly Outlines[], row: number): DegreeLine[] | undefined {
  for (const { rows, linesOf } of drawings) {
    const area = indexIn(rows, row);
    if (area !== undefined) return linesOf(area);
  }
  return undefined;
}

export function openCountyOutlines(file: CountyOutlineFile) {
  return { ...openOutlines(file), counties: file.counties, missing: file.missing, grown: new Set(file.grown) };
}

export function openOutlines(file: OutlineFile) {
  const rows = summed(file.rows);
  const lineStarts = summed([0, ...file.pointCounts]);
  const columns = Int32Array.from(file.columns);
  const heights = Int32Array.from(file.heights);
  for (let line = 0; line < file.pointCounts.length; line++) {
    for (let at = (lineStarts[line] ?? 0) + 1; at < (lineStarts[line + 1] ?? 0); at++) {
      columns[at] = (columns[at] ?? 0) + (columns[at - 1] ?? 0);
      heights[at] = (heights[at] ?? 0) + (heights[at - 1] ?? 0);
    }
  }
  const starts = summed([0, ...file.lineCounts]);
  const areas = file.lineCounts.map((_, area) => file.lines.slice(starts[area], starts[area + 1]));
  return { rows, ...openAreas({ scale: file.scale, origin: file.origin, lineStarts, columns, heights, areas }) };
}

/** Lines on a grid. Line n has the points from `lineStarts[n]` to `lineStarts[n + 1]`. */
export interface Grid {
  /** Degrees for a step of the grid, and of its origin. */
  readonly scale: readonly [longitude: number, latitude: number];
  readonly origin: readonly [longitude: number, latitude: number];
  readonly lineStarts: ArrayLike<number>;
  readonly columns: Int32Array;
  readonly heights: Int32Array;
}

/** Areas, each of some lines of a grid, by the even-odd rule: a line from a point inside crosses an odd number of them. */
export function openAreas(grid: Grid & { readonly areas: readonly (readonly number[])[] }) {
  const { scale, origin, lineStarts: pointStarts, columns, heights } = grid;
  const size = grid.areas.length;
  const lineStarts = summed([0, ...grid.areas.map(({ length }) => length)]);
  const lines = Uint32Array.from(grid.areas.flat());
  const boxes = boxesOf(size, { lineStarts, lines, pointStarts, columns, heights });
  const isInside = (area: number, x: number, y: number) => {
    let inside = false;
    for (let own = lineStarts[area] ?? 0; own < (lineStarts[area + 1] ?? 0); own++) {
      const line = lines[own] ?? 0;
      const end = (pointStarts[line + 1] ?? 0) - 1;
      for (let at = pointStarts[line] ?? 0; at < end; at++) {
        const [y1, y2] = [heights[at] ?? 0, heights[at + 1] ?? 0];
        if (y1 > y === y2 > y) continue;
        const [x1, x2] = [columns[at] ?? 0, columns[at + 1] ?? 0];
        if (x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1)) inside = !inside;
      }
    }
    return inside;
  };
  /** The areas in whose box, extended on each side by a margin, a place on the grid is. */
  const inBoxes = (x: number, y: number, marginX: number, marginY: number) => {
    const found: number[] = [];
    for (let area = 0; area < size; area++) {
      const box = area * 4;
      if (x < (boxes[box] ?? 0) - marginX || x > (boxes[box + 1] ?? 0) + marginX) continue;
      if (y < (boxes[box + 2] ?? 0) - marginY || y > (boxes[box + 3] ?? 0) + marginY) continue;
      found.push(area);
    }
    return found;
  };
  const columnOf = (longitude: number) => (longitude - origin[0]) / scale[0];
  const heightOf = (latitude: number) => (latitude - origin[1]) / scale[1];
  return {
    size,
    /** The areas that hold a point, by their number. On a border, always the same one of the two. */
    holding(latitude: number, longitude: number): readonly number[] {
      const [x, y] = [columnOf(longitude), heightOf(latitude)];
      return inBoxes(x, y, 0, 0).filter((area) => isInside(area, x, y));
    },
    /** The lines of an area, in any order and direction, in degrees. */
    linesOf(area: number): DegreeLine[] {
      return [...lines.subarray(lineStarts[area], lineStarts[area + 1])].map((line) => {
        const start = pointStarts[line] ?? 0;
        return Array.from({ length: (pointStarts[line + 1] ?? start) - start }, (_, index) => [
          origin[0] + (columns[start + index] ?? 0) * scale[0],
          origin[1] + (heights[start + index] ?? 0) * scale[1],
        ]);
      });
    },
    /** The areas in whose box, extended by a margin in degrees, a point is. */
    around(latitude: number, longitude: number, margin: number): readonly number[] {
      return inBoxes(columnOf(longitude), heightOf(latitude), margin / scale[0], margin / scale[1]);
    },
  };
}

interface AreaLines extends Pick<Grid, "columns" | "heights"> {
  readonly lineStarts: Int32Array;
  readonly lines: Uint32Array;
  readonly pointStarts: ArrayLike<number>;
}

/** West, east, south, and north of each area. */
function boxesOf(size: number, { lineStarts, lines, pointStarts, columns, heights }: AreaLines): Int32Array {
  const boxes = new Int32Array(size * 4);
  for (let area = 0; area < size; area++) {
    let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let own = lineStarts[area] ?? 0; own < (lineStarts[area + 1] ?? 0); own++) {
      const line = lines[own] ?? 0;
      for (let at = pointStarts[line] ?? 0; at < (pointStarts[line + 1] ?? 0); at++) {
        const [x, y] = [columns[at] ?? 0, heights[at] ?? 0];
        west = Math.min(west, x);
        east = Math.max(east, x);
        south = Math.min(south, y);
        north = Math.max(north, y);
      }
    }
    boxes.set([west, east, south, north], area * 4);
  }
  return boxes;
}
