/** @jsxImportSource hono/jsx */
import type { AbsentCity, SnapshotCity } from "../../domain/snapshot.ts";
import type { Borders } from "../../places/borders.ts";
import type { Places } from "../../places/places.ts";
import { ASSETS } from "../assets.ts";
import { RecordCard } from "../card.tsx";
import { renderPage } from "../layout.tsx";
import { number } from "../number.ts";
import { lookUpPath } from "../request-line.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { URLS } from "../urls.ts";
import { ABSENCE_NAMES, countedWhere } from "./absence.ts";
import { CurlLines } from "./curl-line.tsx";
import { CitiesMap } from "./map.tsx";
import { Crumbs } from "./place-hero.tsx";
import { PlaceFigures, PlaceNotes, placeFrame } from "./place-sections.tsx";
import { type PlaceRow, PlaceTable, SHORT_COLUMNS, TINY_COLUMNS } from "./place-table.tsx";
import { cityUrl, countyUrl } from "./place-url.ts";

interface CityView {
  readonly places: Places;
  readonly city: SnapshotCity;
  /** The graded cities of its county, including itself. */
  readonly neighbors: readonly PlaceRow[];
  /** Cities with a similar population, including itself. */
  readonly alike: readonly PlaceRow[];
  readonly boundaries: Borders;
  readonly baseUrl: string;
}

/** `/explore/city/:slug`: the hero, the city among all, its years, how the score was made, and its neighbors. */
export function cityPage({ places, city, neighbors, alike, boundaries, baseUrl }: CityView): string {
  const snapshot = places.records;
  const { record } = city;
  const { county } = record;
  const parts = { snapshot, place: city, baseUrl };
  return renderPage(
    { title: `${record.city}, ${county}`, ...placeFrame(parts) },
    <>
      <PlaceFigures {...parts} />
      <div class="neighbors">
        <section>
          <h2 id="neighbors">Cities of {county}</h2>
          <p class="units">Score with next year’s range, 8 times in 10. The tick is California, 50.</p>
          <ScrollBox label={`Cities of ${county}`}>
            <PlaceTable
              caption={`Graded cities of ${county}, best score first`}
              columns={SHORT_COLUMNS}
              rows={neighbors.toSorted((a, b) => b.record.safety_score - a.record.safety_score)}
              current={record.city}
            />
          </ScrollBox>
        </section>
        <section>
          <CitiesMap snapshot={snapshot} boundaries={boundaries} county={county} own={record.city} />
          <h3 id="size">Cities of similar size</h3>
          <ScrollBox label="Cities of similar size">
            <PlaceTable
              caption="Graded cities with a similar population, largest first"
              columns={TINY_COLUMNS}
              rows={alike}
              current={record.city}
            />
          </ScrollBox>
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
  readonly baseUrl: string;
}

/** The page of a city without a record: the reason, and what to use instead. */
export function absentCityPage({ places, city, baseUrl }: AbsentCityView): string {
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
          {city.population === null ? "" : `${number(city.population)} residents. `}
          {countedWhere(city.reason)} <a href={URLS.coverage}>All absent cities, and why</a>.
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
          <RecordCard record={county.record} level={3} />
          <p>
            <a href={countyUrl(city.county)}>More on {city.county}</a>
          </p>
          <CurlLines baseUrl={baseUrl} paths={[lookUpPath("county", city.county)]} />
        </>
      ) : null}
    </>,
  );
}
