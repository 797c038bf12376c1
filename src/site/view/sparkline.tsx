/** @jsxImportSource hono/jsx */
import { line } from "d3-shape";
import { type Graded, gradeClass } from "../ui/grade.tsx";

const SIZE = { width: 110, height: 26, margin: 3 } as const;

interface SparklineProps {
  /** A score for each year, 0 to 100; null is a gap. */
  readonly scores: readonly (number | null)[];
  readonly graded: Graded | null;
}

/** Scores by year on one axis from 0 to 100, with a line at 50 and the newest as a dot. */
export function Sparkline({ scores, graded }: SparklineProps) {
  const { width, height, margin } = SIZE;
  const x = (index: number) => margin + ((width - 2 * margin) * index) / Math.max(1, scores.length - 1);
  const y = (score: number) => margin + ((height - 2 * margin) * (100 - score)) / 100;
  const path = line<number | null>(
    (_, index) => x(index),
    (score) => y(score ?? 0),
  )
    .defined((score) => score !== null)
    .digits(1)([...scores]);
  const last = scores.findLastIndex((score) => score !== null);
  return (
    <svg
      class={`spark ${graded ? gradeClass(graded.letter) : ""}`}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <path class="fifty" d={`M0 ${y(50)}H${width}`} />
      <path d={path ?? ""} />
      {last < 0 ? null : <circle class="dot" cx={x(last).toFixed(1)} cy={y(scores[last] ?? 0).toFixed(1)} r="3.5" />}
    </svg>
  );
}
