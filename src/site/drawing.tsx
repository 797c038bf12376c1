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
  /** Heights of the two drawings. */
  readonly heights: Readonly<Record<keyof typeof WIDTHS, number>>;
  readonly draw: (canvas: Canvas) => Child;
}

/** The style sheet shows the drawing that fits the width of the box, near its natural size. */
const WIDTHS = { wide: 720, narrow: 340 } as const;
const VARIANTS = ["wide", "narrow"] as const;

/** An SVG that screen readers treat as one image, drawn once for a wide box and once for a phone. */
export function Drawing({ id, title, description, heights, draw }: DrawingProps) {
  return (
    <div class="drawing">
      {VARIANTS.map((variant) => (
        <svg
          class={`chart ${variant}`}
          role="img"
          viewBox={`0 0 ${WIDTHS[variant]} ${heights[variant]}`}
          aria-labelledby={`${id}-${variant}-title`}
          aria-describedby={`${id}-${variant}-description`}
        >
          <title id={`${id}-${variant}-title`}>{title}</title>
          <desc id={`${id}-${variant}-description`}>{description}</desc>
          {draw({ width: WIDTHS[variant], height: heights[variant], isNarrow: variant === "narrow" })}
        </svg>
      ))}
    </div>
  );
}

/** A coordinate with one decimal: finer than a pixel but short. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
