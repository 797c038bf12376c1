/** @jsxImportSource hono/jsx */

import { breaksText, gapText, seriesBreaksBetween } from "../../domain/caution.ts";
import { gradeOf, scoreOf } from "../../domain/grade.ts";
import { OFFENSES, type OffenseGroup } from "../../domain/offense.ts";
import { benchmarkRateOf } from "../../domain/trend.ts";
import { joinedSources } from "../../editions/edition.ts";
import { barPanel } from "../charts/bars.tsx";
import { type Chart, QUARTER } from "../charts/chart.tsx";
import type { Panel } from "../charts/drawing.tsx";
import { yearColumns, yearsOf } from "../measure/history-chart.tsx";
import { SCORE } from "../measure/measure.ts";
import { measurePanel } from "../measure/measure-chart.tsx";
import { FEWEST_FOR_RATE } from "../measure/measure-finding.ts";
import { csvFile } from "../ui/columns.ts";
import { gradedPlace, letterText } from "../ui/grade.tsx";
import { number } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";
import { compareUrl, slugsOf } from "../view/addresses.ts";
import { ALL_COLUMNS, PlacesTable, placeRow } from "../view/columns.tsx";
import type { PlaceView } from "../view/place-view.ts";
import { soFarColumns } from "../view/so-far.tsx";
import { listed, verdictOf } from "./compare-verdict.ts";
import { rangePanel, type Without } from "./range-panel.tsx";

/** Up to five places: scores and ranges on one axis, both rates, and the scores of every year. */
function compareChart(
  places: readonly [PlaceView, ...PlaceView[]],
  { path, query }: Pick<Chart, "path" | "query">,
  without?: Without,
): Chart {
  const [{ edition }] = places;
  const { words, trend: state, dataYear } = edition;
  const older = places.filter((place) => gradedPlace(place).isOlder);
  const breaks = seriesBreaksBetween(state.from, dataYear, words);
  const years = `${dataYear}${older.map((place) => `; ${place.name} ${place.record.data_year}`).join("")}`;
  const ratePanel = (group: OffenseGroup, title: string) => {
    const benchmarkRate = benchmarkRateOf(state, dataYear, group);
    return barPanel({
      title: `${title} offenses per 1,000 residents`,
      units: `Estimates from all years, with their own grades, ${years}`,
      bars: places.map((place) => ({
        name: place.name,
        value: place.rating[group].smoothedRate,
        shown: `${place.rating[group].smoothedRate.toFixed(1)}, ${letterText(gradeOf(scoreOf(place.rating[group].ratio)).letter)}`,
      })),
      reference: {
        name: `${words.shortTitle} ${benchmarkRate.toFixed(1)}`,
        value: benchmarkRate,
      },
    });
  };
  return {
    id: "ranges",
    ...{ path, page: path, ...(query === undefined ? {} : { query }) },
    title: places.length === 1 ? `${listed(places)} and ${words.name}` : verdictOf(places),
    units: `A higher score means fewer reported offenses per resident. Dot: the score. Bar: the next year’s probable score (8 times in 10). Where two bars share half of the shorter one, the two cannot be told apart.`,
    notes: gapText(breaks) + breaksText(breaks),
    source: `${joinedSources(places.map(({ source }) => source(dataYear)))}${years.slice(String(dataYear).length)}`,
    panels: [
      rangePanel(places, without),
      ratePanel("violent", "Violent"),
      ratePanel("property", "Property"),
      ...OFFENSE_PANELS.map((offense) => offensePanel(places, offense)),
      ...places.map((place) => trendPanel(place, dataYear)),
    ],
    table: (
      <>
        <PlacesTable
          caption={`Figures of ${listed(places)}`}
          columns={ALL_COLUMNS.cities}
          rows={places.map(placeRow)}
        />
        <YearTable places={places} />
      </>
    ),
    csv: () =>
      csvFile(
        [
          { key: "kind", value: ({ place }) => place.kind },
          { key: "name", value: ({ place }) => place.name },
          { key: "county", value: ({ place }) => place.county },
          ...yearColumns(words).map(({ key, value }) => ({
            key,
            value: ({ row }: PlaceYear) => value(row),
          })),
          { key: "source", value: ({ place }) => place.trendSource },
          { key: "next_year_low", value: ({ place, isRecord }) => (isRecord ? (place.nextYear?.low ?? null) : null) },
          { key: "next_year_high", value: ({ place, isRecord }) => (isRecord ? (place.nextYear?.high ?? null) : null) },
          {
            key: "cautions",
            value: ({ place, isRecord }) => (isRecord ? gradedPlace(place).cautions.join("; ") : null),
          },
          ...(places[0].edition.yearSoFar === null
            ? []
            : soFarColumns(({ place, isRecord }: PlaceYear) => (isRecord ? place.soFar : undefined))),
        ],
        places.flatMap((place) =>
          yearsOf(place).map((row): PlaceYear => ({ place, row, isRecord: row.data_year === place.record.data_year })),
        ),
      ),
  };
}

/** The picture of chosen places. @param path of the comparison of their edition */
export function comparisonChart(places: readonly PlaceView[], path: string, without?: Without): Chart | undefined {
  const [first, ...others] = places;
  const query = compareUrl(slugsOf(places), "");
  return first && compareChart([first, ...others], { path, query }, without);
}

const OFFENSE_PANELS = ["homicide", "aggravatedAssault", "burglary", "motorVehicleTheft"] as const;

/** Rates of one offense, with counts. */
function offensePanel(places: readonly PlaceView[], offense: (typeof OFFENSE_PANELS)[number]): Panel {
  const { name } = OFFENSES[offense];
  return {
    ...barPanel({
      title: name,
      width: QUARTER,
      bars: places.map(({ name: own, record, offenses }) => {
        const count = offenses[offense];
        if (count < FEWEST_FOR_RATE) return { name: own, value: 0, shown: `too few (${number(count)})` };
        const rate = (100_000 * count) / record.population;
        return { name: own, value: rate, shown: `${number(Math.round(rate))} (${number(count)})` };
      }),
    }),
    group: `Per 100,000 residents, with counts in parentheses; under ${FEWEST_FOR_RATE} are too few to compare`,
  };
}

interface PlaceYear {
  readonly place: PlaceView;
  readonly row: ReturnType<typeof yearsOf>[number];
  /** The range and the cautions belong to the year of the record. */
  readonly isRecord: boolean;
}

function trendPanel(place: PlaceView, to: number): Panel {
  const { name, trend, edition } = place;
  const { from } = trend;
  const panel = measurePanel(
    { places: [place], yardstick: edition, measure: SCORE, from, to },
    { title: name, units: "Safety score", label: `Safety score of ${name} by year, 0 to 100` },
  );
  return { ...panel, group: `Scores since ${from}` };
}

function YearTable({ places }: { readonly places: readonly PlaceView[] }) {
  const [first] = places;
  if (!first) return null;
  const { from, score } = first.trend;
  return (
    <Table
      class="figures"
      caption={`Scores of ${listed(places)} by year`}
      columns={[
        { heading: "Year", cell: (index) => from + index },
        { heading: first.edition.words.title, cell: () => 50 },
        ...places.map((place) => ({
          heading: place.name,
          cell: (index: number) => place.trend.score[index] ?? "–",
        })),
      ]}
      rows={[...score.keys()]}
    />
  );
}
