import { parseArcs } from "./arcs.ts";
import type { Boundaries } from "./geography-file.ts";

/** Edges of a line that are skipped together if all lie north or all lie south of a point. */
const EDGES_PER_RUN = 16;

/**
 * Boundaries with the points of all lines in one array. A line is a piece of the border of one area, or of the common
 * border of two (an arc of the TopoJSON). As an array of its own, each point takes ten times the memory.
 */
export class PackedBoundaries {
  readonly objects: Boundaries["objects"];
  readonly #scale: readonly [x: number, y: number];
  readonly #origin: readonly [x: number, y: number];
  /** Column and row of each point on the grid. Line n has the points from `#starts[n]` to `#starts[n + 1]`. */
  readonly #points: Int32Array;
  readonly #starts: Uint32Array;
  /** South and north of each run of edges, in degrees. Line n has the runs from `#firstRuns[n]` on. */
  readonly #runs: Float64Array;
  readonly #firstRuns: Uint32Array;

  /** @param arcs the arcs as JSON without spaces */
  constructor({ objects, transform }: Omit<Boundaries, "arcs">, arcs: Uint8Array) {
    const { scale, translate } = transform ?? { scale: [1, 1], translate: [0, 0] };
    this.objects = objects;
    this.#scale = [scale[0], scale[1]];
    this.#origin = [translate[0], translate[1]];
    const { points, starts } = parseArcs(arcs);
    this.#points = points;
    this.#starts = starts;
    this.#firstRuns = new Uint32Array(starts.length);
    for (let line = 0; line < this.lineCount; line++) {
      const edges = (starts[line + 1] ?? 0) - (starts[line] ?? 0) - 1;
      this.#firstRuns[line + 1] = (this.#firstRuns[line] ?? 0) + Math.ceil(edges / EDGES_PER_RUN);
    }
    this.#runs = new Float64Array(2 * (this.#firstRuns[this.lineCount] ?? 0));
    for (let line = 0; line < this.lineCount; line++) this.#measureRuns(line);
  }

  get lineCount(): number {
    return this.#starts.length - 1;
  }

  /** The points of a line in degrees. */
  line(line: number): [longitude: number, latitude: number][] {
    const start = this.#starts[line] ?? 0;
    return Array.from({ length: (this.#starts[line + 1] ?? start) - start }, (_, index) => {
      return [this.#longitude(start + index), this.#latitude(start + index)];
    });
  }

  /**
   * Whether a ray from the point to the east crosses the line an odd number of times. The point is inside a ring if this
   * is true for an odd number of its lines. Same result as `polygonContains` of d3-polygon.
   */
  isCrossed(line: number, x: number, y: number): boolean {
    const points = this.#points;
    const runs = this.#runs;
    const [scaleX, scaleY] = this.#scale;
    const [originX, originY] = this.#origin;
    const end = (this.#starts[line + 1] ?? 0) - 1;
    let run = this.#firstRuns[line] ?? 0;
    let isOdd = false;
    for (let start = this.#starts[line] ?? 0; start < end; start += EDGES_PER_RUN, run++) {
      if (y < (runs[2 * run] ?? 0) || y >= (runs[2 * run + 1] ?? 0)) continue;
      const endOfRun = 2 * Math.min(start + EDGES_PER_RUN, end);
      let fromY = originY + (points[2 * start + 1] ?? 0) * scaleY;
      for (let at = 2 * start; at < endOfRun; at += 2) {
        const toY = originY + (points[at + 3] ?? 0) * scaleY;
        if (toY > y !== fromY > y) {
          const fromX = originX + (points[at] ?? 0) * scaleX;
          const toX = originX + (points[at + 2] ?? 0) * scaleX;
          if (x < ((fromX - toX) * (y - toY)) / (fromY - toY) + toX) isOdd = !isOdd;
        }
        fromY = toY;
      }
    }
    return isOdd;
  }

  #longitude(point: number): number {
    return this.#origin[0] + (this.#points[2 * point] ?? 0) * this.#scale[0];
  }

  #latitude(point: number): number {
    return this.#origin[1] + (this.#points[2 * point + 1] ?? 0) * this.#scale[1];
  }

  #measureRuns(line: number): void {
    const last = (this.#starts[line + 1] ?? 0) - 1;
    let run = this.#firstRuns[line] ?? 0;
    for (let start = this.#starts[line] ?? 0; start < last; start += EDGES_PER_RUN, run++) {
      let [south, north] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (let point = start; point <= Math.min(start + EDGES_PER_RUN, last); point++) {
        const latitude = this.#latitude(point);
        south = Math.min(south, latitude);
        north = Math.max(north, latitude);
      }
      this.#runs[2 * run] = south;
      this.#runs[2 * run + 1] = north;
    }
  }
}

/** TopoJSON writes a line in reverse as its complement. */
export function lineOfArc(arc: number): number {
  return arc < 0 ? ~arc : arc;
}
