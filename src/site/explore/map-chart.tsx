/** @jsxImportSource hono/jsx */
import { STATE } from "../../domain/california.ts";
import { familyOf } from "../../domain/grade.ts";
import type { Chart } from "../charts/chart.tsx";
import { familyBands } from "../charts/distribution.tsx";
import { tableFile } from "../columns.ts";
import { gradeClass } from "../plate.tsx";
import { Table } from "../table.tsx";
import { URLS } from "../urls.ts";
import type { ExploreData, ExploreRow, Kind, Metric } from "./explore-data.ts";
import { MAP_SOURCE, type MapDrawing, type MapPlace, STATE_SIZE, stateMap } from "./map.tsx";
import { CITY_COLUMNS, downloadColumns, figureColumns } from "./place-columns.tsx";
import { shortCounty } from "./place-name.ts";
import { sourceLine } from "./source-line.ts";

/** The steps of a rate, as multiples of California's. */
const STEPS = [0, 0.5, 0.8, 1.25, 2] as const;

/** The map of the state by score or rate, in any year. */
export function mapChart(data: ExploreData, drawing = mapOf(data)): Chart {
  const { kind, year, rows } = data;
  return {
    id: "map",
    path: `${URLS.explore}/map`,
    query: exploreUrl(data, {}).slice(URLS.explore.length),
    page: URLS.explore,
    title: titleOf(data),
    units: coverageOf(data),
    source: `${sourceLine(year)}. ${MAP_SOURCE}`,
    legend: legendOf(data).map(({ shade, letter, text, count }) => ({
      class: shade,
      name: `${letter} ${text}: ${count}`.trim(),
    })),
    panels: [{ label: titleOf(data), size: STATE_SIZE, viewBox: drawing.viewBox, draw: () => drawing.content }],
    table: (
      <Table
        class="figures places"
        caption={titleOf(data)}
        columns={figureColumns<ExploreRow>(kind === "cities" ? "City" : "County")}
        rows={rows}
      />
    ),
    file: (format) => tableFile(format, downloadColumns(CITY_COLUMNS), rows),
  };
}

export function titleOf({ kind, metric, year }: ExploreData): string {
  return `California’s ${kind} by ${metric === "score" ? "grade" : `${metric} crime`}, ${year}`;
}

export function mapOf(data: ExploreData): MapDrawing {
  const { boundaries, kind, rows } = data;
  const places = rows.map((row) => mapPlace(data, row));
  return kind === "cities"
    ? stateMap({ boundaries, counties: blankCounties(data), cities: places })
    : stateMap({ boundaries, counties: places, cities: [] });
}

interface Change {
  readonly metric?: Metric;
  readonly kind?: Kind;
  readonly year?: number;
}

/** The address is the state: the same page with something else chosen. Defaults are left out. */
export function exploreUrl({ metric, kind, year, snapshot }: ExploreData, change: Change): string {
  const next = { metric, kind, year, ...change };
  const parameters = Object.entries({
    ...(next.metric === "score" ? {} : { metric: next.metric }),
    ...(next.kind === "counties" ? {} : { kind: next.kind }),
    ...(next.year === snapshot.dataYear ? {} : { year: String(next.year) }),
  });
  return parameters.length === 0 ? URLS.explore : `${URLS.explore}?${new URLSearchParams(parameters)}`;
}

/** How many places have figures, what they are compared with, and which are older. */
export function coverageOf({ kind, metric, year, rows, state, snapshot }: ExploreData): string {
  const shown = rows.filter(({ graded }) => graded !== null);
  const total = kind === "counties" ? rows.length : snapshot.cities.length + snapshot.absent.length;
  const [one, many] = kind === "counties" ? ["county", "counties"] : ["city or town", "cities and towns"];
  const compared =
    metric === "score"
      ? "scored against California’s reported crime per resident, which is 50"
      : `with their reported ${metric} offenses per 1,000 residents; California had ${state[metric].toFixed(1)}`;
  const older = shown.filter(({ graded }) => graded?.isOlder);
  const names =
    older.length === 0
      ? ""
      : older.length <= 6
        ? ` ${older.map(({ name, graded }) => `${shortCounty(name)} is from ${graded?.year}`).join(", ")}.`
        : ` ${older.length} are from an older year, ${kind === "counties" ? "with a dashed outline" : "as hollow dots"}.`;
  return shown.length === 0
    ? `No ${one} has complete figures for ${year}.`
    : `${shown.length} of ${total} ${many}, ${compared}.${names}`;
}

/** What the map and its tooltip say about a place. */
function mapPlace({ metric, kind, state, year }: ExploreData, row: ExploreRow): MapPlace {
  const { id, href, graded, next, violent, property } = row;
  const name = kind === "counties" ? shortCounty(row.name) : row.name;
  const point = row.point ? { point: row.point } : {};
  if (graded === null || violent === null || property === null) {
    const words = `${name}: no record, ${year}`;
    return { id, name, href, shade: "none", letter: "", figure: "no record", words, ...point };
  }
  const value = metric === "score" ? null : row[metric];
  const olderYear = graded.isOlder ? ` (${graded.year})` : "";
  const color =
    value === null || metric === "score" ? gradeClass(graded.letter) : `step-${stepOf(value / state[metric])}`;
  const figure = value === null ? `${graded.letter} ${graded.score}` : value.toFixed(1);
  const letter = value === null ? familyOf(graded.letter) : String(Math.round(value));
  const rates = `${violent.toFixed(1)} violent and ${property.toFixed(1)} property offenses per 1,000; ${STATE.name} ${state.violent.toFixed(1)} and ${state.property.toFixed(1)}`;
  return {
    id,
    name,
    href,
    shade: color + (graded.isOlder ? " older" : ""),
    letter,
    figure: figure + olderYear,
    words: [
      // It contains what is written on the map.
      `${name}: ${figure}${olderYear}${value === null ? "" : `, about ${letter}`}, ${graded.year}`,
      ...(next ? [`${graded.year + 1}: ${next.low} to ${next.high}, 8 times in 10`] : []),
      rates,
      ...(graded.cautions.length > 0 ? [`Caution: ${graded.cautions.join(", ").toLowerCase()}`] : []),
    ].join(". "),
    ...point,
  };
}

/** 1 to 5. */
function stepOf(multiple: number): number {
  return STEPS.findLastIndex((from) => multiple >= from) + 1;
}

/** The counties below the dots of the cities. */
function blankCounties({ snapshot }: ExploreData): readonly MapPlace[] {
  return [...snapshot.counties, ...snapshot.absentCounties].map(({ fips }) => ({
    id: fips,
    name: "",
    href: "",
    shade: "none",
    letter: "",
    figure: "",
    words: "",
  }));
}

interface LegendLine {
  /** The class of its color. */
  readonly shade: string;
  readonly letter: string;
  /** The range, without its end on a phone. */
  readonly from: string;
  readonly text: string;
  readonly count: number;
}

/** The grades or the steps with the number of places in each. */
export function legendOf({ metric, rows, state }: ExploreData): readonly LegendLine[] {
  const graded = rows.flatMap((row) => (row.graded ? [{ ...row, graded: row.graded }] : []));
  const none = rows.length - graded.length;
  const lines =
    metric === "score"
      ? familyBands().map(({ family, from, to }) => ({
          shade: `grade-${family.toLowerCase()}`,
          letter: family,
          from: String(from),
          text: `${from}–${to === 100 ? 100 : to - 1}`,
          count: graded.filter((row) => familyOf(row.graded.letter) === family).length,
        }))
      : STEPS.map((step, index) => {
          const [from, to] = [step * state[metric], (STEPS[index + 1] ?? 0) * state[metric]];
          return {
            shade: `step-${index + 1}`,
            letter: "",
            from: from.toFixed(1),
            text: to === 0 ? `${from.toFixed(1)} and more` : `${from.toFixed(1)}–${to.toFixed(1)}`,
            count: graded.filter((row) => stepOf((row[metric] ?? 0) / state[metric]) === index + 1).length,
          };
        }).toReversed();
  return none === 0 ? lines : [...lines, { shade: "none", letter: "", from: "", text: "no record", count: none }];
}
