/** @jsxImportSource hono/jsx */
import { seriesBreaksBetween } from "../../domain/caution.ts";
import { gradeOf } from "../../domain/grade.ts";
import type { OffenseGroup } from "../../domain/offense.ts";
import { scoreOf } from "../../domain/score.ts";
import type { Snapshot, SnapshotPlace } from "../../domain/snapshot.ts";
import type { Chart } from "../charts/chart.tsx";
import { Bands } from "../charts/distribution.tsx";
import { type Panel, rounded, type Size } from "../charts/drawing.tsx";
import { textWidth } from "../charts/labels.ts";
import { linePanel } from "../charts/line.tsx";
import { tableFile } from "../columns.ts";
import { number } from "../number.ts";
import { Grade, type Graded, gradeClass, gradedPlace, Tile } from "../plate.tsx";
import { Table } from "../table.tsx";
import { URLS } from "../urls.ts";
import { CITY_COLUMNS, downloadColumns, placeRow } from "./place-columns.tsx";
import { placeNameOf, shortCounty } from "./place-name.ts";
import { compareQueryOf, compareSlug, placePath } from "./place-url.ts";
import { sourceLine } from "./source-line.ts";

export const COUNTS = ["no", "one", "two", "three", "four", "five"] as const;

/** Scores and ranges of two to five places on one axis, and their scores since the first year. */
export function compareChart(snapshot: Snapshot, places: readonly SnapshotPlace[]): Chart {
  return {
    id: "ranges",
    path: URLS.compare,
    page: URLS.compare,
    query: compareQueryOf(places.map(({ record }) => compareSlug(record))),
    title: findingOf(places),
    units: "Dot: the score. Bar: the range of the following year’s score, 8 times in 10.",
    source: `${sourceLine(snapshot.dataYear)}${olderOf(places)}`,
    panels: [rangePanel(places), ...trendPanels(snapshot, places)],
    table: (
      <Table
        class="figures stack"
        caption={`Figures of ${listed(places.map(fullName))}`}
        columns={[
          { heading: "Measure", cell: ({ name }) => name },
          ...places.map((place) => ({
            heading: placeNameOf(place.record),
            class: "words",
            cell: ({ cell }: (typeof MEASURES)[number]) => cell(place),
          })),
        ]}
        rows={MEASURES}
      />
    ),
    file: (format) =>
      tableFile(
        format,
        [
          { key: "kind", value: ({ county }) => (county === null ? "county" : "city") },
          ...downloadColumns(CITY_COLUMNS),
        ],
        places.map(placeRow),
      ),
  };
}

function findingOf(places: readonly SnapshotPlace[]): string {
  const better = places.filter(({ record }) => record.safety_score > 50).map(fullName);
  const all = COUNTS[places.length];
  if (places.length === 1) return `${places.map(fullName)} and California`;
  if (better.length === 0)
    return `${places.length === 2 ? "Neither" : `None of the ${all}`} scores better than California`;
  if (better.length === places.length)
    return `${places.length === 2 ? "Both" : `All ${all}`} score better than California`;
  return `Of the ${all}, ${listed(better)} ${better.length === 1 ? "scores" : "score"} better than California`;
}

export function listed(names: readonly string[]): string {
  return new Intl.ListFormat("en-US").format(names);
}

/** A county keeps its word, so that Orange and Orange County differ. */
export function fullName({ record }: SnapshotPlace): string {
  return "city" in record ? record.city : `${shortCounty(record.county)} County`;
}

/** The year only if it is older than that of the others. */
export function nameAndYear(place: SnapshotPlace): string {
  const { isOlder, year } = gradedPlace(place);
  return isOlder ? `${fullName(place)}, ${year}` : fullName(place);
}

/** The places of an older year, to follow the year of the others. */
export function olderOf(places: readonly SnapshotPlace[]): string {
  const older = places.filter((place) => gradedPlace(place).isOlder);
  return older.map((place) => `; ${fullName(place)} ${place.record.data_year}`).join("");
}

export function cautionWords({ isOlder, year, cautions }: Graded): string {
  return isOlder ? `Older year: ${year}` : cautions.join(", ");
}

const ROW = 56;
/** Beside the axis: names on the left, ranges on the right; on a phone they are above it. */
const SIDES = { wide: [300, 150], narrow: [0, 0] } as const;

function rangePanel(places: readonly SnapshotPlace[]): Panel {
  const high = (row: number): number => 50 + places.length * row + 8;
  return {
    label: `Scores of ${listed(places.map(fullName))} and the ranges of their next scores, from 0 to 100`,
    size: [1_200, high(ROW)],
    narrow: [358, high(ROW + 24)],
    draw: ({ width, height, isNarrow }) => <Ranges places={places} size={[width, height]} isNarrow={isNarrow} />,
  };
}

interface RangesProps {
  readonly places: readonly SnapshotPlace[];
  readonly size: Size;
  readonly isNarrow: boolean;
}

function Ranges({ places, size: [width, height], isNarrow }: RangesProps) {
  const [left, right] = isNarrow ? SIDES.narrow : SIDES.wide;
  const axis = width - left - right;
  const x = (score: number) => rounded(left + (axis * score) / 100);
  const row = isNarrow ? ROW + 24 : ROW;
  return (
    <>
      <Bands y={0} width={axis} left={left} />
      {[0, 20, 40, 60, 80, 100].map((tick) => (
        <>
          <line class="axis" x1={x(tick)} x2={x(tick)} y1={44} y2={height} />
          <text x={x(tick)} y={38} text-anchor={tick === 0 ? "start" : tick === 100 ? "end" : "middle"}>
            {tick}
          </text>
        </>
      ))}
      <line class="reference" x1={x(50)} x2={x(50)} y1={44} y2={height} />
      {places.map((place, index) => {
        const graded = gradedPlace(place);
        const { low, high } = place.intervals.nextYear;
        const top = 50 + index * row;
        const y = isNarrow ? top + 56 : top + ROW / 2;
        const words = `${graded.letter} ${graded.score}, ${graded.year}`;
        return (
          <g class={gradeClass(graded.letter)}>
            <line class="axis" x1={0} x2={width} y1={top} y2={top} />
            <text class="end-place end-name" x={0} y={top + 24}>
              {fullName(place)}
            </text>
            <text class="end-place" x={0} y={top + 43}>
              {words}
            </text>
            {graded.cautions.length > 0 ? (
              <use
                href="#icon-caution"
                class="mark"
                transform={`translate(${textWidth(words) + 8} ${top + 29}) scale(0.7)`}
              />
            ) : null}
            <line class="pill" x1={x(low)} x2={x(Math.max(high, low + 0.1))} y1={y} y2={y} />
            <circle class="dot" cx={x(graded.score)} cy={y} r={12} />
            <text class="band-name" x={x(graded.score)} y={y + 5} text-anchor="middle">
              {graded.score}
            </text>
            <text class="end-place" x={width} y={top + 24} text-anchor="end">
              {low} to {high} in {graded.year + 1}
            </text>
          </g>
        );
      })}
    </>
  );
}

/** The scores of each place by year. */
export function trendPanels({ dataYear }: Snapshot, places: readonly SnapshotPlace[]): readonly Panel[] {
  return places.map((place) => {
    const { from, score } = place.trend;
    const name = placeNameOf(place.record);
    return linePanel({
      title: name,
      label: `Safety score of ${name} by year, 0 to 100`,
      from,
      place: { name, values: score },
      state: { name: "California", values: score.map(() => 50) },
      top: 100,
      breaks: seriesBreaksBetween(from, dataYear).map(({ year }) => year),
      format: String,
      dotClass: gradeClass(place.record.grade),
      isSmall: true,
    });
  });
}

function ownGrade(group: OffenseGroup) {
  return ({ rating }: SnapshotPlace) => {
    const score = scoreOf(rating[group].ratio);
    return (
      <span>
        {rating[group].rate.toFixed(1)} <Tile letter={gradeOf(score).letter} /> {score}
      </span>
    );
  };
}

const MEASURES = [
  {
    name: "Grade and score",
    cell: (place: SnapshotPlace) => <Grade graded={gradedPlace(place)} href={placePath(place)} />,
  },
  {
    name: "Next year’s score, 8 times in 10",
    cell: ({ intervals, record }: SnapshotPlace) =>
      `${intervals.nextYear.low} to ${intervals.nextYear.high} in ${record.data_year + 1}`,
  },
  { name: "Violent offenses per 1,000, with a grade of their own", cell: ownGrade("violent") },
  { name: "Property offenses per 1,000, with a grade of their own", cell: ownGrade("property") },
  {
    name: "All offenses per 1,000 residents",
    cell: ({ record }: SnapshotPlace) => record.crime_rate_per_1k.toFixed(1),
  },
  { name: "Against California", cell: ({ record }: SnapshotPlace) => record.comparison },
  { name: "Residents", cell: ({ record }: SnapshotPlace) => number(record.population) },
  { name: "Cautions", cell: (place: SnapshotPlace) => gradedPlace(place).cautions.join(", ") || "none of its own" },
];
