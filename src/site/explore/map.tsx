/** @jsxImportSource hono/jsx */
import type { GeoGeometryObjects, GeoProjection } from "d3-geo";
import type { PropsWithChildren } from "hono/jsx";
import { familyOf } from "../../domain/grade.ts";
import type { AbsentCounty, SnapshotCity, SnapshotCounty } from "../../domain/snapshot.ts";
import { placeNameOf } from "../card.tsx";
import { type Bounds, type CountyShape, drawn, projectionTo } from "./california.ts";
import { familyBands } from "./interval-chart.tsx";
import { cityUrl, countyUrl } from "./place-url.ts";

/** Twice the size at which it is seen on a desktop, so that whole numbers are exact enough and short. */
const STATE_MAP = { width: 1_120, height: 1_280, margin: 4 } as const;
const COUNTY_MAP = { width: 960, height: 800, margin: 16, slack: 8 } as const;
/** Room of a letter in units of the drawing, on a desktop and on a phone; without it the letter appears on zooming in. */
const ROOM = { wide: 36, narrow: 50 } as const;
/** Stands where a place without a record would have its letter. */
const NO_GRADE = "–";

interface StateMapProps {
  readonly shapes: ReadonlyMap<string, CountyShape>;
  readonly counties: readonly SnapshotCounty[];
  readonly absent: readonly AbsentCounty[];
}

/** All counties by grade, gray without one, each a link to its page. */
export function StateMap({ shapes, counties, absent }: StateMapProps) {
  const { width, height, margin } = STATE_MAP;
  const state: GeoGeometryObjects = {
    type: "GeometryCollection",
    geometries: [...shapes.values()].map(({ geometry }) => geometry),
  };
  const projection = projectionTo(state, width, height, margin);
  const areas = counties.flatMap((county) => {
    const shape = shapes.get(county.fips);
    if (!shape) return [];
    const { path, bounds, x, y } = drawn(shape, projection, 0);
    return [{ county, path, at: [x, y] as const, room: roomOf(bounds) }];
  });
  const gray = absent.flatMap(({ county, fips }) => {
    const shape = shapes.get(fips);
    return shape ? [{ county, ...drawn(shape, projection, 0) }] : [];
  });
  return (
    <MapFrame
      title="Counties of California by grade"
      description="Each county is a link to its page, is shaded by its grade, and has its letter where there is room. A county without a record is gray. The table has the same grades."
      hasAbsent={gray.length > 0}
      width={width}
      height={height}
      resting="Point at a county, tap it, or reach it with the Tab key to see its name."
    >
      {areas.map(({ county, path, at, room }) => (
        <PlaceLink
          place={county}
          href={countyUrl(county.record.county)}
          at={at}
          room={Math.min(room, ...areas.filter((other) => other.room > room).map((other) => distance(other.at, at)))}
        >
          <path d={path} />
        </PlaceLink>
      ))}
      {gray.map(({ county, path, bounds, x, y }) => (
        <a href={countyUrl(county)} class="map-none" aria-label={`${county}: no record`}>
          <path d={path} />
          <text class={letterClass(roomOf(bounds))} x={x} y={y}>
            {NO_GRADE}
          </text>
        </a>
      ))}
    </MapFrame>
  );
}

interface CountyMapProps {
  readonly shape: CountyShape;
  /** Name of the county. */
  readonly county: string;
  readonly cities: readonly SnapshotCity[];
}

/** A whole county with its cities, each a link to its page. */
export function CountyMap({ shape, county, cities }: CountyMapProps) {
  const { width, height, margin, slack } = COUNTY_MAP;
  const projection = projectionTo(shape.geometry, width, height, margin);
  const { path, bounds, ...middle } = drawn(shape, projection, 0);
  const points = cities.map(
    (city) => within(pointOf(city, projection), bounds, slack) ?? ([middle.x, middle.y] as const),
  );
  return (
    <MapFrame
      title={`Cities of ${county} by grade`}
      description="Each dot is a city, is shaded by its grade, and is a link to its page. The table of cities has the same grades."
      width={width}
      height={height}
      resting="Point at a city, tap it, or reach it with the Tab key to see its name."
    >
      <path class="ground" d={path} />
      {cities.map((city, index) => {
        const at = points[index] ?? [middle.x, middle.y];
        const room = Math.min(...points.map((other) => (other === at ? ROOM.narrow : distance(other, at))));
        return (
          <PlaceLink place={city} href={cityUrl(city.record.city)} at={at} room={room}>
            <circle cx={at[0]} cy={at[1]} r={16} />
          </PlaceLink>
        );
      })}
    </MapFrame>
  );
}

/** The five shades with their letters and score ranges, and gray where a place on the map has no record. */
export function GradeLegend({ hasAbsent = false }: { readonly hasAbsent?: boolean | undefined }) {
  return (
    <ul class="legend grade-legend" aria-label="Grades and scores">
      {familyBands().map(({ family, from, to }) => (
        <li>
          <b class={`swatch swatch-${family.toLowerCase()}`}>{family}</b> {from} to {to === 100 ? 100 : to - 1}
        </li>
      ))}
      {hasAbsent ? (
        <li>
          <b class="swatch swatch-none">{NO_GRADE}</b> no record
        </li>
      ) : null}
    </ul>
  );
}

interface MapFrameProps {
  readonly title: string;
  readonly description: string;
  readonly width: number;
  readonly height: number;
  /** What the line below the map says while no place is pointed at. */
  readonly resting: string;
  /** Whether a place on it has no record. */
  readonly hasAbsent?: boolean;
}

/** The drawing, with its legend above and the name of the place that is pointed at below. The script adds zoom and pan. */
function MapFrame({
  title,
  description,
  width,
  height,
  resting,
  hasAbsent,
  children,
}: PropsWithChildren<MapFrameProps>) {
  return (
    <div class="map-frame" data-map>
      <GradeLegend hasAbsent={hasAbsent} />
      <svg class="map" viewBox={`0 0 ${width} ${height}`} aria-labelledby="map-title map-description">
        <title id="map-title">{title}</title>
        <desc id="map-description">{description}</desc>
        {children}
      </svg>
      <p class="readout" data-readout>
        {resting}
      </p>
    </div>
  );
}

interface PlaceLinkProps {
  readonly place: SnapshotCity | SnapshotCounty;
  readonly href: string;
  /** Where its letter stands. */
  readonly at: Point;
  /** Width and height, in units of the drawing, that are its letter's alone. */
  readonly room: number;
}

function PlaceLink({ place, href, at: [x, y], room, children }: PropsWithChildren<PlaceLinkProps>) {
  const { grade, safety_score: score } = place.record;
  const family = familyOf(grade);
  return (
    <a
      href={href}
      class={`map-${family.toLowerCase()}`}
      aria-label={`${placeNameOf(place.record)}: ${grade}, score ${score}`}
    >
      {children}
      <text class={letterClass(room)} x={x} y={y}>
        {family}
      </text>
    </a>
  );
}

function letterClass(room: number): string | undefined {
  return room < ROOM.wide ? "small-place" : room < ROOM.narrow ? "medium-place" : undefined;
}

type Point = readonly [x: number, y: number];

function pointOf({ longitude, latitude }: SnapshotCity, projection: GeoProjection): Point {
  const [x, y] = projection([longitude, latitude]) ?? [0, 0];
  return [Math.round(x), Math.round(y)];
}

function distance([x1, y1]: Point, [x2, y2]: Point): number {
  return Math.hypot(x1 - x2, y1 - y2);
}

function roomOf([[left, top], [right, bottom]]: Bounds): number {
  return Math.min(right - left, bottom - top);
}

/**
 * The point, unless it lies off the county by more than the simplified outlines explain: the Census's internal point of San
 * Francisco is in the ocean.
 */
function within(point: Point, [[left, top], [right, bottom]]: Bounds, slack: number): Point | undefined {
  const [x, y] = point;
  const isInside = x > left - slack && x < right + slack && y > top - slack && y < bottom + slack;
  return isInside ? point : undefined;
}
