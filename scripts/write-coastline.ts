import type { Position } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import atlas from "world-atlas/land-10m.json" with { type: "json" };

/** From Natural Earth (public domain). The land of California with a margin: a box that the neighboring states fill to the edge. */
const [WEST, EAST, SOUTH, NORTH] = [-125.5, -113.5, 32, 42.5];
/** Outside every map. */
const CORNERS = [
  [-100, 55],
  [-100, 20],
];
const DECIMALS = 1e5;

const isInside = ([x = 0, y = 0]: Position) => x > WEST && x < EAST && y > SOUTH && y < NORTH;
const rounded = ([x = 0, y = 0]: Position) => [
  Math.round(x * DECIMALS) / DECIMALS,
  Math.round(y * DECIMALS) / DECIMALS,
];

/** The part of a coast inside the box. The mainland's is one line from Mexico to Oregon, closed far inland. */
function cut(ring: readonly Position[]): readonly Position[] {
  const kept = ring.filter(isInside);
  if (kept.length === 0 || kept.length === ring.length) return kept.map(rounded);
  const line = (kept[0]?.[1] ?? 0) < (kept.at(-1)?.[1] ?? 0) ? kept : kept.toReversed();
  const whole = [...line.map(rounded), ...CORNERS];
  return [...whole, ...whole.slice(0, 1)];
}

type Land = Topology<{ land: GeometryCollection }>;

/** The package's JSON has no types, so this checks the parts that matter. */
function isLand(json: object): json is Land {
  return "type" in json && json.type === "Topology" && "objects" in json && "arcs" in json;
}

if (!isLand(atlas)) throw new Error("the land of world-atlas has another form than expected");
const rings = feature(atlas, atlas.objects.land).features.flatMap(({ geometry }) =>
  geometry.type === "MultiPolygon" ? geometry.coordinates.map(([outer = []]) => cut(outer)) : [],
);
await Bun.write("data/coastline.json", `${JSON.stringify(rings.filter((ring) => ring.length > 3))}\n`);
