/** @jsxImportSource hono/jsx */
import { STATE_EDITIONS } from "../../editions/table.ts";
import type { NationEntry } from "../../figures/entries.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import { ChartFigure } from "../charts/chart.tsx";
import { nationScoreChart } from "../measure/score-chart.tsx";
import { ASSETS } from "../ui/assets.ts";
import { renderPage } from "../ui/layout.tsx";
import { counted, number, percent } from "../ui/number.ts";
import { SearchBox } from "../ui/search-box.tsx";
import { Table } from "../ui/table.tsx";
import { URLS, urlIn } from "../ui/urls.ts";
import { stateUrl } from "../view/addresses.ts";
import { NATION_ABSENCES, NATION_SEARCH, type NationView, nationEdition, shareOf } from "../view/nation-views.ts";
import { stateMapChart } from "./state-map.tsx";

/** `/us`: how much of the country is here, the search, the map, why places are missing, and the states. */
export function nationPage({ places, dataset }: NationView): string {
  const { statistics } = places;
  const share = percent(shareOf(statistics));
  const { data_year: year } = statistics;
  return renderPage(
    {
      title: `The United States, ${year}`,
      description: `Safety scores of ${number(statistics.places)} cities and towns in all states, compared with ${places.edition.name}, ${year}.`,
      path: URLS.nation,
      edition: nationEdition(places.nation),
    },
    <>
      <h1>{share} of the country lives in a place with a record</h1>
      <p class="lead">
        {number(statistics.places)} cities and towns of {number(places.edition.fewestResidents)} residents or more have
        a score for {year}, compared with the whole country, whose average is 50. {number(statistics.absent)} have none,
        each with its reason.
      </p>
      <SearchBox {...NATION_SEARCH} />
      <div class="overview">
        <ChartFigure chart={stateMapChart(places)} dataset={dataset} />
        <section>
          <Reasons places={places} />
          <ul>
            <li>
              <a href={URLS.nationCoverage}>Every place without a record</a>
            </li>
            <li>
              <a href={URLS.nationCompare}>Compare places</a>
            </li>
            {STATE_EDITIONS.map((edition) => (
              <li>
                <a href={urlIn(edition, URLS.explore)}>{edition.name} has an edition of its own</a>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <ChartFigure chart={nationScoreChart(places)} dataset={dataset} />
      <h2>States, the largest first</h2>
      <StateTable places={places} />
      <p class="small muted">
        The median is that of a state’s places with a record, not a score of the state. Source:{" "}
        {places.edition.trendSource}.
      </p>
      <script src={ASSETS.map.url} defer />
    </>,
  );
}

/** The share is a bar in gray, because it is no grade. */
function StateTable({ places }: Pick<NationView, "places">) {
  const medians = new Map(places.states.states.map(({ state }) => [state, medianOf(places.ofState(state))]));
  return (
    <Table
      label="States"
      class="figures places"
      columns={[
        {
          heading: "State",
          cell: ({ state, name, places: graded, absent }) => (
            <>
              <a href={stateUrl(state)}>{name}</a>
              <span class="brief">
                {number(graded)} places with a record, {number(absent)} without
              </span>
            </>
          ),
        },
        {
          heading: "Residents covered",
          class: "words",
          cell: (state) => (
            <span class="share">
              <svg class="sparkline" viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
                <rect class="track" width="100" height="12" y="4" />
                <rect class="ink" width={(100 * shareOf(state)).toFixed(1)} height="12" y="4" />
              </svg>
              <b>{percent(shareOf(state))}</b>
            </span>
          ),
        },
        { heading: "With a record", cell: ({ places: graded }) => number(graded) },
        { heading: "Without", cell: ({ absent }) => number(absent) },
        { heading: "Median score", cell: ({ state }) => medians.get(state) ?? "–" },
        { heading: "Residents", cell: ({ population }) => number(population) },
      ]}
      rows={places.states.states.toSorted((a, b) => b.population - a.population)}
    />
  );
}

function medianOf(entries: readonly NationEntry[]): number | null {
  return entries.map(({ record }) => record.safety_score).toSorted((a, b) => a - b)[entries.length >> 1] ?? null;
}

/** How many places are absent for which reason. */
export function Reasons({ places: { nation } }: { readonly places: NationPlaces }) {
  const byReason = [...Map.groupBy(nation.absent, ({ reason }) => reason)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  return (
    <>
      <h2>Why places are missing</h2>
      <ul>
        {byReason.map(([reason, absent]) => (
          <li>
            {NATION_ABSENCES[reason].name}: {counted(absent.length, "place")}
          </li>
        ))}
      </ul>
    </>
  );
}
