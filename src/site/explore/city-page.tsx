/** @jsxImportSource hono/jsx */
import { explainCity } from "../../domain/explain.ts";
import type { AbsentCity, SnapshotCity } from "../../domain/snapshot.ts";
import type { Places } from "../../places/places.ts";
import { RecordCard } from "../card.tsx";
import { renderPage } from "../layout.tsx";
import { number } from "../number.ts";
import { lookUpPath } from "../request-line.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { URLS } from "../urls.ts";
import { ABSENCE_NAMES, countedWhere } from "./absence.ts";
import { CurlLines } from "./curl-line.tsx";
import { ExplanationSection } from "./explanation-section.tsx";
import { Crumbs, PlaceFigures, PlaceNotes, placeFrame } from "./place-sections.tsx";
import { type PlaceRow, PlaceTable, SHORT_COLUMNS } from "./place-table.tsx";
import { cityUrl, countyUrl } from "./place-url.ts";
import { ScoreFigure } from "./score-chart.tsx";

interface CityView {
  readonly places: Places;
  readonly city: SnapshotCity;
  /** The graded cities of its county, including itself. */
  readonly neighbors: readonly PlaceRow[];
  /** Cities with a similar population, including itself. */
  readonly alike: readonly PlaceRow[];
  readonly baseUrl: string;
}

/**
 * `/explore/city/:slug`: the record, the range for next year's score, how the score was made, its history, and its
 * neighbors.
 */
export function cityPage({ places, city, neighbors, alike, baseUrl }: CityView): string {
  const snapshot = places.records;
  const { record } = city;
  const explanation = explainCity(city, snapshot.state.trend);
  const parts = { snapshot, place: city, baseUrl };
  return renderPage(
    { title: `${record.city}, ${record.county}`, ...placeFrame(parts) },
    <>
      <Crumbs county={record.county} name={record.city} />
      <PlaceFigures {...parts} explanation={explanation} />
      <h2 id="neighbors">Cities of {record.county}</h2>
      <ScrollBox label={`Cities of ${record.county}`}>
        <PlaceTable
          caption={`Graded cities of ${record.county} by name`}
          columns={SHORT_COLUMNS}
          rows={neighbors}
          current={record.city}
        />
      </ScrollBox>
      <h2 id="size">Cities of similar size</h2>
      <ScrollBox label="Cities of similar size">
        <PlaceTable
          caption="Graded cities with a similar population, largest first"
          columns={SHORT_COLUMNS}
          rows={alike}
          current={record.city}
        />
      </ScrollBox>
      <ScoreFigure snapshot={snapshot} city={city} />
      <ExplanationSection kind="city" explanation={explanation} />
      <PlaceNotes {...parts} />
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
