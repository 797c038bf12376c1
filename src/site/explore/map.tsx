/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { oncePer } from "../../domain/once-per.ts";
import type { Borders } from "../../places/borders.ts";
import type { Panel } from "../charts/drawing.tsx";
import { linesOf, spread } from "../charts/labels.ts";
import { countyShapes, type DrawnArea, type MapShapes, type Point, stateShapes } from "./map-shapes.ts";

/** Twice the largest displayed size on a desktop, so whole numbers are exact enough and short. */
const STATE_MAP = { width: 1_120, height: 1_280, margin: 4 } as const;
/** A county's includes the names beside it. */
const COUNTY_MAP = { width: 970, height: 1_240, margin: 12 } as const;
/** Room for names in the sea, left of the state, in units of the drawing. */
const SEA = 96;
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

export interface LegendLine {
  /** The class of its color. */
  readonly shade: string;
  readonly letter: string;
  readonly text: string;
  readonly count: number;
}

interface StateMapParts {
  readonly label: string;
  readonly boundaries: Borders;
  /** The counties, or places with points, which are dots over the counties. */
  readonly places: readonly MapPlace[];
  readonly legend: readonly LegendLine[];
}

/** The state with its counties or with its cities as dots, each a link to its page. */
export function stateMap({ label, boundaries, places, legend }: StateMapParts): Panel {
  const shapes = stateShapes(boundaries, STATE_MAP);
  const areas = places.flatMap((place) => placed(shapes, place));
  const dots = places.flatMap(({ point, ...place }) => (point ? [{ place, at: shapes.project(point) }] : []));
  const content = (
    <>
      {dots.length === 0 ? null : (
        <path class="ground" d={[...shapes.areas.values()].map(({ path }) => path).join("")} />
      )}
      {dots.map(({ place, at: [x, y] }) => (
        <a href={place.href} class={place.shade}>
          <title>{place.words}</title>
          <circle cx={Math.round(x)} cy={Math.round(y)} r={9} />
        </a>
      ))}
      <Areas areas={areas} names={namesBeside(areas, shapes, true)} />
      <Legend lines={legend} />
    </>
  );
  return mapPanel(label, shapes, { left: SEA, right: 0, above: 0 }, content);
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
            <text class="band-name legend-letter" x={width / 2}>
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
  readonly boundaries: Borders;
  readonly fips: string;
  /** Its cities, each with its official point. */
  readonly cities: readonly MapPlace[];
}

/** The shapes of counties: the pages of all its cities show the same ones, which take tens of milliseconds. */
const countiesOf = oncePer((_boundaries: Borders) => new Map<string, MapShapes>());

/** A county with its cities, each a link to its page. */
export function countyMap({ label, boundaries, fips, cities }: CountyMapParts): Panel {
  const points = new Map(cities.flatMap(({ id, point }) => (point ? [[id, point] as const] : [])));
  const isNamed = cities.length <= MAX_NAMED;
  const longitudes = cities.flatMap(({ point }) => point?.[0] ?? []);
  const middle = (Math.min(...longitudes) + Math.max(...longitudes)) / 2;
  const isWest = ({ point }: MapPlace) => (point?.[0] ?? 0) < middle;
  const sides = [cities.filter(isWest), cities.filter((city) => !isWest(city))];
  const beside = isNamed ? sides.reduce((sum, side) => sum + Math.max(0, ...side.map(besideLength)), 0) : 0;
  const width = Math.max(380, COUNTY_MAP.width - beside);
  const drawn = countiesOf(boundaries);
  const key = `${fips} ${width} ${points.size}`;
  const shapes = drawn.get(key) ?? countyShapes(boundaries, fips, points, { ...COUNTY_MAP, width });
  drawn.set(key, shapes);
  const areas = cities.flatMap((place) => placed(shapes, place));
  const names = isNamed ? namesBeside(areas, shapes, false) : [];
  const longest = (anchor: BesideName["anchor"]) =>
    Math.max(0, ...names.filter((name) => name.anchor === anchor).map(({ place }) => besideLength(place)));
  return mapPanel(
    label,
    shapes,
    {
      left: longest("end"),
      right: longest("start"),
      above: Math.ceil(Math.max(0, 20 - Math.min(...names.map(({ y }) => y)))),
    },
    <>
      <path class="ground" d={shapes.areas.get(fips)?.path ?? ""} />
      <Areas areas={areas} names={names} />
    </>,
  );
}

/** The room that a name beside a county takes. */
function besideLength({ name, figure }: MapPlace): number {
  return Math.ceil((name.length + figure.length + 1) * TEXT.character) + 16;
}

/** Space for names around a drawing; as much below as above. */
interface Space {
  readonly left: number;
  readonly right: number;
  readonly above: number;
}

function mapPanel(
  label: string,
  { width, height, land }: MapShapes,
  { left, right, above }: Space,
  content: Child,
): Panel {
  const whole = [left + width + right, height + 2 * above] as const;
  return {
    label: `${label}. Each place is a link.`,
    size: [whole[0] / 2, whole[1] / 2],
    viewBox: [-left, -above, ...whole].join(" "),
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

interface AreasProps {
  readonly areas: readonly PlacedArea[];
  readonly names: readonly BesideName[];
}

/** The places, with their names inside where they fit, else beside the drawing with a line, else with a letter. */
function Areas({ areas, names }: AreasProps) {
  return (
    <>
      {areas.map(({ place, area }) => {
        const room = Math.min(area.room, distanceToLarger(area, areas));
        return (
          <a href={place.href} class={place.shade}>
            <title>{place.words}</title>
            <path d={area.path} class={area.isOnLand ? "shore" : undefined} />
            <InsideText place={place} area={area} lines={linesInside(place, area)} letterClass={letterClass(room)} />
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

/** The names that do not fit inside. On a map of the coast, only places by the sea are named beside it. */
function namesBeside(areas: readonly PlacedArea[], shapes: MapShapes, isCoastal: boolean): readonly BesideName[] {
  const outside = areas.filter(
    (one) => linesInside(one.place, one.area) === undefined && canBeBeside(one, areas, isCoastal),
  );
  return (["left", "right"] as const).flatMap((side) => namesOn(side, outside, shapes, isCoastal));
}

/** The names on one side, one below the other. Coastal names stand near their coast. */
function namesOn(
  side: "left" | "right",
  areas: readonly PlacedArea[],
  box: Pick<MapShapes, "width" | "height">,
  isCoastal: boolean,
): readonly BesideName[] {
  const isLeft = ({ area }: PlacedArea) => isCoastal || area.at[0] < box.width / 2;
  const own = areas.filter((one) => isLeft(one) === (side === "left")).toSorted((a, b) => a.area.at[1] - b.area.at[1]);
  const needed = own.length * (TEXT.line + 8);
  const rows = spread(
    own.map(({ area }) => ({ at: area.at[1], size: TEXT.line + 8 })),
    [Math.min(20, (box.height - needed) / 2), Math.max(box.height - 20, (box.height + needed) / 2)],
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

function letterClass(room: number): string | undefined {
  return room < ROOM.wide ? "small-place" : room < ROOM.narrow ? "medium-place" : undefined;
}

/** From the letter of a place to the nearest letter of a larger place. */
function distanceToLarger(area: DrawnArea, areas: readonly PlacedArea[]): number {
  const larger = areas.filter(({ area: other }) => other.room > area.room);
  return Math.min(...larger.map(({ area: { at } }) => Math.hypot(at[0] - area.at[0], at[1] - area.at[1])));
}
