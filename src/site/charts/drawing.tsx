/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";

/** The drawing area, in pixels as displayed. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly isNarrow: boolean;
}

interface DrawingProps {
  /** What it shows, for screen readers. */
  readonly label: string;
  /** The two sizes. The style sheet shows the one that fits the box, near its natural size. */
  readonly sizes: Readonly<Record<"wide" | "narrow", readonly [width: number, height: number]>>;
  readonly draw: (canvas: Canvas) => Child;
}

/** A picture that is drawn twice: for the full width of the page and for a phone. */
export function Drawing({ label, sizes, draw }: DrawingProps) {
  return (
    <div class="drawing">
      {(["wide", "narrow"] as const).map((variant) => {
        const [width, height] = sizes[variant];
        return (
          <Svg class={variant} label={label} width={width} height={height}>
            {draw({ width, height, isNarrow: variant === "narrow" })}
          </Svg>
        );
      })}
    </div>
  );
}

interface SvgProps {
  readonly class?: string;
  readonly label: string;
  readonly width: number;
  readonly height: number;
  /** For the script that shows the values of a year. */
  readonly data?: Readonly<Record<string, string>>;
  readonly children?: Child;
}

/** A picture in units of its natural size. Screen readers treat it as one image. */
export function Svg({ class: name, label, width, height, data, children }: SvgProps) {
  return (
    <svg
      class={name ? `chart ${name}` : "chart"}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      {...data}
    >
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
  readonly label: (tick: number) => string;
}

/** Lines across the drawing, with their values on the left. */
export function YAxis({ ticks, y, left, right, base, label }: YAxisProps) {
  return (
    <>
      {ticks.map((tick) => (
        <g>
          <line
            class={tick === base ? "base" : "axis"}
            x1={left}
            x2={right}
            y1={rounded(y(tick))}
            y2={rounded(y(tick))}
          />
          <text x={left - 8} y={rounded(y(tick) + 4)} text-anchor="end">
            {label(tick)}
          </text>
        </g>
      ))}
    </>
  );
}

/** The name of each series with the class of its color. */
export function Legend({ series }: { readonly series: readonly { readonly name: string; readonly class: string }[] }) {
  return (
    <ul class="legend">
      {series.map(({ name, class: color }) => (
        <li>
          <span class={color} />
          {name}
        </li>
      ))}
    </ul>
  );
}
