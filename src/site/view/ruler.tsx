/** @jsxImportSource hono/jsx */
import type { ScoreRange } from "../../domain/snapshot.ts";
import { type Graded, gradeClass } from "../ui/grade.tsx";

/** One axis from 0 to 100 with California at 50: the range of next year's score as a bar, the score as a dot. */
export function Ruler({ graded, range }: { readonly graded: Graded; readonly range: ScoreRange }) {
  const { letter, score } = graded;
  const ends = { x1: `${range.low}%`, x2: `${Math.max(range.high, range.low + 0.1)}%`, y1: "12", y2: "12" };
  return (
    <svg class={`ruler ${gradeClass(letter)}`} aria-hidden="true">
      <line class="range" {...ends} />
      <circle class="dot" cx={`${score}%`} cy="12" r="2.5" />
    </svg>
  );
}
