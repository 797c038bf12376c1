/** @jsxImportSource hono/jsx */

import { NO_TEXT, type Typed } from "../../base/text.ts";
import { propertyOf } from "../../domain/offense.ts";
import type { AgencyKind, Snapshot, SnapshotAgency, SnapshotPlace } from "../../domain/snapshot.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { StateEntry, StatePlaces } from "../../lookup/state-places.ts";
import { type Address, type Loaded, loadEdition, movedTo } from "../http/page.ts";
import { scoreChart } from "../measure/score-chart.tsx";
import { letterText } from "../ui/grade.tsx";
import { counted, number } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";
import { URLS } from "../ui/urls.ts";
import { cityUrl, countyUrl, nationPlaceUrl, shortCounty } from "../view/addresses.ts";
import { ALL_COLUMNS, PlacesTable } from "../view/columns.tsx";
import { Namesakes } from "../view/namesakes.tsx";
import { ReportLink } from "../view/report-link.tsx";
import { lookUpPath } from "../view/request-line.ts";
import { stateView } from "../view/views.ts";
import { absentPage } from "./absent-page.tsx";
import { CountyCities } from "./county-cities.tsx";
import { Cautions, gradedPage } from "./graded-page.tsx";
import { Nearby, type NearParts } from "./nearby.tsx";
import { type PlaceData, rowsOf, rowsOfSize, stateNear } from "./place-data.ts";

/** The place of the path. Another spelling of its name leads to its own URL. */
export function loadPlace(find: (places: StatePlaces, slug: Typed) => StateEntry | undefined) {
  return async (at: Address): Promise<Loaded<PlaceData>> => {
    const { places, params } = at;
    const { slug = NO_TEXT } = params;
    const place = find(places, slug);
    if (place === undefined) return null;
    const { path, county } = stateView(place, places.records);
    if (!path.endsWith(`/${slug}`)) return movedTo(path);
    const geography = await places.geography();
    const { rows, bySize } = rowsOf(places.records);
    const { population } = "record" in place ? place.record : place;
    return {
      data: {
        ...loadEdition(at).data,
        nations: at.editions.nations,
        place,
        neighbors: rows.filter((row) => row.county === county),
        near: await stateNear(place, at),
        alike: rowsOfSize(bySize, population ?? 0),
        geography,
      },
    };
  };
}

/** `/explore/city/:slug` and `/explore/county/:slug`. */
export function placePage({ place, ...view }: PlaceData): string {
  return "record" in place ? gradedPlacePage({ ...view, place }) : absentPage({ ...view, place });
}

function gradedPlacePage(view: PlaceData<SnapshotPlace>): string {
  const { places, place, dataset } = view;
  const { record } = place;
  const snapshot = places.records;
  const placeView = stateView(place, snapshot);
  const { name, path } = placeView;
  const { edition } = snapshot;
  const isCity = "city" in record;
  const county = {
    "@type": "AdministrativeArea",
    name: record.county,
    containedInPlace: { "@type": "State", name: edition.name },
  };
  return gradedPage({
    place: placeView,
    dataset,
    head: {
      title: isCity ? `${name}, ${record.county}` : name,
      about: {
        ...(isCity ? { "@type": "City", name, containedInPlace: county } : county),
        url: dataset.baseUrl + path,
      },
      description: `${name}: grade ${letterText(record.grade)}, score ${record.safety_score}, ${record.crime_rate_per_1k} reported offenses per 1,000 residents in ${record.data_year}.`,
    },
    beside: (
      <>
        <TwoRecords snapshot={snapshot} place={place} />
        {view.nations.map((nation) => (
          <>
            <BesideNation place={place} nation={nation} />
            {"geoid" in place ? <Namesakes places={nation} name={name} geoid={place.geoid} /> : null}
          </>
        ))}
      </>
    ),
    scores: scoreChart(snapshot, place),
    steps: <StepNotes snapshot={snapshot} place={place} />,
    near: (
      <>
        {view.near ? (
          <CityNearby {...view} near={view.near} county={record.county} />
        ) : (
          <CountyCities {...view} county={record.county} />
        )}
        {"agencies" in place ? <Agencies agencies={place.agencies} year={record.data_year} /> : null}
      </>
    ),
    notes: <PlaceNotes snapshot={snapshot} place={place} />,
    calls: isCity
      ? [lookUpPath(edition, "city", name), lookUpPath(edition, "explain", name)]
      : [lookUpPath(edition, "county", shortCounty(name))],
  });
}

/** What a city can be compared with: the nearest towns, and those of its size. */
function CityNearby({ places, near, alike, county, dataset }: Omit<PlaceData, "near" | "place"> & CityNearbyProps) {
  return (
    <>
      <Nearby {...near} dataset={dataset}>
        <p>
          <a href={`${countyUrl(places.records.edition, county)}#cities`}>All cities in {county}</a>
        </p>
      </Nearby>
      <h2 id="size">Cities of similar size</h2>
      <PlacesTable
        caption="Graded cities with a similar population, largest first"
        columns={ALL_COLUMNS.cities}
        rows={alike}
        own={near.center.name}
      />
    </>
  );
}

interface CityNearbyProps {
  readonly near: NearParts;
  readonly county: string;
}

/** What the three steps leave out: all offenses together, chance, and the letters of the formula. */
function StepNotes({ snapshot, place: { record } }: PlaceProps) {
  return (
    <p class="small muted">
      All offenses: {record.crime_rate_per_1k} per 1,000 residents, {snapshot.edition.name} {record.state_average_rate}:{" "}
      {record.comparison}. The range for {record.data_year + 1} covers chance and how much the rates of places of this
      size change in a year, not unreported offenses. <a href={URLS.backtest}>How often this was right</a>. The table
      has the formula with these numbers, and the <a href={URLS.methodology}>methodology</a> what its letters mean.
    </p>
  );
}

interface PlaceProps {
  readonly snapshot: Snapshot;
  readonly place: SnapshotPlace;
}

/** Why a city and a county with the same residents have two scores. */
function TwoRecords({ snapshot, place }: PlaceProps) {
  const { record } = place;
  const isCity = "city" in record;
  const city = isCity ? record : snapshot.cities.find((one) => one.record.county === record.county)?.record;
  const county = snapshot.counties.find((one) => one.record.county === record.county);
  if (!city || !county || city.population !== county.record.population) return null;
  return (
    <p>
      {city.city} is a city and a county. The{" "}
      {isCity ? (
        <a href={countyUrl(snapshot.edition, county.record.county)}>county scores {county.record.safety_score}</a>
      ) : (
        <a href={cityUrl(snapshot.edition, city.city)}>city scores {city.safety_score}</a>
      )}
      : the same residents, but the county’s figures also count the offenses that {county.agencies.length - 1} other
      agencies reported there, such as campuses, transit, and the highway patrol.
    </p>
  );
}

/** The score against the nation, which differs from the one against the state. */
function BesideNation({ place, nation }: { readonly place: SnapshotPlace; readonly nation: NationPlaces }) {
  const entry = "geoid" in place ? nation.ofGeoid(place.geoid) : undefined;
  if (entry === undefined) return null;
  const { record, rating } = entry;
  return (
    <p>
      Against the nation, {record.data_year}: {timesText(rating.violent.ratio)} the violent crime and{" "}
      {timesText(rating.property.ratio)} the property crime per resident.{" "}
      <a href={nationPlaceUrl(entry, nation.nation)}>
        Score {record.safety_score}, grade {letterText(record.grade)}
      </a>
      , where {nation.edition.average} is 50.
    </p>
  );
}

/** `5.3 times`, `0.85 times`. */
function timesText(ratio: number): string {
  return `${ratio.toFixed(ratio < 0.95 ? 2 : 1)} times`;
}

/** The percentage of the state's property offenses that no city can have. */
function otherShare({ state: { offenses, otherAgencies } }: Snapshot): string {
  return ((100 * otherAgencies.property) / propertyOf(offenses)).toFixed(1);
}

/** The cautions, where to report a problem, and where the figures come from. */
function PlaceNotes({ snapshot, place }: PlaceProps) {
  const { record } = place;
  const isCity = "city" in record;
  const { edition, fullName } = stateView(place, snapshot);
  return (
    <>
      <h2>Cautions</h2>
      <Cautions cautions={place.cautions} list={`${edition.coverage}#cautions`} />
      <p>
        {edition.words.review} Reported offenses only. Crime differs from{" "}
        {isCity ? "street to street within a city" : "place to place within a county"}.{" "}
        <a href={URLS.methodology}>How a score is made</a>, and{" "}
        <a href={URLS.backtest}>how accurate it was in past years</a>. The <a href={URLS.glossary}>glossary</a> explains
        the terms. <ReportLink place={fullName} year={record.data_year} />
      </p>
      <p>
        {edition.words.possessive} rates include agencies that no city has, such as campuses, railroads, and the highway
        patrol: {otherShare(snapshot)}% of its property offenses in {snapshot.dataYear}. The figures come from copies of
        official files: <a href={`${URLS.downloads}#sources`}>which, and how to check them</a>.
      </p>
    </>
  );
}

const AGENCY_NAMES = {
  city: "City police",
  shared_police: "Police shared by cities",
  sheriff: "Sheriff",
  highway_patrol: "Highway Patrol",
  campus: "College or university",
  school: "School district",
  transit: "Transit",
  port_airport: "Port or airport",
  railroad: "Railroad",
  park: "Parks",
  hospital: "State hospital",
  special_district: "Special district",
  county_office: "County office",
  state: "State agency",
} as const satisfies Record<AgencyKind, string>;

interface AgenciesProps {
  readonly agencies: readonly SnapshotAgency[];
  readonly year: number;
}

function Agencies({ agencies, year }: AgenciesProps) {
  return (
    <>
      <h2 id="agencies">Agencies in these figures</h2>
      <p>
        The county's figures are those of {counted(agencies.length, "agency", "agencies")} that reported figures for{" "}
        {year}: city police, the sheriff, campuses, parks, and others. They are not the sum of its cities.
      </p>
      <details>
        <summary>Each agency with its offenses</summary>
        <Table
          label="Agencies"
          class="figures stack"
          caption="Agencies of the county with their offenses"
          columns={[
            { heading: "Agency", cell: ({ name }) => name },
            { heading: "Kind", class: "words", cell: ({ kind }) => AGENCY_NAMES[kind] },
            { heading: "Violent", cell: ({ violent }) => number(violent) },
            { heading: "Property", cell: ({ property }) => number(property) },
          ]}
          rows={agencies}
        />
      </details>
    </>
  );
}
