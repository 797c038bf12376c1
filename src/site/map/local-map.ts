import { type GeoPermissibleObjects, type GeoProjection, geoAzimuthalEqualArea } from "d3-geo";
import { type GeoPoint, KM_PER_MILE } from "../../gazetteer/distance.ts";
import { rounded } from "../charts/drawing.tsx";
import type { Point } from "./map-shapes.ts";
import { LINE } from "./name-spots.ts";

/** Room for the marks and their names at the edges. */
const MARGIN = { x: 56, y: 26 } as const;
export const EARTH_KM = 6_371;
const SCALES = [1, 2, 5, 10, 20, 50, 100] as const;

/** A part of the country in degrees. */
export interface DegreeBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A point of a drawing, to write to. */
export interface Corner {
  x: number;
  y: number;
}

type ProjectOnto = (longitude: number, latitude: number, corner: Corner) => void;

/** A map of a few miles around a point. */
export interface LocalMap {
  readonly size: Point;
  readonly projection: GeoProjection;
  readonly project: (point: Point) => [number, number];
  /** The same without an object for each of thousands of points. */
  readonly projectOnto: ProjectOnto;
  /** What may be on it. */
  readonly around: DegreeBox;
  /** A round number of miles, and how long it is. */
  readonly scale: { readonly miles: number; readonly length: number };
}

/** @param shown what must be inside the margins */
export function localMap({ latitude, longitude }: GeoPoint, shown: GeoPermissibleObjects, size: Point): LocalMap {
  const [width, height] = size;
  const projection = geoAzimuthalEqualArea()
    .rotate([-longitude, -latitude])
    .fitExtent(
      [
        [MARGIN.x, MARGIN.y],
        [width - MARGIN.x, height - MARGIN.y - LINE],
      ],
      shown,
    );
  const projectOnto = projectorOf([longitude, latitude], projection.scale(), projection.translate());
  const miles = SCALES.findLast((length) => pixels(length, projection.scale()) < width / 4) ?? SCALES[0];
  const scale = { miles, length: rounded(pixels(miles, projection.scale())) };
  const project = ([x, y]: Point): [number, number] => {
    const corner = { x: 0, y: 0 };
    projectOnto(x, y, corner);
    return [corner.x, corner.y];
  };
  return { size, projection, project, projectOnto, around: aroundWindow(projection, size), scale };
}

/** The map's window in degrees, a fifth larger on each side, because its edges are curves. */
function aroundWindow(projection: GeoProjection, [width, height]: Point): DegreeBox {
  const corners = [-0.2, 1.2].flatMap((x) => [-0.2, 1.2].map((y) => projection.invert?.([x * width, y * height])));
  const [xs, ys] = [corners.map((at) => at?.[0] ?? 0), corners.map((at) => at?.[1] ?? 0)];
  return { west: Math.min(...xs), south: Math.min(...ys), east: Math.max(...xs), north: Math.max(...ys) };
}

const DEGREE = Math.PI / 180;

/** The same projection in one step for a point: the general one takes five times as long, for thousands of points. */
function projectorOf([longitude, latitude]: Point, scale: number, [left, top]: Point): ProjectOnto {
  const [sine, cosine] = [Math.sin(latitude * DEGREE), Math.cos(latitude * DEGREE)];
  return (x, y, corner) => {
    const [pointSine, pointCosine] = [Math.sin(y * DEGREE), Math.cos(y * DEGREE)];
    const [east, north] = [Math.sin((x - longitude) * DEGREE), Math.cos((x - longitude) * DEGREE)];
    const stretch = scale * Math.sqrt(2 / (1 + sine * pointSine + cosine * pointCosine * north));
    corner.x = left + stretch * pointCosine * east;
    corner.y = top - stretch * (cosine * pointSine - sine * pointCosine * north);
  };
}

function pixels(miles: number, scale: number): number {
  return (miles * KM_PER_MILE * scale) / EARTH_KM;
}
