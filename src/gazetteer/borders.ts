import type { GeometryObject } from "topojson-specification";
import type { GeoPoint } from "./distance.ts";
import { openAreas } from "./outline-table.ts";
import type { Boundaries, GeographyTables, Lines } from "./tables.ts";

type Pair = readonly [longitude: number, latitude: number];

/** The borders of a state's areas, with lines that two areas share once. */
export class Borders {
  readonly objects: Boundaries["objects"];
  readonly #lines: Lines;
  readonly #scale: Pair;
  readonly #origin: Pair;

  constructor({ outlines: { objects, transform }, lines }: Pick<GeographyTables, "outlines" | "lines">) {
    const { scale, translate } = transform ?? { scale: [1, 1], translate: [0, 0] };
    this.objects = objects;
    this.#lines = lines;
    this.#scale = [scale[0], scale[1]];
    this.#origin = [translate[0], translate[1]];
  }

  get lineCount(): number {
    return this.#lines.starts.length - 1;
  }

  /** The points of a line in degrees. */
  line(line: number): [longitude: number, latitude: number][] {
    const { points, starts } = this.#lines;
    const start = starts[line] ?? 0;
    return Array.from({ length: (starts[line + 1] ?? start) - start }, (_, index) => [
      this.#origin[0] + (points[2 * (start + index)] ?? 0) * this.#scale[0],
      this.#origin[1] + (points[2 * (start + index) + 1] ?? 0) * this.#scale[1],
    ]);
  }

  /** Finds those of some areas that hold a point, by their ids. */
  finder(geometries: readonly GeometryObject[]): (point: GeoPoint) => readonly string[] {
    const { points, starts } = this.#lines;
    const own = [...new Set(geometries.flatMap(linesOf))];
    const numbers = new Map(own.map((line, number) => [line, number]));
    const lineStarts = [0];
    const [columns, heights]: [number[], number[]] = [[], []];
    for (const line of own) {
      for (let at = starts[line] ?? 0; at < (starts[line + 1] ?? 0); at++) {
        columns.push(points[2 * at] ?? 0);
        heights.push(points[2 * at + 1] ?? 0);
      }
      lineStarts.push(columns.length);
    }
    const { holding } = openAreas({
      ...{ scale: this.#scale, origin: this.#origin, lineStarts },
      columns: Int32Array.from(columns),
      heights: Int32Array.from(heights),
      areas: geometries.map((geometry) => linesOf(geometry).map((line) => numbers.get(line) ?? 0)),
    });
    return ({ latitude, longitude }) => holding(latitude, longitude).map((area) => String(geometries[area]?.id));
  }
}

function linesOf(geometry: GeometryObject): readonly number[] {
  const polygons =
    geometry.type === "MultiPolygon" ? geometry.arcs : geometry.type === "Polygon" ? [geometry.arcs] : [];
  return polygons.flat(2).map(lineOfArc);
}

/** TopoJSON writes a line in reverse as its complement. */
export function lineOfArc(arc: number): number {
  return arc < 0 ? ~arc : arc;
}
