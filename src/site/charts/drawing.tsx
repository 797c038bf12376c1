/** @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from "hono/jsx";

/** Width and height in pixels as displayed. */
export type Size = readonly [width: number, height: number];

export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly isNarrow: boolean;
}

export interface Panel {
  /** With several panels, each has its own title and units. */
  readonly title?: string;
  readonly units?: string;
  /** What it shows, for screen readers. */
  readonly label: string;
  readonly size: Size;
  /** The size on a phone, if it is drawn for it too. */
  readonly narrow?: Size;
  /** The part of the drawing, if its units are not pixels. */
  readonly viewBox?: string;
  /** For the script that shows the values of a year. */
  readonly data?: Readonly<Record<string, string>>;
  readonly draw: (canvas: Canvas) => Child;
}

/** A picture, drawn twice if it has a size for phones too. The style sheet then shows one of them. */
export function Drawing({
  label,
  size,
  narrow,
  viewBox,
  draw,
}: Pick<Panel, "label" | "size" | "narrow" | "viewBox" | "draw">) {
  const drawn = ([width, height]: Size, variant?: "wide" | "narrow") => (
    <Svg class={variant} label={label} size={[width, height]} viewBox={viewBox}>
      {draw({ width, height, isNarrow: variant === "narrow" })}
    </Svg>
  );
  return <div class="drawing">{narrow ? [drawn(size, "wide"), drawn(narrow, "narrow")] : drawn(size)}</div>;
}

interface SvgProps extends Pick<Panel, "label" | "size"> {
  readonly class?: string | undefined;
  readonly viewBox?: string | undefined;
  readonly data?: Panel["data"] | undefined;
}

/** A picture in units of its natural size. Screen readers treat it as one image. */
export function Svg({ class: name, label, size, viewBox, data, children }: PropsWithChildren<SvgProps>) {
  const classes = [viewBox ? "map" : "chart", ...(name ? [name] : [])].join(" ");
  return (
    <svg class={classes} role="img" aria-label={label} viewBox={viewBox ?? `0 0 ${size.join(" ")}`} {...data}>
      {children}
    </svg>
  );
}

/** A coordinate with one decimal: finer than a pixel but short. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

interface YAxisProps {
  readonly ticks: readonly number[];
  readonly y: (value: number) => number;
  /** The ends of the lines. */
  readonly left: number;
  readonly right: number;
  /** The tick with the stronger line. */
  readonly base?: number;
  readonly label?: (tick: number) => string;
}

/** Lines across the drawing, with their values on the left. */
export function YAxis({ ticks, y, left, right, base = 0, label = String }: YAxisProps) {
  return (
    <>
      {ticks.map((tick) => {
        const at = rounded(y(tick));
        return (
          <>
            <line class={tick === base ? "base" : "axis"} x1={left} x2={right} y1={at} y2={at} />
            <text x={left - 8} y={rounded(at + 4)} text-anchor="end">
              {label(tick)}
            </text>
          </>
        );
      })}
    </>
  );
}

export interface LegendEntry {
  readonly name: string;
  readonly class: string;
}

export function seriesLegend(names: readonly string[]): readonly LegendEntry[] {
  return names.map((name, index) => ({ name, class: `series-${index}` }));
}

/** The name of each color. */
export function Legend({ entries }: { readonly entries: readonly LegendEntry[] }) {
  return (
    <ul class="legend">
      {entries.map(({ name, class: color }) => (
        <li>
          <svg class={color} aria-hidden="true">
            <rect class={`swatch ${color}`} width="12" height="12" rx="2" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
