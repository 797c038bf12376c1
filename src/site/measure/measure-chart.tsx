/** @jsxImportSource hono/jsx */
import { gapText, seriesBreaksBetween } from "../../domain/caution.ts";
import { gradeOf } from "../../domain/grade.ts";
import type { PlaceTrend, Trend } from "../../domain/snapshot.ts";
import { joinedSources, type SeriesBreak } from "../../editions/edition.ts";
import type { Chart } from "../charts/chart.tsx";
import type { Panel } from "../charts/drawing.tsx";
import { type LineParts, linePanel } from "../charts/line.tsx";
import { csvFile } from "../ui/columns.ts";
import { gradeClass } from "../ui/grade.tsx";
import { number } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";
import type { EditionView } from "../view/place-view.ts";
import { type Measure, type MeasuredYear, measuredYears } from "./measure.ts";
import { measureFinding } from "./measure-finding.ts";

/** The most places beside the yardstick. */
export const MOST_CHARTED = 4;

export interface ChartedPlace {
  readonly name: string;
  /** In the URL. */
  readonly slug: string;
  readonly href: string;
  readonly trend: PlaceTrend;
  /** Where the figures of all its years come from. */
  readonly trendSource: string;
  /** Names of the place's own cautions. */
  readonly cautions: readonly string[];
}

export interface MeasureChartParts {
  readonly path: string;
  /** What the URL has after the path. */
  readonly query: string;
  /** The first one is the subject; without places the yardstick is. */
  readonly places: readonly ChartedPlace[];
  readonly yardstick: EditionView;
  readonly measure: Measure;
  /** Numbers of offenses instead of rates. */
  readonly isCounts: boolean;
  readonly from: number;
  readonly to: number;
}

interface Line {
  readonly name: string;
  readonly source: string;
  readonly years: readonly MeasuredYear[];
}

/** What a picture of a measure by year is drawn from. */
interface Measured extends Pick<MeasureChartParts, "yardstick" | "measure" | "from" | "to"> {
  readonly places: readonly Pick<ChartedPlace, "name" | "trend" | "trendSource">[];
  readonly isCounts?: boolean;
}

function linesOf({ places, yardstick, measure, isCounts = false, from, to }: Measured) {
  const lineOf = (name: string, source: string, trend: PlaceTrend | Trend): Line => {
    return { name, source, years: measuredYears(trend, measure, isCounts, { from, to }) };
  };
  const { words, trend } = yardstick;
  return {
    others: places.map((place) => lineOf(place.name, place.trendSource, place.trend)),
    own: lineOf(words.title, words.trendSource, trend),
  };
}

function isOfCounts({ measure, isCounts = false }: Measured): boolean {
  return isCounts && measure.countOf !== null;
}

/** A measure of some places by year, beside the yardstick; without places, of the yardstick alone. */
export function measurePanel(
  measured: Measured,
  head: Pick<LineParts, "title" | "units" | "href" | "label" | "isWide">,
): Panel {
  const { yardstick, measure, from } = measured;
  const { others, own } = linesOf(measured);
  const [subject] = others;
  const isScore = measure.countOf === null;
  const seriesOf = ({ name, years }: Line) => ({ name, values: years.map(({ value }) => value) });
  const newest = subject?.years.findLast(({ value }) => value !== null)?.value;
  return linePanel({
    ...head,
    from,
    places: (subject ? others : [own]).map(seriesOf),
    yardstick:
      subject && !isOfCounts(measured)
        ? { ...seriesOf(own), name: yardstick.words.shortTitle, isSolid: yardstick.words.isNamed }
        : null,
    breaks: breaksOf(measured).map(({ year }) => year),
    format: formatOf(measured),
    ...(isScore ? { top: 100 } : {}),
    ...(isScore && typeof newest === "number" ? { dotClass: gradeClass(gradeOf(newest).letter) } : {}),
  });
}

/** The changes of the sources that touch the measure: no definition of another class, and of counts none of residents. */
function breaksOf({ measure, isCounts = false, from, to, yardstick }: Measured): readonly SeriesBreak[] {
  return seriesBreaksBetween(from, to, yardstick.words).filter(
    ({ measures, isOfPopulation }) => (measures?.includes(measure.key) ?? true) && !(isCounts && isOfPopulation),
  );
}

function formatOf({ measure, isCounts }: Measured): (value: number) => string {
  return (value) => (measure.countOf === null || isCounts ? number(value) : value.toFixed(1));
}

/** One measure of up to four places by year, beside the yardstick. */
export function measureChart(parts: MeasureChartParts): Chart {
  const { path, query, places, measure, isCounts, from, to, yardstick } = parts;
  const { words } = yardstick;
  const breaks = breaksOf(parts);
  const unit =
    measure.countOf === null
      ? `0 to 100; ${words.name} is 50`
      : isCounts
        ? "number reported"
        : `reported per ${number(measure.per)} residents`;
  const { others, own } = linesOf(parts);
  const [subject = own] = others;
  const lines = [...others, ...(places.length > 0 && isOfCounts(parts) ? [] : [own])];
  const title = measureFinding({
    name: subject.name,
    measure,
    isCounts,
    years: subject.years,
    comparableFrom: breaks.findLast(({ isOfPopulation }) => !isOfPopulation)?.year ?? from,
    yardstick: places.length === 0 ? null : { words, years: own.years },
    ...(places.length === 0 ? { ownRate: words.rate } : {}),
  });
  return {
    id: "measure",
    path,
    query,
    page: path,
    title,
    units: `${measure.name}, ${unit}, ${from} to ${to}`,
    notes: notesOf(places, breaks),
    source: places.length === 0 ? words.trendSource : joinedSources(places.map(({ trendSource }) => trendSource)),
    panels: [
      measurePanel(parts, {
        title: "",
        units: "",
        label: `${measure.name} of ${lines.map(({ name }) => name).join(", ")} by year, ${unit}. The table has the numbers.`,
        isWide: true,
      }),
    ],
    table: <YearTable {...parts} lines={lines} subject={subject} format={formatOf(parts)} />,
    csv: () => measureFile(parts, [...others, own]),
  };
}

/** What a gap and the dotted lines are, and the cautions of the places. */
function notesOf(places: readonly ChartedPlace[], breaks: readonly SeriesBreak[]): string {
  const changes = breaks.map(({ year, name }) => `${year} ${name.toLowerCase()}`).join(", ");
  return [
    // The yardstick has every year.
    ...(places.length === 0 ? [] : [gapText(breaks)]),
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
function measureFile({ measure, isCounts }: MeasureChartParts, lines: readonly Line[]): string {
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
      { key: "source", value: ({ source }) => source },
    ],
    lines.flatMap(({ name, source, years }) => years.map((row) => ({ name, source, ...row }))),
  );
}
