/** @jsxImportSource hono/jsx */
import { type GeoProjection, geoAzimuthalEqualArea, geoCircle, geoPath } from "d3-geo";
import { familyOf } from "../../domain/grade.ts";
import { type GeoPoint, KM_PER_MILE } from "../../gazetteer/distance.ts";
import type { DegreeLine } from "../../gazetteer/outline-table.ts";
import { type Panel, rounded } from "../charts/drawing.tsx";
import { textWidth } from "../charts/labels.ts";
import { type Graded, gradeClass, gradeText } from "../ui/grade.tsx";
import { type DegreeBox, type DrawGround, outlinePath, type Point, type Project } from "./map-shapes.ts";
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
/** Room for the marks and their names at the edges. */
const MARGIN = { x: 56, y: 26 } as const;
const MARK = { width: 22, height: 18 } as const;
const RING = 3;
const LINE = 16;
const EARTH_KM = 6_371;
const DEGREES = 180 / Math.PI;
const SCALES = [1, 2, 5, 10, 20, 50, 100] as const;

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
  const projection = geoAzimuthalEqualArea()
    .rotate([-longitude, -latitude])
    .fitExtent(
      [
        [MARGIN.x, MARGIN.y],
        [width - MARGIN.x, height - MARGIN.y - LINE],
      ],
      ring ?? {
        type: "MultiPoint",
        coordinates: [...marks.map((mark): Point => [mark.longitude, mark.latitude]), ...largestRing(lines)].map(
          ([x, y]) => [x, y],
        ),
      },
    );
  const project = projectorOf([longitude, latitude], projection.scale(), projection.translate());
  const points = apart(marks.map((mark) => project([mark.longitude, mark.latitude])));
  const names = placedNames(
    marks.map(({ name }) => name),
    points,
    size,
  );
  const ringPath = ring === null ? null : geoPath(projection).digits(0)(ring);
  const around = aroundWindow(projection, size);
  const below = ground(project, size, around);
  const outlines = marks.flatMap(({ lines: own, graded, ...at }, index) => {
    if (own === undefined) return [];
    const color = isPlain ? "plain" : graded ? gradeClass(graded.letter) : "hatched";
    const isOnLand = [[at.longitude, at.latitude] as const, ...someOf(own.flat())].some((one) =>
      below.isLand(project(one)),
    );
    return [{ path: outlinePath(own, project, size, around), color, isOwn: index === 0, isOnLand }];
  });
  const miles = SCALES.findLast((length) => pixels(length, projection.scale()) < width / 4) ?? SCALES[0];
  const scale = rounded(pixels(miles, projection.scale()));
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
        <path class="base" d={`M8 ${height - 8}h${scale}`} />
        <text x={8} y={height - 14}>
          {miles} {miles === 1 ? "mile" : "miles"}
        </text>
      </>
    ),
  };
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
function largestRing(lines: readonly DegreeLine[]): readonly Point[] {
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

/** The map's window in degrees, a fifth larger on each side, because its edges are curves. */
function aroundWindow(projection: GeoProjection, [width, height]: Point): DegreeBox {
  const corners = [-0.2, 1.2].flatMap((x) => [-0.2, 1.2].map((y) => projection.invert?.([x * width, y * height])));
  const [xs, ys] = [corners.map((at) => at?.[0] ?? 0), corners.map((at) => at?.[1] ?? 0)];
  return { west: Math.min(...xs), south: Math.min(...ys), east: Math.max(...xs), north: Math.max(...ys) };
}

const DEGREE = Math.PI / 180;

/** The same projection in one step for a point: the general one takes five times as long, for thousands of points. */
function projectorOf([longitude, latitude]: Point, scale: number, [left, top]: Point): Project {
  const [sine, cosine] = [Math.sin(latitude * DEGREE), Math.cos(latitude * DEGREE)];
  return ([x, y]) => {
    const [pointSine, pointCosine] = [Math.sin(y * DEGREE), Math.cos(y * DEGREE)];
    const [east, north] = [Math.sin((x - longitude) * DEGREE), Math.cos((x - longitude) * DEGREE)];
    const stretch = scale * Math.sqrt(2 / (1 + sine * pointSine + cosine * pointCosine * north));
    return [left + stretch * pointCosine * east, top - stretch * (cosine * pointSine - sine * pointCosine * north)];
  };
}

function pixels(miles: number, scale: number): number {
  return (miles * KM_PER_MILE * scale) / EARTH_KM;
}

interface PlacedName {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
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

type Box = readonly [left: number, top: number, right: number, bottom: number];

/** Each name beside its mark, where it covers no mark, no other name, and no edge. */
function placedNames(
  names: readonly string[],
  points: readonly Point[],
  size: Point,
): readonly (PlacedName | undefined)[] {
  const taken: Box[] = points.map(([x, y]) => [x - 12, y - 10, x + 12, y + 10]);
  taken.push([0, size[1] - 32, size[0] / 3, size[1]]);
  return points.map((point, index) => {
    const width = textWidth(names[index] ?? "", index === 0 ? "bold" : "plain");
    const free = spots(point, width, index === 0 ? RING : 0, size).find(({ box }) => isFree(box, taken, size));
    if (free) taken.push(free.box);
    return free?.name;
  });
}

/** Where a name may stand, best first. */
function spots(
  [x, y]: Point,
  width: number,
  gap: number,
  [right]: Point,
): readonly { readonly name: PlacedName; readonly box: Box }[] {
  const beside = [0, -10, 10, -18, 18].flatMap((down) => [
    { name: { x: x + 16 + gap, y: y + 5 + down, anchor: "start" }, left: x + 15 + gap } as const,
    { name: { x: x - 16 - gap, y: y + 5 + down, anchor: "end" }, left: x - 16 - gap - width } as const,
  ]);
  // Above or below, moved along as far as the edges or a neighbor ask for.
  const around = [26, -16, 40, -30].flatMap((down) =>
    [0, 14, -14, 40, -40].map((along) => {
      const middle = Math.min(Math.max(x + along, 3 + width / 2), right - 3 - width / 2);
      return { name: { x: middle, y: y + down, anchor: "middle" }, left: middle - width / 2 } as const;
    }),
  );
  return [...beside, ...around].map(({ name, left }) => ({
    name,
    box: [left, name.y - 12, left + width, name.y + LINE - 12],
  }));
}

function isFree([left, top, right, bottom]: Box, taken: readonly Box[], [width, height]: Point): boolean {
  if (left < 2 || top < 0 || right > width - 2 || bottom > height) return false;
  return taken.every((box) => right <= box[0] || left >= box[2] || bottom <= box[1] || top >= box[3]);
}
