/** @jsxImportSource hono/jsx */
import { explainCity } from "../../domain/explain.ts";
import type { AbsentCity, SnapshotCity } from "../../domain/snapshot.ts";
import type { Atlas } from "../../snapshot/atlas.ts";
import { RecordCard } from "../card.tsx";
import { renderPage } from "../layout.tsx";
import { number } from "../number.ts";
import { lookUpPath } from "../request-line.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { URLS } from "../urls.ts";
import { ABSENCE_NAMES, countedWhere } from "./absence.ts";
import { CautionNote, Cautions } from "./cautions.tsx";
import { compareUrl } from "./compare-page.tsx";
import { CurlLines } from "./curl-line.tsx";
import { ExplanationSection, IntervalSection } from "./explanation-section.tsx";
import { HistorySection } from "./history-section.tsx";
import { CITY_COLUMNS, type PlaceRow, PlaceTable } from "./place-table.tsx";
import { citySlug, cityUrl, countyUrl } from "./place-url.ts";
import { ScoreFigure } from "./score-chart.tsx";
import { CiteSection } from "./share/cite-section.tsx";
import { ShareSection, shareOf } from "./share/share-section.tsx";
import { sourceLine } from "./source-line.ts";
import { stateComparison } from "./story.ts";
import { TrendFigure } from "./trend-chart.tsx";

interface CityView {
  readonly atlas: Atlas;
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
export function cityPage({ atlas, city, neighbors, alike, baseUrl }: CityView): string {
  const { snapshot } = atlas;
  const { record } = city;
  const explanation = explainCity(city, snapshot.state.trend);
  return renderPage(
    {
      title: `${record.city}, ${record.county}`,
      description: `${record.city}: grade ${record.grade}, score ${record.safety_score}, ${record.crime_rate_per_1k} reported offenses per 1,000 residents in ${record.data_year}.`,
      path: cityUrl(record.city),
      share: shareOf(record, baseUrl, cityUrl(record.city)),
    },
    <>
      <Crumbs county={record.county} name={record.city} />
      <h1>{record.city}</h1>
      <p class="lead">{stateComparison(city, record.city, snapshot.state.trend)}</p>
      <CautionNote cautions={city.cautions} />
      <RecordCard record={record} />
      <p>
        <a href={compareUrl([citySlug(record.city)])}>Compare with other places</a>
      </p>
      <p class="small muted">Source: {sourceLine(record.data_year)}</p>
      <IntervalSection explanation={explanation} />
      <HistorySection place={city} state={snapshot.state.trend} name={record.city} path={cityUrl(record.city)} />
      <TrendFigure name={record.city} trend={city.trend} state={snapshot.state.trend} />
      <h2 id="neighbors">Cities of {record.county}</h2>
      <ScrollBox label={`Cities of ${record.county}`}>
        <PlaceTable
          caption={`Graded cities of ${record.county} by name`}
          columns={CITY_COLUMNS}
          rows={neighbors}
          current={record.city}
        />
      </ScrollBox>
      <h2 id="size">Cities of similar size</h2>
      <ScrollBox label="Cities of similar size">
        <PlaceTable
          caption="Graded cities with a similar population, largest first"
          columns={CITY_COLUMNS}
          rows={alike}
          current={record.city}
        />
      </ScrollBox>
      <ScoreFigure snapshot={snapshot} city={city} />
      <ExplanationSection kind="city" explanation={explanation} />
      <h2>Cautions</h2>
      <Cautions cautions={city.cautions} />
      <p>
        Reported offenses only. Crime differs from street to street within a city.{" "}
        <a href={URLS.methodology}>How a score is made</a>, and{" "}
        <a href={URLS.backtest}>how accurate it was in past years</a>. The <a href={URLS.glossary}>glossary</a> explains
        the terms.
      </p>
      <CiteSection snapshot={snapshot} record={record} baseUrl={baseUrl} path={cityUrl(record.city)} />
      <ShareSection record={record} baseUrl={baseUrl} path={cityUrl(record.city)} />
      <CurlLines baseUrl={baseUrl} paths={[lookUpPath("city", record.city), lookUpPath("explain", record.city)]} />
    </>,
  );
}

interface AbsentCityView {
  readonly atlas: Atlas;
  readonly city: AbsentCity;
  readonly baseUrl: string;
}

/** The page of a city without a record: the reason, and what to use instead. */
export function absentCityPage({ atlas, city, baseUrl }: AbsentCityView): string {
  const county = atlas.findCounty(city.county);
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

interface CrumbsProps {
  readonly county?: string;
  readonly name: string;
}

export function Crumbs({ county, name }: CrumbsProps) {
  return (
    <nav aria-label="Place" class="crumbs small">
      <a href={URLS.explore}>California</a> / {county ? <a href={countyUrl(county)}>{county}</a> : null}
      {county ? " / " : null}
      <span aria-current="page">{name}</span>
    </nav>
  );
}
