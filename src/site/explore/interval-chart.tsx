/** @jsxImportSource hono/jsx */
import { scaleLinear } from "d3-scale";
import type { PlaceExplanation } from "../../domain/explanation.ts";
import { familyOf, GRADE_FAMILIES, GRADES } from "../../domain/grade.ts";
import { Drawing } from "./figure.tsx";

const SIZE = { width: 480, height: 84, side: 8, band: 28, line: 56 } as const;

/** The score with its two intervals over the bands of the grades. Its numbers stand in the text beside it. */
export function IntervalDrawing({ explanation }: { readonly explanation: PlaceExplanation }) {
  const { safety_score: score, intervals } = explanation;
  const { next_year: interval, this_year: now } = intervals;
  const x = scaleLinear([0, 100], [SIZE.side, SIZE.width - SIZE.side]);
  return (
    <Drawing
      id="interval"
      title={`Score ${score}; the score of ${interval.year}, 8 times in 10, ${interval.safety_score_low} to ${interval.safety_score_high}`}
      description={`A scale from 0 to 100 with the bands of the grades F to A. The line is next year's interval, which touches ${interval.grades.join(", ")}; its thick part is this year's, ${now.safety_score_low} to ${now.safety_score_high}.`}
      width={SIZE.width}
      height={SIZE.height}
      fits
    >
      {familyBands().map(({ family, from, to }) => (
        <g>
          <rect
            class={`map-${family.toLowerCase()}`}
            x={x(from)}
            width={x(to) - x(from) - 1}
            y={4}
            height={SIZE.band}
          />
          <text class="on-grade" x={(x(from) + x(to)) / 2} y={4 + SIZE.band / 2 + 5} text-anchor="middle">
            {family}
          </text>
          <text x={x(from)} y={SIZE.height - 4} text-anchor={from === 0 ? "start" : "middle"}>
            {from}
          </text>
        </g>
      ))}
      <text x={x(100)} y={SIZE.height - 4} text-anchor="end">
        100
      </text>
      <line
        class="whisker"
        x1={x(interval.safety_score_low)}
        x2={Math.max(x(interval.safety_score_high), x(interval.safety_score_low) + 1)}
        y1={SIZE.line - 8}
        y2={SIZE.line - 8}
      />
      <line
        class="whisker"
        stroke-width={8}
        x1={x(now.safety_score_low)}
        x2={Math.max(x(now.safety_score_high), x(now.safety_score_low) + 1)}
        y1={SIZE.line - 8}
        y2={SIZE.line - 8}
      />
      <circle class="score-point" cx={x(score)} cy={SIZE.line - 8} r={6} />
    </Drawing>
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
