/** @jsxImportSource hono/jsx */

import { NO_TEXT } from "../../base/text.ts";
import type { CoveringArea } from "../../domain/area-record.ts";
import { seriesBreaksBetween } from "../../domain/caution.ts";
import type { Nation, NationAbsence } from "../../domain/nation.ts";
import { propertyOf, violentOf } from "../../domain/offense.ts";
import { completeYears } from "../../domain/trend.ts";
import type { NationEntry } from "../../figures/entries.ts";
import { nameInState, stateName, stateOf } from "../../gazetteer/state-text.ts";
import type { NationPlaceEntry } from "../../lookup/nation-names.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { WithoutFigures } from "../../lookup/without-figures.ts";
import { CoveredBy } from "../browse/area-list.tsx";
import { areaOf } from "../browse/browse-list.ts";
import { ChartFigure } from "../charts/chart.tsx";
import { type Loaded, loadEdition, movedTo, type NationAddress } from "../http/page.ts";
import { HistoryFigure } from "../measure/history-chart.tsx";
import { offensesText } from "../measure/measure.ts";
import { monthsChart } from "../measure/months-chart.tsx";
import { nationScoreChart } from "../measure/score-chart.tsx";
import { letterText } from "../ui/grade.tsx";
import { number } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";
import { URLS, withQuery } from "../ui/urls.ts";
import { cityUrl, countiesText, nationFullName, nationPlaceUrl, stateUrl } from "../view/addresses.ts";
import { CityParts } from "../view/city-parts.tsx";
import { FIGURE_COLUMNS, PlacesTable, placeRow } from "../view/columns.tsx";
import { Namesakes } from "../view/namesakes.tsx";
import { nationView, placeCalled } from "../view/nation-views.ts";
import { hasYears } from "../view/place-view.ts";
import { ReportLink } from "../view/report-link.tsx";
import { SourceFiles } from "../view/source-files.tsx";
import { StateContext } from "../view/state-context.tsx";
import { absencePage } from "./absent-page.tsx";
import { Cautions, gradedPage } from "./graded-page.tsx";
import { lostClass } from "./lost-class.ts";
import { Nearby } from "./nearby.tsx";
import { Peers } from "./peers.tsx";
import { largestFirst, type NationPlaceData, nationNear, rowsOfSize } from "./place-data.ts";

/** The place of the path. Another spelling of its name leads to its own URL. */
export function loadNationPlace(at: NationAddress): Loaded<NationPlaceData> {
  const { places: nation, params } = at;
  const { state: typed = "", city = "" } = params;
  const place = placeAt(at);
  if (place === undefined) return null;
  const url = nationPlaceUrl(place, nation.nation);
  if (url !== `${URLS.nation}/${typed}/${city}`) return movedTo(url, 308);
  const { records } = at.editions.states.find(({ records: { edition } }) => edition.abbreviation === place.state) ?? {};
  const own = records?.cities.find(({ geoid }) => geoid === place.geoid);
  return {
    data: {
      ...loadEdition(at).data,
      place,
      ownPage: records && own ? cityUrl(records.edition, own.record.city) : null,
      near: nationNear(place, at),
    },
  };
}

export function placeAt({ places: nation, params }: NationAddress): NationPlaceEntry | undefined {
  return placeCalled(nation, stateOf(params["state"] ?? NO_TEXT), params["city"] ?? NO_TEXT);
}

/** `/us/tx/austin`. */
export function nationPlacePage({ place, ...view }: NationPlaceData): string {
  return "record" in place ? entryPage({ ...view, place }) : absentPage({ ...view, place });
}

function entryPage(view: NationPlaceData<NationEntry>): string {
  const { place, places, dataset, ownPage } = view;
  const { record, name, cautions, state } = place;
  const { data_year: year, grade, safety_score: score } = record;
  const placeView = { ...nationView(place, places.nation), county: countiesText(places.countiesOf(place)) };
  return gradedPage({
    place: placeView,
    dataset,
    head: {
      title: `${nameInState({ name, state })}, ${year}`,
      description: `${nameInState({ name, state })}: grade ${letterText(grade)}, score ${score} against the United States, ${year}.`,
    },
    beside: (
      <>
        {ownPage === null ? null : (
          <p>
            This score is against the nation. <a href={ownPage}>Its page in its own state's edition</a> compares it with
            the state, in an edition that people review.
          </p>
        )}
        <Namesakes places={places} name={name} geoid={place.geoid} />
        <CityParts places={places} name={name} geoid={place.geoid} />
      </>
    ),
    months: <Months {...view} />,
    peers: <Peers places={places} place={place} />,
    scores: nationScoreChart(places, state, place),
    near: <NationNearby {...view} />,
    notes: (
      <>
        <h2>What was checked</h2>
        <Checks place={place} nation={places.nation} />
        {cautions.length === 0 ? (
          <p id="cautions">Our checks found no problem. They catch most large gaps in reports, but few small ones.</p>
        ) : (
          <Cautions cautions={cautions} list={null} />
        )}
        <p>
          Reported offenses only. A city’s figures do not describe its neighborhoods.{" "}
          {place.source === "fbi" ? "They were checked by software; no person reviewed this place. " : ""}
          Source: {record.source}; <SourceFiles />. <a href={URLS.methodology}>How a score is made</a>.{" "}
          <ReportLink place={placeView.fullName} year={year} />
        </p>
        <StateContext {...view} />
      </>
    ),
    calls: [apiCall("safety", places, place)],
  });
}

/** The months after the data year; nothing where the department's are not known. */
function Months({ place, places, dataset }: NationPlaceData) {
  const chart = monthsChart(place, places.nation);
  return chart === undefined ? null : <ChartFigure chart={chart} dataset={dataset} />;
}

/** The years that no place has, between one and the data year. */
function leftOutText(from: number, { edition, dataYear }: Nation): string {
  const years = seriesBreaksBetween(from, dataYear, edition).flatMap(({ year, leftOut }) => (leftOut ? [year] : []));
  return years.length === 0 ? "" : `; left out for every place: ${years.join(", ")}`;
}

/** `Real-Time Crime Index, Scorecard of April 24, 2026`. */
function secondSource({ sources }: Nation): string {
  const title = sources.find(({ table }) => table === "second-source")?.title;
  return ["Real-Time Crime Index", ...(title === undefined ? [] : [title])].join(", ");
}

/** What the figures of the data year were compared with. */
function Checks({ place, nation }: { readonly place: NationEntry; readonly nation: Nation }) {
  const { record, trend, offenses, source, checks } = place;
  const { population, data_year: year } = record;
  const { census, second, notes } = checks;
  const before = completeYears(trend).filter((one) => one < year);
  const rows = [
    [
      `Complete years since ${trend.from}`,
      `${before.length} before ${year}, the last of them ${before.at(-1)}${leftOutText(trend.from, nation)}`,
    ],
    [
      "Residents",
      source !== "fbi"
        ? `${number(population)} by the state's own edition`
        : `FBI ${number(population)}; ${census === null ? "the Census Bureau does not list the place by itself" : `Census ${number(census)}, ${(100 * Math.abs(population / census - 1)).toFixed(1)}% apart`}`,
    ],
    [
      `Second collection of ${year}`,
      source !== "fbi"
        ? "compared in the state's own edition"
        : second === null
          ? "not in the Real-Time Crime Index"
          : `${secondSource(nation)}: ${number(second.violent)} violent, ${number(second.property)} property offenses; here ${number(violentOf(offenses))} and ${number(propertyOf(offenses))}`,
    ],
    ["Notes by the FBI", notes.length === 0 ? `none for ${year}` : notes.join(" ")],
  ];
  return (
    <Table
      label="What was checked"
      class="stack"
      columns={[
        { heading: "Check", cell: ([check]) => check },
        { heading: "Result", cell: ([, result]) => result },
      ]}
      rows={rows}
    />
  );
}

/** The nearest towns, or for a department without a point those of its size in the state. */
function NationNearby({ place, places, dataset, near }: NationPlaceData) {
  const { name } = place;
  if (near) {
    const around = withQuery(URLS.nationNear, { q: nationFullName(place, places.nation) });
    return (
      <Nearby {...near} dataset={dataset}>
        <p class="screen">
          <a href={around}>Everything within 19 miles (30 km) of {name}</a>
        </p>
      </Nearby>
    );
  }
  const own = places.ofState(place.state).map((other) => placeRow(nationView(other, places.nation)));
  const population = "record" in place ? place.record.population : (place.population ?? 0);
  const rows = rowsOfSize(largestFirst(own), population);
  const title = `${stateName(place.state)} cities of similar size`;
  return (
    <>
      <h2 id="near">{title}</h2>
      <p>
        One department reports for several places, so {name} has no point, and the nearest towns are not known.{" "}
        <a href={stateUrl(place.state)}>All places in {stateName(place.state)}</a>
      </p>
      {rows.length === 0 ? null : (
        <PlacesTable caption={title} columns={FIGURE_COLUMNS.cities} rows={rows} own={name} />
      )}
    </>
  );
}

/** The request for a place by its name, with its county, or by its GEOID; a search for an agency that has neither. */
function apiCall(kind: "safety" | "history", places: NationPlaces, entry: NationPlaceEntry): string {
  const { state, name, county, geoid } = entry;
  const alone = places.published(state, name);
  const isAlone = alone.is === "one" && alone.place.entry.geoid === geoid && alone.place.entry.county === county;
  const longer = county !== null ? [name, county] : geoid === null ? null : [geoid];
  const named = "shortestName" in entry ? entry.shortestName : isAlone ? [name] : longer;
  return named === null
    ? `/v1/us/places?state=${state}&q=${encodeURIComponent(name)}`
    : `/v1/us/${kind}/${state}/${encodeURIComponent(named.join(", "))}`;
}

const RETURNS = {
  policed_by_county: "When it has its own department that reports complete years.",
  no_figures: "When the FBI’s table has a complete year for it, after earlier complete years.",
  few_residents: "When it has enough residents for this edition.",
  population_unclear: "When the sources agree on its population.",
  short_past: "When it has enough complete years before the newest.",
  incomplete_figures: "When a year’s counts are back in the expected range, or a second source confirms the new level.",
} as const satisfies Record<NationAbsence["reason"], string>;

interface ReasonProps {
  readonly place: NationAbsence | WithoutFigures;
  /** The area that covers it, as it has no police of its own. */
  readonly covered: CoveringArea | null;
}

/** What ends the absence of a grade, or why there is none. */
function ReasonSection({ place, covered }: ReasonProps) {
  const isOwn = place.reason !== null || (!["county", "community"].includes(place.place.kind) && covered === null);
  if (isOwn)
    return (
      <section class="ruled">
        <h2>When a grade comes back</h2>
        <p>{RETURNS[place.reason ?? "no_figures"]}</p>
      </section>
    );
  return (
    <section class="ruled">
      <h2>Why it has no grade</h2>
      {place.place.kind === "county" ? (
        <p>
          A county has no grade of its own:{" "}
          <a href={withQuery(stateUrl(place.state), { county: areaOf(place.name) })}>its cities and towns have</a>,
          where their reports are whole.
        </p>
      ) : place.place.kind === "community" ? (
        <p>It has no government and no police of its own to report offenses, so it will not get a grade of its own.</p>
      ) : (
        <p>
          The FBI’s tables list no police of its own: the {covered?.department} polices it. It will not get a grade of
          its own.
        </p>
      )}
    </section>
  );
}

function absentPage(view: NationPlaceData<NationAbsence | WithoutFigures>): string {
  const { place, places, dataset } = view;
  const { name, state, reason, detail } = place;
  const placeView = { ...nationView(place, places.nation), county: countiesText(places.countiesOf(place)) };
  const { dataYear } = places.nation;
  const lost = lostClass(placeView, dataYear);
  const covered = places.coveredBy(place);
  return absencePage({
    place: placeView,
    dataset,
    head: {
      title: nameInState({ name, state }),
      description: `${nameInState({ name, state })} has no safety grade for ${dataYear}: ${placeView.reason.toLowerCase()}.`,
    },
    words: [
      reason === "incomplete_figures"
        ? `No grade for ${dataYear}, because its ${lost === null ? "reports" : offensesText(lost)} look incomplete.`
        : `${placeView.reason}, so no grade.`,
      reason === "incomplete_figures"
        ? `${detail}. The low counts look like missing reports, not fewer offenses.`
        : `${detail}.`,
    ],
    also: (
      <>
        <CoveredBy place={place} places={places} />
        <Namesakes places={places} name={name} geoid={place.geoid} />
      </>
    ),
    call: hasYears(placeView)
      ? apiCall("history", places, place)
      : covered === null || covered.crime_rate_per_1k === null
        ? apiCall("safety", places, place)
        : covered.path,
    children: (
      <>
        {reason === null && place.place.kind === "county" ? null : <NationNearby {...view} />}
        <div class="columns">
          <section class="ruled">
            <h2>Who else publishes</h2>
            <ul class="rows">
              <li>
                <a href="https://cde.ucr.cjis.gov/">FBI, Crime Data Explorer</a>
                <span class="small muted">the reports behind the FBI’s tables</span>
              </li>
              <li>
                <a href="https://realtimecrimeindex.com/">Real-Time Crime Index</a>
                <span class="small muted">months, of departments that publish their own figures</span>
              </li>
            </ul>
          </section>
          <ReasonSection place={place} covered={covered} />
        </div>
        <Months {...view} />
        {hasYears(placeView) ? <HistoryFigure place={placeView} dataset={dataset} /> : null}
        <StateContext {...view} />
        <p class="screen small muted">Source: {placeView.trendSource}.</p>
      </>
    ),
  });
}
