/** @jsxImportSource hono/jsx */
import { UNITED_STATES } from "../../domain/edition.ts";
import type { NationStates } from "../../domain/nation-record.ts";
import { MAX_QUERY_LENGTH } from "../../domain/place-query.ts";
import type { NationPlaces } from "../../places/nation-places.ts";
import { ChartFigure } from "../charts/chart.tsx";
import { type Address, type Dataset, datasetOf } from "../http/page.ts";
import { renderPage } from "../ui/layout.tsx";
import { stateUrl } from "../ui/nation-urls.ts";
import { counted, number } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";
import { URLS } from "../ui/urls.ts";
import { nationScoreChart } from "./nation-charts.tsx";
import { EditionStrip, NATION_ABSENCE_NAMES, NATION_SOURCE } from "./nation-parts.tsx";

export interface NationView {
  readonly places: NationPlaces;
  readonly dataset: Dataset;
}

export function loadNation(at: Address): { readonly data: NationView } {
  return { data: { places: at.nation, dataset: { ...datasetOf(at), version: at.nation.version } } };
}

/** `/us`: how much of the country is here, the search, the states, and why places are missing. */
export function nationPage({ places, dataset }: NationView): string {
  const { statistics, states } = places;
  const share = percent(statistics.residents_covered / statistics.population);
  const { data_year: year } = statistics;
  return renderPage(
    {
      title: `The United States, ${year}`,
      description: `Safety scores of ${number(statistics.places)} cities and towns in all states, compared with ${UNITED_STATES.name}, ${year}.`,
      path: URLS.nation,
    },
    <>
      <EditionStrip year={year} />
      <h1>{share} of the country lives in a place with a record</h1>
      <p class="lead">
        {number(statistics.places)} cities and towns of 10,000 residents or more have a score for {year}, compared with
        the whole country, whose average is 50. {number(statistics.absent)} have none, each with its reason.
      </p>
      <NationSearchBox value="" />
      <h2>Share of residents in places with a record</h2>
      <p class="units">Percent of each state's residents, {year}. Coverage is not a score.</p>
      <StateTable states={states} />
      <Reasons places={places} />
      <ChartFigure chart={nationScoreChart(places)} dataset={dataset} />
      <p class="small muted">
        Source: {NATION_SOURCE}. <a href={URLS.nationCoverage}>Every place without a record</a> ·{" "}
        <a href={URLS.nationCompare}>Compare places</a> · <a href={URLS.methodology}>How a score is made</a>
      </p>
    </>,
  );
}

export function NationSearchBox({ value }: { readonly value: string }) {
  return (
    <search>
      <form method="get" action={URLS.nationSearch} class="inline-form">
        <div class="field">
          <label for="us-q">City or town, with or without its state</label>
          <input id="us-q" name="q" type="search" value={value} maxlength={MAX_QUERY_LENGTH} autocomplete="off" />
        </div>
        <button type="submit" class="primary">
          Look up
        </button>
      </form>
    </search>
  );
}

/** The share is a bar in gray, because it is no grade. */
function StateTable({ states: { states } }: { readonly states: NationStates }) {
  return (
    <Table
      label="States"
      class="figures"
      columns={[
        { heading: "State", cell: ({ state, name }) => <a href={stateUrl(state)}>{name}</a> },
        {
          heading: "Share covered",
          cell: ({ share_covered: share }) => (
            <>
              <svg class="sparkline" viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
                <rect class="track" width="100" height="12" y="4" />
                <rect class="pale" width={(100 * share).toFixed(1)} height="12" y="4" />
              </svg>{" "}
              {percent(share)}
            </>
          ),
        },
        { heading: "With a record", cell: ({ places }) => number(places) },
        { heading: "Without", cell: ({ absent }) => number(absent) },
        { heading: "Residents", cell: ({ population }) => number(population) },
      ]}
      rows={states.toSorted((a, b) => b.share_covered - a.share_covered)}
    />
  );
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
            {NATION_ABSENCE_NAMES[reason]}: {counted(absent.length, "place")}
          </li>
        ))}
      </ul>
    </>
  );
}

export function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}
