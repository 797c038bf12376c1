/** @jsxImportSource hono/jsx */

import { trendSourceOf } from "../../editions/edition.ts";
import type { NationEntry } from "../../figures/entries.ts";
import { ChartFigure } from "../charts/chart.tsx";
import type { NationData } from "../http/page.ts";
import { Reasons } from "../map/nation-page.tsx";
import { stateMapChart } from "../map/state-map.tsx";
import { ASSETS } from "../ui/assets.ts";
import { renderPage } from "../ui/layout.tsx";
import { number, percent } from "../ui/number.ts";
import { ShareBar } from "../ui/share-bar.tsx";
import { Table } from "../ui/table.tsx";
import { URLS } from "../ui/urls.ts";
import { stateUrl } from "../view/addresses.ts";
import { nationEdition, shareOf } from "../view/nation-views.ts";

/** `/us/coverage`: every place without a grade, with its reason. */
export function nationCoveragePage({ places, dataset }: NationData): string {
  const absent = places.states.states
    .filter((state) => state.absent > 0)
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return renderPage(
    {
      title: `Coverage of the United States, ${places.nation.dataYear}`,
      description: `Which cities and towns of ${number(places.edition.fewestResidents)} residents or more have no grade, and why; how many residents of each state live in graded places.`,
      path: URLS.nationCoverage,
      edition: nationEdition(places.nation),
    },
    <>
      <h1>Coverage of the United States, {places.nation.dataYear}</h1>
      <p class="lead">
        Every city and town of {number(places.edition.fewestResidents)} residents or more that the FBI or the Census
        Bureau lists is here: with a grade, or with the reason why it has none.
      </p>
      <p>
        Maps show each place at its point in the Census Bureau’s Gazetteer. A department that reports for several places
        has no point, so its page lists places of similar size instead of the nearest towns.
      </p>
      <Reasons places={places} />
      <ChartFigure chart={stateMapChart(places)} dataset={dataset} />
      <h2>States, largest first</h2>
      <StateTable places={places} />
      <p class="small muted">
        The median is that of a state’s graded places; a state itself has no score. Source:{" "}
        {trendSourceOf(places.edition)}.
      </p>
      <h2>Every place without a grade</h2>
      <p class="units">Each state’s page lists them with the reasons.</p>
      <ul class="states-list">
        {absent.map(({ state, name, absent: count }) => (
          <li>
            <a href={`${stateUrl(state)}#absent`}>{name}</a> <span>{number(count)}</span>
          </li>
        ))}
      </ul>
      <h2 id="areas">Areas that county departments police</h2>
      <p class="units">Land outside the cities and towns with their own police. Each state’s page lists its areas.</p>
      <ul class="states-list">
        {places.states.states
          .map(({ state, name }) => ({ state, name, count: places.areas.ofState(state).length }))
          .filter(({ count }) => count > 0)
          .map(({ state, name, count }) => (
            <li>
              <a href={`${stateUrl(state)}#areas`}>{name}</a> <span>{number(count)}</span>
            </li>
          ))}
      </ul>
      <script src={ASSETS.map.url} defer />
    </>,
  );
}

/** The share is a bar in gray, because it is no grade. */
function StateTable({ places }: Pick<NationData, "places">) {
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
                {number(graded)} graded places, {number(absent)} without a grade
              </span>
            </>
          ),
        },
        {
          heading: "Residents covered",
          class: "words",
          cell: (state) => (
            <span class="share">
              <ShareBar share={shareOf(state)} />
              <b>{percent(shareOf(state))}</b>
            </span>
          ),
        },
        { heading: "With a grade", cell: ({ places: graded }) => number(graded) },
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
