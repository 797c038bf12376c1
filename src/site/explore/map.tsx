/** @jsxImportSource hono/jsx */
import type { PropsWithChildren } from "hono/jsx";
import { familyOf } from "../../domain/grade.ts";
import type { AbsentCounty, SnapshotCity, SnapshotCounty } from "../../domain/snapshot.ts";
import type { PackedBoundaries } from "../../geography/packed-boundaries.ts";
import { placeNameOf } from "../card.tsx";
import { familyBands } from "./interval-chart.tsx";
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
/** Shown in place of the letter for a place without a record. */
const NO_GRADE = "–";

/** The source of a map's boundaries. */
export const MAP_SOURCE = "Boundaries: U.S. Census Bureau. Coast: Natural Earth.";

interface StateMapProps {
  readonly boundaries: PackedBoundaries;
  readonly counties: readonly SnapshotCounty[];
  readonly absent: readonly AbsentCounty[];
}

/** All counties by grade, gray if they have none. Each is a link to its page. */
export function StateMap({ boundaries, counties, absent }: StateMapProps) {
  const shapes = stateShapes(boundaries, STATE_MAP);
  const places = counties.flatMap((county): DrawnPlace[] => {
    const area = shapes.areas.get(county.fips);
    return area ? [{ place: county, href: countyUrl(county.record.county), area, room: area.room }] : [];
  });
  const gray = absent.flatMap(({ county, fips }) => {
    const area = shapes.areas.get(fips);
    return area ? [{ county, area }] : [];
  });
  return (
    <MapFrame
      title="Counties of California by grade"
      description="Each county is a link to its page, is shaded by its grade, and shows its letter if it fits. A county without a record is gray. The table has the same grades."
      hasAbsent={gray.length > 0}
      width={STATE_MAP.width}
      height={STATE_MAP.height}
      resting="To see a county's name, point at it, tap it, or move to it with the Tab key."
    >
      <Places
        shapes={shapes}
        places={places.map((place) => ({
          ...place,
          room: Math.min(
            place.room,
            ...places.filter(({ room }) => room > place.room).map(({ area }) => distance(area.at, place.area.at)),
          ),
        }))}
      />
      {gray.map(({ county, area: { path, at, room, isOnLand } }) => (
        <a href={countyUrl(county)} class="map-none" aria-label={`${county}: no record`}>
          <path d={path} class={isOnLand ? undefined : "islet"} />
          <text class={letterClass(room)} x={at[0]} y={at[1]}>
            {NO_GRADE}
          </text>
        </a>
      ))}
    </MapFrame>
  );
}

interface CountyMapProps {
  readonly boundaries: PackedBoundaries;
  readonly fips: string;
  /** Name of the county. */
  readonly county: string;
  readonly cities: readonly SnapshotCity[];
}

/** A county with its cities. Each city is a link to its page. */
export function CountyMap({ boundaries, fips, county, cities }: CountyMapProps) {
  const points = new Map(cities.map(({ geoid, longitude, latitude }) => [geoid, [longitude, latitude] as const]));
  const shapes = countyShapes(boundaries, fips, points, COUNTY_MAP);
  const places = cities.flatMap((city): DrawnPlace[] => {
    const area = shapes.areas.get(city.geoid);
    return area ? [{ place: city, href: cityUrl(city.record.city), area, room: ROOM.narrow }] : [];
  });
  const larger = ({ area: { room } }: DrawnPlace) => places.filter(({ area }) => area.room > room);
  return (
    <MapFrame
      title={`Cities of ${county} by grade`}
      description="Each city is shaded by its grade and is a link to its page. The table of cities has the same grades."
      width={COUNTY_MAP.width}
      height={COUNTY_MAP.height}
      resting="To see a city's name, point at it, tap it, or move to it with the Tab key."
    >
      <Places
        shapes={shapes}
        ground={shapes.areas.get(fips)?.path}
        places={places.map((drawn) => ({
          ...drawn,
          room: Math.min(drawn.room, ...larger(drawn).map(({ area }) => distance(area.at, drawn.area.at))),
        }))}
      />
    </MapFrame>
  );
}

interface DrawnPlace {
  readonly place: SnapshotCity | SnapshotCounty;
  readonly href: string;
  readonly area: DrawnArea;
  /** Width and height that are free for its letter, in units of the drawing. */
  readonly room: number;
}

interface PlacesProps {
  readonly shapes: MapShapes;
  readonly places: readonly DrawnPlace[];
  /** The area around the places. */
  readonly ground?: string | undefined;
}

/** The places in their order, clipped at the coast. */
function Places({ shapes, places, ground }: PlacesProps) {
  return (
    <>
      <path id="coast" d={shapes.land} />
      <clipPath id="land">
        <use href="#coast" />
      </clipPath>
      {ground === undefined ? null : <path class="ground" d={ground} />}
      {places.map(({ place, href, area, room }) => (
        <PlaceLink place={place} href={href} at={area.at} room={room}>
          <path d={area.path} class={area.isOnLand ? undefined : "islet"} />
        </PlaceLink>
      ))}
    </>
  );
}

/** The five shades with their letters and score ranges, and gray if a place on the map has no record. */
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
  /** The text below the map while no place is selected. */
  readonly resting: string;
  /** Whether any place on it has no record. */
  readonly hasAbsent?: boolean;
}

/** The drawing, with its legend above and the name of the selected place below. The script adds zoom and pan. */
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
  /** Position of its letter. */
  readonly at: Point;
  /** Width and height that are free for its letter, in units of the drawing. */
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

function distance([x1, y1]: Point, [x2, y2]: Point): number {
  return Math.hypot(x1 - x2, y1 - y2);
}
