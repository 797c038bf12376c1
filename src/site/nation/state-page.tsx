/** @jsxImportSource hono/jsx */
import { z } from "zod";
import { familyOf, GRADE_FAMILIES } from "../../domain/grade.ts";
import type { NationAbsence } from "../../domain/nation.ts";
import type { NationEntry } from "../../domain/nation-entry.ts";
import type { StateCode } from "../../domain/us-states.ts";
import { stateName, stateOf } from "../../places/nation-names.ts";
import { ChartFigure } from "../charts/chart.tsx";
import { type Address, type Loaded, movedTo, oneOf } from "../http/page.ts";
import { renderPage } from "../ui/layout.tsx";
import { nationPlaceUrl, stateUrl } from "../ui/nation-urls.ts";
import { counted, number, percent } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";
import { URLS } from "../ui/urls.ts";
import { stateScoreChart } from "./nation-charts.tsx";
import { loadNation, type NationView } from "./nation-page.tsx";
import { EntryTable, NATION_ABSENCE_NAMES, NATION_SOURCE, nationEdition, shareOf } from "./nation-parts.tsx";

const SORTS = ["score", "name", "population", "violent", "property"] as const;

export const stateQuery = z.object({ grade: oneOf(GRADE_FAMILIES), sort: oneOf(SORTS) });
type StateQuery = z.infer<typeof stateQuery>;

interface StateView extends NationView {
  readonly state: StateCode;
  readonly query: StateQuery;
}

/** The state of the path; its name, or its code in capitals, leads to its own URL. */
export function loadState(at: Address, query: StateQuery): Loaded<StateView> {
  const typed = at.params["state"] ?? "";
  const state = stateOf(typed);
  if (state === undefined) return null;
  if (typed !== state.toLowerCase()) return movedTo(stateUrl(state));
  return { data: { ...loadNation(at).data, state, query } };
}

/** Below this share of residents, the page says first that few places report separately. */
const FEW_COVERED = 0.3;

/** `/us/tx`: what is covered, the places with filters, and those without a record. */
export function statePage({ places, dataset, state, query }: StateView): string {
  const name = stateName(state);
  const coverage = places.states.states.find((one) => one.state === state);
  const share = coverage ? shareOf(coverage) : 0;
  const own = places.ofState(state);
  const absent = places.nation.absent.filter((one) => one.state === state);
  const { dataYear } = places.nation;
  const shown = selected(own, query);
  return renderPage(
    {
      title: `${name}, ${dataYear}`,
      description: `Safety scores of ${own.length} cities and towns in ${name}, compared with the United States, ${dataYear}.`,
      path: stateUrl(state),
      edition: nationEdition(places),
    },
    <>
      <nav aria-label="Place" class="crumbs">
        <a href={URLS.nation}>United States</a> / <span aria-current="page">{name}</span>
      </nav>
      <h1>{name}</h1>
      <p class="lead">
        {share < FEW_COVERED ? `Few places in ${name} report separately, or completely. ` : ""}
        {percent(share)} of the residents live in {counted(own.length, "place")} with a record for {dataYear}.{" "}
        {counted(absent.length, "place")} of 10,000 residents or more {absent.length === 1 ? "has" : "have"} none. A
        state has no score.
      </p>
      {own.length === 0 ? null : <ChartFigure chart={stateScoreChart(places, state)} dataset={dataset} />}
      <h2 id="places">Places with a record</h2>
      <Filters state={state} query={query} />
      <p role="status">{counted(shown.length, "place")}</p>
      <EntryTable label={`Places in ${name}`} entries={shown} places={places} />
      <h2 id="absent">Places without a record</h2>
      <AbsentTable label="Places without a record" absent={absent} view={{ places, dataset }} />
      {coverage === undefined ? null : (
        <>
          <h2>The whole state, as context</h2>
          <p>
            The FBI estimates {coverage.violent_rate_per_1k.toFixed(1)} violent and{" "}
            {coverage.property_rate_per_1k.toFixed(1)} property offenses per 1,000 residents of {name} in {dataYear}, in
            the whole country {places.nation.yardstick.violentRate.toFixed(1)} and{" "}
            {places.nation.yardstick.propertyRate.toFixed(1)}. State estimates are partly imputed and are revised later.
          </p>
        </>
      )}
      <p class="small muted">Source: {NATION_SOURCE}.</p>
    </>,
  );
}

function Filters({ state, query }: { readonly state: StateCode; readonly query: StateQuery }) {
  const url = (change: Partial<StateQuery>) => {
    const given = Object.entries({ ...query, ...change }).filter(([, value]) => value !== "");
    return `${stateUrl(state)}?${new URLSearchParams(given)}#places`;
  };
  return (
    <p>
      Grade:{" "}
      {["", ...GRADE_FAMILIES].map((grade) => (
        <>
          <a href={url({ grade })} aria-current={query.grade === grade ? "true" : undefined}>
            {grade === "" ? "all" : grade}
          </a>{" "}
        </>
      ))}
      · Sort:{" "}
      {SORTS.map((sort) => (
        <>
          <a href={url({ sort })} aria-current={(query.sort || "name") === sort ? "true" : undefined}>
            {sort}
          </a>{" "}
        </>
      ))}
    </p>
  );
}

function selected(entries: readonly NationEntry[], { grade, sort }: StateQuery): readonly NationEntry[] {
  const own = entries.filter(({ record }) => grade === "" || familyOf(record.grade) === grade);
  const figure = ({ record }: NationEntry) =>
    sort === "score"
      ? -record.safety_score
      : sort === "population"
        ? -record.population
        : sort === "violent" || sort === "property"
          ? record[sort].rate_per_1k
          : 0;
  return own.toSorted((a, b) => figure(a) - figure(b) || (a.name < b.name ? -1 : 1));
}

interface AbsentProps {
  readonly absent: readonly NationAbsence[];
  readonly view: NationView;
  /** Unique on its page. */
  readonly label: string;
}

export function AbsentTable({ absent, label, view: { places } }: AbsentProps) {
  if (absent.length === 0) return <p>None: every place has a record.</p>;
  return (
    <Table
      label={label}
      class="stack"
      columns={[
        { heading: "Place", cell: (place) => <a href={nationPlaceUrl(place, places.nation)}>{place.name}</a> },
        { heading: "Residents", cell: ({ population }) => (population === null ? "not known" : number(population)) },
        { heading: "Reason", cell: ({ reason }) => NATION_ABSENCE_NAMES[reason] },
        { heading: "Last complete year", cell: ({ lastComplete }) => lastComplete ?? "–" },
      ]}
      rows={absent}
    />
  );
}
