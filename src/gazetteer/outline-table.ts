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

export type Outlines = ReturnType<typeof openOutlines>;

export function openCountyOutlines(file: CountyOutlineFile) {
  return { ...openOutlines(file), counties: file.counties, missing: file.missing, grown: new Set(file.grown) };
}

/** Areas by the even-odd rule: a point is inside if a line from it crosses an odd number of borders. */
export function openOutlines(file: OutlineFile) {
  const rows = summed(file.rows);
  const lineStarts = summed([0, ...file.lineCounts]);
  const lines = Uint32Array.from(file.lines);
  const pointStarts = summed([0, ...file.pointCounts]);
  const columns = Int32Array.from(file.columns);
  const heights = Int32Array.from(file.heights);
  for (let line = 0; line < file.pointCounts.length; line++) {
    for (let at = (pointStarts[line] ?? 0) + 1; at < (pointStarts[line + 1] ?? 0); at++) {
      columns[at] = (columns[at] ?? 0) + (columns[at - 1] ?? 0);
      heights[at] = (heights[at] ?? 0) + (heights[at - 1] ?? 0);
    }
  }
  const boxes = boxesOf(rows.length, { lineStarts, lines, pointStarts, columns, heights });
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
    for (let area = 0; area < rows.length; area++) {
      const box = area * 4;
      if (x < (boxes[box] ?? 0) - marginX || x > (boxes[box + 1] ?? 0) + marginX) continue;
      if (y < (boxes[box + 2] ?? 0) - marginY || y > (boxes[box + 3] ?? 0) + marginY) continue;
      found.push(area);
    }
    return found;
  };
  const columnOf = (longitude: number) => (longitude - file.origin[0]) / file.scale[0];
  const heightOf = (latitude: number) => (latitude - file.origin[1]) / file.scale[1];
  return {
    rows,
    size: rows.length,
    /** The areas that hold a point, by their number. */
    holding(latitude: number, longitude: number): readonly number[] {
      const [x, y] = [columnOf(longitude), heightOf(latitude)];
      return inBoxes(x, y, 0, 0).filter((area) => isInside(area, x, y));
    },
    /** The areas in whose box, extended by a margin in degrees, a point is. */
    around(latitude: number, longitude: number, margin: number): readonly number[] {
      return inBoxes(columnOf(longitude), heightOf(latitude), margin / file.scale[0], margin / file.scale[1]);
    },
  };
}

interface Points {
  readonly lineStarts: Int32Array;
  readonly lines: Uint32Array;
  readonly pointStarts: Int32Array;
  readonly columns: Int32Array;
  readonly heights: Int32Array;
}

/** West, east, south, and north of each area. */
function boxesOf(size: number, { lineStarts, lines, pointStarts, columns, heights }: Points): Int32Array {
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
