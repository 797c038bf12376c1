/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";

/** The drawing area, in pixels as displayed. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly isNarrow: boolean;
}

interface DrawingProps {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly height: number;
  readonly draw: (canvas: Canvas) => Child;
}

/** The style sheet shows the drawing that fits the width of the box, near its natural size. */
const WIDTHS = { wide: 720, narrow: 340 } as const;
const VARIANTS = ["wide", "narrow"] as const;

/** An SVG that screen readers treat as one image, drawn once for a wide box and once for a phone. */
export function Drawing({ id, title, description, height, draw }: DrawingProps) {
  return (
    <div class="drawing">
      {VARIANTS.map((variant) => (
        <svg
          class={`chart ${variant}`}
          role="img"
          viewBox={`0 0 ${WIDTHS[variant]} ${height}`}
          aria-labelledby={`${id}-${variant}-title`}
          aria-describedby={`${id}-${variant}-description`}
        >
          <title id={`${id}-${variant}-title`}>{title}</title>
          <desc id={`${id}-${variant}-description`}>{description}</desc>
          {draw({ width: WIDTHS[variant], height, isNarrow: variant === "narrow" })}
        </svg>
      ))}
    </div>
  );
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

/** A coordinate with one decimal: finer than a pixel but short. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
