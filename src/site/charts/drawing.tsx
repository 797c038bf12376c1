/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";

/** Width and height in pixels as displayed. */
export type Size = readonly [width: number, height: number];

export interface Panel {
  /** With several panels, each has its own title and units. */
  readonly title?: string;
  readonly units?: string;
  readonly href?: string;
  /** Panels with the same heading stand in rows of their own. */
  readonly group?: string;
  /** A number in large type above the picture, and a few words after it. */
  readonly figure?: readonly [number: string, words: string];
  /** What it shows, for screen readers. */
  readonly label: string;
  readonly size: Size;
  /** For a tablet and for a phone, if it is drawn for them too. */
  readonly smaller?: readonly [medium: Size, narrow: Size];
  /** The same laid out for a phone, if that is more than its drawing in another width. */
  readonly onPhone?: Panel;
  /** The part of a map, whose units are half pixels. */
  readonly viewBox?: string;
  /** With links, it is not one image for screen readers. */
  readonly hasLinks?: boolean;
  /** For the script that shows the values of a year, by the picture's width. */
  readonly data?: (width: number) => Readonly<Record<string, string>>;
  readonly draw: (width: number) => Child;
}

/** A picture, drawn for each of its sizes. The style sheet shows one of them. */
export function Drawing(panel: Panel) {
  if (panel.onPhone) return <DrawingOfTwo panels={[panel, panel.onPhone]} />;
  if (!panel.smaller) return <Svg {...panel} />;
  const [medium, narrow] = panel.smaller;
  return (
    <div class="drawing" data-readout={panel.data ? "" : undefined}>
      <Svg {...panel} variant="wide" />
      <Svg {...panel} size={medium} variant="medium" />
      <Svg {...panel} size={narrow} variant="narrow" />
    </div>
  );
}

/** The same with pictures that are laid out for each size: the second for a phone. */
export function DrawingOfTwo({ panels: [wide, narrow] }: { readonly panels: readonly [Panel, Panel] }) {
  return (
    <div class="drawing sized">
      <Svg {...wide} variant="wide" />
      <Svg {...narrow} variant="narrow" />
    </div>
  );
}

/** A map has its natural size or less, so that its text does. Other pictures take the width that they get. */
function Svg({ variant, label, size, viewBox, hasLinks, data, draw }: Panel & { readonly variant?: string }) {
  const [width, height] = size;
  return (
    <svg
      class={[viewBox ? "map" : "chart", ...(variant ? [variant] : [])].join(" ")}
      role={hasLinks ? undefined : "img"}
      aria-label={label}
      width={viewBox ? width : undefined}
      viewBox={viewBox ?? `0 0 ${width} ${height}`}
      {...data?.(width)}
    >
      {draw(width)}
    </svg>
  );
}

/** A coordinate with one decimal: finer than a pixel but short. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

interface XTicksProps {
  readonly ticks: readonly number[];
  readonly x: (value: number) => number;
  readonly y: number;
  readonly label?: (tick: number) => string;
}

/** Values below the drawing. The outer ones stay inside it. */
export function XTicks({ ticks, x, y, label = String }: XTicksProps) {
  return (
    <>
      {ticks.map((tick, index) => (
        <text x={rounded(x(tick))} y={y} text-anchor={index === 0 ? "start" : tick === ticks.at(-1) ? "end" : "middle"}>
          {label(tick)}
        </text>
      ))}
    </>
  );
}

/** The values below the axis of scores. */
export const SCORE_TICKS = [0, 20, 40, 60, 80, 100] as const;

interface YAxisProps {
  readonly ticks: readonly number[];
  readonly y: (value: number) => number;
  /** The ends of the lines. */
  readonly left: number;
  readonly right: number;
  readonly label?: (tick: number) => string;
}

/** Lines across the drawing, a stronger one at 0, with their values on the left. */
export function YAxis({ ticks, y, left, right, label = String }: YAxisProps) {
  return (
    <>
      {ticks.map((tick) => {
        const at = rounded(y(tick));
        return (
          <>
            <line class={tick === 0 ? "base" : "axis"} x1={left} x2={right} y1={at} y2={at} />
            <text x={left - 8} y={rounded(at + 4)} text-anchor="end">
              {label(tick)}
            </text>
          </>
        );
      })}
    </>
  );
}
