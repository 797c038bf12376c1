/** @jsxImportSource hono/jsx */
import { geoCircle, geoPath } from "d3-geo";
import { familyOf } from "../../domain/grade.ts";
import type { GeoPoint } from "../../gazetteer/distance.ts";
import type { DegreeLine } from "../../gazetteer/outline-table.ts";
import { type Panel, rounded } from "../charts/drawing.tsx";
import { type Graded, gradeClass, gradeText } from "../ui/grade.tsx";
import { EARTH_KM, type LocalMap, localMap } from "./local-map.ts";
import { type DrawGround, outlinePath, type Point } from "./map-shapes.ts";
import { type PlacedName, placedNames } from "./name-spots.ts";
import { ringsOf } from "./rings.ts";

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
}

const BESIDE: Point = [400, 360];
const MARK = { width: 22, height: 18 } as const;
const RING = 3;
const DEGREES = 180 / Math.PI;

/** A place and the towns around it: a letter at each point, and its name beside it. */
export function nearMap({ label, marks, ground, ringKm, isPlain, size = BESIDE }: NearMapParts): Panel {
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
    coordinates: [...marks.map((mark): Point => [mark.longitude, mark.latitude]), ...largestRing(lines)].map(
      ([x, y]) => [x, y],
    ),
  };
  const { projection, project, around, scale } = localMap(marks[0], shown, size);
  const points = apart(marks.map((mark) => project([mark.longitude, mark.latitude])));
  const names = placedNames(
    marks.map(({ name }, index) => ({
      name,
      at: points[index] ?? [0, 0],
      half: [MARK.width / 2 + (index === 0 ? RING + 2 : 1), MARK.height / 2 + 1],
      isBold: index === 0,
    })),
    size,
  );
  const ringPath = ring === null ? null : geoPath(projection).digits(0)(ring);
  const below = ground(project, size, around);
  const outlines = marks.flatMap(({ lines: own, graded, ...at }, index) => {
    if (own === undefined) return [];
    const color = isPlain ? "plain" : graded ? gradeClass(graded.letter) : "hatched";
    const isOnLand = [[at.longitude, at.latitude] as const, ...someOf(own.flat())].some((one) =>
      below.isLand(project(one)),
    );
    return [{ path: outlinePath(own, project, size, around), color, isOwn: index === 0, isOnLand }];
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
          {outlines.map(({ path, color, isOwn, isOnLand }) => (
            <path
              class={`boundary ${color}${isOwn ? " own" : ""}`}
              clip-path={isOnLand ? `url(#land-${width})` : undefined}
              d={path}
            />
          ))}
        </svg>
        {ringPath === null ? null : <path class="distance" d={ringPath} />}
        {marks.map((mark, index) => (
          <Mark mark={mark} at={points[index] ?? [0, 0]} name={names[index]} isOwn={index === 0} />
        ))}
        <ScaleBar scale={scale} height={height} />
      </>
    ),
  };
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
function someOf(points: readonly Point[]): readonly Point[] {
  return Array.from(
    { length: SHORE_POINTS },
    (_, index) => points.at(Math.floor((index * points.length) / SHORE_POINTS)) ?? [0, 0],
  );
}

const SHORE_POINTS = 8;

/** What the areas on the map are, and which places have none. */
export function boundariesText(marks: readonly Pick<NearMark, "name" | "lines">[]): string {
  const without = marks.filter(({ lines }) => lines === undefined).map(({ name }) => name);
  const areas = "Areas are boundaries of 2019";
  if (without.length === 0) return `${areas}.`;
  if (without.length === marks.length) return "No boundaries are held of these places.";
  const named = without.length > MOST_NAMED ? `${without.length} places` : without.join(", ");
  return `${areas}; none is held of ${named}.`;
}

/** So many places without a boundary are named. */
const MOST_NAMED = 3;

/** The ring with the widest box. */
export function largestRing(lines: readonly DegreeLine[]): readonly Point[] {
  const rings = ringsOf(lines).map((ring) => ({ ring, width: widthOf(ring) }));
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

export function Mark({ mark: { name: text, href, graded }, at, name, isOwn }: MarkProps) {
  const [x, y] = at.map(rounded);
  const box = { x: -MARK.width / 2, y: -MARK.height / 2, ...MARK, rx: 4 };
  return (
    <a href={href}>
      <title>{graded ? `${text}: ${gradeText(graded)}` : `${text}: no grade`}</title>
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

/** Marks that cover each other move apart, each as little as possible. */
function apart(points: readonly Point[]): readonly Point[] {
  const moved = points.map(([x, y]): [number, number] => [x, y]);
  for (let round = 0; round < 20; round++) {
    for (const [index, one] of moved.entries()) {
      for (const other of moved.slice(index + 1)) {
        const [right, down] = [other[0] - one[0], other[1] - one[1]];
        const [x, y] = [MARK.width + 2 - Math.abs(right), MARK.height + 2 - Math.abs(down)];
        if (x <= 0 || y <= 0) continue;
        const axis = x < y ? 0 : 1;
        const by = (Math.min(x, y) / 2) * ((axis === 0 ? right : down) < 0 ? -1 : 1);
        one[axis] -= by;
        other[axis] += by;
      }
    }
  }
  return moved;
}
