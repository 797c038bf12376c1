/** @jsxImportSource hono/jsx */
import { extent, range } from "d3-array";
import result from "../../../data/backtest.json" with { type: "json" };
import backtest from "../../../docs/backtest.md" with { type: "text" };
import type { OffenseGroup } from "../../domain/offense.ts";
import { renderPage } from "../layout.tsx";
import { Markdown } from "../markdown.tsx";
import { URLS } from "../urls.ts";
import { ColumnFigure } from "./column-chart.tsx";
import { linked } from "./methodology-page.tsx";

const TABLES = "\n## Tables\n";
const SECTION = "\n## ";

/** `/methodology/back-test`: the repository's document, with charts of its tables. */
export function backtestPage(): string {
  const [words = "", tables = ""] = linked(backtest).split(TABLES);
  const lead = words.slice(0, words.indexOf(SECTION));
  return renderPage(
    {
      title: "Back-test",
      description:
        "How often the next year's score was within its predicted range, how well one year predicts the next, and how much a grade depends on the choices of the method.",
      path: URLS.backtest,
    },
    <>
      <h1>Back-test</h1>
      <CoverageFigure />
      <Markdown text={lead} />
      <Markdown text={words.slice(lead.length)} />
      <h2 id="pictures">More pictures</h2>
      <DevianceFigure
        group="violent"
        title="Violent offenses: a city's own history predicts the next year best in every size class"
      />
      <DevianceFigure
        group="property"
        title="Property offenses: a city's own history predicts the next year best, a three-year mean worst"
      />
      <LetterFigure />
      <GainFigure />
      <h2 id="tables">Tables</h2>
      <Markdown text={tables} />
    </>,
  );
}

/** The chart at the top of the page. */
function CoverageFigure() {
  const { intervals } = result;
  const rows = intervals.cities.filter(({ size }) => size !== null);
  return (
    <ColumnFigure
      id="coverage"
      title="The next year's score was within its range about 8 times in 10, in cities of every size"
      units={`Share of cities whose next score was within the predicted range, and within the range for chance alone, by residents. Predicting years: ${intervals.pairs[0]} to ${intervals.pairs.at(-1)}; each prediction uses only data up to its year.`}
      heading="Residents"
      groups={rows.map(({ size }) => size ?? "")}
      series={[
        { name: "Range for next year", values: rows.map(({ nextYear }) => nextYear) },
        { name: "Chance alone", values: rows.map(({ thisYear }) => thisYear) },
      ]}
    />
  );
}

function GainFigure() {
  const { pairs, gain } = result;
  const [first = 0, last = 0] = extent(pairs);
  const years = range(first, last + 1);
  const values = (group: OffenseGroup) =>
    years.map((year) => gain.find((row) => row.year === year && row.group === group)?.gain ?? null);
  return (
    <ColumnFigure
      id="gain"
      title="In most years, a small city's own history predicts the next year's offenses better than the reported rate"
      units="Reduction in the Poisson deviance of the next year's counts compared with the reported rate, in cities with fewer than 10,000 residents, by predicting year. There are no 2019 city populations, so 2018 and 2019 make no predictions."
      heading="Year"
      groups={years.map(String)}
      series={[
        { name: "Violent", values: values("violent") },
        { name: "Property", values: values("property") },
      ]}
    />
  );
}

interface DevianceProps {
  readonly group: OffenseGroup;
  readonly title: string;
}

function DevianceFigure({ group, title }: DevianceProps) {
  const { deviance, pairsWithHistory } = result;
  const rows = deviance.filter((row) => row.group === group && row.size !== null);
  const change = (name: keyof (typeof result.deviance)[number]["mean"]) =>
    rows.map(({ mean }) => mean[name] / mean.raw - 1);
  return (
    <ColumnFigure
      id={`deviance-${group}`}
      title={title}
      units={`Poisson deviance of the next year's counts relative to the reported rate, by residents; below zero is better. Predicting years: ${pairsWithHistory[0]} to ${pairsWithHistory.at(-1)}.`}
      heading="Residents"
      groups={rows.map(({ size }) => size ?? "")}
      series={[
        { name: "This method", values: change("ownPast") },
        { name: "Toward all cities", values: change("allCities") },
        { name: "Three-year mean", values: change("threeYear") },
      ]}
    />
  );
}

function LetterFigure() {
  const rows = result.letters.filter(({ size }) => size !== null);
  return (
    <ColumnFigure
      id="letters"
      title="About one city in six gets a different letter in the next year"
      units="Share of cities whose letter (A, B, C, D, F) differs in the next year, by residents."
      heading="Residents"
      groups={rows.map(({ size }) => size ?? "")}
      series={[
        { name: "This method", values: rows.map(({ changed }) => changed.method) },
        { name: "Without smoothing", values: rows.map(({ changed }) => changed.raw) },
        { name: "Percentile", values: rows.map(({ changed }) => changed.percentile) },
      ]}
    />
  );
}
