/** @jsxImportSource hono/jsx */
import { scaleLinear } from "d3-scale";
import type { PlaceExplanation } from "../../domain/explanation.ts";
import { familyOf, GRADE_FAMILIES, GRADES } from "../../domain/grade.ts";
import { type Canvas, Drawing, rounded } from "../drawing.tsx";

const HEIGHT = 84;
const SIDE = 8;
const BAND = 28;
const POINT_Y = 48;

/** The score with its two ranges over the bands of the grades. The text next to it has the same numbers. */
export function IntervalDrawing({ explanation }: { readonly explanation: PlaceExplanation }) {
  const { safety_score: score, intervals } = explanation;
  const { next_year: next, this_year: now } = intervals;
  return (
    <Drawing
      id="interval"
      title={`Score ${score}; 8 times in 10, the ${next.year} score will be ${next.safety_score_low} to ${next.safety_score_high}`}
      description={`A scale from 0 to 100 with the bands of the grades F to A. The line is next year's range, which includes ${next.grades.join(", ")}; its thick part is this year's range, ${now.safety_score_low} to ${now.safety_score_high}.`}
      height={HEIGHT}
      draw={(canvas) => <Scale canvas={canvas} score={score} intervals={intervals} />}
    />
  );
}

interface ScaleProps {
  readonly canvas: Canvas;
  readonly score: number;
  readonly intervals: PlaceExplanation["intervals"];
}

function Scale({ canvas, score, intervals: { next_year: next, this_year: now } }: ScaleProps) {
  const x = scaleLinear([0, 100], [SIDE, Math.min(canvas.width, 560) - SIDE]);
  const ends = ({ safety_score_low: low, safety_score_high: high }: typeof next) => ({
    x1: rounded(x(low)),
    x2: rounded(Math.max(x(high), x(low) + 1)),
  });
  return (
    <>
      {familyBands().map(({ family, from, to }) => (
        <g>
          <rect
            class={`band shade-${family.toLowerCase()}`}
            x={rounded(x(from))}
            width={rounded(x(to) - x(from) - 1)}
            y={4}
            height={BAND}
          />
          <text
            class={`on-band shade-${family.toLowerCase()}`}
            x={rounded((x(from) + x(to)) / 2)}
            y={4 + BAND / 2 + 5}
            text-anchor="middle"
          >
            {family}
          </text>
          <text x={rounded(x(from))} y={HEIGHT - 6} text-anchor={from === 0 ? "start" : "middle"}>
            {from}
          </text>
        </g>
      ))}
      <text x={x(100)} y={HEIGHT - 6} text-anchor="end">
        100
      </text>
      <line class="whisker" {...ends(next)} y1={POINT_Y} y2={POINT_Y} />
      <line class="whisker-now" {...ends(now)} y1={POINT_Y} y2={POINT_Y} />
      <circle class="score-point" cx={rounded(x(score))} cy={POINT_Y} r={6} />
    </>
  );
}

/** The five letters with their lowest score and the start of the next letter. */
export function familyBands() {
  return GRADE_FAMILIES.map((family, index) => {
    const rows = GRADES.filter(({ letter }) => familyOf(letter) === family);
    const better = GRADE_FAMILIES[index - 1];
    const above = GRADES.filter(({ letter }) => familyOf(letter) === better);
    return { family, from: rows.at(-1)?.from ?? 0, to: above.at(-1)?.from ?? 100 };
  });
}
