import { type GeoIdentityTransform, type GeoProjection, geoAlbers, geoIdentity, geoPath } from "d3-geo";
import type { MultiPoint, MultiPolygon } from "geojson";
import simplify from "simplify-js";
import { feature } from "topojson-client";
import type { GeometryObject, Topology } from "topojson-specification";
import coastline from "../../../data/coastline.json" with { type: "json" };
import type { StateEdition } from "../../editions/edition.ts";
import { type Borders, lineOfArc } from "../../gazetteer/borders.ts";
import type { DegreeLine } from "../../gazetteer/outline-table.ts";
import { PathText } from "./path-text.ts";

export type Point = readonly [x: number, y: number];
export type Ring = [number, number][];

export interface DrawnArea {
  /** SVG path data in whole units of the drawing, including the area's water. */
  readonly path: string;
  /** A point on its land where the letter goes. */
  readonly at: Point;
  /** The shorter side of the box around its largest part. */
  readonly room: number;
  /** How far its land reaches to the left and right of that point, over the height of two lines of text. */
  readonly reach: readonly [left: number, right: number];
}

export interface MapShapes {
  /** The size of the drawing: that of its box or less. */
  readonly width: number;
  readonly height: number;
  /** By GEOID. */
  readonly areas: ReadonlyMap<string, DrawnArea>;
  /** SVG path data of the land in the drawing. */
  readonly land: string;
  /** A point in degrees on the drawing. */
  readonly project: (point: Point) => Point;
}

interface MapBox {
  /** Of the state whose own projection it has. */
  readonly edition: StateEdition;
  readonly width: number;
  readonly height: number;
  readonly margin: number;
}

/** Outer rings in degrees, from Natural Earth, 1:10 million. Needed because the boundaries include coastal waters. */
export const COAST: readonly Ring[] = coastline.map((ring) => ring.map(([x = 0, y = 0]): [number, number] => [x, y]));
/** How far simplification may move a line, in units of the drawing. */
const TOLERANCE = 1.2;
/** How far the coast continues past the edge of the drawing, in units of the drawing. */
const BLEED = 8;

/** The points of places by GEOID, in degrees, each on land inside the largest part of its place. */
type LabelPoints = ReadonlyMap<string, Point>;

export function stateShapes(boundaries: Borders, points: LabelPoints, box: MapBox): MapShapes {
  const { geometries } = boundaries.objects.counties;
  return drawn(boundaries, geometries, geometries, points, box);
}

/** Draws a county with those of its cities that have a point. */
export function countyShapes(boundaries: Borders, fips: string, points: LabelPoints, box: MapBox): MapShapes {
  const counties = boundaries.objects.counties.geometries.filter(({ id }) => id === fips);
  const cities = boundaries.objects.cities.geometries.filter(({ id }) => points.has(String(id)));
  const around = counties.map((county) => withCities(boundaries, county, points));
  return drawn(boundaries, around, [...counties, ...cities], points, box);
}

/** The county without the islands that have no city. */
function withCities(boundaries: Borders, county: GeometryObject, cities: LabelPoints): GeometryObject {
  if (county.type !== "MultiPolygon") return county;
  const islands = polygonsOf(
    topologyOf(boundaries, [county], (line) => boundaries.line(line)),
    county,
  );
  const arcs = county.arcs.filter((_, index) =>
    [...cities.values()].some((point) => spanOf(islands[index] ?? [], point)[1] > 0),
  );
  return arcs.length === 0 ? county : { ...county, arcs };
}

function largestOf(polygons: readonly Ring[][]): MultiPolygon {
  const area = (rings: Ring[]) => geoPath().area({ type: "Polygon", coordinates: rings });
  const [largest = []] = polygons.toSorted((a, b) => area(b) - area(a));
  return { type: "MultiPolygon", coordinates: [largest] };
}

/** @param around the shape that fits into the box. */
function drawn(
  boundaries: Borders,
  around: readonly GeometryObject[],
  geometries: readonly GeometryObject[],
  points: LabelPoints,
  box: MapBox,
): MapShapes {
  const { margin } = box;
  const outline: MultiPoint = {
    type: "MultiPoint",
    coordinates: around.flatMap(arcsOf).flatMap((arc) => boundaries.line(arc)),
  };
  const projection = albers(box.edition).fitExtent(
    [
      [margin, margin],
      [box.width - margin, box.height - margin],
    ],
    outline,
  );
  // Without the empty sides of a box of another shape.
  const [[left, top], [right, bottom]] = geoPath(projection).bounds(outline);
  const [x, y] = projection.translate();
  projection.translate([x - left + margin, y - top + margin]);
  const [width, height] = [Math.ceil(right - left + 2 * margin), Math.ceil(bottom - top + 2 * margin)];
  const coast = COAST.map((ring) => ring.map((point) => projected(projection, point)));
  // Each line is simplified once, so neighboring areas still match.
  const planar = topologyOf(boundaries, geometries, (line) =>
    simplified(boundaries.line(line).map((point) => projected(projection, point))),
  );
  const areas = geometries.map((geometry): [string, DrawnArea] => {
    const id = String(geometry.id);
    const polygons = polygonsOf(planar, geometry);
    const point = points.get(id);
    return [
      id,
      drawnArea(polygons, coast, point ? projected(projection, point) : geoPath().centroid(largestOf(polygons))),
    ];
  });
  return {
    ...{ width, height, areas: new Map(areas), land: shoreOf(coast, [width, height]) },
    project: projectorOf(projection),
  };
}

/** The coast in the drawing, as SVG path data. */
export function shoreOf(coast: readonly Ring[], size: Point): string {
  return clipped(
    coast.map((ring) => [simplified(ring)]),
    size,
  );
}

export function clipped(polygons: readonly Ring[][], size: Point, digits = 0): string {
  const isWhole = polygons.every((rings) => rings.every((ring) => ring.every((point) => isInWindow(point, size))));
  const written = new PathText(digits);
  geoPath(isWhole ? null : windowOf(size), written)({ type: "MultiPolygon", coordinates: [...polygons] });
  return written.text;
}

function windowOf([width, height]: Point): GeoIdentityTransform {
  return geoIdentity().clipExtent([
    [-BLEED, -BLEED],
    [width + BLEED, height + BLEED],
  ]);
}

/** Not on its edge: what is inside alone is the same path without clipping. */
function isInWindow([x, y]: Point, [width, height]: Point): boolean {
  return x > -BLEED && x < width + BLEED && y > -BLEED && y < height + BLEED;
}

/** The state's own equal-area projection. */
function albers({ projection }: StateEdition): GeoProjection {
  const { meridian, latitude, parallels } = projection;
  return geoAlbers()
    .rotate([-meridian, 0])
    .center([0, latitude])
    .parallels([...parallels]);
}

/** Made here, because a function keeps everything that is in scope where it is made, such as all lines of a map. */
function projectorOf(projection: GeoProjection): MapShapes["project"] {
  return (point) => projected(projection, point);
}

function projected(projection: GeoProjection, [x, y]: Point): [number, number] {
  return projection([x, y]) ?? [0, 0];
}

/** The lines of the areas, each as `drawnLine` returns it. */
export function topologyOf(
  boundaries: Borders,
  geometries: readonly GeometryObject[],
  drawnLine: (line: number) => Ring,
): Topology {
  const arcs = new Array<Ring>(boundaries.lineCount).fill([]);
  for (const line of new Set(geometries.flatMap(arcsOf))) arcs[line] = drawnLine(line);
  return { type: "Topology", objects: {}, arcs };
}

function simplified(line: Ring): Ring {
  return ringOf(line.map(([x, y]) => ({ x, y })));
}

/** The corners that are left when none of the others lies further than the tolerance from the line through them. */
export function ringOf(corners: { readonly x: number; readonly y: number }[], tolerance = TOLERANCE): Ring {
  return simplify(corners, tolerance, true).map(({ x, y }) => [x, y]);
}

function arcsOf(geometry: GeometryObject): readonly number[] {
  return geometry.type === "MultiPolygon" ? geometry.arcs.flat(2).map(lineOfArc) : [];
}

/** The lines of a state's area, in any order and direction. */
export function linesOfArea(boundaries: Borders, geometry: GeometryObject): readonly DegreeLine[] {
  return [...new Set(arcsOf(geometry))].map((line) => boundaries.line(line));
}

export function polygonsOf(topology: Topology, geometry: GeometryObject): readonly Ring[][] {
  const shape = feature(topology, geometry);
  if (shape.type !== "Feature" || shape.geometry.type !== "MultiPolygon") return [];
  return shape.geometry.coordinates.map((rings) =>
    rings.map((ring) => ring.map(([x = 0, y = 0]): [number, number] => [x, y])),
  );
}

function drawnArea(polygons: readonly Ring[][], coast: readonly Ring[], [x, y]: Point): DrawnArea {
  const [[left, top], [right, bottom]] = geoPath().bounds(largestOf(polygons));
  const spans = [-HALF_TEXT, 0, HALF_TEXT].flatMap((down) =>
    [polygons.flat(), coast].map((rings) => spanOf(rings, [x, y + down])),
  );
  return {
    path: geoPath().digits(0)({ type: "MultiPolygon", coordinates: [...polygons] }) ?? "",
    at: [Math.round(x), Math.round(y)],
    room: Math.min(right - left, bottom - top),
    reach: [Math.min(...spans.map(([west]) => west)), Math.min(...spans.map(([, east]) => east))],
  };
}

/** Half the height of two lines of text on a map, in units of the drawing. */
const HALF_TEXT = 26;

/** From a point to the edges on its left and right; zero if it is outside the rings. */
function spanOf(rings: readonly Ring[], [x, y]: Point): readonly [left: number, right: number] {
  const crossings = rings.flatMap((ring) =>
    ring.flatMap((to, index) => {
      const from = ring.at(index - 1) ?? to;
      if (from[1] > y === to[1] > y) return [];
      return ((from[0] - to[0]) * (y - to[1])) / (from[1] - to[1]) + to[0] - x;
    }),
  );
  const left = crossings.filter((distance) => distance < 0);
  const right = crossings.filter((distance) => distance >= 0);
  return left.length % 2 === 0 ? [0, 0] : [-Math.max(...left), Math.min(...right)];
}
