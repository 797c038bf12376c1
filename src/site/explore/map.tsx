/** @jsxImportSource hono/jsx */
import type { PropsWithChildren } from "hono/jsx";
import { familyOf } from "../../domain/grade.ts";
import type { PlaceRecord } from "../../domain/record.ts";
import type { AbsentCounty, SnapshotCity, SnapshotCounty } from "../../domain/snapshot.ts";
import type { Borders } from "../../places/borders.ts";
import { familyBands } from "../charts/distribution.tsx";
import { countyShapes, type DrawnArea, type MapShapes, type Point, stateShapes } from "./map-shapes.ts";
import { cityUrl, countyUrl } from "./place-url.ts";

/** Twice the displayed size on a desktop, so whole numbers are exact enough and short. */
const STATE_MAP = { width: 1_120, height: 1_280, margin: 4 } as const;
const COUNTY_MAP = { width: 960, height: 800, margin: 16 } as const;
/**
 * Space that a letter needs in units of the drawing, on a desktop and on a phone. If it does not fit, it appears when
 * the user zooms in.
 */
const ROOM = { wide: 36, narrow: 50 } as const;
/** Shown instead of the letter for a place without a record. */
const NO_GRADE = "–";

/** The source of a map's boundaries. */
export const MAP_SOURCE = "Boundaries: U.S. Census Bureau. Coast: Natural Earth.";

interface StateMapProps {
  readonly boundaries: Borders;
  readonly counties: readonly SnapshotCounty[];
  readonly absent: readonly AbsentCounty[];
}

/** All counties by grade, gray if they have none. Each is a link to its page. */
export function StateMap({ boundaries, counties, absent }: StateMapProps) {
  const shapes = stateShapes(boundaries, STATE_MAP);
  const graded = counties.flatMap(({ fips, record }) =>
    placeOf(shapes, fips, { name: record.county, href: countyUrl(record.county), record }),
  );
  const gray = absent.flatMap(({ fips, county }) => placeOf(shapes, fips, { name: county, href: countyUrl(county) }));
  return (
    <MapFrame
      title="Counties of California by grade"
      description="Each county is a link to its page, is shaded by its grade, and shows its letter if it fits. A county without a record is gray. The table has the same grades."
      hasAbsent={gray.length > 0}
      size={STATE_MAP}
      prompt="To see a county's name, point at it, tap it, or move to it with the Tab key."
    >
      <Coast shapes={shapes} />
      {graded.map((place) => (
        <PlaceLink place={place} room={Math.min(place.area.room, distanceToLarger(place, graded))} />
      ))}
      {gray.map((place) => (
        <PlaceLink place={place} room={place.area.room} />
      ))}
    </MapFrame>
  );
}

interface CountyMapProps {
  readonly boundaries: Borders;
  readonly fips: string;
  /** Name of the county. */
  readonly county: string;
  readonly cities: readonly SnapshotCity[];
}

/** A county with its cities. Each city is a link to its page. */
function CountyMap({ boundaries, fips, county, cities }: CountyMapProps) {
  const points = new Map(cities.map(({ geoid, longitude, latitude }) => [geoid, [longitude, latitude] as const]));
  const shapes = countyShapes(boundaries, fips, points, COUNTY_MAP);
  const places = cities.flatMap(({ geoid, record }) =>
    placeOf(shapes, geoid, { name: record.city, href: cityUrl(record.city), record }),
  );
  const ground = shapes.areas.get(fips);
  return (
    <MapFrame
      title={`Cities of ${county} by grade`}
      description="Each city is shaded by its grade and is a link to its page. The table of cities has the same grades."
      size={COUNTY_MAP}
      prompt="To see a city's name, point at it, tap it, or move to it with the Tab key."
    >
      <Coast shapes={shapes} />
      {ground ? <path class="ground" d={ground.path} /> : null}
      {places.map((place) => (
        <PlaceLink place={place} room={Math.min(ROOM.narrow, distanceToLarger(place, places))} />
      ))}
    </MapFrame>
  );
}

/** The map of a county with its source; nothing if it has no graded city. */
export function CitiesMap(props: CountyMapProps) {
  return props.cities.length === 0 ? null : (
    <>
      <CountyMap {...props} />
      <p class="small muted">{MAP_SOURCE}</p>
    </>
  );
}

interface MapPlace {
  readonly name: string;
  readonly href: string;
  readonly area: DrawnArea;
  /** undefined for a county without a record. */
  readonly record?: PlaceRecord;
}

/** The place with its area; none if the map has no such area. */
function placeOf(shapes: MapShapes, id: string, place: Omit<MapPlace, "area">): readonly MapPlace[] {
  const area = shapes.areas.get(id);
  return area ? [{ ...place, area }] : [];
}

/** The land, and the clip path of the places. */
function Coast({ shapes }: { readonly shapes: MapShapes }) {
  return (
    <>
      <path id="coast" d={shapes.land} />
      <clipPath id="land">
        <use href="#coast" />
      </clipPath>
    </>
  );
}

interface PlaceLinkProps {
  readonly place: MapPlace;
  /** Width and height that are free for its letter, in units of the drawing. */
  readonly room: number;
}

function PlaceLink({ place: { name, href, area, record }, room }: PlaceLinkProps) {
  const family = record && familyOf(record.grade);
  const figure = record ? `${record.grade}, score ${record.safety_score}` : "no record";
  return (
    <a href={href} class={`shade-${family?.toLowerCase() ?? "none"}`} aria-label={`${name}: ${figure}`}>
      <path d={area.path} class={area.isOnLand ? undefined : "islet"} />
      <text class={letterClass(room)} x={area.at[0]} y={area.at[1]}>
        {family ?? NO_GRADE}
      </text>
    </a>
  );
}

/** The five shades with their letters and score ranges, and gray if a place on the map has no record. */
function GradeLegend({ hasAbsent = false }: { readonly hasAbsent?: boolean }) {
  return (
    <ul class="legend grade-legend" aria-label="Grades and scores">
      {familyBands().map(({ family, from, to }) => (
        <li>
          <b class={`swatch shade-${family.toLowerCase()}`}>{family}</b> {from} to {to === 100 ? 100 : to - 1}
        </li>
      ))}
      {hasAbsent ? (
        <li>
          <b class="swatch shade-none">{NO_GRADE}</b> no record
        </li>
      ) : null}
    </ul>
  );
}

interface MapFrameProps {
  readonly title: string;
  readonly description: string;
  readonly size: { readonly width: number; readonly height: number };
  /** The text below the map while no place is selected. */
  readonly prompt: string;
  /** Whether any place on it has no record. */
  readonly hasAbsent?: boolean;
}

/** The drawing, with its legend above and the name of the selected place below. The script adds zoom and pan. */
function MapFrame({ title, description, size, prompt, hasAbsent = false, children }: PropsWithChildren<MapFrameProps>) {
  return (
    <div class="map-frame" data-map>
      <GradeLegend hasAbsent={hasAbsent} />
      <svg class="map" viewBox={`0 0 ${size.width} ${size.height}`} aria-labelledby="map-title map-description">
        <title id="map-title">{title}</title>
        <desc id="map-description">{description}</desc>
        {children}
      </svg>
      <p class="readout" data-readout>
        {prompt}
      </p>
    </div>
  );
}

function letterClass(room: number): string | undefined {
  return room < ROOM.wide ? "small-place" : room < ROOM.narrow ? "medium-place" : undefined;
}

/** From the letter of a place to the nearest letter of a larger place. */
function distanceToLarger({ area }: MapPlace, places: readonly MapPlace[]): number {
  const larger = places.filter((other) => other.area.room > area.room);
  return Math.min(...larger.map((other) => distance(other.area.at, area.at)));
}

function distance([x1, y1]: Point, [x2, y2]: Point): number {
  return Math.hypot(x1 - x2, y1 - y2);
}
