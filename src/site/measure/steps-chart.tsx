/** @jsxImportSource hono/jsx */
import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { stepsOf } from "../../domain/explain.ts";
import { gradeOf, scoreOf } from "../../domain/grade.ts";
import { OFFENSE_CLASSES, OFFENSE_GROUPS, OFFENSES, type OffenseGroup } from "../../domain/offense.ts";
import { benchmarkRateOf } from "../../domain/trend.ts";
import type { Edition } from "../../editions/edition.ts";
import { barPanel } from "../charts/bars.tsx";
import type { Chart } from "../charts/chart.tsx";
import { type Panel, rounded, XTicks } from "../charts/drawing.tsx";
import { textWidth } from "../charts/labels.ts";
import { csvFile } from "../ui/columns.ts";
import { gradeClass, letterText } from "../ui/grade.tsx";
import { number } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";
import { shortCounty } from "../view/addresses.ts";
import type { PlaceView } from "../view/place-view.ts";

/** How the score of a place was made, in three steps; the table has the formula behind them. */
export function stepsChart(place: PlaceView): Chart {
  const { record, name, path: page, edition } = place;
  const yardstick = edition.words;
  const steps = stepsOf(place, edition.trend);
  const { relativeRisk: ratio } = place.rating;
  const { safety_score: score } = record;
  return {
    id: "steps",
    path: `${page}/steps`,
    page,
    title: "How the score was made",
    units: `${name}, ${record.data_year}`,
    source: place.source(record.data_year),
    panels: [
      countsPanel(place),
      ratesPanel(place),
      {
        title: "3. Put the ratio on a scale from 0 to 100",
        figure: [String(score), `100 / (1 + ${ratio.toFixed(4)}²) = ${(100 / (1 + ratio ** 2)).toFixed(2)}`],
        label: `Curve of the score by ratio: a ratio of ${ratio.toFixed(2)} scores ${score}, a ratio of 1 scores 50`,
        size: [CURVE.width, CURVE.height],
        draw: () => <Curve yardstick={yardstick} ratio={ratio} score={score} letterClass={gradeClass(record.grade)} />,
      },
    ],
    table: (
      <Table
        class="figures formula stack"
        caption="Steps from the counts to the score"
        columns={[
          { heading: "Step", cell: ({ name: step }) => step },
          { heading: "Formula", cell: ({ formula }) => formula },
          { heading: "Numbers", cell: ({ numbers }) => numbers },
          { heading: "Result", cell: ({ value }) => Number(value.toFixed(4)) },
        ]}
        rows={steps}
      />
    ),
    csv: () =>
      csvFile(
        [
          { key: "place", value: () => name },
          { key: "data_year", value: () => record.data_year },
          { key: "step", value: (step) => step.name },
          { key: "formula", value: ({ formula }) => formula },
          { key: "numbers", value: ({ numbers }) => numbers },
          { key: "value", value: ({ value }) => value },
        ],
        steps,
      ),
  };
}

/** The seven classes, most frequent first in each group; violence in ink. */
function countsPanel({ offenses }: PlaceView): Panel {
  const groups = ["property", "violent"] as const;
  const classes = groups.flatMap((group) =>
    OFFENSE_CLASSES.filter((offense) => OFFENSES[offense].group === group).toSorted(
      (a, b) => offenses[b] - offenses[a],
    ),
  );
  return barPanel({
    title: "1. Count the reported offenses",
    figure: [number(classes.reduce((sum, offense) => sum + offenses[offense], 0)), "offenses"],
    bars: classes.map((offense) => ({
      name: OFFENSES[offense].name,
      value: offenses[offense],
      shown: number(offenses[offense]),
      isPale: OFFENSES[offense].group === "property",
    })),
  });
}

const RATES = { width: 360, row: 36, columns: { violent: 250, property: 350 } } as const;
const OFFENSE_NAMES = { violent: "Violent", property: "Property" } as const;

/** Both rates of the place and of the yardstick, and their ratios. */
function ratesPanel({ name, record, edition, rating }: PlaceView): Panel {
  const yardstick = edition.words;
  const ratio = rating.relativeRisk.toFixed(2);
  const score = (group: OffenseGroup) => scoreOf(rating[group].ratio);
  const lines: readonly (readonly [string, (group: OffenseGroup) => string])[] = [
    ["Per 1,000", (group) => OFFENSE_NAMES[group]],
    [shortCounty(name), (group) => rating[group].rate.toFixed(2)],
    ["Smoothed", (group) => rating[group].smoothedRate.toFixed(2)],
    [yardstick.title, (group) => benchmarkRateOf(edition.trend, record.data_year, group).toFixed(2)],
    ["Ratio", (group) => rating[group].ratio.toFixed(2)],
    ["Its own score", (group) => `${score(group)} ${letterText(gradeOf(score(group)).letter)}`],
  ];
  const words = ([measure, shown]: (typeof lines)[number]) =>
    OFFENSE_GROUPS.map((group) => `${measure}, ${group}: ${shown(group)}`).join(", ");
  return {
    title: `2. Divide the rates by ${yardstick.rate}`,
    figure: [ratio, `× ${yardstick.title}, mean of two ratios`],
    label: `Rates and their ratio to ${yardstick.name}. ${lines.slice(1).map(words).join(". ")}`,
    size: [RATES.width, lines.length * RATES.row],
    draw: () =>
      lines.map(([measure, shown], row) => {
        const y = row * RATES.row + 23;
        const style = row === 0 ? undefined : measure === "Ratio" ? "end-place end-name" : "end-place";
        return (
          <>
            <text class={style} x={0} y={y}>
              {measure}
            </text>
            {OFFENSE_GROUPS.map((group) => (
              <text class={style} x={RATES.columns[group]} y={y} text-anchor="end">
                {shown(group)}
              </text>
            ))}
            <line class={row === 0 ? "base" : "axis"} x2={RATES.width} y1={y + 13} y2={y + 13} />
          </>
        );
      }),
  };
}

interface CurveProps {
  readonly yardstick: Edition;
  readonly ratio: number;
  readonly score: number;
  readonly letterClass: string;
}

const CURVE = { width: 360, height: 196, top: 8, bottom: 28 } as const;

/** The curve from ratio to score, with the yardstick and the place on it. */
function Curve({ yardstick, ratio, score, letterClass }: CurveProps) {
  const most = Math.max(4, Math.ceil(ratio + 0.3));
  const x = scaleLinear([0, most], [0, CURVE.width - 10]);
  const y = scaleLinear([0, 100], [CURVE.height - CURVE.bottom, CURVE.top]);
  const points = Array.from({ length: 61 }, (_, index) => (index * most) / 60);
  const path = line<number>()
    .x((value) => x(value))
    .y((value) => y(100 / (1 + value ** 2)))
    .digits(1);
  const words = `${ratio.toFixed(2)} × scores ${score}`;
  // Above and to the right of a point is always free: the curve falls. Below and to the left too.
  const fits = x(ratio) + 10 + textWidth(words, "bold") < CURVE.width;
  const isNear = Math.abs(y(score) - y(50)) < 20;
  return (
    <>
      <line class="axis" x1={0} x2={x(most)} y1={y(50)} y2={y(50)} />
      <line class="base" x1={0} x2={x(most)} y1={y(0)} y2={y(0)} />
      <path class="line-place" d={path(points) ?? ""} />
      <XTicks ticks={x.ticks(4)} x={x} y={CURVE.height - 8} label={(tick) => (tick === 0 ? "0" : `${tick} ×`)} />
      <circle class="pale" cx={rounded(x(1))} cy={rounded(y(50))} r={4.5} />
      {isNear ? (
        // In two lines, which end before the curve.
        <text x={0} y={rounded(y(50) + 32)}>
          <tspan>1 × {yardstick.title}</tspan>
          <tspan x={0} dy={17}>
            scores 50
          </tspan>
        </text>
      ) : (
        <text x={rounded(x(1) + 12)} y={rounded(y(50) - 8)}>
          1 × {yardstick.title} scores 50
        </text>
      )}
      <circle class={`dot ${letterClass}`} cx={rounded(x(ratio))} cy={rounded(y(score))} r={6} />
      <text
        class="marked-name end-name"
        x={rounded(fits ? x(ratio) + 10 : CURVE.width)}
        y={rounded(Math.max(14, y(score) - (fits ? 8 : 18)))}
        text-anchor={fits ? "start" : "end"}
      >
        {words}
      </text>
    </>
  );
}
