import type { Position } from "geojson";
import simplify from "simplify-js";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import atlas from "us-atlas/states-albers-10m.json" with { type: "json" };

/** From boundaries of the Census Bureau (package under ISC). Units of the drawing in one of the package's, whose map is 975 by 610. */
const SCALE = 1.6;
/** How far simplification may move a line, in units of the drawing. */
const TOLERANCE = 1.6;
/** The box of a label in one line ("TX 58") and in two, with the number of its lines. */
const LABELS = [
  { width: 84, height: 28, lines: 1 },
  { width: 44, height: 50, lines: 2 },
] as const;

type States = Topology<{ states: GeometryCollection }>;

/** The package's JSON has no types, so this checks the parts that matter. */
function isStates(json: object): json is States {
  return "type" in json && json.type === "Topology" && "objects" in json && "arcs" in json;
}

/** Each line once, so that neighboring states still match. In units of the drawing, from its left and top. */
function simplified({ arcs, transform, ...rest }: States): States {
  if (transform === undefined) throw new Error("the states of us-atlas are not quantized");
  const { scale, translate } = transform;
  const left = translate[0] * SCALE;
  return {
    ...rest,
    arcs: arcs.map((arc) => {
      let [x, y] = [0, 0];
      const line = arc.map(([dx = 0, dy = 0]) => {
        [x, y] = [x + dx, y + dy];
        return { x: (x * scale[0] + translate[0]) * SCALE - left, y: (y * scale[1] + translate[1]) * SCALE };
      });
      return simplify(line, TOLERANCE, true).map((point) => [Math.round(point.x), Math.round(point.y)]);
    }),
  };
}

/** Rings too small to see are left out, unless they are all that there is. */
function visible(rings: readonly Position[][]): readonly Position[][] {
  const sorted = rings.toSorted((a, b) => areaOf(b) - areaOf(a));
  return sorted.filter((ring, index) => index === 0 || areaOf(ring) > 12);
}

function areaOf(ring: readonly Position[]): number {
  const twice = ring.reduce((sum, [x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}

/** SVG path data: an absolute start, then steps. */
function pathOf(ring: readonly Position[]): string {
  const steps = ring.slice(1, -1).map(([x = 0, y = 0], index) => {
    const [beforeX = 0, beforeY = 0] = ring[index] ?? [];
    return `${x - beforeX} ${y - beforeY}`;
  });
  return `M${ring[0]?.join(" ")}l${steps.join(" ")}z`;
}

function isInside(x: number, y: number, ring: readonly Position[]): boolean {
  return ring.reduce((inside, [ax = 0, ay = 0], index) => {
    const [bx = 0, by = 0] = ring[(index + 1) % ring.length] ?? [];
    return ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax) ? !inside : inside;
  }, false);
}

/** The middle of a state's label and its number of lines; 0 lines if it does not fit into the largest part. */
function labelOf(ring: readonly Position[]): readonly [x: number, y: number, lines: number] {
  const [xs, ys] = [ring.map(([x = 0]) => x), ring.map(([, y = 0]) => y)];
  const [middleX, middleY] = [xs, ys].map((all) => (Math.min(...all) + Math.max(...all)) / 2);
  const points = [];
  for (let x = Math.min(...xs); x < Math.max(...xs); x += 4) {
    for (let y = Math.min(...ys); y < Math.max(...ys); y += 4) points.push([Math.round(x), Math.round(y)] as const);
  }
  const distance = ([x, y]: readonly [number, number]) => Math.hypot(x - (middleX ?? 0), y - (middleY ?? 0));
  const sorted = points.toSorted((a, b) => distance(a) - distance(b));
  for (const { width, height, lines } of LABELS) {
    const steps = [-0.5, -0.25, 0, 0.25, 0.5];
    const at = sorted.find(([x, y]) =>
      steps.every((dx) => steps.every((dy) => isInside(x + dx * width, y + dy * height, ring))),
    );
    if (at) return [...at, lines];
  }
  return [...(sorted.find(([x, y]) => isInside(x, y, ring)) ?? ([0, 0] as const)), 0];
}

if (!isStates(atlas)) throw new Error("the states of us-atlas have another form than expected");
const planar = simplified(atlas);
const states = feature(planar, planar.objects.states).features.map(({ id, geometry }) => {
  const parts =
    geometry.type === "Polygon" ? [geometry.coordinates] : geometry.type === "MultiPolygon" ? geometry.coordinates : [];
  const rings = visible(parts.map(([outer = []]) => outer));
  return { fips: String(id), path: rings.map(pathOf).join(""), label: labelOf(rings[0] ?? []) };
});
const lines = states.toSorted((a, b) => (a.fips < b.fips ? -1 : 1)).map((state) => JSON.stringify(state));
await Bun.write("data/us-states.json", `[\n${lines.join(",\n")}\n]\n`);
