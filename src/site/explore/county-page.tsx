/** @jsxImportSource hono/jsx */

import type { AbsentCity, AgencyKind, SnapshotAgency, SnapshotCounty } from "../../domain/snapshot.ts";
import type { Borders } from "../../places/borders.ts";
import type { Places } from "../../places/places.ts";
import { ASSETS } from "../assets.ts";
import { renderPage } from "../layout.tsx";
import { counted, number } from "../number.ts";
import type { Dataset } from "../page.ts";
import { Table } from "../table.tsx";
import { ABSENCE_NAMES } from "./absence.ts";
import { CitiesMap } from "./map.tsx";
import { type PlaceRow, PlacesTable, SHORT_COLUMNS } from "./place-columns.tsx";
import { PlaceFigures, PlaceNotes, placeFrame } from "./place-sections.tsx";
import { cityUrl } from "./place-url.ts";

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

interface CountyView {
  readonly places: Places;
  readonly county: SnapshotCounty;
  /** Its graded cities. */
  readonly rows: readonly PlaceRow[];
  readonly boundaries: Borders;
  readonly dataset: Dataset;
}

export function countyPage({ places, county, rows, boundaries, dataset }: CountyView): string {
  const snapshot = places.records;
  const { record } = county;
  const name = record.county;
  const absent = snapshot.absent.filter((city) => city.county === name);
  const parts = { snapshot, place: county, dataset };
  return renderPage(
    { title: name, ...placeFrame(parts) },
    <>
      <PlaceFigures {...parts} />
      <h2 id="cities">Cities</h2>
      <CitiesMap snapshot={snapshot} boundaries={boundaries} county={name} />
      <Cities rows={rows} absent={absent} county={name} />
      <h2 id="agencies">Agencies in these figures</h2>
      <p>
        The county's figures are those of {counted(county.agencies.length, "agency", "agencies")} that reported figures
        for {record.data_year}: city police, the sheriff, campuses, parks, and others. They are not the sum of its
        cities.
      </p>
      <Agencies agencies={county.agencies} />
      <PlaceNotes {...parts} />
      <script src={ASSETS.map.url} defer />
    </>,
  );
}

interface CitiesProps {
  readonly county: string;
  readonly rows: readonly PlaceRow[];
  readonly absent: readonly AbsentCity[];
}

export function Cities({ county, rows, absent }: CitiesProps) {
  if (rows.length + absent.length === 0) return <p>The county has no incorporated city or town.</p>;
  return (
    <>
      {rows.length === 0 ? null : (
        <PlacesTable caption={`Graded cities of ${county} by name`} columns={SHORT_COLUMNS} rows={rows} />
      )}
      {absent.length === 0 ? null : (
        <>
          <p>Cities without a record:</p>
          <ul>
            {absent.map(({ city, reason }) => (
              <li>
                <a href={cityUrl(city)}>{city}</a>: {ABSENCE_NAMES[reason].toLowerCase()}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Agencies({ agencies }: { readonly agencies: readonly SnapshotAgency[] }) {
  return (
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
  );
}
