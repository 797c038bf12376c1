/** @jsxImportSource hono/jsx */
import result from "../../../data/backtest.json" with { type: "json" };
import backtest from "../../../docs/backtest.md" with { type: "text" };
import { CONTRACT_EDITION } from "../../editions/table.ts";
import { barPanel } from "../charts/bars.tsx";
import { type Chart, ChartFigure } from "../charts/chart.tsx";
import { type Address, datasetOf } from "../http/page.ts";
import { column, csvFile } from "../ui/columns.ts";
import { renderPage } from "../ui/layout.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { Table } from "../ui/table.tsx";
import { URLS } from "../ui/urls.ts";
import { linked } from "./methodology-page.tsx";

/** `/methodology/back-test`: the repository's document, with a chart of its main result. */
export function backtestPage(at: Address): string {
  return renderPage(
    {
      title: "Back-test",
      description:
        "How often the next year's score was within its predicted range, how well one year predicts the next, and how much a grade depends on the choices of the method.",
      path: URLS.backtest,
    },
    <>
      <h1>Back-test</h1>
      <ChartFigure chart={COVERAGE_CHART} dataset={datasetOf(at)} />
      <Markdown text={linked(backtest)} />
    </>,
  );
}

const { cities, pairs } = result.intervals;
const SIZES = cities.flatMap(({ size, ...row }) => (size === null ? [] : [{ size, ...row }]));
const COLUMNS = [
  column<(typeof SIZES)[number]>("residents", "Residents", ({ size }) => size),
  shareColumn("range_for_next_year", "Range for next year", ({ nextYear }) => nextYear),
  shareColumn("chance_alone", "Chance alone", ({ thisYear }) => thisYear),
];
const TITLE = "The 80% range held about 80% of the next year's scores, in cities of every size";

function shareColumn(key: string, heading: string, share: (row: (typeof SIZES)[number]) => number) {
  return column(key, heading, share, { cell: (row) => `${(100 * share(row)).toFixed(1)}%` });
}

/** Shares by size class: a picture for each series, both on one scale. */
export const COVERAGE_CHART: Chart = {
  id: "coverage",
  title: TITLE,
  units: `Share of cities whose next score was within the predicted range, and within the range for chance alone, by residents. Predicting years: ${pairs[0]} to ${pairs.at(-1)}; each prediction uses only data up to its year.`,
  page: URLS.backtest,
  path: `${URLS.backtest}/coverage`,
  source: CONTRACT_EDITION.trendSource,
  panels: COLUMNS.slice(1).map(({ heading, value, cell }) =>
    barPanel({
      title: heading,
      bars: SIZES.map((row) => ({ name: row.size, value: Number(value(row)), shown: String(cell(row)) })),
      most: 1,
      reference: { name: "80%", value: 0.8 },
    }),
  ),
  table: <Table class="figures" caption={TITLE} columns={COLUMNS} rows={SIZES} />,
  csv: () => csvFile(COLUMNS, SIZES),
};
