import type { Boundaries, GeographyTables } from "./tables.ts";

export class Borders {
  readonly objects: Boundaries["objects"];
  readonly #scale: readonly [x: number, y: number];
  readonly #origin: readonly [x: number, y: number];
  readonly #points: Int32Array;
  readonly #starts: Uint32Array;

  constructor({ outlines: { objects, transform }, lines }: Pick<GeographyTables, "outlines" | "lines">) {
    const { scale, translate } = transform ?? { scale: [1, 1], translate: [0, 0] };
    this.objects = objects;
    this.#scale = [scale[0], scale[1]];
    this.#origin = [translate[0], translate[1]];
    this.#points = lines.points;
    this.#starts = lines.starts;
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

  /** Whether a ray to the east crosses the line an odd number of times, as in `polygonContains` of d3-polygon. */
  isCrossed(line: number, x: number, y: number): boolean {
    const last = (this.#starts[line + 1] ?? 0) - 1;
    let isOdd = false;
    let fromY = this.#latitude(this.#starts[line] ?? 0);
    for (let point = this.#starts[line] ?? 0; point < last; point++) {
      const toY = this.#latitude(point + 1);
      if (toY > y !== fromY > y) {
        const toX = this.#longitude(point + 1);
        if (x < ((this.#longitude(point) - toX) * (y - toY)) / (fromY - toY) + toX) isOdd = !isOdd;
      }
      fromY = toY;
    }
    return isOdd;
  }

  #longitude(point: number): number {
    return this.#origin[0] + (this.#points[2 * point] ?? 0) * this.#scale[0];
  }

  #latitude(point: number): number {
    return this.#origin[1] + (this.#points[2 * point + 1] ?? 0) * this.#scale[1];
  }
}

/** TopoJSON writes a line in reverse as its complement. */
export function lineOfArc(arc: number): number {
  return arc < 0 ? ~arc : arc;
}
