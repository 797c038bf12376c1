/** @jsxImportSource hono/jsx */

import { explainCounty } from "../../domain/explain.ts";
import type { AbsentCity, SnapshotAgency, SnapshotCounty } from "../../domain/snapshot.ts";
import type { Boundaries } from "../../geography/file.ts";
import type { Atlas } from "../../snapshot/atlas.ts";
import { RecordCard } from "../card.tsx";
import { renderPage } from "../layout.tsx";
import { counted, number } from "../number.ts";
import { lookUpPath } from "../request-line.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { Table } from "../table.tsx";
import { URLS } from "../urls.ts";
import { ABSENCE_NAMES } from "./absence.ts";
import { AGENCY_NAMES } from "./agencies.ts";
import { CautionNote, Cautions } from "./cautions.tsx";
import { Crumbs } from "./city-page.tsx";
import { compareUrl } from "./compare-page.tsx";
import { CurlLines } from "./curl-line.tsx";
import { ExplanationSection, IntervalSection } from "./explanation-section.tsx";
import { MapScript } from "./explore-script.tsx";
import { HistorySection } from "./history-section.tsx";
import { CountyMap, MAP_SOURCE } from "./map.tsx";
import { shortCounty } from "./place-columns.tsx";
import { CITY_COLUMNS, type PlaceRow, PlaceTable } from "./place-table.tsx";
import { cityUrl, countySlug, countyUrl } from "./place-url.ts";
import { CiteSection } from "./share/cite-section.tsx";
import { ShareSection, shareOf } from "./share/share-section.tsx";
import { sourceLine } from "./source-line.ts";
import { stateComparison } from "./story.ts";
import { TrendFigure } from "./trend-chart.tsx";

interface CountyView {
  readonly atlas: Atlas;
  readonly county: SnapshotCounty;
  /** Its graded cities. */
  readonly rows: readonly PlaceRow[];
  readonly boundaries: Boundaries;
  readonly baseUrl: string;
}

/**
 * `/explore/county/:slug`: the record, its cities on a map and in a table, how its score was made, its history, and its
 * agencies.
 */
export function countyPage({ atlas, county, rows, boundaries, baseUrl }: CountyView): string {
  const { snapshot } = atlas;
  const { record } = county;
  const name = record.county;
  const explanation = explainCounty(county, snapshot.state.trend);
  const cities = snapshot.cities.filter((city) => city.record.county === name);
  const absent = snapshot.absent.filter((city) => city.county === name);
  return renderPage(
    {
      title: name,
      description: `${name}: grade ${record.grade}, score ${record.safety_score}, ${record.crime_rate_per_1k} reported offenses per 1,000 residents in ${record.data_year}.`,
      path: countyUrl(name),
      share: shareOf(record, baseUrl, countyUrl(name)),
    },
    <>
      <Crumbs name={name} />
      <h1>{name}</h1>
      <p class="lead">{stateComparison(county, name, snapshot.state.trend)}</p>
      <CautionNote cautions={county.cautions} />
      <RecordCard record={record} />
      <p>
        <a href={compareUrl([`${countySlug(name)}-county`])}>Compare with other places</a>
      </p>
      <p class="small muted">Source: {sourceLine(record.data_year)}</p>
      <IntervalSection explanation={explanation} />
      <HistorySection place={county} state={snapshot.state.trend} name={name} path={countyUrl(name)} />
      <TrendFigure name={shortCounty(name)} trend={county.trend} state={snapshot.state.trend} />
      <h2 id="cities">Cities</h2>
      {cities.length > 0 ? (
        <>
          <CountyMap boundaries={boundaries} fips={county.fips} county={name} cities={cities} />
          <p class="small muted">{MAP_SOURCE}</p>
        </>
      ) : null}
      <Cities rows={rows} absent={absent} county={name} />
      <ExplanationSection kind="county" explanation={explanation} />
      <h2 id="agencies">Agencies in these figures</h2>
      <p>
        The county's figures are those of {counted(county.agencies.length, "agency", "agencies")} that reported figures
        for {record.data_year}: city police, the sheriff, campuses, parks, and others. They are not the sum of its
        cities.
      </p>
      <Agencies agencies={county.agencies} />
      <h2>Cautions</h2>
      <Cautions cautions={county.cautions} />
      <p>
        Reported offenses only. Crime differs from place to place within a county.{" "}
        <a href={URLS.methodology}>How a score is made</a>, and{" "}
        <a href={URLS.backtest}>how accurate it was in past years</a>. The <a href={URLS.glossary}>glossary</a> explains
        the terms.
      </p>
      <CiteSection snapshot={snapshot} record={record} baseUrl={baseUrl} path={countyUrl(name)} />
      <ShareSection record={record} baseUrl={baseUrl} path={countyUrl(name)} />
      <CurlLines baseUrl={baseUrl} paths={[lookUpPath("county", name.replace(/ County$/, ""))]} />
      <MapScript />
    </>,
  );
}

interface CitiesProps {
  readonly county: string;
  readonly rows: readonly PlaceRow[];
  readonly absent: readonly AbsentCity[];
}

/** The cities of a county: a table of those with a record, and the others with the reason. */
export function Cities({ county, rows, absent }: CitiesProps) {
  if (rows.length + absent.length === 0) return <p>The county has no incorporated city or town.</p>;
  return (
    <>
      {rows.length === 0 ? null : (
        <ScrollBox label={`Cities of ${county}`}>
          <PlaceTable caption={`Graded cities of ${county} by name`} columns={CITY_COLUMNS} rows={rows} />
        </ScrollBox>
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
