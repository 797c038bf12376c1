/** @jsxImportSource hono/jsx */
import { CALIFORNIA } from "../../domain/edition.ts";
import type { AbsentCity, AbsentCounty } from "../../domain/snapshot.ts";
import { renderPage } from "../ui/layout.tsx";
import { number } from "../ui/number.ts";
import { lookUpPath } from "../ui/request-line.ts";
import { sourceLine } from "../ui/source-line.ts";
import { URLS } from "../ui/urls.ts";
import { ABSENCE_NAMES } from "./absence.ts";
import { CountyCities } from "./county-cities.tsx";
import { CurlLines } from "./curl-line.tsx";
import { HistoryFigure } from "./history-chart.tsx";
import { ALL_COLUMNS, PlacesTable, placeRow } from "./place-columns.tsx";
import type { PlaceData } from "./place-data.ts";
import { Crumbs } from "./place-hero.tsx";
import { shortCounty } from "./place-name.ts";
import { cityUrl, countyUrl } from "./place-url.ts";
import { ReportLink } from "./report-link.tsx";

/** The page of a city or county without a record: the reason, and what to use instead. */
export function absentPage(view: PlaceData<AbsentCity | AbsentCounty>): string {
  const { place, dataset } = view;
  const { county, reason, detail, population } = place;
  const isCity = "city" in place;
  const name = isCity ? place.city : county;
  const reasonName = ABSENCE_NAMES[reason].toLowerCase();
  return renderPage(
    {
      title: isCity ? `${name}, ${county}` : name,
      description: `${name} has no safety record: ${reasonName}.`,
      path: isCity ? cityUrl(name) : countyUrl(name),
    },
    <>
      <Crumbs county={isCity ? county : undefined} name={name} />
      <h1>{name}</h1>
      <div class="empty">
        <h2>No record: {reasonName}</h2>
        <p>{detail}.</p>
        <p>
          {population === null || reason === "few_residents" ? "" : `${number(population)} residents. `}
          {isCity
            ? reason === "no_figures" || reason === "incomplete_figures"
              ? "Offenses that its police did not report are missing from the county's figures too."
              : "The county's figures include its offenses."
            : "An incomplete count looks like fewer reported offenses, so a county without a complete year among the last six has no grade."}{" "}
          <a href={URLS.coverage}>All places without a record, and why</a>. <ReportLink place={name} />.
        </p>
      </div>
      {isCity ? <ItsCounty {...view} county={county} /> : <CountyFigures {...view} place={place} />}
      <CurlLines baseUrl={dataset.baseUrl} paths={[lookUpPath("county", shortCounty(county))]} />
    </>,
  );
}

function ItsCounty({ places, county }: Pick<PlaceData, "places"> & { readonly county: string }) {
  const record = places.county(county)?.entry;
  return (
    <>
      <h2>Its county</h2>
      {record ? (
        <PlacesTable caption={`Figures of ${county}`} columns={ALL_COLUMNS.counties} rows={[placeRow(record)]} />
      ) : (
        <p>
          <a href={countyUrl(county)}>{county}</a> has no record either.
        </p>
      )}
    </>
  );
}

function CountyFigures(view: PlaceData<AbsentCounty>) {
  const { places, place, dataset, neighbors } = view;
  const { county, trend } = place;
  const { state, dataYear } = places.records;
  return (
    <>
      <h2>What to use instead</h2>
      <p>
        {neighbors.length > 0
          ? "For an address in one of the cities below that has a record, use the city's record. For the rest of the county, no recent year has complete figures."
          : "No recent year has complete figures for this county."}{" "}
        The table below shows which years are complete.
      </p>
      <CountyCities {...view} county={county} />
      <HistoryFigure
        name={county}
        page={countyUrl(county)}
        trend={trend}
        state={state.trend}
        yardstick={CALIFORNIA}
        dataset={dataset}
      />
      <p class="small muted">Source: {sourceLine(dataYear)}</p>
    </>
  );
}
