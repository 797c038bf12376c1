import type { PackedPieces } from "../base/packed-file.ts";
import { indexIn } from "../base/sorted.ts";
import type { StateCode } from "../editions/us-states.ts";
import { type Boxes, openBoxes } from "./box-grid.ts";
import { summed } from "./place-table.ts";

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
  const missing = new Set(file.missing.map(keyOf));
  return {
    ...openOutlines(file),
    counties: file.counties,
    /** Whether a municipality of a county has no outline. */
    isMissingIn: (state: number, county: number): boolean => missing.has(keyOf([state, county])),
    grown: new Set(file.grown),
  };
}

/** No state has as many counties. */
const MOST_COUNTIES = 1_000;

function keyOf([state, county]: readonly [state: number, county: number]): number {
  return state * MOST_COUNTIES + county;
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
  const lineBoxes = boxesOfLines({ pointStarts, columns, heights });
  const inBoxes = openBoxes(boxesOfAreas(size, { lineStarts, lines, lineBoxes }));
  const isInside = (area: number, x: number, y: number) => {
    let inside = false;
    for (let own = lineStarts[area] ?? 0; own < (lineStarts[area + 1] ?? 0); own++) {
      const line = lines[own] ?? 0;
      const box = line * 4;
      // A step beyond each box, because where a piece is crossed is rounded.
      if (y < (lineBoxes[box + 2] ?? 0) || y > (lineBoxes[box + 3] ?? 0) || x > (lineBoxes[box + 1] ?? 0) + 1) continue;
      const [start, end] = [pointStarts[line] ?? 0, (pointStarts[line + 1] ?? 0) - 1];
      if (x < (lineBoxes[box] ?? 0) - 1) {
        // All of it is east of the point, so only its ends say whether it is crossed an odd number of times.
        if ((heights[start] ?? 0) > y !== (heights[end] ?? 0) > y) inside = !inside;
        continue;
      }
      for (let at = start; at < end; at++) {
        const [y1, y2] = [heights[at] ?? 0, heights[at + 1] ?? 0];
        if (y1 > y === y2 > y) continue;
        const [x1, x2] = [columns[at] ?? 0, columns[at + 1] ?? 0];
        if (x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1)) inside = !inside;
      }
    }
    return inside;
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

type Points = Pick<Grid, "columns" | "heights"> & { readonly pointStarts: ArrayLike<number> };

function boxesOfLines({ pointStarts, columns, heights }: Points): Boxes {
  const boxes = new Int32Array((pointStarts.length - 1) * 4);
  for (let line = 0; line < pointStarts.length - 1; line++) {
    let [west, east, south, north] = NO_BOX;
    for (let at = pointStarts[line] ?? 0; at < (pointStarts[line + 1] ?? 0); at++) {
      const [x, y] = [columns[at] ?? 0, heights[at] ?? 0];
      west = Math.min(west, x);
      east = Math.max(east, x);
      south = Math.min(south, y);
      north = Math.max(north, y);
    }
    boxes.set([west, east, south, north], line * 4);
  }
  return boxes;
}

interface AreaLines {
  readonly lineStarts: Int32Array;
  readonly lines: Uint32Array;
  readonly lineBoxes: Boxes;
}

function boxesOfAreas(size: number, { lineStarts, lines, lineBoxes }: AreaLines): Boxes {
  const boxes = new Int32Array(size * 4);
  for (let area = 0; area < size; area++) {
    let [west, east, south, north] = NO_BOX;
    for (let own = lineStarts[area] ?? 0; own < (lineStarts[area + 1] ?? 0); own++) {
      const box = (lines[own] ?? 0) * 4;
      west = Math.min(west, lineBoxes[box] ?? 0);
      east = Math.max(east, lineBoxes[box + 1] ?? 0);
      south = Math.min(south, lineBoxes[box + 2] ?? 0);
      north = Math.max(north, lineBoxes[box + 3] ?? 0);
    }
    boxes.set([west, east, south, north], area * 4);
  }
  return boxes;
}

const NO_BOX = [
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
] as const;
