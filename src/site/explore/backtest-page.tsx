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
const SECTION = "\n## ";

/** `/methodology/back-test`: the repository's own document with its tables drawn. */
export function backtestPage(): string {
  const result = backtestResult.parse(stored);
  const [words = "", tables = ""] = linked(backtest).split(TABLES);
  const lead = words.slice(0, words.indexOf(SECTION));
  return renderPage(
    {
      title: "Back-test",
      description:
        "How often next year's score lay where the method said, how well a year foretells the next, and how much a grade depends on choices.",
      path: URLS.backtest,
    },
    <>
      <h1>Back-test</h1>
      <CoverageFigure result={result} />
      <Markdown text={lead} headingLevel={2} />
      <Markdown text={words.slice(lead.length)} headingLevel={2} />
      <h2 id="pictures">More pictures</h2>
      <DevianceFigure
        result={result}
        group="violent"
        title="Violent offenses: the own past foretells the next year best in every size class"
      />
      <DevianceFigure
        result={result}
        group="property"
        title="Property offenses: the own past foretells the next year best, the mean of three years worst"
      />
      <LetterFigure result={result} />
      <GainFigure result={result} />
      <h2 id="tables">Tables</h2>
      <Markdown text={tables} headingLevel={2} />
    </>,
  );
}

interface ResultProps {
  readonly result: BacktestResult;
}

/** The picture that the page begins with. */
function CoverageFigure({ result: { intervals } }: ResultProps) {
  const rows = intervals.cities.filter(({ size }) => size !== null);
  return (
    <ColumnFigure
      id="coverage"
      title="Next year's score lay in its interval about 8 times in 10, in cities of every size"
      units={`Share of cities whose score of the next year lay in the interval that was given for it, and in the one that holds chance alone, by residents. Years that predict: ${intervals.pairs[0]} to ${intervals.pairs.at(-1)}, each with nothing but the years until then.`}
      source={TREND_SOURCE}
      heading="Residents"
      groups={rows.map(({ size }) => size ?? "")}
      series={[
        { name: "Interval for next year", values: rows.map(({ nextYear }) => nextYear) },
        { name: "Chance alone", values: rows.map(({ thisYear }) => thisYear) },
      ]}
    />
  );
}

function GainFigure({ result: { pairs, gain } }: ResultProps) {
  const [first = 0, last = 0] = extent(pairs);
  const years = range(first, last + 1);
  const values = (group: OffenseGroup) =>
    years.map((year) => gain.find((row) => row.year === year && row.group === group)?.gain ?? null);
  return (
    <ColumnFigure
      id="gain"
      title="In small places the own past foretells next year's offenses better than the reported rate in most years"
      units="By how much the method lowers the Poisson deviance of the next year's counts against the reported rate, cities under 10,000 residents, by the year that predicts. Without a population of cities for 2019, neither 2018 nor 2019 predicts."
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
        { name: "This method", values: change("ownPast") },
        { name: "The method before it", values: change("allCities") },
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
      title="About every sixth city has another letter in the next year"
      units="Share of cities whose letter (A, B, C, D, F) is another in the next year, by residents."
      source={TREND_SOURCE}
      heading="Residents"
      groups={rows.map(({ size }) => size ?? "")}
      series={[
        { name: "This method", values: rows.map(({ changed }) => changed.method) },
        { name: "The method before it", values: rows.map(({ changed }) => changed.before) },
        { name: "Percentile", values: rows.map(({ changed }) => changed.percentile) },
      ]}
    />
  );
}
