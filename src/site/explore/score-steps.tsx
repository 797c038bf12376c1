/** @jsxImportSource hono/jsx */
import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import type { PlaceExplanation } from "../../domain/explanation.ts";
import { OFFENSE_CLASSES, OFFENSE_GROUPS, OFFENSES, type OffenseGroup } from "../../domain/offense.ts";
import type { SnapshotPlace } from "../../domain/snapshot.ts";
import { BarList } from "../charts/bars.tsx";
import { rounded, Svg } from "../charts/drawing.tsx";
import { textWidth } from "../charts/labels.ts";
import { number } from "../number.ts";
import { gradeClass } from "../plate.tsx";
import { Table } from "../table.tsx";
import { URLS } from "../urls.ts";
import { sourceLine } from "./source-line.ts";

interface ScoreStepsProps {
  readonly place: SnapshotPlace;
  readonly explanation: PlaceExplanation;
  /** Without the word "County". */
  readonly name: string;
}

/** How the score was made, in three steps with this place's numbers, and the formula behind them. */
export function ScoreSteps({ place, explanation, name }: ScoreStepsProps) {
  const { violent, property, relative_risk: ratio, safety_score: score } = explanation;
  const { record } = place;
  const { next_year: next, this_year: now } = explanation.intervals;
  const measures: readonly (readonly [string, (group: OffenseGroup) => number])[] = [
    [name, (group) => explanation[group].rate_per_1k],
    ["Smoothed", (group) => explanation[group].smoothed_rate_per_1k],
    ["California", (group) => explanation[group].state_rate_per_1k],
    ["Ratio", (group) => explanation[group].ratio],
  ];
  return (
    <section>
      <h2 id="explanation">How the score was made</h2>
      <div class="columns three">
        <section class="ruled">
          <h3>1. Count the reported offenses</h3>
          <p class="figure">{number(violent.count + property.count)}</p>
          <Offenses place={place} />
        </section>
        <section class="ruled">
          <h3>2. Divide by residents, then by California’s rate</h3>
          <p class="figure">
            {ratio.toFixed(2)} <small>× California</small>
          </p>
          <Table
            class="figures"
            caption="Rates and their ratio to California"
            columns={[
              { heading: "Per 1,000", cell: ([measure]) => (measure === "Ratio" ? <b>{measure}</b> : measure) },
              ...OFFENSE_GROUPS.map((group) => ({
                heading: OFFENSE_NAMES[group],
                cell: ([measure, value]: (typeof measures)[number]) =>
                  measure === "Ratio" ? <b>{value(group).toFixed(2)}</b> : value(group).toFixed(2),
              })),
            ]}
            rows={measures}
          />
          <p class="small muted">
            Mean of the two ratios: {ratio.toFixed(2)}. On its own, violence scores {violent.safety_score} (
            {violent.grade}) and property {property.safety_score} ({property.grade}).
          </p>
        </section>
        <section class="ruled">
          <h3>3. Put the ratio on a scale from 0 to 100</h3>
          <p class="figure">
            {score}{" "}
            <small>
              100 / (1 + {ratio.toFixed(2)}²) = {(100 / (1 + ratio ** 2)).toFixed(2)}
            </small>
          </p>
          <Curve ratio={ratio} score={score} letterClass={gradeClass(explanation.grade)} />
        </section>
      </div>
      <p class="small muted">
        All offenses: {record.crime_rate_per_1k} per 1,000 residents, California {record.state_average_rate}:{" "}
        {record.comparison}. In words: {record.grade_label}
        {"stars" in record ? `, ${record.stars} of 5 stars` : ""}.{" "}
        {now.safety_score_low === now.safety_score_high
          ? `Chance alone leaves the ${now.year} score at ${now.safety_score_low}.`
          : `Chance alone puts the ${now.year} score between ${now.safety_score_low} and ${now.safety_score_high}.`}{" "}
        The range for {next.year} also covers how much the rates of places of this size change in a year; neither covers
        unreported offenses. <a href={URLS.backtest}>How often this was right</a>. Source:{" "}
        {sourceLine(record.data_year)}
      </p>
      <details>
        <summary>The formula with these numbers</summary>
        <Table
          label="Steps from the counts to the score"
          class="figures formula stack"
          caption="Steps from the counts to the score"
          columns={[
            { heading: "Step", cell: ({ name: step }) => step },
            { heading: "Formula", cell: ({ formula }) => formula },
            { heading: "Numbers", cell: ({ numbers }) => numbers },
            { heading: "Result", cell: ({ value }) => Number(value.toFixed(4)) },
          ]}
          rows={explanation.steps}
        />
        <p class="small muted">
          n: residents in thousands ({explanation.population / 1_000}); m and v: mean and variance of the rate predicted
          from its earlier years{explanation.years.length < 2 ? " (here, of all places of its kind)" : ""}; p and u: the
          same after the newest of those years; C and c: California's rates in {explanation.data_year} and in that year;
          k: years between them; σ: how much a rate changes in a year. Numbers are rounded for display.{" "}
          <a href={URLS.methodology}>Why the formula works this way</a>.
        </p>
      </details>
    </section>
  );
}

const OFFENSE_NAMES = { violent: "Violent", property: "Property" } as const;

/** The seven classes, most frequent first in each group; violence in ink. */
function Offenses({ place: { offenses } }: { readonly place: SnapshotPlace }) {
  const inGroup = (group: OffenseGroup) =>
    OFFENSE_CLASSES.filter((offense) => OFFENSES[offense].group === group).toSorted(
      (a, b) => offenses[b] - offenses[a],
    );
  const most = Math.max(...OFFENSE_CLASSES.map((offense) => offenses[offense]), 1);
  return (
    <>
      {(["property", "violent"] as const).map((group) => (
        <BarList
          most={most}
          bars={inGroup(group).map((offense) => ({
            name: OFFENSES[offense].name,
            value: offenses[offense],
            shown: number(offenses[offense]),
            isPale: group === "property",
          }))}
        />
      ))}
    </>
  );
}

interface CurveProps {
  readonly ratio: number;
  readonly score: number;
  readonly letterClass: string;
}

const CURVE = { width: 360, height: 196, top: 8, bottom: 28 } as const;

/** The curve from ratio to score, with California and the place on it. */
function Curve({ ratio, score, letterClass }: CurveProps) {
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
  const step = most > 8 ? Math.ceil(most / 4) : 1;
  return (
    <Svg
      label={`Curve of the score by ratio: a ratio of ${ratio.toFixed(2)} scores ${score}, a ratio of 1 scores 50`}
      size={[CURVE.width, CURVE.height]}
    >
      <line class="axis" x1={0} x2={x(most)} y1={y(50)} y2={y(50)} />
      <line class="base" x1={0} x2={x(most)} y1={y(0)} y2={y(0)} />
      <path class="line-place" d={path(points) ?? ""} />
      {Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step).map((tick) => (
        <text
          x={rounded(x(tick))}
          y={CURVE.height - 8}
          text-anchor={tick === 0 ? "start" : tick === most ? "end" : "middle"}
        >
          {tick === 0 ? "0" : `${tick} ×`}
        </text>
      ))}
      <circle class="state-dot" cx={rounded(x(1))} cy={rounded(y(50))} r={4.5} />
      {isNear ? (
        // In two lines, which end before the curve.
        <text x={0} y={rounded(y(50) + 32)}>
          <tspan>1 × California</tspan>
          <tspan x={0} dy={17}>
            scores 50
          </tspan>
        </text>
      ) : (
        <text x={rounded(x(1) + 12)} y={rounded(y(50) - 8)}>
          1 × California scores 50
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
    </Svg>
  );
}
