/** @jsxImportSource hono/jsx */
import result from "../../../data/backtest.json" with { type: "json" };
import backtest from "../../../docs/backtest.md" with { type: "text" };
import type { OffenseGroup } from "../../domain/offense.ts";
import { type Chart, ChartFigure } from "../charts/chart.tsx";
import { columnChart } from "../charts/columns.tsx";
import { renderPage } from "../layout.tsx";
import { Markdown } from "../markdown.tsx";
import { type Address, datasetOf } from "../page.ts";
import { URLS } from "../urls.ts";
import { linked } from "./methodology-page.tsx";
import { TREND_SOURCE } from "./source-line.ts";

const SECTION = "\n## ";

/** `/methodology/back-test`: the repository's document, with charts of its tables. */
export function backtestPage(at: Address): string {
  const words = linked(backtest);
  const lead = words.slice(0, words.indexOf(SECTION));
  const [coverage, ...others] = BACKTEST_CHARTS.map((chart) => <ChartFigure chart={chart} dataset={datasetOf(at)} />);
  return renderPage(
    {
      title: "Back-test",
      description:
        "How often the next year's score was within its predicted range, how well one year predicts the next, and how much a grade depends on the choices of the method.",
      path: URLS.backtest,
    },
    <>
      <h1>Back-test</h1>
      {coverage}
      <Markdown text={lead} />
      <Markdown text={words.slice(lead.length)} />
      <h2 id="pictures">More pictures</h2>
      {others}
    </>,
  );
}

const SHARED = { page: URLS.backtest, heading: "Residents", source: TREND_SOURCE } as const;

export const BACKTEST_CHARTS: readonly Chart[] = [
  coverageChart(),
  gainChart("violent"),
  gainChart("property"),
  letterChart(),
];

function coverageChart(): Chart {
  const { intervals } = result;
  const rows = intervals.cities.filter(({ size }) => size !== null);
  return columnChart({
    ...SHARED,
    id: "coverage",
    title: "The next year's score was within its range about 8 times in 10, in cities of every size",
    units: `Share of cities whose next score was within the predicted range, and within the range for chance alone, by residents. Predicting years: ${intervals.pairs[0]} to ${intervals.pairs.at(-1)}; each prediction uses only data up to its year.`,
    groups: rows.map(({ size }) => size ?? ""),
    series: [
      { name: "Range for next year", values: rows.map(({ nextYear }) => nextYear) },
      { name: "Chance alone", values: rows.map(({ thisYear }) => thisYear) },
    ],
  });
}

function gainChart(group: OffenseGroup): Chart {
  const { predictions, intervals } = result;
  const rows = predictions.filter((row) => row.group === group && row.size !== null);
  const gain = (rival: "lastYear" | "threeYears" | "allCities") =>
    rows.map(({ logScore }) => Math.exp(logScore.method - logScore[rival]) - 1);
  return columnChart({
    ...SHARED,
    id: `gain-${group}`,
    title: `${group === "violent" ? "Violent" : "Property"} offenses: the method predicts the next year better than each simple rival in every size class`,
    units: `How much more probability the method gave to the next year's count than a simple rival (geometric mean), by residents. Predicting years: ${intervals.pairs[0]} to ${intervals.pairs.at(-1)}.`,
    groups: rows.map(({ size }) => size ?? ""),
    series: [
      { name: "Last year's count", values: gain("lastYear") },
      { name: "Toward all cities", values: gain("allCities") },
      { name: "Three years", values: gain("threeYears") },
    ],
  });
}

function letterChart(): Chart {
  const rows = result.letters.filter(({ size }) => size !== null);
  return columnChart({
    ...SHARED,
    id: "letters",
    title: "About one city in five gets a different letter in the next year",
    units: "Share of cities whose letter (A, B, C, D, F) differs in the next year, by residents.",
    groups: rows.map(({ size }) => size ?? ""),
    series: [
      { name: "This method", values: rows.map(({ changed }) => changed.method) },
      { name: "Without smoothing", values: rows.map(({ changed }) => changed.raw) },
    ],
  });
}
