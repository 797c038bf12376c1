/** @jsxImportSource hono/jsx */

import { oncePer } from "../../base/once-per.ts";
import type { Location, ShareBasis } from "../../domain/place.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import type { StateEdition } from "../../editions/edition.ts";
import type { Geography } from "../../lookup/geography.ts";
import type { KnownName } from "../../lookup/state-catalog.ts";
import type { Address, DataOf } from "../http/page.ts";
import { Grade, gradedPlace, NoGrade } from "../ui/grade.tsx";
import { renderPage } from "../ui/layout.tsx";
import { number } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";
import { URLS, urlIn, urlOf } from "../ui/urls.ts";
import { cityUrl, compareUrl, countyUrl, placeNameOf, placeUrl, zipUrl } from "../view/addresses.ts";
import { ALL_COLUMNS, PlacesTable, placeRow } from "../view/columns.tsx";
import { Crumbs } from "../view/crumbs.tsx";
import { CurlLines } from "../view/curl-line.tsx";
import { ReportLink } from "../view/report-link.tsx";
import { aboveIn, stateEdition, stateView } from "../view/views.ts";

/** The neighborhoods and communities by the URL of their pages. */
const namesByUrl = oncePer(({ edition }: Snapshot) =>
  oncePer(
    ({ names }: Geography): ReadonlyMap<string, KnownName> =>
      new Map(names.map((known) => [placeUrl(edition, known.place), known])),
  ),
);

export async function loadNamedPlace({ places, params, services: { baseUrl } }: Address) {
  const current = await places.geography();
  const url = urlIn(places.records.edition, urlOf(URLS.explorePlace, { slug: params["slug"] ?? "" }));
  const known = namesByUrl(places.records)(current).get(url);
  return known ? { data: { known, location: current.locateNamed(known), places, baseUrl } } : null;
}

export async function loadZip({ places, params, services: { baseUrl } }: Address) {
  const { zip = "" } = params;
  const { sources, zips, locate } = await places.geography();
  const answer = locate({ zip });
  if (!answer.found) return null;
  const postalName = zips.find((known) => known.zip === zip)?.postalName ?? "";
  return { data: { zip, postalName, location: answer.data, sources, places, baseUrl } };
}

/** `/explore/place/:slug`: a neighborhood or community and the figures that apply to it. */
export function namedPlacePage({ known, location, places, baseUrl }: DataOf<typeof loadNamedPlace>): string {
  const { place, named } = known;
  const { edition } = places.records;
  const isNeighborhood = place.within !== null;
  const where = isNeighborhood ? place.within : place.county;
  return renderPage(
    {
      title: `${place.name}, ${where}`,
      description: `${place.name} is ${isNeighborhood ? `a neighborhood of ${where}` : `an unincorporated community of ${where}`}: which safety figures apply to it, and why.`,
      path: placeUrl(edition, place),
      edition: stateEdition(places.records),
    },
    <>
      <Crumbs above={aboveIn(places.records, place.county)} name={place.name} />
      <h1>{place.name}</h1>
      {isNeighborhood ? (
        <p class="lead">
          {place.name} is part of <a href={cityUrl(edition, where)}>{where}</a>. Crime is reported for whole cities,
          never for neighborhoods, so {place.name} has no figures of its own.
        </p>
      ) : (
        <p class="lead">
          {place.name} is an unincorporated community: it is in <a href={countyUrl(edition, where)}>{where}</a> but not
          in a city. Crime there is included in the county's figures.
        </p>
      )}
      <AppliedRecord location={location} places={places} name={place.name} />
      {location.candidates.length > 1 ? <Candidates location={location} edition={edition} places={places} /> : null}
      <p class="small muted">
        Name and position: {named.source}, {named.license}.
      </p>
      <CurlLines baseUrl={baseUrl} paths={[locatePath(edition, { name: `${place.name}, ${place.county}` })]} />
    </>,
  );
}

type ZipView = DataOf<typeof loadZip>;

/** `/explore/zip/:zip`: the places that a ZIP code lies in, and the figures that apply to it. */
export function zipPage({ zip, postalName, location, sources, places, baseUrl }: ZipView): string {
  const [best] = location.candidates;
  const { edition } = places.records;
  const owed = sources.find(({ file }) => file === "zip_places.csv");
  const isOne = location.candidates.length === 1;
  return renderPage(
    {
      title: postalName === "" ? `ZIP code ${zip}` : `ZIP code ${zip}, ${postalName}`,
      description: `Where ZIP code ${zip} is, which safety figures apply to it, and why.`,
      path: zipUrl(edition, zip),
      edition: stateEdition(places.records),
    },
    <>
      <Crumbs above={aboveIn(places.records, best?.county)} name={`ZIP code ${zip}`} />
      <h1>ZIP code {zip}</h1>
      <p class="lead">
        {postalName === "" ? "" : `The postal service calls it ${postalName}. `}
        {isOne ? "It is in one place." : "It spans several places, because a ZIP code is a mail route, not a place."}{" "}
        Crime is reported for cities and counties, never for ZIP codes.
      </p>
      <Candidates location={location} edition={edition} places={places} />
      <AppliedRecord location={location} places={places} name={`ZIP code ${zip}`} isOfSeveral={!isOne} />
      <p class="small muted">
        ZIP code areas are from 2010 and city boundaries from 2019; later changes are missing. Shares: U.S. Census
        Bureau. {owed === undefined ? "" : `${owed.attribution}.`}
      </p>
      <CurlLines baseUrl={baseUrl} paths={[locatePath(edition, { zip })]} />
    </>,
  );
}

/** The record that applies, with the name and population of its place. */
function AppliedRecord({
  location,
  places,
  name,
  isOfSeveral = false,
}: Pick<ZipView, "location" | "places"> & { readonly name: string; readonly isOfSeveral?: boolean }) {
  const { answer, city, county } = location;
  const place =
    (answer === "city" && city && places.published.city(city.city)?.entry) ||
    (answer === "county" && county && places.published.county(county.county)?.entry);
  if (place) {
    const { record } = place;
    const placeView = stateView(place, places.records);
    const isCity = "city" in record;
    const applied = placeNameOf(record);
    return (
      <section>
        <h2>{isOfSeveral ? "If you do not know the place: figures of the whole" : "The figures that apply"}</h2>
        <p>
          The figures below are those of all of {applied}
          {isCity ? "" : ", its cities included"}: {number(record.population)} residents, not those of {name} alone.
        </p>
        <PlacesTable
          caption={`Figures of ${applied}`}
          columns={ALL_COLUMNS[isCity ? "cities" : "counties"]}
          rows={[placeRow(placeView)]}
        />
        <p class="actions">
          <a href={placeView.path}>All figures of {applied}</a>
          <a href={compareUrl([placeView.slug], placeView.edition.compare)}>Compare {applied}</a>
          <ReportLink place={name} year={record.data_year} />
        </p>
      </section>
    );
  }
  const [only, ...others] = new Set(location.candidates.map((candidate) => candidate.county));
  return (
    <div class="empty">
      <h2>No figures apply</h2>
      {only !== undefined && others.length === 0 ? (
        <p>
          It is in <a href={countyUrl(places.records.edition, only)}>{only}</a>, which has no grade. The county's page
          explains why and lists the cities that have one.
        </p>
      ) : (
        <p>It is in several counties, and none has nine tenths of it. Choose the place that you mean.</p>
      )}
    </div>
  );
}

const BASIS_TEXTS = {
  residents: "residents of 2020",
  area: "land area, because it has no known residents",
  hint: "a hint: the ZIP code is for post-office boxes, or is newer than the areas",
  point: "the point of the place",
} as const satisfies Record<ShareBasis, string>;

function Candidates({
  location,
  edition,
  places,
}: Pick<ZipView, "location" | "places"> & { readonly edition: StateEdition }) {
  const gradeOf = ({ city, county }: Location["candidates"][number]) =>
    city === null ? places.published.county(county)?.entry : places.published.city(city)?.entry;
  return (
    <section>
      <h2>Where it is</h2>
      <Table
        label="Where it is"
        class="figures stack"
        caption="Its places, largest share first"
        columns={[
          {
            heading: "Place",
            cell: ({ city, county }) =>
              city === null ? (
                <span>
                  <a href={countyUrl(edition, county)}>{county}</a>, outside its cities
                </span>
              ) : (
                <a href={cityUrl(edition, city)}>{city}</a>
              ),
          },
          {
            heading: "Score",
            class: "words",
            cell: (candidate) => {
              const entry = gradeOf(candidate);
              return entry ? <Grade graded={gradedPlace(entry)} /> : <NoGrade why="no grade" />;
            },
          },
          { heading: "Share", cell: ({ share }) => percent(share) },
          { heading: "By", class: "words", cell: ({ basis }) => BASIS_TEXTS[basis] },
        ]}
        rows={location.candidates}
      />
    </section>
  );
}

function percent(share: number): string {
  const value = share * 100;
  return `${value >= 99.95 || value % 1 === 0 ? Math.round(value) : value.toFixed(1)}%`;
}

function locatePath(edition: StateEdition, query: Readonly<Record<string, string>>): string {
  return urlIn(edition, `/v1/locate?${new URLSearchParams(query)}`);
}
