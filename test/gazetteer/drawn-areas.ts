import type { StateCode } from "../../src/editions/us-states.ts";
import type { GeoPoint } from "../../src/gazetteer/distance.ts";
import type { OutlineFile } from "../../src/gazetteer/outline-table.ts";
import { GAZETTEER_FILES } from "../../src/main/gazetteer-files.ts";

type Point = readonly [longitude: number, latitude: number];

/** An area of the committed outlines, by its edges alone. */
export interface DrawnArea {
  readonly row: number;
  readonly edges: readonly (readonly [Point, Point])[];
  readonly south: number;
  readonly north: number;
}

export function drawnAreas(state: StateCode): readonly DrawnArea[] {
  return GAZETTEER_FILES.outlines(state).flatMap(areasOf);
}

function areasOf(file: OutlineFile): readonly DrawnArea[] {
  const [scale, origin] = [file.scale, file.origin];
  let at = 0;
  const lines = file.pointCounts.map((count) => {
    let [x, y] = [0, 0];
    return Array.from({ length: count }, (): Point => {
      x += file.columns[at] ?? 0;
      y += file.heights[at] ?? 0;
      at++;
      return [origin[0] + x * scale[0], origin[1] + y * scale[1]];
    });
  });
  let [row, first] = [0, 0];
  return file.lineCounts.map((count, area) => {
    row += file.rows[area] ?? 0;
    const own = file.lines.slice(first, first + count).map((line) => lines[line] ?? []);
    first += count;
    const edges = own.flatMap((points) =>
      points.slice(1).flatMap((end, index) => {
        const start = points[index];
        return start === undefined ? [] : [[start, end] as const];
      }),
    );
    const heights = edges.flatMap((edge) => edge.map(([, y]) => y));
    return { row, edges, south: Math.min(...heights), north: Math.max(...heights) };
  });
}

/** By the even-odd rule. */
export function isDrawnAround({ edges, south, north }: DrawnArea, { latitude, longitude }: GeoPoint): boolean {
  if (latitude < south || latitude > north) return false;
  const crossed = edges.filter(
    ([[x1, y1], [x2, y2]]) =>
      y1 > latitude !== y2 > latitude && longitude < x1 + ((latitude - y1) * (x2 - x1)) / (y2 - y1),
  );
  return crossed.length % 2 === 1;
}

/** Points a few meters to each side of the middle of some edges. */
export function besideEdges({ edges }: DrawnArea, every: number, meters: number): readonly GeoPoint[] {
  const degrees = meters / 111_000;
  return edges
    .filter((_, index) => index % every === 0)
    .flatMap(([[x1, y1], [x2, y2]]) => {
      const length = Math.hypot(x2 - x1, y2 - y1);
      if (length === 0) return [];
      const [east, north] = [(degrees * (y2 - y1)) / length, (degrees * (x1 - x2)) / length];
      return [1, -1].map((side) => ({
        longitude: (x1 + x2) / 2 + side * east,
        latitude: (y1 + y2) / 2 + side * north,
      }));
    });
}
