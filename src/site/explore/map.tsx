import type { GeoProjection } from "d3-geo";
import { familyOf } from "../../domain/grade.ts";
import type { SnapshotCity, SnapshotCounty } from "../../domain/snapshot.ts";
import { placeNameOf } from "../card.tsx";
import { type CountyShape, drawn, projectionTo } from "./california.ts";
import { familyBands } from "./interval-chart.tsx";
import { cityUrl, countyUrl } from "./place-url.ts";

const STATE_MAP = { width: 560, height: 640 } as const;
const COUNTY_MAP = { width: 480, height: 400, margin: 16 } as const;
/** Square units of the drawing in which a letter is still legible. */
const LETTER_AREA = 400;
/** Cities of a county from which on their dots are drawn smaller. */
const CROWD = 40;

interface StateMapProps {
  readonly shapes: ReadonlyMap<string, CountyShape>;
  readonly cities: readonly SnapshotCity[];
  readonly counties: readonly SnapshotCounty[];
}

/** The 58 counties by grade, each a link to its page, with their cities as dots; the county's own map leads on to them. */
export function StateMap({ shapes, cities, counties }: StateMapProps) {
  const { width, height } = STATE_MAP;
  const projection = projectionTo([...shapes.values()], width, height, 2);
  const citiesOf = Map.groupBy(cities, ({ record }) => record.county);
  return (
    <svg class="map" id="map" viewBox={`0 0 ${width} ${height}`} aria-labelledby="map-title map-description">
      <title id="map-title">Counties of California by grade</title>
      <desc id="map-description">
        Each county is a link to its page and is coloured by its grade; its letter is written on it where there is room.
        Dots are cities. The table beside the map has the same grades.
      </desc>
      {counties.map((county) => {
        const shape = shapes.get(county.fips);
        if (!shape) return null;
        const { path, area, x, y } = drawn(shape, projection);
        const { county: name, grade } = county.record;
        return (
          <a href={countyUrl(name)} aria-label={saidOf(county)}>
            <path class={`county ${fillOf(grade)}`} d={path} />
            {(citiesOf.get(name) ?? []).map((city) => (
              <Dot city={city} projection={projection} radius={2.5} />
            ))}
            {area > LETTER_AREA ? (
              <text x={x} y={y + 4}>
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
  const { width, height, margin } = COUNTY_MAP;
  const projection = projectionTo([shape], width, height, margin);
  const { path } = drawn(shape, projection);
  return (
    <svg class="map" id="map" viewBox={`0 0 ${width} ${height}`} aria-labelledby="map-title map-description">
      <title id="map-title">Cities of {county.record.county} by grade</title>
      <desc id="map-description">
        Each dot is a city and a link to its page. The table of cities has the same grades.
      </desc>
      <path class="ground" d={path} />
      {cities.map((city) => {
        const [x, y] = pointOf(city, projection);
        return (
          <a href={cityUrl(city.record.city)} aria-label={saidOf(city)}>
            <Dot city={city} projection={projection} radius={cities.length > CROWD ? 8 : 11} />
            <text x={x} y={tenth(y + 3.5)}>
              {city.record.grade}
            </text>
          </a>
        );
      })}
    </svg>
  );
}

/** The five colours with their letters and score ranges. */
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
  readonly projection: GeoProjection;
  readonly radius: number;
}

function Dot({ city, projection, radius }: DotProps) {
  const [x, y] = pointOf(city, projection);
  return (
    <circle class={fillOf(city.record.grade)} cx={x} cy={y} r={radius}>
      <title>{saidOf(city)}</title>
    </circle>
  );
}

function pointOf({ longitude, latitude }: SnapshotCity, projection: GeoProjection): readonly [number, number] {
  const [x, y] = projection([longitude, latitude]) ?? [0, 0];
  return [tenth(x), tenth(y)];
}

function fillOf(grade: SnapshotCity["record"]["grade"]): string {
  return `map-${familyOf(grade).toLowerCase()}`;
}

function saidOf({ record }: SnapshotCity | SnapshotCounty): string {
  return `${placeNameOf(record)}: ${record.grade}, score ${record.safety_score}`;
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
