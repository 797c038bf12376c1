/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { oncePer } from "../../domain/once-per.ts";
import type { Snapshot, SnapshotCity } from "../../domain/snapshot.ts";
import type { Borders } from "../../places/borders.ts";
import { linesOf, spread } from "../charts/labels.ts";
import { gradeClass, gradedPlace } from "../plate.tsx";
import { countyShapes, type DrawnArea, type MapBox, type MapShapes, type Point, stateShapes } from "./map-shapes.ts";
import { cityUrl } from "./place-url.ts";

/** Twice the displayed size on a desktop, so whole numbers are exact enough and short. A county's includes its names. */
const STATE_MAP = { width: 1_120, height: 1_280, margin: 4 } as const;
const COUNTY_MAPS = {
  large: { width: 1_540, height: 760, margin: 16 },
  small: { width: 970, height: 720, margin: 12 },
} as const;
/** Room for names in the sea, left of the state, in units of the drawing. */
const SEA = 96;
/** The width of a character of a name beside a county. */
const CHARACTER = 13.5;
/** Sizes of text in units of the drawing: 12 px on a desktop. */
const TEXT = { character: 13.5, line: 28 } as const;
/** Space that a letter needs in units of the drawing, on a desktop and on a phone. If it does not fit, it is left out. */
const ROOM = { wide: 36, narrow: 50 } as const;
/** With more cities, names beside a county would be too many. */
const MAX_NAMED = 18;

export const MAP_SOURCE = "Boundaries: U.S. Census Bureau. Coast: Natural Earth.";

export interface MapPlace {
  readonly id: string;
  readonly name: string;
  readonly href: string;
  /** Its classes: a grade, a step of a rate, or `none`; and `older` for a record of an older year. */
  readonly shade: string;
  /** Its letter; a dash without one. */
  readonly letter: string;
  /** What follows its name: grade, score, and the year if it is older. */
  readonly figure: string;
  /** Everything about it in words: what the tooltip shows. */
  readonly words: string;
  /** Official point in degrees, for a place that is drawn as a dot. */
  readonly point?: Point;
}

export interface MapDrawing {
  readonly viewBox: string;
  readonly content: Child;
}

interface StateMapParts {
  readonly boundaries: Borders;
  readonly counties: readonly MapPlace[];
  /** Drawn as dots over the counties, which are then without color. */
  readonly cities: readonly MapPlace[];
}

export const STATE_SIZE = [(SEA + STATE_MAP.width) / 2, STATE_MAP.height / 2] as const;

/** The state with its counties, each a link to its page, or with its cities as dots. */
export function stateMap({ boundaries, counties, cities }: StateMapParts): MapDrawing {
  const shapes = stateShapes(boundaries, STATE_MAP);
  const areas = counties.flatMap((place) => placed(shapes, place));
  const box = { ...STATE_MAP, left: SEA, right: 0 };
  const content =
    cities.length > 0 ? (
      <>
        <path class="ground" d={areas.map(({ area }) => area.path).join("")} />
        {cities.map((city) => (
          <Dot place={city} at={shapes.project(city.point ?? [0, 0])} />
        ))}
      </>
    ) : (
      <Areas areas={areas} box={box} isCoastal />
    );
  return mapDrawing(box, shapes, content);
}

function mapDrawing({ width, height, left, right }: Box, { land }: MapShapes, children: Child): MapDrawing {
  const content = (
    <>
      <clipPath id="land">
        <path d={land} />
      </clipPath>
      {children}
    </>
  );
  return { viewBox: `${-left} 0 ${left + width + right} ${height}`, content };
}

interface MapFrameProps {
  readonly drawing: MapDrawing;
  readonly title: string;
  readonly legend?: Child;
  readonly class?: string;
}

/** A map on a page, with its legend. The script adds a tooltip, and marks the place in the table. */
export function MapFrame({ drawing, title, legend, class: name }: MapFrameProps) {
  return (
    <div class={name ? `map-frame ${name}` : "map-frame"}>
      {legend}
      <svg class="map" viewBox={drawing.viewBox} aria-label={`${title}. Each place is a link.`}>
        {drawing.content}
      </svg>
    </div>
  );
}

interface CitiesMapProps {
  readonly snapshot: Snapshot;
  readonly boundaries: Borders;
  readonly county: string;
  /** The page's own city, outlined on a small map. */
  readonly own?: string;
}

/** The maps of counties as HTML by size and name: the pages of all cities of a county show the same one. */
const countyMaps = oncePer((_snapshot: Snapshot) => new Map<string, string>());

/** A county with its graded cities and its source; nothing if it has none. */
export function CitiesMap({ snapshot, boundaries, county, own }: CitiesMapProps) {
  const size = own === undefined ? "large" : "small";
  const maps = countyMaps(snapshot);
  const map = maps.get(size + county) ?? countyMap(snapshot, boundaries, county, COUNTY_MAPS[size]);
  maps.set(size + county, map);
  return raw(own ? map.replace(areaStart(own), `${areaStart(own)}own `) : map);
}

function areaStart(city: string): string {
  return `<a href="${cityUrl(city)}" class="`;
}

function countyMap(
  { cities, counties, absentCounties }: Snapshot,
  boundaries: Borders,
  county: string,
  { width, ...sizes }: MapBox,
): string {
  const own = cities.filter(({ record }) => record.county === county);
  const { fips } =
    counties.find(({ record }) => record.county === county) ??
    absentCounties.find((absent) => absent.county === county) ??
    {};
  if (own.length === 0 || fips === undefined) return "";
  const places = own.map(gradedMapPlace);
  const longest = Math.max(...places.map(({ name, figure }) => name.length + figure.length + 1));
  const side = own.length <= MAX_NAMED ? Math.ceil(longest * CHARACTER) + 16 : 0;
  const size = { ...sizes, width: Math.max(380, width - 2 * side) };
  const points = new Map(own.map(({ geoid, longitude, latitude }) => [geoid, [longitude, latitude] as const]));
  const shapes = countyShapes(boundaries, fips, points, size);
  const box = { ...size, left: side, right: side };
  const content = (
    <>
      <path class="ground" d={shapes.areas.get(fips)?.path ?? ""} />
      <Areas areas={places.flatMap((place) => placed(shapes, place))} box={box} />
    </>
  );
  const drawn = (
    <>
      <MapFrame drawing={mapDrawing(box, shapes, content)} title={`Cities of ${county} by grade`} />
      <p class="small muted">{MAP_SOURCE}</p>
    </>
  );
  return String(drawn);
}

function gradedMapPlace(city: SnapshotCity): MapPlace {
  const graded = gradedPlace(city);
  const { letter, score, year, isOlder, cautions } = graded;
  const { record, intervals } = city;
  return {
    id: city.geoid,
    name: record.city,
    href: cityUrl(record.city),
    shade: gradeClass(letter) + (isOlder ? " older" : ""),
    letter: letter.slice(0, 1),
    figure: `${letter} ${score}${isOlder ? ` (${year})` : ""}`,
    words: [
      `${record.city}: ${letter} ${score}${isOlder ? ` (${year})` : ""}, ${year}`,
      `${year + 1}: ${intervals.nextYear.low} to ${intervals.nextYear.high}, 8 times in 10`,
      `${record.crime_rate_per_1k} offenses per 1,000; California ${record.state_average_rate}`,
      ...(cautions.length > 0 ? [`Caution: ${cautions.join(", ").toLowerCase()}`] : []),
    ].join(". "),
  };
}

interface PlacedArea {
  readonly place: MapPlace;
  readonly area: DrawnArea;
}

/** The place with its area; none if the map has no such area. */
function placed(shapes: MapShapes, place: MapPlace): readonly PlacedArea[] {
  const area = shapes.areas.get(place.id);
  return area ? [{ place, area }] : [];
}

interface Box {
  readonly width: number;
  readonly height: number;
  /** Space for names on the left and on the right of the drawing. */
  readonly left: number;
  readonly right: number;
}

interface AreasProps {
  readonly areas: readonly PlacedArea[];
  readonly box: Box;
  /** Only places by the sea are named beside the map. */
  readonly isCoastal?: boolean;
}

/** The places, with their names inside where they fit, else beside the drawing with a line, else with a letter. */
function Areas({ areas, box, isCoastal = false }: AreasProps) {
  const inside = new Map(areas.map(({ place, area }) => [place, linesInside(place, area)]));
  const outside = areas.filter((one) => inside.get(one.place) === undefined && canBeBeside(one, areas, isCoastal));
  const names =
    box.left > 0 ? [...beside(outside, box, "left", isCoastal), ...beside(outside, box, "right", isCoastal)] : [];
  return (
    <>
      {areas.map(({ place, area }) => {
        const room = Math.min(area.room, distanceToLarger(area, areas));
        return (
          <a href={place.href} class={place.shade}>
            <title>{place.words}</title>
            <path d={area.path} class={area.isOnLand ? "shore" : undefined} />
            <InsideText place={place} area={area} lines={inside.get(place)} letterClass={letterClass(room)} />
          </a>
        );
      })}
      {names.map(({ place, at, x, y, anchor }) => (
        <g class={anchor === "end" ? "beside from-left" : "beside from-right"}>
          <path d={`M${Math.round(x)} ${Math.round(y)}L${at[0]} ${at[1]}`} />
          <text x={Math.round(x + (anchor === "end" ? -8 : 8))} y={Math.round(y)}>
            <tspan class="end-name">{place.name}</tspan> {place.figure}
          </text>
        </g>
      ))}
    </>
  );
}

interface InsideTextProps extends PlacedArea {
  readonly lines: readonly string[] | undefined;
  readonly letterClass: string | undefined;
}

/** On a desktop the name and the figure, if they fit; otherwise, and on a phone, the letter. */
function InsideText({ place, area: { at }, lines, letterClass: fits }: InsideTextProps) {
  const [x, y] = at;
  const classes = ["letter", ...(fits ? [fits] : []), ...(lines ? ["unless-named"] : [])].join(" ");
  return (
    <>
      <text class={classes} x={x} y={y}>
        {place.letter}
      </text>
      {lines ? (
        <text class="named" x={x} y={y}>
          {[...lines, place.figure].map((line, row) => (
            <tspan
              class={row === lines.length ? "end-name" : undefined}
              x={x}
              y={y + (row - lines.length / 2) * TEXT.line}
            >
              {line}{" "}
            </tspan>
          ))}
        </text>
      ) : null}
    </>
  );
}

/** The name in one or two lines that fit into the area, if any. */
function linesInside({ name, figure }: MapPlace, { reach, room }: DrawnArea): readonly string[] | undefined {
  const width = 2 * Math.min(...reach) - 8;
  return [linesOf(name, name.length), linesOf(name, Math.ceil(name.length / 2) + 1)].find((lines) => {
    const longest = Math.max(figure.length, ...lines.map(({ length }) => length));
    return longest * TEXT.character <= width && (lines.length + 1) * TEXT.line <= room;
  });
}

/** Whether nothing but the sea is on its left; any place of a county can be beside the map. */
function canBeBeside({ area }: PlacedArea, areas: readonly PlacedArea[], isCoastal: boolean): boolean {
  if (!isCoastal) return true;
  return areas.every(
    ({ area: other }) => other === area || other.at[0] > area.at[0] - 40 || Math.abs(other.at[1] - area.at[1]) > 60,
  );
}

interface BesideName {
  readonly place: MapPlace;
  readonly at: Point;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "end";
}

/** The names on one side, one below the other. Coastal names stand near their coast. */
function beside(
  areas: readonly PlacedArea[],
  box: Box,
  side: "left" | "right",
  isCoastal: boolean,
): readonly BesideName[] {
  const isLeft = ({ area }: PlacedArea) => isCoastal || area.at[0] < box.width / 2;
  const own = areas.filter((one) => isLeft(one) === (side === "left")).toSorted((a, b) => a.area.at[1] - b.area.at[1]);
  const rows = spread(
    own.map(({ area }) => ({ at: area.at[1], size: TEXT.line + 8 })),
    [20, box.height - 20],
  );
  return own
    .map(({ place, area }, index): BesideName => {
      const y = rows[index] ?? area.at[1];
      const coast = area.at[0] - area.reach[0];
      const x = isCoastal ? coast - 40 : side === "left" ? -4 : box.width + 4;
      return {
        place,
        at: [isCoastal ? coast - 4 : area.at[0], area.at[1]],
        x,
        y,
        anchor: side === "left" ? "end" : "start",
      };
    })
    .filter(({ place, x }) => !isCoastal || x - `${place.name} ${place.figure}`.length * TEXT.character > -SEA);
}

function Dot({ place, at: [x, y] }: { readonly place: MapPlace; readonly at: Point }) {
  return (
    <a href={place.href} class={place.shade}>
      <title>{place.words}</title>
      <circle cx={Math.round(x)} cy={Math.round(y)} r={9} />
    </a>
  );
}

function letterClass(room: number): string | undefined {
  return room < ROOM.wide ? "small-place" : room < ROOM.narrow ? "medium-place" : undefined;
}

/** From the letter of a place to the nearest letter of a larger place. */
function distanceToLarger(area: DrawnArea, areas: readonly PlacedArea[]): number {
  const larger = areas.filter(({ area: other }) => other.room > area.room);
  return Math.min(...larger.map(({ area: { at } }) => Math.hypot(at[0] - area.at[0], at[1] - area.at[1])));
}
