/** @jsxImportSource hono/jsx */

import { bin, max, range } from "d3-array";
import { scaleLinear } from "d3-scale";
import { GRADES } from "../../domain/grade.ts";
import type { CityRecord } from "../../domain/record.ts";
import type { Snapshot, SnapshotCity } from "../../domain/snapshot.ts";
import { type Canvas, rounded } from "../drawing.tsx";
import { Figure } from "../figure.tsx";
import { counted } from "../number.ts";
import { Tile } from "../plate.tsx";
import { Table } from "../table.tsx";
import { sourceLine } from "./source-line.ts";

const HEIGHT = 220;
const MARGIN = { left: 8, right: 8, top: 24, bottom: 28 } as const;

interface ScoreFigureProps {
  readonly snapshot: Snapshot;
  /** Highlighted in the chart. */
  readonly city?: SnapshotCity;
}

/** The number of cities by score, in steps. For a city, also its position among the others. */
export function ScoreFigure({ snapshot, city }: ScoreFigureProps) {
  const scores = snapshot.cities.map(({ record }) => record.safety_score);
  const title = city ? placeOf(city.record, scores) : spreadOf(scores);
  return (
    <Figure
      id="scores"
      title={title}
      units={`Number of cities by safety score, 0 to 100, ${snapshot.dataYear}. 50 is the state's average.`}
      source={sourceLine(snapshot.dataYear)}
      description={`Column chart: number of the ${scores.length} graded cities by score.`}
      height={HEIGHT}
      draw={(canvas) => <Columns canvas={canvas} scores={scores} city={city?.record} />}
      table={<ScoreTable scores={scores} />}
    />
  );
}

interface ScoreColumnsProps {
  readonly canvas: Canvas;
  readonly scores: readonly number[];
  readonly city: CityRecord | undefined;
}

function Columns({ canvas: { width, height, isNarrow }, scores, city }: ScoreColumnsProps) {
  const step = isNarrow ? 10 : 5;
  const bins = bin()
    .domain([0, 100])
    .thresholds(range(step, 100, step))([...scores]);
  const x = scaleLinear([0, 100], [MARGIN.left, width - MARGIN.right]);
  const y = scaleLinear([0, max(bins, ({ length }) => length) ?? 1], [height - MARGIN.bottom, MARGIN.top]);
  return (
    <>
      <line class="base" x1={MARGIN.left} x2={width - MARGIN.right} y1={y(0)} y2={y(0)} />
      {bins.map((scored) => {
        const from = scored.x0 ?? 0;
        const to = scored.x1 ?? 0;
        const isOwn = city !== undefined && scored.includes(city.safety_score);
        return (
          <g>
            <rect
              class={isOwn || !city ? "series-0" : "series-2"}
              x={rounded(x(from) + 1)}
              width={rounded(x(to) - x(from) - 2)}
              y={rounded(y(scored.length))}
              height={rounded(y(0) - y(scored.length))}
            >
              <title>
                {from} to {to === 100 ? 100 : to - 1}: {counted(scored.length, "city", "cities")}
              </title>
            </rect>
            <text
              class={isOwn ? "label-place" : undefined}
              x={rounded(isOwn && to === 100 ? x(to) : isOwn && from === 0 ? x(from) : (x(from) + x(to)) / 2)}
              y={rounded(y(scored.length) - 6)}
              text-anchor={isOwn && to === 100 ? "end" : isOwn && from === 0 ? "start" : "middle"}
            >
              {isOwn ? city.city : scored.length}
            </text>
          </g>
        );
      })}
      {[0, 20, 40, 60, 80, 100].map((tick) => (
        <text x={x(tick)} y={height - 8} text-anchor={tick === 0 ? "start" : tick === 100 ? "end" : "middle"}>
          {tick}
        </text>
      ))}
    </>
  );
}

function spreadOf(scores: readonly number[]): string {
  const above = scores.filter((score) => score > 50).length;
  return `${above} of ${scores.length} graded cities score better than the state's average of 50`;
}

/** Not a rank: the method does not support one. */
function placeOf({ city, safety_score: own }: CityRecord, scores: readonly number[]): string {
  return `${city} scores ${own}; ${spreadOf(scores)}`;
}

function ScoreTable({ scores }: { readonly scores: readonly number[] }) {
  return (
    <Table
      class="figures"
      caption="Cities by grade"
      columns={[
        { heading: "Grade", cell: ({ letter }) => <Tile letter={letter} /> },
        { heading: "Scores", cell: ({ from, to }) => `${from} to ${to}` },
        { heading: "Cities", cell: ({ from, to }) => scores.filter((score) => score >= from && score <= to).length },
      ]}
      rows={GRADES.map(({ letter, from }, index) => ({ letter, from, to: (GRADES[index - 1]?.from ?? 101) - 1 }))}
    />
  );
}
