/** @jsxImportSource hono/jsx */
import type { AbsentCity, SnapshotCity } from "../../domain/snapshot.ts";
import type { Borders } from "../../places/borders.ts";
import type { Places } from "../../places/places.ts";
import { ASSETS } from "../assets.ts";
import { renderPage } from "../layout.tsx";
import { number } from "../number.ts";
import type { Dataset } from "../page.ts";
import { lookUpPath } from "../request-line.ts";
import { URLS } from "../urls.ts";
import { ABSENCE_NAMES, countedWhere } from "./absence.ts";
import { CurlLines } from "./curl-line.tsx";
import { CitiesMap } from "./map.tsx";
import { COUNTY_COLUMNS, type PlaceRow, PlacesTable, placeRow, SHORT_COLUMNS, TINY_COLUMNS } from "./place-columns.tsx";
import { Crumbs } from "./place-hero.tsx";
import { PlaceFigures, PlaceNotes, placeFrame } from "./place-sections.tsx";
import { cityUrl, countyUrl } from "./place-url.ts";
import { ReportLink } from "./report-page.tsx";

interface CityView {
  readonly places: Places;
  readonly city: SnapshotCity;
  /** The graded cities of its county, including itself. */
  readonly neighbors: readonly PlaceRow[];
  /** Cities with a similar population, including itself. */
  readonly alike: readonly PlaceRow[];
  readonly boundaries: Borders;
  readonly dataset: Dataset;
}

/** How many cities of the county are shown at once: those with the scores nearest to its own. */
const NEAR = 12;

/** `/explore/city/:slug`: the hero, the city among all, its years, how the score was made, and its neighbors. */
export function cityPage({ places, city, neighbors, alike, boundaries, dataset }: CityView): string {
  const snapshot = places.records;
  const { record } = city;
  const { county } = record;
  const parts = { snapshot, place: city, dataset };
  const sorted = neighbors.toSorted((a, b) => (b.graded?.score ?? 0) - (a.graded?.score ?? 0));
  const at = sorted.findIndex(({ name }) => name === record.city);
  const start = Math.max(0, Math.min(at - NEAR / 2, sorted.length - NEAR));
  const near = sorted.slice(start, start + NEAR);
  const cities = { caption: `Graded cities of ${county}, best score first`, columns: SHORT_COLUMNS };
  return renderPage(
    { title: `${record.city}, ${county}`, ...placeFrame(parts) },
    <>
      <PlaceFigures {...parts} />
      <div class="neighbors">
        <section>
          <h2 id="neighbors">Cities of {county}</h2>
          <p class="units">Score with next year’s range, 8 times in 10. The tick is California, 50.</p>
          <PlacesTable {...cities} rows={near} own={record.city} />
          {near.length < sorted.length ? (
            <details>
              <summary>All {sorted.length} cities</summary>
              <PlacesTable
                {...cities}
                caption={`All graded cities of ${county}, best score first`}
                rows={sorted}
                own={record.city}
              />
            </details>
          ) : null}
        </section>
        <section>
          <CitiesMap snapshot={snapshot} boundaries={boundaries} county={county} own={record.city} />
          <h3 id="size">Cities of similar size</h3>
          <PlacesTable
            caption="Graded cities with a similar population, largest first"
            columns={TINY_COLUMNS}
            rows={alike}
            own={record.city}
          />
        </section>
      </div>
      <PlaceNotes {...parts} />
      <script src={ASSETS.map.url} defer />
    </>,
  );
}

interface AbsentCityView {
  readonly places: Places;
  readonly city: AbsentCity;
  readonly dataset: Dataset;
}

/** The page of a city without a record: the reason, and what to use instead. */
export function absentCityPage({ places, city, dataset }: AbsentCityView): string {
  const county = places.county(city.county)?.entry;
  return renderPage(
    { title: `${city.city}, ${city.county}`, path: cityUrl(city.city) },
    <>
      <Crumbs county={city.county} name={city.city} />
      <h1>{city.city}</h1>
      <div class="empty">
        <h2>No record: {ABSENCE_NAMES[city.reason].toLowerCase()}</h2>
        <p>{city.detail}.</p>
        <p>
          {city.population === null || city.reason === "few_residents" ? "" : `${number(city.population)} residents. `}
          {countedWhere(city.reason)} <a href={URLS.coverage}>All absent cities, and why</a>.{" "}
          <ReportLink about={`${city.city}, no record`} />.
        </p>
        {county ? null : (
          <p>
            <a href={countyUrl(city.county)}>{city.county}</a> has no record either.
          </p>
        )}
      </div>
      {county ? (
        <>
          <h2>Its county</h2>
          <PlacesTable caption={`Figures of ${city.county}`} columns={COUNTY_COLUMNS} rows={[placeRow(county)]} />
          <CurlLines baseUrl={dataset.baseUrl} paths={[lookUpPath("county", city.county)]} />
        </>
      ) : null}
    </>,
  );
}
