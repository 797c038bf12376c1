/** @jsxImportSource hono/jsx */
import { scaleLinear } from "d3-scale";
import type { PlaceExplanation } from "../../domain/explain.ts";
import { familyOf, GRADE_FAMILIES, GRADES } from "../../domain/grade.ts";
import { type Canvas, Drawing, rounded } from "./figure.tsx";

const HEIGHT = 84;
const SIDE = 8;
const BAND = 28;
const POINT_Y = 48;

/** The score with its 80 % interval over the bands of the grades. Its numbers stand in the text beside it. */
export function IntervalDrawing({ explanation }: { readonly explanation: PlaceExplanation }) {
  const { safety_score: score, interval } = explanation;
  return (
    <Drawing
      id="interval"
      title={`Score ${score}, 80 % interval ${interval.safety_score_low} to ${interval.safety_score_high}`}
      description={`A scale from 0 to 100 with the bands of the grades F to A; the interval touches ${interval.grades.join(", ")}.`}
      heights={{ wide: HEIGHT, narrow: HEIGHT }}
      draw={(canvas) => (
        <Scale canvas={canvas} score={score} low={interval.safety_score_low} high={interval.safety_score_high} />
      )}
    />
  );
}

interface ScaleProps {
  readonly canvas: Canvas;
  readonly score: number;
  readonly low: number;
  readonly high: number;
}

function Scale({ canvas, score, low, high }: ScaleProps) {
  const x = scaleLinear([0, 100], [SIDE, Math.min(canvas.width, 560) - SIDE]);
  return (
    <>
      {familyBands().map(({ family, from, to }) => (
        <g>
          <rect
            class={`map-${family.toLowerCase()}`}
            x={rounded(x(from))}
            width={rounded(x(to) - x(from) - 1)}
            y={4}
            height={BAND}
          />
          <text
            class={`on-map-${family.toLowerCase()}`}
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
      <line
        class="whisker"
        x1={rounded(x(low))}
        x2={rounded(Math.max(x(high), x(low) + 1))}
        y1={POINT_Y}
        y2={POINT_Y}
      />
      <circle class="score-point" cx={rounded(x(score))} cy={POINT_Y} r={6} />
    </>
  );
}

/** The five letter families with their lowest score and where the next begins. */
export function familyBands() {
  return GRADE_FAMILIES.map((family, index) => {
    const rows = GRADES.filter(({ letter }) => familyOf(letter) === family);
    const better = GRADE_FAMILIES[index - 1];
    const above = GRADES.filter(({ letter }) => familyOf(letter) === better);
    return { family, from: rows.at(-1)?.from ?? 0, to: above.at(-1)?.from ?? 100 };
  });
}
