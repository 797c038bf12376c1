/** @jsxImportSource hono/jsx */
import { breaksText, gapText, seriesBreaksBetween } from "../../domain/caution.ts";
import { historyOf } from "../../domain/history.ts";
import type { YearRecord } from "../../domain/history-record.ts";
import { OFFENSE_CLASSES, OFFENSE_GROUPS, OFFENSES, type OffenseGroup } from "../../domain/offense.ts";
import { publishedRate } from "../../domain/published.ts";
import type { Trend } from "../../domain/snapshot.ts";
import { figuresOf } from "../../domain/trend.ts";
import type { Edition } from "../../editions/edition.ts";
import { type Chart, ChartFigure } from "../charts/chart.tsx";
import type { Dataset } from "../http/page.ts";
import { ASSETS } from "../ui/assets.ts";
import { type Column, column, csvFile, type FileColumn } from "../ui/columns.ts";
import { Tile } from "../ui/grade.tsx";
import { number } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";
import { chartOf, type YearsView } from "../view/place-view.ts";
import { SeriesBreaks } from "../view/series-breaks.tsx";
import { MAIN_MEASURES } from "./measure.ts";
import { measurePanel } from "./measure-chart.tsx";

interface PlaceYear extends YearRecord {
  readonly benchmarkRates: Readonly<Record<OffenseGroup, number | null>>;
}

export function yearsOf({
  trend,
  edition: { trend: state },
}: Pick<YearsView, "trend" | "edition">): readonly PlaceYear[] {
  return historyOf(trend, state).map((row) => {
    const { population, violent, property } = figuresOf(state, row.data_year);
    const rate = (count: number | null) =>
      population === null || count === null ? null : publishedRate(count, population);
    return { ...row, benchmarkRates: { violent: rate(violent), property: rate(property) } };
  });
}

interface HistoryProps {
  readonly place: YearsView;
  /** Sentences about the largest changes; undefined if there is nothing to compare them with. */
  readonly changes?: readonly string[];
  readonly dataset: Dataset;
}

/** The score and both rates of every year, beside the yardstick's: three pictures with one table. */
export function HistoryFigure({ dataset, changes, place }: HistoryProps) {
  const { trend, edition, populationGap: gap } = place;
  const { words: yardstick } = edition;
  const last = trend.from + trend.score.length - 1;
  const unpopulated = unpopulatedYears(trend);
  return (
    <ChartFigure chart={historyChart(place)} dataset={dataset}>
      <script type="module" src={ASSETS.charts.url} />
      {changes === undefined ? null : (
        <>
          <h3>What changed since {trend.from}</h3>
          <ul>
            {changes.map((sentence) => (
              <li>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      <details class="screen">
        <summary>
          How the sources changed between {trend.from} and {last}
        </summary>
        <SeriesBreaks breaks={seriesBreaksBetween(trend.from, last, yardstick)} />
        <p class="small muted">
          {unpopulated.length === 0
            ? ""
            : `There are no rates for ${unpopulated.join(", ")}${gap ? `: the two population tables, ${gap}` : ""}. `}
          A score compares a place with {yardstick.name} in the same year: when {yardstick.possessive} rates fall, a
          place whose rates stay the same gets a lower score.
        </p>
      </details>
    </ChartFigure>
  );
}

/** The years without a population between two that have one. */
export function unpopulatedYears({ from, population }: Trend): readonly number[] {
  const isKnown = (index: number) => typeof population[index] === "number";
  return population.flatMap((_, index) =>
    !isKnown(index) && isKnown(index - 1) && isKnown(index + 1) ? [from + index] : [],
  );
}

export function historyChart(place: YearsView): Chart {
  const { name, path: page, edition } = place;
  const { words: yardstick } = edition;
  const years = yearsOf(place);
  const { from } = place.trend;
  const to = years.at(-1)?.data_year ?? from;
  const changes = seriesBreaksBetween(from, to, yardstick);
  return {
    id: "history",
    path: `${page}/years`,
    page,
    title: historyFinding(name, years, yardstick),
    units: gapText(changes) + breaksText(changes),
    source: place.trendSource,
    panels: MAIN_MEASURES.map((measure) => {
      const units = measure.countOf === null ? `0 to 100; ${yardstick.name} is 50` : "reported per 1,000 residents";
      return measurePanel(
        { places: [place], yardstick: edition, measure, from, to },
        {
          title: measure.name,
          href: chartOf(place, measure.key),
          units,
          label: `${measure.name} of ${name} and of ${yardstick.name} by year, ${units}. The table has the numbers.`,
        },
      );
    }),
    table: (
      <Table
        class="figures"
        caption={`Scores and rates of ${name} and of ${yardstick.name} by year`}
        columns={shownColumns(yardstick)}
        rows={years}
      />
    ),
    csv: () => csvFile([...yearColumns(yardstick), { key: "source", value: () => place.trendSource }], years),
  };
}

function isScored(row: YearRecord): boolean {
  return row.safety_score !== null;
}

/** The title: in how many years each rate was above that of the yardstick. */
function historyFinding(name: string, years: readonly PlaceYear[], yardstick: Edition): string {
  const scored = years.filter((row) => isScored(row) && row.benchmarkRates.violent !== null);
  const [first, last] = [scored[0]?.data_year, scored.at(-1)?.data_year];
  const since = last === years.at(-1)?.data_year ? `since ${first}` : `from ${first} to ${last}`;
  const all = scored.length;
  const [violent = 0, property = 0] = OFFENSE_GROUPS.map(
    (group) => scored.filter((row) => (row[`${group}_rate_per_1k`] ?? 0) > (row.benchmarkRates[group] ?? 0)).length,
  );
  if (all === 0) return `${name} has no complete year since ${years[0]?.data_year}`;
  const isEvery = (count: number) => count === 0 || count === all;
  const against = (count: number) => `${count === 0 ? "below" : "above"} ${yardstick.rate}`;
  const inYears = (count: number) => (isEvery(count) ? "every year" : `in ${count} of ${all} years`);
  if (violent === property && isEvery(violent)) {
    return `Violent and property crime in ${name} were ${against(violent)} every year ${since}`;
  }
  // What holds for every year comes first.
  const isPropertyFirst = isEvery(property) && !isEvery(violent);
  const [kind, other] = isPropertyFirst ? ["property", "violent"] : ["violent", "property"];
  const [count, otherCount] = isPropertyFirst ? [property, violent] : [violent, property];
  const isSame = against(count) === against(otherCount);
  return `${kind === "violent" ? "Violent" : "Property"} crime in ${name} was ${against(count)} ${inYears(count)} ${since}, ${other} crime ${isSame ? "" : `${against(otherCount)} `}${inYears(otherCount)}`;
}

function rateColumn(key: string, heading: string, value: (row: PlaceYear) => number | null): Column<PlaceYear> {
  return column(key, heading, value, { cell: (row) => value(row)?.toFixed(1) ?? "–" });
}

function shownColumns({ title }: Edition): readonly Column<PlaceYear>[] {
  return [
    column("data_year", "Year", (row) => row.data_year),
    column("score", "Score", (row) => row.safety_score, {
      cell: ({ grade, safety_score: score, status }) =>
        grade ? (
          <>
            <Tile letter={grade} /> {score}
          </>
        ) : (
          status
        ),
    }),
    column("state_score", title, () => 50),
    rateColumn("violent_rate_per_1k", "Violent", (row) => row.violent_rate_per_1k),
    rateColumn("state_violent_rate_per_1k", title, ({ benchmarkRates }) => benchmarkRates.violent),
    rateColumn("property_rate_per_1k", "Property", (row) => row.property_rate_per_1k),
    rateColumn("state_property_rate_per_1k", title, ({ benchmarkRates }) => benchmarkRates.property),
    rateColumn("crime_rate_per_1k", "All", (row) => row.crime_rate_per_1k),
    column("population", "Residents", ({ population }) => population, {
      cell: ({ population }) => (population === null ? "–" : number(population)),
    }),
  ];
}

/** The columns of a file of years, without its source. */
export function yearColumns(yardstick: Edition): readonly FileColumn<PlaceYear>[] {
  return [
    ...shownColumns(yardstick),
    { key: "grade", value: ({ grade }) => grade },
    { key: "state_average_rate", value: (row) => row.state_average_rate },
    ...OFFENSE_CLASSES.map((offense) => ({
      key: OFFENSES[offense].field,
      value: ({ offenses }: YearRecord) => offenses?.[OFFENSES[offense].field] ?? null,
    })),
    { key: "status", value: ({ status }) => status },
  ];
}
