/** @jsxImportSource hono/jsx */
import type { GeoGeometryObjects, GeoProjection } from "d3-geo";
import { familyOf } from "../../domain/grade.ts";
import type { SnapshotCity, SnapshotCounty } from "../../domain/snapshot.ts";
import { placeNameOf } from "../card.tsx";
import { type Bounds, type CountyShape, drawn, projectionTo } from "./california.ts";
import { familyBands } from "./interval-chart.tsx";
import { cityUrl, countyUrl } from "./place-url.ts";

/** Twice the size at which it is seen, so that whole numbers are exact enough and short. */
const STATE_MAP = { width: 1_120, height: 1_280, margin: 4, radius: 4.5, slack: 8 } as const;
const COUNTY_MAP = { width: 480, height: 400, margin: 16, radius: 11, slack: 4 } as const;
/** For the counties whose cities lie on each other at the size above; drawn around the cities, not around the islands. */
const CROWDED_MAP = { width: 960, height: 720, margin: 24, radius: 9, slack: 4 } as const;
/** Square units of the drawing in which a letter is still legible. */
const LETTER_AREA = 1_600;
const CROWD = 20;

interface StateMapProps {
  readonly shapes: ReadonlyMap<string, CountyShape>;
  readonly cities: readonly SnapshotCity[];
  readonly counties: readonly SnapshotCounty[];
}

/** The 58 counties by grade, each a link to its page, with their cities as dots; the county's own map leads on to them. */
export function StateMap({ shapes, cities, counties }: StateMapProps) {
  const { width, height, margin, radius, slack } = STATE_MAP;
  const state: GeoGeometryObjects = {
    type: "GeometryCollection",
    geometries: [...shapes.values()].map(({ geometry }) => geometry),
  };
  const projection = projectionTo(state, width, height, margin);
  const citiesOf = Map.groupBy(cities, ({ record }) => record.county);
  return (
    <svg class="map" id="map" viewBox={`0 0 ${width} ${height}`} aria-labelledby="map-title map-description">
      <title id="map-title">Counties of California by grade</title>
      <desc id="map-description">
        Each county is a link to its page and is colored by its grade; its letter is written on it where there is room.
        Dots are cities. The table beside the map has the same grades.
      </desc>
      {counties.map((county) => {
        const shape = shapes.get(county.fips);
        if (!shape) return null;
        const { path, area, bounds, x, y } = drawn(shape, projection, 0);
        const { county: name, grade } = county.record;
        return (
          <a href={countyUrl(name)} aria-label={saidOf(county)}>
            <path class={`county ${fillOf(grade)}`} d={path} />
            {(citiesOf.get(name) ?? []).map((city) => (
              <Dot city={city} at={within(pointOf(city, projection), bounds, slack) ?? [x, y]} radius={radius} />
            ))}
            {area > LETTER_AREA ? (
              <text class="on-county" x={x} y={y + 8}>
                {grade}
              </text>
            ) : null}
          </a>
        );
      })}
    </svg>
  );
}

interface CountyMapProps {
  readonly shape: CountyShape;
  readonly county: SnapshotCounty;
  readonly cities: readonly SnapshotCity[];
}

/** One county with its cities, each a link that the tab key reaches. */
export function CountyMap({ shape, county, cities }: CountyMapProps) {
  const { width, height, margin, radius, slack } = isCrowded(cities) ? CROWDED_MAP : COUNTY_MAP;
  const places = cities.map(({ longitude, latitude }): [number, number] => [longitude, latitude]);
  const drawnAround: GeoGeometryObjects = isCrowded(cities)
    ? { type: "MultiPoint", coordinates: places }
    : shape.geometry;
  const projection = projectionTo(drawnAround, width, height, margin);
  const { path, bounds, ...middle } = drawn(shape, projection, 1);
  return (
    <svg class="map" id="map" viewBox={`0 0 ${width} ${height}`} aria-labelledby="map-title map-description">
      <title id="map-title">Cities of {county.record.county} by grade</title>
      <desc id="map-description">
        Each dot is a city and a link to its page. The table of cities has the same grades.
      </desc>
      <path class="ground" d={path} />
      {cities.map((city) => {
        const [x, y] = within(pointOf(city, projection), bounds, slack) ?? [middle.x, middle.y];
        return (
          <a href={cityUrl(city.record.city)} aria-label={saidOf(city)}>
            <Dot city={city} at={[x, y]} radius={radius} />
            <text class="on-dot" x={x} y={y + 3}>
              {city.record.grade}
            </text>
          </a>
        );
      })}
    </svg>
  );
}

/** Whether a county needs a map of the full width. */
export function isCrowded(cities: readonly SnapshotCity[]): boolean {
  return cities.length > CROWD;
}

/** The five colors with their letters and score ranges. */
export function GradeLegend() {
  return (
    <ul class="legend grade-legend" aria-label="Grades and scores">
      {familyBands().map(({ family, from, to }) => (
        <li>
          <b class={`mark grade-${family.toLowerCase()}`}>{family}</b> {from} to {to === 100 ? 100 : to - 1}
        </li>
      ))}
    </ul>
  );
}

/** What is under the pointer or the focus; filled by the script, else the text that stands here. */
export function MapReadout({ resting }: { readonly resting: string }) {
  return (
    <p class="readout small" data-readout="map">
      {resting}
    </p>
  );
}

interface DotProps {
  readonly city: SnapshotCity;
  readonly at: Point;
  readonly radius: number;
}

function Dot({ city, at: [x, y], radius }: DotProps) {
  return (
    <circle class={fillOf(city.record.grade)} cx={x} cy={y} r={radius}>
      <title>{saidOf(city)}</title>
    </circle>
  );
}

type Point = readonly [x: number, y: number];

function pointOf({ longitude, latitude }: SnapshotCity, projection: GeoProjection): Point {
  const [x, y] = projection([longitude, latitude]) ?? [0, 0];
  return [Math.round(x), Math.round(y)];
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

function fillOf(grade: SnapshotCity["record"]["grade"]): string {
  return `map-${familyOf(grade).toLowerCase()}`;
}

function saidOf({ record }: SnapshotCity | SnapshotCounty): string {
  return `${placeNameOf(record)}: ${record.grade}, score ${record.safety_score}`;
}
