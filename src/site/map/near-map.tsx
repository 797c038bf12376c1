/** @jsxImportSource hono/jsx */
import { geoCircle, geoPath } from "d3-geo";
import { oncePer } from "../../base/once-per.ts";
import { familyOf } from "../../domain/grade.ts";
import type { GeoPoint } from "../../gazetteer/distance.ts";
import type { DegreeLine } from "../../gazetteer/outline-table.ts";
import { ringsOnce } from "../../gazetteer/rings.ts";
import { type Panel, rounded } from "../charts/drawing.tsx";
import { type Graded, gradeClass, gradeText } from "../ui/grade.tsx";
import { apart, Leader } from "./apart.tsx";
import { type DrawGround, outlinePath } from "./local-ground.ts";
import { EARTH_KM, type LocalMap, localMap } from "./local-map.ts";
import type { Point } from "./map-shapes.ts";
import { type NamedPoint, type PlacedName, placedNames } from "./name-spots.ts";

interface NearMark extends GeoPoint {
  readonly name: string;
  readonly href: string;
  /** null without a grade. */
  readonly graded: Graded | null;
  /** The lines of its boundary, in any order and direction; undefined where none is held. */
  readonly lines?: readonly DegreeLine[] | undefined;
}

interface NearMapParts {
  readonly label: string;
  /** The place of the page first. */
  readonly marks: readonly [NearMark, ...NearMark[]];
  /** Of the drawing; without it, that of a map beside a table. */
  readonly size?: Point;
  /** A dashed circle around the place, in kilometers. The map shows all of it. */
  readonly ringKm?: number;
  /** The land and the counties below the marks. */
  readonly ground: DrawGround;
  /** Boundaries without the color of the grade. */
  readonly isPlain?: boolean;
  /** A point that is no place: a ZIP code's own. */
  readonly pin?: GeoPoint & { readonly name: string };
}

const BESIDE: Point = [400, 360];
const MARK = { width: 22, height: 18 } as const;
const RING = 3;
const DEGREES = 180 / Math.PI;

/** A place and the towns around it: a letter at each point, and its name beside it. */
export function nearMap({ label, marks, ground, ringKm, isPlain, pin, size = BESIDE }: NearMapParts): Panel {
  const [width, height] = size;
  const [{ latitude, longitude, lines = [] }] = marks;
  const ring =
    ringKm === undefined
      ? null
      : geoCircle()
          .center([longitude, latitude])
          .radius((ringKm / EARTH_KM) * DEGREES)();
  const shown = ring ?? {
    type: "MultiPoint" as const,
    coordinates: [
      ...[...marks, ...(pin ? [pin] : [])].map((mark): Point => [mark.longitude, mark.latitude]),
      ...largestRing(lines),
    ].map(([x, y]) => [x, y]),
  };
  const map = localMap(marks[0], shown, size);
  const { projection, project, scale } = map;
  const trueAt = marks.map((mark) => project([mark.longitude, mark.latitude]));
  const pinned = pin && { name: pin.name, at: project([pin.longitude, pin.latitude]) };
  const points = apart([...trueAt, ...(pinned ? [pinned.at] : [])], [MARK.width + 2, MARK.height + 2]);
  const isOwn = (index: number) => pin === undefined && index === 0;
  const names = placedNames(
    [
      ...(pinned ? [{ name: pinned.name, at: points.at(-1) ?? pinned.at, half: PIN_HALF, isBold: true }] : []),
      ...marks.map(
        ({ name }, index): NamedPoint => ({
          name,
          at: points[index] ?? [0, 0],
          half: [MARK.width / 2 + (isOwn(index) ? RING + 2 : 1), MARK.height / 2 + 1],
          isBold: isOwn(index),
        }),
      ),
    ],
    size,
  );
  const pinName = pinned && names.at(0);
  const markNames = pinned ? names.slice(1) : names;
  const ringPath = ring === null ? null : geoPath(projection).digits(0)(ring);
  const below = ground(map);
  const outlines = marks.flatMap(({ lines: own, graded, ...at }, index) => {
    if (own === undefined) return [];
    const color = isPlain ? "plain" : graded ? gradeClass(graded.letter) : "hatched";
    const isOnLand = [[at.longitude, at.latitude] as const, ...shoreOnce(own)].some((one) =>
      below.isLand(project(one)),
    );
    return [{ path: outlinePath(own, map), color, isOwn: isOwn(index), isOnLand }];
  });
  return {
    label,
    size: [width, height],
    hasLinks: true,
    draw: () => (
      <>
        <svg aria-hidden="true" width={width} height={height}>
          <clipPath id={`land-${width}`}>
            <path d={below.land} />
          </clipPath>
          <path class="counties" clip-path={`url(#land-${width})`} d={below.counties} />
          {outlines.map(({ path, color, isOwn: own, isOnLand }) => (
            <path
              class={`boundary ${color}${own ? " own" : ""}`}
              clip-path={isOnLand ? `url(#land-${width})` : undefined}
              d={path}
            />
          ))}
        </svg>
        {ringPath === null ? null : <path class="distance" d={ringPath} />}
        {marks.map((mark, index) => (
          <>
            <Leader from={trueAt[index] ?? [0, 0]} to={points[index] ?? [0, 0]} least={MARK.width} />
            <Mark mark={mark} at={points[index] ?? [0, 0]} name={markNames[index]} isOwn={isOwn(index)} />
          </>
        ))}
        {pinned ? <Pin name={pinned.name} at={points.at(-1) ?? pinned.at} text={pinName} /> : null}
        <ScaleBar scale={scale} height={height} />
      </>
    ),
  };
}

const PIN_HALF: Point = [10, 10];

function Pin({ name, at, text }: { readonly name: string; readonly at: Point; readonly text: PlacedName | undefined }) {
  const [x, y] = at.map(rounded);
  return (
    <g class="pin">
      <circle class="around" cx={x} cy={y} r={9} />
      <circle class="dot" cx={x} cy={y} r={3} />
      {text ? (
        <text class="end-place end-name near-name" x={rounded(text.x)} y={rounded(text.y)} text-anchor={text.anchor}>
          {name}
        </text>
      ) : null}
    </g>
  );
}

/** The length of some miles in the corner. */
export function ScaleBar({ scale: { miles, length }, height }: Pick<LocalMap, "scale"> & { readonly height: number }) {
  return (
    <>
      <path class="base" d={`M8 ${height - 8}h${length}`} />
      <text class="near-name" x={8} y={height - 14}>
        {miles} {miles === 1 ? "mile" : "miles"}
      </text>
    </>
  );
}

/** A place on the shore may have its point in the sea by a simplified coast; of an island without one, all are. */
const shoreOnce = oncePer((lines: readonly DegreeLine[]): readonly Point[] => {
  const points = lines.flat();
  return Array.from(
    { length: SHORE_POINTS },
    (_, index) => points.at(Math.floor((index * points.length) / SHORE_POINTS)) ?? [0, 0],
  );
});

const SHORE_POINTS = 8;

/** What the areas on the map are, and which places have none. */
export function boundariesText(marks: readonly Pick<NearMark, "name" | "lines">[]): string {
  const without = marks.filter(({ lines }) => lines === undefined).map(({ name }) => name);
  const areas = "Boundaries are those of 2019";
  if (without.length === 0) return `${areas}.`;
  if (without.length === marks.length) return "We have no boundaries of these places.";
  const named = without.length > MOST_NAMED ? `${without.length} places` : without.join(", ");
  return `${areas}; we have none of ${named}.`;
}

/** So many places without a boundary are named. */
const MOST_NAMED = 3;

/** The ring with the widest box. */
export function largestRing(lines: readonly DegreeLine[]): readonly Point[] {
  const rings = ringsOnce(lines).map((ring) => ({ ring, width: widthOf(ring) }));
  return rings.toSorted((a, b) => b.width - a.width)[0]?.ring ?? [];
}

function widthOf(ring: readonly Point[]): number {
  let [west, east] = [Infinity, -Infinity];
  for (const [x] of ring) {
    west = Math.min(west, x);
    east = Math.max(east, x);
  }
  return east - west;
}

interface MarkProps {
  readonly mark: NearMark;
  readonly at: Point;
  /** undefined where nothing is free. */
  readonly name: PlacedName | undefined;
  readonly isOwn: boolean;
}

function Mark({ mark: { name: text, href, graded }, at, name, isOwn }: MarkProps) {
  const [x, y] = at.map(rounded);
  const box = { x: -MARK.width / 2, y: -MARK.height / 2, ...MARK, rx: 4 };
  return (
    <a href={href}>
      <title>{graded ? `${text}: ${gradeText(graded)}` : `${text}: no grade`}</title>
      {name?.leader ? <Leader from={name.leader[0]} to={name.leader[1]} least={0} /> : null}
      <g class={graded ? gradeClass(graded.letter) : undefined} transform={`translate(${x} ${y})`}>
        {isOwn ? (
          <rect
            class="ring"
            {...box}
            x={box.x - RING}
            y={box.y - RING}
            width={MARK.width + 2 * RING}
            height={MARK.height + 2 * RING}
          />
        ) : null}
        {graded ? <rect class="band on-area" {...box} /> : <rect class="hatched" {...box} />}
        <text class={graded ? "band-name" : "end-place end-name"} y={5} text-anchor="middle">
          {graded ? familyOf(graded.letter) : "–"}
        </text>
      </g>
      {name ? (
        <text
          class={isOwn ? "end-place end-name near-name" : "end-place near-name"}
          x={rounded(name.x)}
          y={rounded(name.y)}
          text-anchor={name.anchor}
        >
          {text}
        </text>
      ) : null}
    </a>
  );
}
