/** @jsxImportSource hono/jsx */
import { bin, max } from "d3-array";
import { scaleLinear } from "d3-scale";
import { familyOf, GRADES } from "../../domain/grade.ts";
import type { Snapshot, SnapshotCity } from "../../domain/snapshot.ts";
import { counted } from "../number.ts";
import { Drawing, Figure } from "./figure.tsx";
import { sourceLine } from "./source-line.ts";

const SIZE = { width: 720, height: 220, left: 36, right: 8, top: 20, bottom: 28 } as const;
const BIN = 5;

interface ScoreFigureProps {
  readonly snapshot: Snapshot;
  /** Marked in the picture. */
  readonly city?: SnapshotCity;
}

/** How many cities have which score, in steps of five; with a city its place among the others. */
export function ScoreFigure({ snapshot, city }: ScoreFigureProps) {
  const scores = snapshot.cities.map(({ record }) => record.safety_score);
  const bins = bin().domain([0, 100]).thresholds(thresholds())(scores);
  const own = city?.record.safety_score;
  const title = own === undefined || !city ? spreadOf(scores) : placeOf(city.record.city, own, scores);
  const x = scaleLinear([0, 100], [SIZE.left, SIZE.width - SIZE.right]);
  const y = scaleLinear([0, max(bins, ({ length }) => length) ?? 1], [SIZE.height - SIZE.bottom, SIZE.top]);
  return (
    <Figure
      id="scores"
      title={title}
      units={`Cities by safety score, 0 to 100 in steps of ${BIN}, ${snapshot.dataYear}. 50 is the state's average.`}
      source={sourceLine(snapshot)}
      table={<ScoreTable scores={scores} />}
    >
      <Drawing
        id="scores-drawing"
        title={title}
        description={`Column chart: number of the ${scores.length} graded cities by score. The same numbers by grade are in the table below.`}
        width={SIZE.width}
        height={SIZE.height}
      >
        <line class="base" x1={SIZE.left} x2={SIZE.width - SIZE.right} y1={y(0)} y2={y(0)} />
        {bins.map((scored) => {
          const from = scored.x0 ?? 0;
          const to = scored.x1 ?? 0;
          const isOwn = own !== undefined && scored.includes(own);
          return (
            <g>
              <rect
                class={isOwn ? "series-0" : own === undefined ? "series-0" : "series-2"}
                x={x(from) + 1}
                width={x(to) - x(from) - 2}
                y={y(scored.length)}
                height={y(0) - y(scored.length)}
              >
                <title>
                  {from} to {to === 100 ? 100 : to - 1}: {counted(scored.length, "city", "cities")}
                </title>
              </rect>
              <text x={(x(from) + x(to)) / 2} y={y(scored.length) - 5} text-anchor="middle">
                {isOwn ? `${scored.length}, score ${own}` : scored.length}
              </text>
            </g>
          );
        })}
        {[0, 20, 40, 60, 80, 100].map((tick) => (
          <text x={x(tick)} y={SIZE.height - 8} text-anchor={tick === 100 ? "end" : "middle"}>
            {tick}
          </text>
        ))}
      </Drawing>
    </Figure>
  );
}

function thresholds(): number[] {
  return Array.from({ length: 100 / BIN - 1 }, (_, index) => (index + 1) * BIN);
}

function spreadOf(scores: readonly number[]): string {
  const above = scores.filter((score) => score > 50).length;
  return `${above} of ${scores.length} graded cities score better than the state's average of 50`;
}

function placeOf(name: string, own: number, scores: readonly number[]): string {
  const better = scores.filter((score) => score > own).length;
  const same = scores.filter((score) => score === own).length - 1;
  return `${name} scores ${own}: of ${scores.length} graded cities ${better} score higher, ${same} the same, ${scores.length - better - same - 1} lower`;
}

function ScoreTable({ scores }: { readonly scores: readonly number[] }) {
  return (
    <table class="figures">
      <caption class="visually-hidden">Cities by grade</caption>
      <thead>
        <tr>
          <th scope="col">Grade</th>
          <th scope="col">Scores</th>
          <th scope="col">Cities</th>
        </tr>
      </thead>
      <tbody>
        {GRADES.map(({ letter, from }, index) => {
          const to = (GRADES[index - 1]?.from ?? 101) - 1;
          return (
            <tr>
              <th scope="row">
                <span class={`mark grade-${familyOf(letter).toLowerCase()}`}>{letter}</span>
              </th>
              <td>
                {from} to {to}
              </td>
              <td>{scores.filter((score) => score >= from && score <= to).length}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
