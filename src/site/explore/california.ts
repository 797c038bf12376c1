import { type GeoProjection, geoAlbers, geoPath } from "d3-geo";
import type { Feature, FeatureCollection, GeometryObject } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import atlas from "us-atlas/counties-10m.json" with { type: "json" };

/** A county's outline, WGS 84. */
export type CountyShape = Feature<GeometryObject> & { readonly id: string };

/** FIPS code of California. */
const STATE = "06";

/** Outlines of the 58 counties by FIPS code, from the Census Bureau's cartographic boundaries in us-atlas. */
export function countyShapes(): ReadonlyMap<string, CountyShape> {
  const topology = asTopology(atlas);
  const counties = topology.objects.counties.geometries.filter(({ id }) => String(id).startsWith(STATE));
  const { features } = feature(topology, { type: "GeometryCollection", geometries: counties });
  return new Map(features.map((shape) => [String(shape.id), { ...shape, id: String(shape.id) }]));
}

/** California (Teale) Albers, the state's own equal-area projection, scaled to hold the shapes within the box. */
export function projectionTo(
  shapes: readonly CountyShape[],
  width: number,
  height: number,
  margin: number,
): GeoProjection {
  const collection: FeatureCollection = { type: "FeatureCollection", features: [...shapes] };
  return geoAlbers()
    .rotate([120, 0])
    .center([0, 37.25])
    .parallels([34, 40.5])
    .fitExtent(
      [
        [margin, margin],
        [width - margin, height - margin],
      ],
      collection,
    );
}

/** SVG path data of a shape and the middle of its area, in whole tenths of a unit. */
export function drawn(shape: CountyShape, projection: GeoProjection) {
  const path = geoPath(projection).digits(1);
  const [x, y] = path.centroid(shape);
  return { path: path(shape) ?? "", area: path.area(shape), x: Math.round(x), y: Math.round(y) };
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
