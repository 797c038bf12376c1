/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { oncePer } from "../../base/once-per.ts";
import type { StateEdition } from "../../editions/edition.ts";
import type { Geography } from "../../lookup/geography.ts";
import type { Panel } from "../charts/drawing.tsx";
import { linesOf, spread } from "../charts/labels.ts";
import { countyShapes, type DrawnArea, type MapShapes, type Point, stateShapes } from "./map-shapes.ts";

/** Twice the largest displayed size on a desktop, so whole numbers are exact enough and short. */
const STATE_MAP = { width: 1_120, height: 1_280, margin: 4 } as const;
const COUNTY_MAP = { width: 970, height: 1_240, margin: 12 } as const;
/** Room for names in the sea, left of the state, in units of the drawing. */
const SEA = 96;
/** Sizes of text in units of the drawing: 12 px on a desktop. */
const TEXT = { character: 13.5, line: 28 } as const;
/** Space that a letter needs in units of the drawing, on a desktop and on a phone. If it does not fit, it is left out. */
const ROOM = { wide: 36, narrow: 50 } as const;
/** The same for each character of a rate, within its reach. */
const REACH = { wide: 7, narrow: 13 } as const;

export const MAP_SOURCE = "Boundaries: U.S. Census Bureau. Coast: Natural Earth";

export interface MapPlace {
  readonly id: string;
  readonly name: string;
  readonly href: string;
  /** Its classes: a grade, a step of a rate, or `none`; and `older` for a record of an older year. */
  readonly shade: string;
  /** Its letter or rate; empty without one. */
  readonly letter: string;
  /** What follows its name: grade, score, and the year if it is older. */
  readonly figure: string;
  /** Everything about it in words, for a picture without the script. */
  readonly words: string;
  /** What the tooltip shows below name and figure, each a line; empty ones are left out. */
  readonly range: string;
  readonly rates: string;
  readonly caution: string;
  /** A point on its land, in degrees. */
  readonly point: Point;
}

export interface LegendLine {
  /** The class of its color. */
  readonly shade: string;
  readonly letter: string;
  readonly text: string;
  readonly count: number;
}

interface StateMapParts {
  readonly label: string;
  readonly edition: StateEdition;
  readonly geography: Geography;
  /** Counties as areas, or cities as dots over the counties. */
  readonly places: readonly MapPlace[];
  readonly legend: readonly LegendLine[];
}

/** The state with its counties or with its cities as dots, each a link to its page. */
export function stateMap({ label, edition, geography, places, legend }: StateMapParts): Panel {
  const shapes = stateShapes(geography.borders, pointsOf(places), { ...STATE_MAP, edition });
  const areas = places.flatMap((place) => placed(shapes, place));
  const content = (
    <>
      {areas.length > 0 ? null : (
        <>
          <path class="ground" d={[...shapes.areas.values()].map(({ path }) => path).join("")} />
          {places.map((place) => (
            <Dot place={place} at={shapes.project(place.point)} />
          ))}
        </>
      )}
      <Areas areas={areas} />
      {namesInSea(areas, shapes).map((name) => (
        <NameInSea {...name} />
      ))}
      <Legend lines={legend} />
    </>
  );
  return mapPanel(label, shapes, SEA, content);
}

function pointsOf(places: readonly MapPlace[]): ReadonlyMap<string, Point> {
  return new Map(places.map(({ id, point }) => [id, point]));
}

/** The script of maps makes the tooltip of the data. */
function linkOf({ href, shade, name, figure, range, rates, caution }: MapPlace) {
  const lines = Object.entries({ range, rates, caution }).filter(([, text]) => text !== "");
  return {
    href,
    class: shade,
    "data-name": name,
    "data-figure": figure,
    ...Object.fromEntries(lines.map(([key, text]) => [`data-${key}`, text])),
  };
}

function Dot({ place, at: [x, y] }: { readonly place: MapPlace; readonly at: Point }) {
  return (
    <a {...linkOf(place)}>
      <title>{place.words}</title>
      <circle cx={Math.round(x)} cy={Math.round(y)} r={9} />
    </a>
  );
}

const LEGEND = { x: 560, line: 52, swatch: [56, 36], text: 72, bars: 230, bar: 210 } as const;

/** The colors with the number of places of each, as bars, in the empty corner of the map. */
function Legend({ lines }: { readonly lines: readonly LegendLine[] }) {
  const most = Math.max(...lines.map(({ count }) => count), 1);
  const [width, height] = LEGEND.swatch;
  return (
    <>
      {lines.map(({ shade, letter, text, count }, row) => {
        const y = 30 + row * LEGEND.line;
        const bar = Math.round((LEGEND.bar * count) / most);
        return (
          <g class={`legend ${shade}`} transform={`translate(${LEGEND.x} ${y})`}>
            <rect class={`swatch ${shade}`} width={width} height={height} y={-height / 2} rx={8} />
            <text class="band-name" x={width / 2}>
              {letter}
            </text>
            <text x={LEGEND.text}>{text}</text>
            <rect class="swatch legend-count" x={LEGEND.bars} y={-10} width={bar} height={20} />
            <text class="legend-count" x={LEGEND.bars + bar + 10}>
              {count}
            </text>
          </g>
        );
      })}
    </>
  );
}

interface CountyMapParts {
  readonly label: string;
  readonly edition: StateEdition;
  readonly geography: Geography;
  readonly fips: string;
  readonly cities: readonly MapPlace[];
}

/** The shapes of counties: the pages of all its cities show the same ones, which take tens of milliseconds. */
const countiesOf = oncePer((_geography: Geography) => new Map<string, MapShapes>());

/** A county with its cities, each a link to its page. */
export function countyMap({ label, edition, geography, fips, cities }: CountyMapParts): Panel {
  const drawn = countiesOf(geography);
  const shapes = drawn.get(fips) ?? countyShapes(geography.borders, fips, pointsOf(cities), { ...COUNTY_MAP, edition });
  drawn.set(fips, shapes);
  return mapPanel(
    label,
    shapes,
    0,
    <>
      <path class="ground" d={shapes.areas.get(fips)?.path ?? ""} />
      <Areas areas={cities.flatMap((place) => placed(shapes, place))} />
    </>,
  );
}

/** @param left room for names in the sea */
function mapPanel(label: string, { width, height, land }: MapShapes, left: number, content: Child): Panel {
  return {
    label: `${label}. Each place is a link.`,
    size: [(left + width) / 2, height / 2],
    viewBox: `${-left} 0 ${left + width} ${height}`,
    hasLinks: true,
    draw: () => (
      <>
        <clipPath id="land">
          <path d={land} />
        </clipPath>
        {content}
      </>
    ),
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

/** The places, with their names where they fit, else with a letter. */
function Areas({ areas }: { readonly areas: readonly PlacedArea[] }) {
  return (
    <>
      {areas.map(({ place, area }) => (
        <a {...linkOf(place)}>
          <title>{place.words}</title>
          <path d={area.path} class="shore" />
          <InsideText place={place} area={area} room={Math.min(area.room, distanceToLarger(area, areas))} />
        </a>
      ))}
    </>
  );
}

/** On a desktop the name and the figure, if they fit; otherwise, and on a phone, the letter. */
function InsideText({ place, area, room }: PlacedArea & { readonly room: number }) {
  const [x, y] = area.at;
  const lines = linesInside(place, area);
  const reach = place.letter.length > 1 ? Math.min(...area.reach) / place.letter.length : REACH.narrow;
  const isWithin = (size: "wide" | "narrow") => room >= ROOM[size] && reach >= REACH[size];
  const fits = !isWithin("wide") ? ["small-place"] : !isWithin("narrow") ? ["medium-place"] : [];
  return (
    <>
      <text class={["letter", ...fits, ...(lines ? ["unless-named"] : [])].join(" ")} x={x} y={y}>
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

interface SeaName extends PlacedArea {
  /** The end of the name. */
  readonly at: Point;
}

/** The names that do not fit into their places, where nothing but the sea is on the left, one below the other. */
function namesInSea(areas: readonly PlacedArea[], { height }: MapShapes): readonly SeaName[] {
  const coastal = areas
    .filter(({ place, area }) => linesInside(place, area) === undefined && isByTheSea(area, areas))
    .toSorted((a, b) => a.area.at[1] - b.area.at[1]);
  const rows = spread(
    coastal.map(({ area }) => ({ at: area.at[1], size: TEXT.line + 8 })),
    [20, height - 20],
  );
  return coastal
    .map(({ place, area }, index): SeaName => {
      return { place, area, at: [area.at[0] - area.reach[0] - 40, rows[index] ?? area.at[1]] };
    })
    .filter(({ place, at }) => at[0] - `${place.name} ${place.figure}`.length * TEXT.character > -SEA);
}

function isByTheSea(area: DrawnArea, areas: readonly PlacedArea[]): boolean {
  return areas.every(
    ({ area: other }) => other === area || other.at[0] > area.at[0] - 40 || Math.abs(other.at[1] - area.at[1]) > 60,
  );
}

function NameInSea({ place, area, at: [x, y] }: SeaName) {
  return (
    <g class="beside">
      <path d={`M${Math.round(x)} ${Math.round(y)}L${Math.round(area.at[0] - area.reach[0] - 4)} ${area.at[1]}`} />
      <text x={Math.round(x - 8)} y={Math.round(y)}>
        <tspan class="end-name">{place.name}</tspan> {place.figure}
      </text>
    </g>
  );
}

/** From the letter of a place to the nearest letter of a larger place. */
function distanceToLarger(area: DrawnArea, areas: readonly PlacedArea[]): number {
  const larger = areas.filter(({ area: other }) => other.room > area.room);
  return Math.min(...larger.map(({ area: { at } }) => Math.hypot(at[0] - area.at[0], at[1] - area.at[1])));
}
