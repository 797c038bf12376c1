import { type GeoGeometryObjects, type GeoProjection, geoAlbers, geoPath } from "d3-geo";
import type { Feature, Geometry } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import atlas from "us-atlas/counties-10m.json" with { type: "json" };

/** A county's outline, WGS 84. */
export type CountyShape = Feature<Geometry> & { readonly id: string };

/** FIPS code of California. */
const STATE = "06";

/** Outlines of the 58 counties by FIPS code, from the Census Bureau's cartographic boundaries in us-atlas. */
export function countyShapes(): ReadonlyMap<string, CountyShape> {
  const topology = asTopology(atlas);
  const counties = topology.objects.counties.geometries.filter(({ id }) => String(id).startsWith(STATE));
  const { features } = feature(topology, { type: "GeometryCollection", geometries: counties });
  return new Map(features.map((shape) => [String(shape.id), { ...shape, id: String(shape.id) }]));
}

/** California (Teale) Albers, the state's own equal-area projection, scaled to hold a shape within the box. */
export function projectionTo(shape: GeoGeometryObjects, width: number, height: number, margin: number): GeoProjection {
  return geoAlbers()
    .rotate([120, 0])
    .center([0, 37.25])
    .parallels([34, 40.5])
    .fitExtent(
      [
        [margin, margin],
        [width - margin, height - margin],
      ],
      shape,
    );
}

export type Bounds = readonly [readonly [left: number, top: number], readonly [right: number, bottom: number]];

/** SVG path data of a shape with so many decimals, its area, bounds and middle. */
export function drawn(shape: CountyShape, projection: GeoProjection, digits: 0 | 1) {
  const path = geoPath(projection).digits(digits);
  const [x, y] = path.centroid(shape);
  const bounds: Bounds = path.bounds(shape);
  return { path: path(shape) ?? "", area: path.area(shape), bounds, x: Math.round(x), y: Math.round(y) };
}

type CountyTopology = Topology<{ counties: GeometryCollection }>;

/** The package's JSON has no types; its form is checked here, once, at its border. */
function asTopology(json: unknown): CountyTopology {
  if (!isTopology(json)) throw new Error("the map of us-atlas has another form than expected");
  return json;
}

function isTopology(json: unknown): json is CountyTopology {
  if (typeof json !== "object" || json === null || !("objects" in json)) return false;
  const { objects } = json;
  return typeof objects === "object" && objects !== null && "counties" in objects;
}
