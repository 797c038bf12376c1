import { type GeoProjection, geoAlbers, geoIdentity, geoPath } from "d3-geo";
import type { MultiPoint, MultiPolygon } from "geojson";
import simplify from "simplify-js";
import { feature } from "topojson-client";
import type { GeometryObject, Topology } from "topojson-specification";
import coastline from "../../../data/coastline.json" with { type: "json" };
import { PROJECTION } from "../../domain/california.ts";
import { type Borders, lineOfArc } from "../../places/borders.ts";

export type Point = readonly [x: number, y: number];
type Ring = [number, number][];

/** An area of the drawing. */
export interface DrawnArea {
  /** SVG path data in whole units of the drawing, including the area's water. */
  readonly path: string;
  /** A point on its land where the letter goes. */
  readonly at: Point;
  /** The shorter side of the box around its largest part. */
  readonly room: number;
  /** How far its land reaches to the left and right of that point, over the height of two lines of text. */
  readonly reach: readonly [left: number, right: number];
  /** Whether the coastline clips it. If not, islets and piers that the coastline leaves out stay visible. */
  readonly isOnLand: boolean;
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
  readonly width: number;
  readonly height: number;
  readonly margin: number;
}

/** Outer rings in degrees, from Natural Earth, 1:10 million. Needed because the boundaries include coastal waters. */
const COAST: readonly Ring[] = coastline.map((ring) => ring.map(([x = 0, y = 0]): [number, number] => [x, y]));
/** Heights of the bands in which edges are looked up, in degrees and in units of the drawing. */
const BAND = { degrees: 0.02, units: 8 } as const;
/** How far simplification may move a line, in units of the drawing; more where a map has many places. */
const TOLERANCE = { few: 0.8, many: 1.6 } as const;
const MANY = 20;
/** How far the coast continues past the edge of the drawing, in units of the drawing. */
const BLEED = 8;
/** Sample points along each side of an area's bounding box, used to find its land. */
const SAMPLES = 16;

export function stateShapes(boundaries: Borders, box: MapBox): MapShapes {
  const { geometries } = boundaries.objects.counties;
  return drawn(boundaries, geometries, geometries, box, new Map());
}

/** Draws a county with its cities. `points` are the official points of the cities, in degrees. */
export function countyShapes(
  boundaries: Borders,
  fips: string,
  points: ReadonlyMap<string, Point>,
  box: MapBox,
): MapShapes {
  const counties = boundaries.objects.counties.geometries.filter(({ id }) => id === fips);
  const cities = boundaries.objects.cities.geometries.filter(({ id }) => points.has(String(id)));
  const around = counties.map((county) => withCities(boundaries, county, cities));
  return drawn(boundaries, around, [...counties, ...cities], box, points);
}

/** The county without the islands that have no city. */
function withCities(boundaries: Borders, county: GeometryObject, cities: readonly GeometryObject[]): GeometryObject {
  if (county.type !== "MultiPolygon") return county;
  const topology = topologyOf(boundaries, [county, ...cities], (line) => line);
  const middles = cities.map((city) => geoPath().centroid(largestOf(polygonsOf(topology, city))));
  const islands = polygonsOf(topology, county);
  const arcs = county.arcs.filter((_, index) => middles.some(insideOf(islands[index] ?? [], BAND.degrees)));
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
  box: MapBox,
  points: ReadonlyMap<string, Point>,
): MapShapes {
  const { margin } = box;
  const outline: MultiPoint = {
    type: "MultiPoint",
    coordinates: around.flatMap(arcsOf).flatMap((arc) => boundaries.line(arc)),
  };
  const projection = albers().fitExtent(
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
  const isOnCoast = insideOf(coast, BAND.units);
  const tolerance = geometries.length > MANY && points.size > 0 ? TOLERANCE.many : TOLERANCE.few;
  // Each line is simplified once, so neighboring areas still match.
  const planar = topologyOf(boundaries, geometries, (line) =>
    simplified(
      line.map((point) => projected(projection, point)),
      tolerance,
    ),
  );
  const areas = geometries.map((geometry): [string, DrawnArea] => {
    const id = String(geometry.id);
    const point = points.get(id);
    return [id, drawnArea(polygonsOf(planar, geometry), isOnCoast, point && projected(projection, point))];
  });
  const lines = coast.map((ring) => [simplified(ring, tolerance)]);
  const window = geoIdentity().clipExtent([
    [-BLEED, -BLEED],
    [width + BLEED, height + BLEED],
  ]);
  const shore = geoPath(window).digits(0)({ type: "MultiPolygon", coordinates: lines }) ?? "";
  return { width, height, areas: new Map(areas), land: shore, project: (point) => projected(projection, point) };
}

/** The state's own equal-area projection. */
function albers(): GeoProjection {
  return geoAlbers()
    .rotate([-PROJECTION.meridian, 0])
    .center([0, PROJECTION.latitude])
    .parallels([...PROJECTION.parallels]);
}

function projected(projection: GeoProjection, [x, y]: Point): [number, number] {
  return projection([x, y]) ?? [0, 0];
}

/** Whether a point is inside an odd number of rings. A coast has thousands of edges, so bands keep them by height. */
function insideOf(rings: readonly Ring[], height: number): (point: Point) => boolean {
  const bands = new Map<number, [from: Point, to: Point][]>();
  for (const ring of rings) {
    ring.forEach((to, index) => {
      const from = ring.at(index - 1) ?? to;
      const last = Math.floor(Math.max(from[1], to[1]) / height);
      for (let band = Math.floor(Math.min(from[1], to[1]) / height); band <= last; band++) {
        const edges = bands.get(band) ?? [];
        edges.push([from, to]);
        bands.set(band, edges);
      }
    });
  }
  return ([x, y]) => {
    const crossed = (bands.get(Math.floor(y / height)) ?? []).filter(
      ([from, to]) => from[1] > y !== to[1] > y && x < ((from[0] - to[0]) * (y - to[1])) / (from[1] - to[1]) + to[0],
    );
    return crossed.length % 2 === 1;
  };
}

/** The lines of the areas, each as `drawnLine` returns it. */
function topologyOf(
  boundaries: Borders,
  geometries: readonly GeometryObject[],
  drawnLine: (line: Ring) => Ring,
): Topology {
  const used = new Set(geometries.flatMap(arcsOf));
  const arcs = Array.from({ length: boundaries.lineCount }, (_, line) =>
    used.has(line) ? drawnLine(boundaries.line(line)) : [],
  );
  return { type: "Topology", objects: {}, arcs };
}

function simplified(line: Ring, tolerance: number): Ring {
  const corners = line.map(([x, y]) => ({ x, y }));
  return simplify(corners, tolerance, true).map(({ x, y }) => [x, y]);
}

function arcsOf(geometry: GeometryObject): readonly number[] {
  const arcs =
    geometry.type === "MultiPolygon" ? geometry.arcs.flat(2) : geometry.type === "Polygon" ? geometry.arcs.flat() : [];
  return arcs.map(lineOfArc);
}

function polygonsOf(topology: Topology, geometry: GeometryObject): readonly Ring[][] {
  const shape = feature(topology, geometry);
  if (shape.type !== "Feature") return [];
  const polygons =
    shape.geometry.type === "MultiPolygon"
      ? shape.geometry.coordinates
      : shape.geometry.type === "Polygon"
        ? [shape.geometry.coordinates]
        : [];
  return polygons.map((rings) => rings.map((ring) => ring.map(([x = 0, y = 0]): [number, number] => [x, y])));
}

function drawnArea(
  polygons: readonly Ring[][],
  isOnCoast: (point: Point) => boolean,
  point: Point | undefined,
): DrawnArea {
  const path = geoPath();
  const shape = largestOf(polygons);
  const [[left, top], [right, bottom]] = path.bounds(shape);
  const wanted = point ?? path.centroid(shape);
  const isInside = insideOf(polygons.flat(), BAND.units);
  const samples = [[wanted[0], wanted[1]] as [number, number], ...grid(left, top, right, bottom)].filter(
    (sample) => isInside(sample) && isOnCoast(sample),
  );
  const [x, y] = samples[0]?.[0] === wanted[0] ? wanted : (middleOf(samples) ?? wanted);
  return {
    path: polygons.flat().map(pathOf).join(""),
    at: [Math.round(x), Math.round(y)],
    room: Math.min(right - left, bottom - top),
    reach: reachOf([isInside, isOnCoast], [x, y]),
    isOnLand: samples.length > 0,
  };
}

/** Half the height of two lines of text on a map, in units of the drawing. */
const HALF_TEXT = 26;

/** Steps to both sides of a point until one of its text's lines would leave one of the areas. */
function reachOf(areas: readonly ((point: Point) => boolean)[], [x, y]: Point): readonly [left: number, right: number] {
  const step = 6;
  const most = 200;
  const isFree = (at: number) =>
    [-HALF_TEXT, 0, HALF_TEXT].every((down) => areas.every((isWithin) => isWithin([at, y + down])));
  const until = (direction: -1 | 1) => {
    let far = 0;
    while (far < most && isFree(x + direction * (far + step))) far += step;
    return far;
  };
  return [until(-1), until(1)];
}

function grid(left: number, top: number, right: number, bottom: number): readonly [number, number][] {
  const steps = Array.from({ length: SAMPLES }, (_, index) => (index + 0.5) / SAMPLES);
  return steps.flatMap((across) =>
    steps.map((down): [number, number] => [left + across * (right - left), top + down * (bottom - top)]),
  );
}

/** The sample nearest to the center of all samples; undefined if there are none. */
function middleOf(samples: readonly Point[]): Point | undefined {
  const sum = (axis: 0 | 1) => samples.reduce((total, sample) => total + sample[axis], 0) / samples.length;
  const [x, y] = [sum(0), sum(1)];
  return samples.toSorted((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y))[0];
}

/** A ring as path data in whole units, each corner relative to the previous one, which halves the length. */
function pathOf(ring: Ring): string {
  const corners = ring
    .map(([x, y]): Point => [Math.round(x), Math.round(y)])
    .filter(([x, y], index, all) => index === 0 || x !== all[index - 1]?.[0] || y !== all[index - 1]?.[1]);
  const [first] = corners;
  // The last corner repeats the first. A ring without area is not drawn.
  if (!first || corners.length < 4) return "";
  const steps = corners.slice(1, -1).map(([x, y], index) => {
    const [fromX, fromY] = corners[index] ?? first;
    return `${signed(x - fromX)}${signed(y - fromY)}`;
  });
  return `M${first[0]} ${first[1]}l${steps.join("")}z`;
}

/** Numbers of path data need no space before a minus. */
function signed(value: number): string {
  return value < 0 ? `${value}` : ` ${value}`;
}
