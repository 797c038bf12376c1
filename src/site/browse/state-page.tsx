/** @jsxImportSource hono/jsx */
import { oncePer } from "../../base/once-per.ts";
import { recentPer } from "../../base/recent-per.ts";
import { NO_TEXT } from "../../base/text.ts";
import type { NationAbsence } from "../../domain/nation.ts";
import { trendSourceOf } from "../../editions/edition.ts";
import { STATE_EDITIONS } from "../../editions/table.ts";
import type { StateCode } from "../../editions/us-states.ts";
import type { NationEntry } from "../../figures/entries.ts";
import { stateName, stateOf } from "../../gazetteer/state-text.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import { ChartFigure } from "../charts/chart.tsx";
import { type DataOf, type Loaded, loadEdition, movedTo, type NationAddress, type NationData } from "../http/page.ts";
import { nationScoreChart } from "../measure/score-chart.tsx";
import { renderPage } from "../ui/layout.tsx";
import { counted, number, percent } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";
import { URLS, urlIn } from "../ui/urls.ts";
import { NATION_ABSENCES } from "../view/absence-names.ts";
import { nationPlaceUrl, stateUrl } from "../view/addresses.ts";
import type { BrowseQuery } from "../view/browse-query.ts";
import { Crumbs } from "../view/crumbs.tsx";
import { FEW_COVERED, nationEdition, shareOf } from "../view/nation-views.ts";
import { StateContext } from "../view/state-context.tsx";
import { AreasOfState } from "./area-list.tsx";
import { type BrowseList, type BrowseView, browseList } from "./browse-list.ts";
import { BrowseTable } from "./browse-page.tsx";
import { nationListed } from "./nation-browse.ts";

type StateView = DataOf<typeof loadState>;

/** The state of the path; its name, or its code in capitals, leads to its own URL. */
export function loadState(at: NationAddress, query: BrowseQuery) {
  const typed = at.params["state"] ?? NO_TEXT;
  const state = stateOf(typed);
  if (state === undefined) return null;
  if (typed !== state.toLowerCase()) return movedTo(stateUrl(state));
  const list = listsOf(at.places)(state);
  if (list === undefined) return null;
  return { data: { ...loadEdition(at).data, state, browse: { list, query } } };
}

/** The selection of a state's places as a file. */
export function loadStateFile(at: NationAddress, query: BrowseQuery): Loaded<BrowseView> {
  const loaded = loadState(at, query);
  return loaded !== null && "data" in loaded ? { data: loaded.data.browse } : null;
}

/** States in a generation of the lists that are kept. */
const MOST_STATES = 6;

/** The places of a state, with and without a grade; undefined for a state without any. */
const listsOf = oncePer((places: NationPlaces) => {
  const { nation, entries } = places;
  const byState = Map.groupBy([...entries, ...nation.absent], ({ state }) => state);
  const edition = nationEdition(nation);
  const listOf = recentPer(MOST_STATES, (own: readonly (NationEntry | NationAbsence)[]) => {
    const listed = own.map((place) => nationListed(place, places));
    const state = own[0]?.state ?? nation.edition.includes.abbreviation;
    return browseList(edition, listed, {
      path: stateUrl(state),
      file: `${stateUrl(state)}/places.csv`,
      title: `Places in ${stateName(state)}`,
      noun: ["place", "places"],
      first: "population",
      least: nation.edition.fewestResidents,
      source: trendSourceOf(edition.words, state),
      kinds: [],
    });
  });
  return (state: StateCode): BrowseList | undefined => {
    const own = byState.get(state);
    return own && listOf(own);
  };
});

/** The scores of fewer places make no picture. */
const FEW_PLACES = 3;
/** So many places without a grade are in sight, the largest. */
const FIRST = 5;

/** `/us/tx`: what is covered, the places with filters, and those without a grade. */
export function statePage({ places, dataset, state, browse }: StateView): string {
  const name = stateName(state);
  const coverage = places.states.states.find((one) => one.state === state);
  const share = coverage ? shareOf(coverage) : 0;
  const own = places.ofState(state);
  const absent = places.nation.absent
    .filter((one) => one.state === state)
    .toSorted((a, b) => (b.population ?? 0) - (a.population ?? 0));
  const { dataYear } = places.nation;
  return renderPage(
    {
      title: `${name}, ${dataYear}`,
      description: `Safety scores of ${own.length} cities and towns in ${name}, compared with the United States, ${dataYear}.`,
      path: stateUrl(state),
      edition: nationEdition(places.nation),
    },
    <>
      <Crumbs above={[[URLS.nation, places.edition.title]]} name={name} />
      <h1>
        {name}, {dataYear}
      </h1>
      <p class="lead">
        {own.length === 0 ? (
          <b>
            No place in {name} has a grade for {dataYear}.
          </b>
        ) : (
          <>
            {share < FEW_COVERED ? `Few places in ${name} report separately, or completely. ` : ""}
            <b>
              {percent(share)} of residents live in {counted(own.length, "place")} with a grade for {dataYear}.
            </b>
          </>
        )}{" "}
        {absent.length === 0 || (own.length === 0 && absent.length === 1)
          ? ""
          : `${counted(absent.length, "place")} ${absent.length === 1 ? "has" : "have"} no grade. `}
        {own.length === 0 ? absent.slice(0, FEW_PLACES - 1).map((place) => `${onlyReason(place)} `) : ""}A state has no
        score.
      </p>
      {STATE_EDITIONS.filter(({ abbreviation }) => abbreviation === state).map((edition) => (
        <p>
          <a href={urlIn(edition, URLS.explore)}>{edition.possessive} own edition</a> compares all of its cities, towns,
          and counties with the state, a year newer and reviewed by people.
        </p>
      ))}
      {own.length < FEW_PLACES ? null : <ChartFigure chart={nationScoreChart(places, state)} dataset={dataset} />}
      {own.length === 0 ? null : <BrowseTable {...browse} />}
      {absent.length === 0 ? null : (
        <section id="absent">
          <h2>{counted(absent.length, "place")} without a grade</h2>
          <AbsentTable label="Places without a grade" absent={absent.slice(0, FIRST)} view={{ places, dataset }} />
          {absent.length <= FIRST ? null : (
            <details>
              <summary>The other {absent.length - FIRST}</summary>
              <AbsentTable
                label="Other places without a grade"
                absent={absent.slice(FIRST)}
                view={{ places, dataset }}
              />
            </details>
          )}
        </section>
      )}
      <AreasOfState state={state} places={places} />
      <StateContext place={{ state }} places={places} />
      <p class="small muted">Source: {trendSourceOf(places.edition, state)}.</p>
    </>,
  );
}

/** `Honolulu's reports look incomplete; its last complete year is 2022.` */
function onlyReason({ name, reason, lastComplete }: NationAbsence): string {
  const last = lastComplete === null ? "" : `; its last complete year is ${lastComplete}`;
  const why = NATION_ABSENCES[reason].name;
  return `${name}: ${why.charAt(0).toLowerCase()}${why.slice(1)}${last}.`;
}

interface AbsentProps {
  readonly absent: readonly NationAbsence[];
  readonly view: NationData;
  readonly label: string;
}

function AbsentTable({ absent, label, view: { places } }: AbsentProps) {
  if (absent.length === 0) return <p>None: every place has a grade.</p>;
  return (
    <Table
      label={label}
      class="stack"
      columns={[
        { heading: "Place", cell: (place) => <a href={nationPlaceUrl(place, places.nation)}>{place.name}</a> },
        { heading: "Residents", cell: ({ population }) => (population === null ? "not known" : number(population)) },
        { heading: "Reason", cell: ({ reason }) => NATION_ABSENCES[reason].name },
        { heading: "Last complete year", cell: ({ lastComplete }) => lastComplete ?? "–" },
      ]}
      rows={absent}
    />
  );
}
