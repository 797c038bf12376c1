/** @jsxImportSource hono/jsx */
import type { GeoPoint } from "../../gazetteer/distance.ts";
import type { DegreeLine } from "../../gazetteer/outline-table.ts";
import { type Panel, rounded, type Size } from "../charts/drawing.tsx";
import { Leader } from "./apart.tsx";
import { type DrawGround, outlinePath } from "./local-ground.ts";
import { localMap } from "./local-map.ts";
import { type PlacedName, placedNames } from "./name-spots.ts";
import { largestRing, ScaleBar } from "./near-map.tsx";

/** A place of the county. */
export interface AreaMark extends GeoPoint {
  readonly name: string;
  readonly residents: number;
  /** Whether it has police of its own, and so is not in the figures. */
  readonly isApart: boolean;
  /** Its boundary, drawn of places with police of their own. */
  readonly lines?: readonly DegreeLine[] | undefined;
}

interface AreaMapParts {
  readonly label: string;
  readonly size: Size;
  readonly center: GeoPoint;
  /** The lines of the county; none of one that was not a county in 2017. */
  readonly county: readonly DegreeLine[];
  readonly marks: readonly AreaMark[];
  readonly ground: DrawGround;
}

/** How far a boundary may be moved, in pixels: there are dozens of them. */
const ROUGH = 2;
/** Larger places have larger dots. */
const LARGE = 25_000;

/** A county with its places: dots for those that its department polices, hatched for those with police of their own. No color, as it is no grade. */
export function areaMap({ label, size, center, county, marks, ground }: AreaMapParts): Panel {
  const [width, height] = size;
  const ring = largestRing(county);
  const coordinates = [...marks.map((mark) => [mark.longitude, mark.latitude]), ...ring.map(([x, y]) => [x, y])];
  const map = localMap(center, { type: "MultiPoint", coordinates }, size);
  const { project, scale } = map;
  const below = ground(map);
  const drawn = marks
    .toSorted((a, b) => b.residents - a.residents)
    .map((mark) => ({ mark, at: project([mark.longitude, mark.latitude]), radius: radiusOf(mark) }));
  const names = placedNames(
    drawn.map(({ mark: { name, isApart }, at, radius }) => ({
      name,
      at,
      half: [radius, radius],
      isBold: !isApart,
    })),
    size,
  );
  const land = `area-land-${width}`;
  return {
    label,
    size,
    draw: () => (
      <>
        <svg aria-hidden="true" width={width} height={height}>
          <clipPath id={land}>
            <path d={below.land} />
          </clipPath>
          <path class="counties" clip-path={`url(#${land})`} d={below.counties} />
          {drawn.map(({ mark: { isApart, lines } }) =>
            isApart && lines ? (
              <path class="boundary hatched" clip-path={`url(#${land})`} d={outlinePath(lines, map, ROUGH)} />
            ) : null,
          )}
          <path class="boundary plain own" clip-path={`url(#${land})`} d={outlinePath(county, map)} />
        </svg>
        {drawn.map(({ mark: { isApart }, at: [x, y], radius }) => (
          <circle class={isApart ? "hatched" : "pale"} cx={rounded(x)} cy={rounded(y)} r={radius} />
        ))}
        {drawn.map(({ mark: { name, isApart } }, index) => (
          <Name name={name} at={names[index]} isApart={isApart} />
        ))}
        <ScaleBar scale={scale} height={height} />
      </>
    ),
  };
}

function radiusOf({ residents, isApart }: AreaMark): number {
  return isApart ? 7 : residents >= LARGE ? 4.5 : 3;
}

interface NameProps extends Pick<AreaMark, "name" | "isApart"> {
  /** undefined where nothing is free. */
  readonly at: PlacedName | undefined;
}

function Name({ name, at, isApart }: NameProps) {
  if (at === undefined) return null;
  return (
    <>
      {at.leader ? <Leader from={at.leader[0]} to={at.leader[1]} least={0} /> : null}
      <text
        class={isApart ? "near-name" : "end-place end-name near-name"}
        x={rounded(at.x)}
        y={rounded(at.y)}
        text-anchor={at.anchor}
      >
        {name}
      </text>
    </>
  );
}
