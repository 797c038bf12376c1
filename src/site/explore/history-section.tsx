/** @jsxImportSource hono/jsx */

import { extent } from "d3-array";
import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import type { SnapshotCity, SnapshotCounty, Trend } from "../../domain/snapshot.ts";
import { type HistoryYear, historyOf } from "../../domain/trend.ts";
import { type Canvas, rounded, YAxis } from "../drawing.tsx";
import { Figure } from "../figure.tsx";
import { number } from "../number.ts";
import { Table } from "../table.tsx";
import { URLS } from "../urls.ts";
import { GradeScore } from "./place-table.tsx";
import { TREND_SOURCE } from "./source-line.ts";
import { isScored, milestones, movedText, type ScoredYear } from "./story.ts";
import { type Column, column } from "./table.ts";
import { Downloads } from "./table-filter.tsx";

const HEIGHT = 220;
const MARGIN = { left: 32, right: 52, top: 16, bottom: 28 } as const;

interface HistoryProps {
  readonly place: SnapshotCity | SnapshotCounty;
  /** The state's own. */
  readonly state: Trend;
  readonly name: string;
  /** Path of the place's page. */
  readonly path: string;
}

/** How the place changed since the previous year and over ten years: in words, as a chart, and as a table. */
export function HistorySection({ place, state, name, path }: HistoryProps) {
  const history = historyOf(place.trend, state);
  const { now, before, decade } = milestones(history, place.record.data_year);
  return (
    <section>
      <h2 id="history">How it changed</h2>
      {now && before ? (
        <p>{movedText(before, now)}</p>
      ) : (
        <p>There is no complete year shortly before {place.record.data_year} to compare with.</p>
      )}
      {now && decade ? <p>{movedText(decade, now)}</p> : null}
      <p>
        A score compares a place with California in the same year. When California's rates fall, a place whose rates
        stay the same gets a lower score. <a href={URLS.changes}>All places whose grade changed</a>.
      </p>
      <HistoryFigure history={history} name={name} path={path} />
    </section>
  );
}

interface HistoryFigureProps {
  readonly history: readonly HistoryYear[];
  readonly name: string;
  /** Path of the place's page. */
  readonly path: string;
}

/** A place's scores by year as a chart and a table, with downloads. */
export function HistoryFigure({ history, name, path }: HistoryFigureProps) {
  const scored = history.filter(isScored);
  return (
    <>
      {scored.length < 2 ? null : (
        <Figure
          id="score-history"
          title={historyTitle(name, scored)}
          units="Safety score, 0 to 100, by year; 50 is the state's average. Each score uses only data up to its year. A gap is a year without complete figures."
          source={TREND_SOURCE}
          description="Line chart of the safety score by year."
          height={HEIGHT}
          draw={(canvas) => <ScoreLine canvas={canvas} history={history} />}
          // The grade is shown with its score, so it has no column.
          table={
            <Table
              class="figures"
              caption={`Scores and rates of ${name} by year`}
              columns={HISTORY_COLUMNS.filter(({ key }) => key !== "grade")}
              rows={history}
            />
          }
        />
      )}
      <Downloads urlOf={(format) => `${path}/years.${format}`} />
    </>
  );
}

function historyTitle(name: string, scored: readonly ScoredYear[]): string {
  const first = scored[0];
  const last = scored.at(-1);
  return `${name} scored ${first?.score} in ${first?.year} and ${last?.score} in ${last?.year}`;
}

interface ScoreLineProps {
  readonly canvas: Canvas;
  readonly history: readonly HistoryYear[];
}

function ScoreLine({ canvas: { width, height, isNarrow }, history }: ScoreLineProps) {
  const [first = 0, last = 0] = extent(history, ({ year }) => year);
  const x = scaleLinear([first, last], [MARGIN.left, width - MARGIN.right]);
  const y = scaleLinear([0, 100], [height - MARGIN.bottom, MARGIN.top]);
  const path = line<HistoryYear>()
    .defined(({ score }) => score !== null)
    .x(({ year }) => x(year))
    .y(({ score }) => y(score ?? 0))
    .digits(1);
  const end = history.findLast(isScored);
  return (
    <>
      <YAxis
        ticks={[0, 20, 40, 50, 60, 80, 100]}
        y={y}
        left={MARGIN.left}
        right={width - MARGIN.right}
        base={50}
        label={(tick) => (tick === 50 ? "" : String(tick))}
      />
      {history
        .filter(({ year }) => (last - year) % (isNarrow ? 5 : 2) === 0)
        .map(({ year }) => (
          <text x={rounded(x(year))} y={height - 8} text-anchor="middle">
            {year}
          </text>
        ))}
      <path class="line line-place" d={path([...history]) ?? ""} />
      {history.filter(isScored).map(({ year, score, grade }) => (
        <circle class="dot" cx={rounded(x(year))} cy={rounded(y(score))} r={3}>
          <title>
            {year}: {grade}, score {score}
          </title>
        </circle>
      ))}
      {end ? (
        <text class="label-place" x={rounded(x(end.year) + 8)} y={rounded(y(end.score) + 4)}>
          {end.grade} {end.score}
        </text>
      ) : null}
    </>
  );
}

/** The columns of a place's history, for the table and its downloads. */
export const HISTORY_COLUMNS: readonly Column<HistoryYear>[] = [
  column("data_year", "Year", ({ year }) => year),
  column("score", "Score", ({ score }) => score, {
    cell: (row) => (isScored(row) ? <GradeScore record={{ grade: row.grade, safety_score: row.score }} /> : "none"),
  }),
  column("grade", "Grade", ({ grade }) => grade),
  rateColumn("violent_rate_per_1k", "Violent per 1,000", ({ violentRate }) => violentRate),
  rateColumn("property_rate_per_1k", "Property per 1,000", ({ propertyRate }) => propertyRate),
  rateColumn("crime_rate_per_1k", "All per 1,000", ({ crimeRate }) => crimeRate),
  rateColumn("state_average_rate", "California", ({ stateAverageRate }) => stateAverageRate),
  column("population", "Residents", ({ population }) => population, {
    cell: ({ population }) => (population === null ? "not published" : number(population)),
  }),
  column("status", "Figures", ({ status }) => status),
];

function rateColumn(key: string, heading: string, rate: (row: HistoryYear) => number | null): Column<HistoryYear> {
  return column(key, heading, rate, { cell: (row) => rate(row)?.toFixed(1) ?? "not published" });
}
