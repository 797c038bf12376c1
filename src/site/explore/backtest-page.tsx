/** @jsxImportSource hono/jsx */
import { extent, range } from "d3-array";
import stored from "../../../data/backtest.json" with { type: "json" };
import backtest from "../../../docs/backtest.md" with { type: "text" };
import { type BacktestResult, backtestResult, type Estimator } from "../../domain/backtest.ts";
import type { OffenseGroup } from "../../domain/offense.ts";
import { renderPage } from "../layout.tsx";
import { Markdown } from "../markdown.tsx";
import { URLS } from "../urls.ts";
import { ColumnFigure } from "./column-chart.tsx";
import { linked } from "./methodology-page.tsx";
import { TREND_SOURCE } from "./source-line.ts";

const TABLES = "\n## Tables\n";

/** `/methodology/back-test`: the repository's own document with its tables drawn. */
export function backtestPage(): string {
  const result = backtestResult.parse(stored);
  const [words = "", tables = ""] = linked(backtest).split(TABLES);
  return renderPage(
    {
      title: "Back-test",
      description:
        "How well a year's score tells the next year, against simpler methods, and how much a grade depends on choices.",
      path: URLS.backtest,
    },
    <>
      <h1>Back-test</h1>
      <Markdown text={words} headingLevel={2} />
      <h2 id="pictures">Pictures</h2>
      <GainFigure result={result} />
      <DevianceFigure
        result={result}
        group="violent"
        title="Violent offenses: the own past tells the next year best, the mean of three years helps small places alone"
      />
      <DevianceFigure
        result={result}
        group="property"
        title="Property offenses: smoothing does next to nothing, the mean of three years harms"
      />
      <LetterFigure result={result} />
      <h2 id="tables">Tables</h2>
      <Markdown text={tables} headingLevel={2} />
    </>,
  );
}

interface ResultProps {
  readonly result: BacktestResult;
}

function GainFigure({ result: { pairs, gain } }: ResultProps) {
  const [first = 0, last = 0] = extent(pairs);
  const years = range(first, last + 1);
  const values = (group: OffenseGroup) =>
    years.map((year) => gain.find((row) => row.year === year && row.group === group)?.gain ?? null);
  return (
    <ColumnFigure
      id="gain"
      title="In small places smoothing tells next year's violent offenses better in most years, property offenses in half of them"
      units="By how much smoothing lowers the Poisson deviance of the next year's counts against the reported rate, cities under 10,000 residents, by the year that predicts. Without a population of cities for 2019, neither 2018 nor 2019 predicts."
      source={TREND_SOURCE}
      heading="Year"
      groups={years.map(String)}
      series={[
        { name: "Violent", values: values("violent") },
        { name: "Property", values: values("property") },
      ]}
    />
  );
}

interface DevianceProps extends ResultProps {
  readonly group: OffenseGroup;
  readonly title: string;
}

function DevianceFigure({ result: { deviance, pairsWithHistory }, group, title }: DevianceProps) {
  const rows = deviance.filter((row) => row.group === group && row.size !== null);
  const change = (name: Estimator) => rows.map(({ mean }) => mean[name] / mean.raw - 1);
  return (
    <ColumnFigure
      id={`deviance-${group}`}
      title={title}
      units={`Poisson deviance of the next year's counts against that of the reported rate, by residents; below zero is better. Years that predict: ${pairsWithHistory[0]} to ${pairsWithHistory.at(-1)}.`}
      source={TREND_SOURCE}
      heading="Residents"
      groups={rows.map(({ size }) => size ?? "")}
      series={[
        { name: "Smoothed, in force", values: change("smoothed") },
        { name: "Smoothed to its own past", values: change("ownPast") },
        { name: "Three-year mean", values: change("threeYear") },
      ]}
    />
  );
}

function LetterFigure({ result: { letters } }: ResultProps) {
  const rows = letters.filter(({ size }) => size !== null);
  return (
    <ColumnFigure
      id="letters"
      title="Nearly every third small city has another letter in the next year, and every sixth big one"
      units="Share of cities whose letter (A, B, C, D, F) is another in the next year, by residents."
      source={TREND_SOURCE}
      heading="Residents"
      groups={rows.map(({ size }) => size ?? "")}
      series={[
        { name: "This method", values: rows.map(({ changed }) => changed.smoothed) },
        { name: "Smoothed to its own past", values: rows.map(({ changed }) => changed.ownPast) },
        { name: "Percentile", values: rows.map(({ changed }) => changed.percentile) },
      ]}
    />
  );
}
