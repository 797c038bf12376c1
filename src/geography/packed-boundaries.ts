import type { Boundaries, GeographyFile } from "./file.ts";

/** Edges of a line that are skipped together if all lie north or all lie south of a point. */
const EDGES_PER_RUN = 16;

/**
 * Boundaries with the points of all lines in one array. A line is a piece of the border of one area, or of the common
 * border of two (an arc of the TopoJSON). As an array of its own, each point takes ten times the memory.
 */
export class PackedBoundaries {
  readonly objects: Boundaries["objects"];
  /** Longitude and latitude of each point, in degrees. Line n has the points from `#starts[n]` to `#starts[n + 1]`. */
  readonly #points: Float64Array;
  readonly #starts: Uint32Array;
  /** South and north of each run of edges. Line n has the runs from `#firstRuns[n]` on. */
  readonly #runs: Float64Array;
  readonly #firstRuns: Uint32Array;

  constructor({ objects, arcs, transform }: Boundaries) {
    const { scale, translate } = transform ?? { scale: [1, 1], translate: [0, 0] };
    this.objects = objects;
    this.#points = new Float64Array(2 * arcs.reduce((sum, { length }) => sum + length, 0));
    this.#starts = new Uint32Array(arcs.length + 1);
    this.#firstRuns = new Uint32Array(arcs.length);
    const runs: number[] = [];
    let point = 0;
    for (const [line, steps] of arcs.entries()) {
      let [column, row] = [0, 0];
      for (const [right = 0, up = 0] of steps) {
        column += right;
        row += up;
        this.#points[2 * point] = translate[0] + column * scale[0];
        this.#points[2 * point + 1] = translate[1] + row * scale[1];
        point++;
      }
      this.#starts[line + 1] = point;
      this.#firstRuns[line] = runs.length / 2;
      for (let start = point - steps.length; start < point - 1; start += EDGES_PER_RUN) {
        runs.push(...this.#southAndNorth(start, Math.min(start + EDGES_PER_RUN, point - 1)));
      }
    }
    this.#runs = Float64Array.from(runs);
  }

  get lineCount(): number {
    return this.#firstRuns.length;
  }

  /** The points of a line in degrees. */
  line(line: number): [longitude: number, latitude: number][] {
    const start = this.#starts[line] ?? 0;
    return Array.from({ length: (this.#starts[line + 1] ?? start) - start }, (_, index) => {
      const at = 2 * (start + index);
      return [this.#points[at] ?? 0, this.#points[at + 1] ?? 0];
    });
  }

  /**
   * Whether a ray from the point to the east crosses the line an odd number of times. The point is inside a ring if this
   * is true for an odd number of its lines. Same result as `polygonContains` of d3-polygon.
   */
  isCrossed(line: number, x: number, y: number): boolean {
    const points = this.#points;
    const runs = this.#runs;
    const end = (this.#starts[line + 1] ?? 0) - 1;
    let run = this.#firstRuns[line] ?? 0;
    let isOdd = false;
    for (let start = this.#starts[line] ?? 0; start < end; start += EDGES_PER_RUN, run++) {
      if (y < (runs[2 * run] ?? 0) || y >= (runs[2 * run + 1] ?? 0)) continue;
      const endOfRun = 2 * Math.min(start + EDGES_PER_RUN, end);
      for (let at = 2 * start; at < endOfRun; at += 2) {
        const fromY = points[at + 1] ?? 0;
        const toY = points[at + 3] ?? 0;
        if (toY > y === fromY > y) continue;
        const fromX = points[at] ?? 0;
        const toX = points[at + 2] ?? 0;
        if (x < ((fromX - toX) * (y - toY)) / (fromY - toY) + toX) isOdd = !isOdd;
      }
    }
    return isOdd;
  }

  #southAndNorth(first: number, last: number): [south: number, north: number] {
    let [south, north] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let point = first; point <= last; point++) {
      const latitude = this.#points[2 * point + 1] ?? 0;
      south = Math.min(south, latitude);
      north = Math.max(north, latitude);
    }
    return [south, north];
  }
}

/** The content of the geography file as the service keeps it. */
export interface PackedGeography extends Omit<GeographyFile, "boundaries"> {
  readonly boundaries: PackedBoundaries;
}

export function packGeography(file: GeographyFile): PackedGeography {
  return { ...file, boundaries: new PackedBoundaries(file.boundaries) };
}

/** TopoJSON writes a line in reverse as its complement. */
export function lineOfArc(arc: number): number {
  return arc < 0 ? ~arc : arc;
}
