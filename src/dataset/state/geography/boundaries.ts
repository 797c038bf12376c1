import { polygonContains } from "d3-polygon";
import type { Feature, FeatureCollection, MultiPolygon } from "geojson";
import simplify from "simplify-js";
import { bbox, feature } from "topojson-client";
import { topology } from "topojson-server";
import type { GeometryCollection, GeometryObject, Topology } from "topojson-specification";
import type { Boundaries, GeographyCity } from "../../../gazetteer/tables.ts";

type Area = Feature<MultiPolygon, { readonly geoid: string }>;
type Areas = readonly Area[];

interface DetailedBoundaries {
  readonly counties: Areas;
  readonly cities: Areas;
  readonly communities: Areas;
}

/** Furthest that a line may move, in meters (Douglas and Peucker 1973). */
const TOLERANCE_M = 18;
const FINE_TOLERANCE_M = 2;

/** Steps of the grid along each side of the state: about a meter. */
const GRID = 1_000_000;

const METERS_PER_DEGREE = 111_200;
const BOUND_PARTS = 10_000;

/**
 * The boundaries on a grid, lines between two areas once, each line simplified as a whole so that neighbors still fit.
 * The lines of a city whose own point would come to lie outside keep more of their corners.
 */
export function simplifyBoundaries(detailed: DetailedBoundaries, points: readonly GeographyCity[]): Boundaries {
  const { counties, cities, communities } = detailed;
  const whole: Topology = topology(
    { counties: collection(counties), cities: collection(cities), communities: collection(communities) },
    GRID,
  );
  const coarse = simplified(whole, new Set());
  const areas = new Map(areasOf(coarse, "cities").map((area) => [area.properties.geoid, area]));
  const outside = points.filter((point) => !contains(areas.get(point.geoid), point));
  return outside.length === 0 ? coarse : simplified(whole, arcsOf(whole, new Set(outside.map(({ geoid }) => geoid))));
}

/** Whether the point is within an odd number of the rings. */
function contains(area: Area | undefined, { longitude, latitude }: GeographyCity): boolean {
  const around = (area?.geometry.coordinates ?? []).flat().filter((ring) => {
    const corners = ring.map(([x = 0, y = 0]): [number, number] => [x, y]);
    return polygonContains(corners, [longitude, latitude]);
  });
  return around.length % 2 === 1;
}

function simplified(whole: Topology, fine: ReadonlySet<number>): Boundaries {
  const arcs = whole.arcs.map((arc, index) =>
    simplifyArc(arc, whole, fine.has(index) ? FINE_TOLERANCE_M : TOLERANCE_M),
  );
  const objects = {
    counties: geometriesOf({ ...whole, arcs }, "counties"),
    cities: geometriesOf({ ...whole, arcs }, "cities"),
    communities: geometriesOf({ ...whole, arcs }, "communities"),
  };
  return { type: "Topology", bbox: whole.bbox, transform: whole.transform, objects, arcs };
}

function arcsOf({ objects }: Topology, geoids: ReadonlySet<string>): ReadonlySet<number> {
  const cities = objects["cities"]?.type === "GeometryCollection" ? objects["cities"].geometries : [];
  return new Set(
    cities
      .filter(({ id }) => geoids.has(String(id)))
      .flatMap((geometry) => (geometry.type === "MultiPolygon" ? geometry.arcs.flat(2) : []))
      .map((arc) => (arc < 0 ? ~arc : arc)),
  );
}

function collection(areas: Areas): FeatureCollection {
  return { type: "FeatureCollection", features: areas.map((area) => ({ ...area, id: area.properties.geoid })) };
}

/** Arc coordinates are steps on the grid, each from the point before. */
function simplifyArc(
  arc: Topology["arcs"][number],
  { transform }: Topology,
  toleranceM: number,
): Topology["arcs"][number] {
  const { scale, translate } = transform ?? { scale: [1, 1], translate: [0, 0] };
  const points: [number, number][] = [];
  let [x, y] = [0, 0];
  for (const [dx = 0, dy = 0] of arc) {
    x += dx;
    y += dy;
    points.push([x, y]);
  }
  const middle = translate[1] + (((points[0]?.[1] ?? 0) + y) / 2) * scale[1];
  const yScale = scale[1] * METERS_PER_DEGREE;
  const xScale = scale[0] * METERS_PER_DEGREE * Math.cos((middle * Math.PI) / 180);
  const kept = simplify(
    points.map(([column, row]) => ({ x: column * xScale, y: row * yScale })),
    toleranceM,
    true,
  ).map((point): [number, number] => [Math.round(point.x / xScale), Math.round(point.y / yScale)]);
  return kept.map(([column, row], index) => {
    const [lastColumn, lastRow] = kept[index - 1] ?? [0, 0];
    return [column - lastColumn, row - lastRow];
  });
}

/** Without rings that shrank to a line, each geometry with its bounds, by GEOID. */
function geometriesOf(topo: Topology, name: keyof DetailedBoundaries): GeometryCollection {
  const object = topo.objects[name];
  const geometries = object?.type === "GeometryCollection" ? object.geometries : [];
  return {
    type: "GeometryCollection",
    geometries: geometries
      .map(({ id, ...geometry }): GeometryObject => {
        const polygons = geometry.type === "MultiPolygon" ? geometry.arcs : [];
        const arcs = polygons
          .map((rings) => rings.filter((ring) => isArea(ring, topo)))
          .filter((rings) => rings.length > 0);
        return { type: "MultiPolygon", id, arcs, bbox: boundsOf(topo, { type: "MultiPolygon", arcs }) };
      })
      .toSorted((a, b) => Number(a.id) - Number(b.id)),
  };
}

/** A ring of arcs, each of which begins where the one before ends, has three corners or more. */
function isArea(ring: readonly number[], { arcs }: Topology): boolean {
  return ring.reduce((corners, arc) => corners + (arcs[arc < 0 ? ~arc : arc]?.length ?? 0) - 1, 0) >= 3;
}

/** Rounded outward, for short numbers. */
function boundsOf(topo: Topology, geometry: GeometryObject): [number, number, number, number] {
  const [west = 0, south = 0, east = 0, north = 0] = bbox(topology({ shape: feature(topo, geometry) }));
  const floor = (degrees: number) => Math.floor(degrees * BOUND_PARTS) / BOUND_PARTS;
  return [floor(west), floor(south), -floor(-east), -floor(-north)];
}

function areasOf(boundaries: Boundaries, kind: keyof DetailedBoundaries): Areas {
  return feature(boundaries, boundaries.objects[kind]).features.flatMap(
    ({ id, geometry }): Areas =>
      geometry.type === "MultiPolygon" ? [{ type: "Feature", properties: { geoid: String(id) }, geometry }] : [],
  );
}
