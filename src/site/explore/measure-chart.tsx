/** @jsxImportSource hono/jsx */
import { gapText, type SeriesBreak, seriesBreaksBetween } from "../../domain/caution.ts";
import { flagOf } from "../../domain/edition.ts";
import { gradeOf } from "../../domain/grade.ts";
import type { PlaceTrend } from "../../domain/snapshot.ts";
import type { Chart } from "../charts/chart.tsx";
import { linePanel } from "../charts/line.tsx";
import { csvFile } from "../ui/columns.ts";
import { number } from "../ui/number.ts";
import { gradeClass } from "../ui/plate.tsx";
import { Table } from "../ui/table.tsx";
import { type Measure, type MeasuredYear, measuredYears } from "./measure.ts";
import { measureFinding } from "./measure-finding.ts";
import type { ShownEdition } from "./shown-place.ts";

/** The most places beside the yardstick. */
export const MOST_CHARTED = 4;

export interface ChartedPlace {
  readonly name: string;
  /** In the URL. */
  readonly slug: string;
  readonly href: string;
  readonly trend: PlaceTrend;
  /** Names of the place's own cautions. */
  readonly cautions: readonly string[];
}

export interface MeasureChartParts {
  readonly path: string;
  /** What the URL has after the path. */
  readonly query: string;
  /** The first one is the subject; without places the yardstick is. */
  readonly places: readonly ChartedPlace[];
  readonly yardstick: ShownEdition;
  readonly measure: Measure;
  /** Numbers of offenses instead of rates. */
  readonly isCounts: boolean;
  readonly from: number;
  readonly to: number;
}

interface Line {
  readonly name: string;
  readonly years: readonly MeasuredYear[];
}

/** One measure of up to four places by year, beside the yardstick. */
export function measureChart(parts: MeasureChartParts): Chart {
  const { path, query, places, measure, isCounts, from, to, yardstick } = parts;
  const { words, trend, trendSource: source } = yardstick;
  const isScore = measure.countOf === null;
  const breaks = seriesBreaksBetween(from, to, words);
  const unit = isScore
    ? `0 to 100; ${words.name} is 50`
    : isCounts
      ? "number reported"
      : `reported per ${number(measure.per)} residents`;
  const own: Line = { name: words.title, years: measuredYears(trend, measure, isCounts, parts) };
  const others = places.map(({ name, ...place }) => ({
    name,
    years: measuredYears(place.trend, measure, isCounts, parts),
  }));
  const [subject = own] = others;
  const isBeside = places.length > 0 && !(isCounts && !isScore);
  const lines = [...(places.length === 0 ? [own] : others), ...(isBeside ? [own] : [])];
  const seriesOf = ({ name, years }: Line) => ({ name, values: years.map(({ value }) => value) });
  const newest = subject.years.findLast(({ value }) => value !== null)?.value;
  const title = measureFinding({
    name: subject.name,
    measure,
    isCounts,
    years: subject.years,
    comparableFrom: breaks.findLast(({ isOfPopulation }) => !isOfPopulation)?.year ?? from,
    yardstick: places.length === 0 ? null : { words, years: own.years },
  });
  const format = (value: number) => (isScore || isCounts ? number(value) : value.toFixed(1));
  return {
    id: "measure",
    path,
    query,
    page: path,
    title,
    units: `${measure.name}, ${unit}, ${from} to ${to}`,
    notes: notesOf(places, breaks),
    source,
    panels: [
      linePanel({
        title: "",
        units: "",
        label: `${measure.name} of ${lines.map(({ name }) => name).join(", ")} by year, ${unit}. The table has the numbers.`,
        from,
        places: lines.slice(0, Math.max(1, places.length)).map(seriesOf),
        yardstick: isBeside ? { ...seriesOf(own), flag: flagOf(words, isScore) } : null,
        breaks: breaks.map(({ year }) => year),
        format,
        isWide: true,
        ...(isScore ? { top: 100 } : {}),
        ...(isScore && typeof newest === "number" && places.length > 0
          ? { dotClass: gradeClass(gradeOf(newest).letter) }
          : {}),
      }),
    ],
    table: <YearTable {...parts} lines={lines} subject={subject} format={format} />,
    csv: () => measureFile(parts, [...others, own]),
  };
}

/** What a gap and the dotted lines are, and the cautions of the places. */
function notesOf(places: readonly ChartedPlace[], breaks: readonly SeriesBreak[]): string {
  const changes = breaks.map(({ year, name }) => `${year} ${name.toLowerCase()}`).join(", ");
  return [
    gapText(breaks),
    ...(changes === "" ? [] : [`Dotted lines: ${changes}.`]),
    ...places
      .filter(({ cautions }) => cautions.length > 0)
      .map(({ name, cautions }) => `Caution, ${name}: ${cautions.join(", ").toLowerCase()}.`),
  ].join(" ");
}

interface YearTableProps extends MeasureChartParts {
  readonly lines: readonly Line[];
  readonly subject: Line;
  readonly format: (value: number) => string;
}

/** The values of all lines by year; of a place alone, what its rates are made of, too. */
function YearTable({ lines, subject, measure, isCounts, from, to, places, format }: YearTableProps) {
  const shown = (value: number | null, written: (value: number) => string) => (value === null ? "–" : written(value));
  const parts: readonly (readonly [string, keyof MeasuredYear])[] =
    measure.countOf === null || places.length > 1
      ? []
      : [...(isCounts ? [] : [["Offenses", "count"] as const]), ["Residents", "population"] as const];
  return (
    <Table
      class="figures"
      caption={`${measure.name} by year`}
      columns={[
        { heading: "Year", cell: (index) => from + index },
        ...lines.map(({ name, years }) => ({
          heading: name,
          cell: (index: number) => shown(years[index]?.value ?? null, format),
        })),
        ...parts.map(([heading, key]) => ({
          heading,
          cell: (index: number) => shown(subject.years[index]?.[key] ?? null, number),
        })),
      ]}
      rows={Array.from({ length: to - from + 1 }, (_, index) => index)}
    />
  );
}

/** A row for each place and year, and for each year of the yardstick. */
function measureFile({ measure, isCounts, yardstick }: MeasureChartParts, lines: readonly Line[]): string {
  const per = measure.countOf === null || isCounts ? null : measure.per;
  return csvFile(
    [
      { key: "place", value: ({ name }) => name },
      { key: "data_year", value: ({ year }) => year },
      { key: "measure", value: () => measure.key },
      { key: "value", value: ({ value }) => value },
      { key: "per_residents", value: () => per },
      { key: "offenses", value: ({ count }) => count },
      { key: "population", value: ({ population }) => population },
      { key: "source", value: () => yardstick.trendSource },
    ],
    lines.flatMap(({ name, years }) => years.map((row) => ({ name, ...row }))),
  );
}
