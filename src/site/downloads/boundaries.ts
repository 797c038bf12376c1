import type { Feature, MultiPolygon, Position } from "geojson";
import { feature } from "topojson-client";
import type { GeometryObject, Topology } from "topojson-specification";
import type { Geography } from "../../lookup/geography.ts";
import { AREA_COLUMNS } from "./download-columns.ts";

/** Decimals of a coordinate: a tenth of a meter. */
const DECIMALS = 6;

/** GeoJSON (RFC 7946): the counties and cities with their boundaries and figures. The id of a feature is its GEOID. */
export function* boundaryPieces({ borders, places, geoidOf }: Geography): Generator<string> {
  const arcs = Array.from({ length: borders.lineCount }, (_, line) => borders.line(line));
  const topology: Topology = { type: "Topology", objects: {}, arcs };
  const { counties, cities } = borders.objects;
  const geometries = new Map([...counties.geometries, ...cities.geometries].map((one) => [String(one.id), one]));
  yield '{"type":"FeatureCollection","features":[';
  let between = "";
  for (const place of places) {
    const geoid = geoidOf(place);
    const outline = geoid === null ? undefined : geometries.get(geoid);
    if (geoid === null || outline === undefined || (place.kind !== "city" && place.kind !== "county")) continue;
    const geometry = shapeOf(topology, outline);
    if (geometry === null) continue;
    const row = { place, geoid };
    const properties = Object.fromEntries(AREA_COLUMNS.map(({ key, value }) => [key, value(row)]));
    yield between + JSON.stringify({ type: "Feature", id: geoid, properties, geometry } satisfies Feature);
    between = ",";
  }
  yield "]}";
}

function shapeOf(topology: Topology, geometry: GeometryObject): MultiPolygon | null {
  const shape = feature(topology, geometry);
  if (shape.type !== "Feature") return null;
  const { geometry: drawn } = shape;
  const polygons =
    drawn.type === "MultiPolygon" ? drawn.coordinates : drawn.type === "Polygon" ? [drawn.coordinates] : [];
  return multiPolygon(polygons);
}

function rounded(position: Position): Position {
  return position.map((degrees) => Number(degrees.toFixed(DECIMALS)));
}

/** Polygons in the order of RFC 7946. */
export function multiPolygon(polygons: readonly (readonly Position[][])[]): MultiPolygon {
  return {
    type: "MultiPolygon",
    coordinates: polygons.map((rings) => rings.map((ring, index) => turned(ring.map(rounded), index === 0))),
  };
}

/** Outer rings are counterclockwise and holes clockwise (RFC 7946 section 3.1.6). */
function turned(ring: Position[], isOuter: boolean): Position[] {
  const doubleArea = ring.reduce((sum, [x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
    return sum + x * nextY - nextX * y;
  }, 0);
  return doubleArea > 0 === isOuter ? ring : ring.toReversed();
}
