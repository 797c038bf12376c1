/** @jsxImportSource hono/jsx */
import { explainCounty } from "../../domain/explain.ts";
import type { AbsentCity, SnapshotAgency, SnapshotCity, SnapshotCounty } from "../../domain/snapshot.ts";
import type { Atlas } from "../../snapshot/atlas.ts";
import { RecordCard } from "../card.tsx";
import { renderPage } from "../layout.tsx";
import { counted, number } from "../number.ts";
import { lookUpPath } from "../request-line.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { ABSENCE_NAMES } from "./absence.ts";
import { AGENCY_NAMES } from "./agencies.ts";
import type { CountyShape } from "./california.ts";
import { Cautions } from "./cautions.tsx";
import { Crumbs } from "./city-page.tsx";
import { GradeScore } from "./city-table.tsx";
import { CurlLines } from "./curl-line.tsx";
import { ExplanationSection, IntervalSection } from "./explanation-section.tsx";
import { ExploreScript } from "./explore-script.tsx";
import { CountyMap, GradeLegend, isCrowded, MapReadout } from "./map.tsx";
import { cityUrl, countyUrl } from "./place-url.ts";
import { sourceLine } from "./source-line.ts";
import { TrendFigure } from "./trend-chart.tsx";

interface CountyView {
  readonly atlas: Atlas;
  readonly county: SnapshotCounty;
  readonly shape: CountyShape | undefined;
  readonly baseUrl: string;
}

/** `/explore/county/:slug`: the record, its cities on a map and in a table, what made its score, its years, its agencies. */
export function countyPage({ atlas, county, shape, baseUrl }: CountyView): string {
  const { snapshot } = atlas;
  const { record } = county;
  const name = record.county;
  const explanation = explainCounty(county);
  const cities = snapshot.cities.filter((city) => city.record.county === name);
  const absent = snapshot.absent.filter((city) => city.county === name);
  return renderPage(
    {
      title: name,
      description: `${name}: grade ${record.grade}, score ${record.safety_score}, ${record.crime_rate_per_1k} reported offenses per 1,000 residents in ${record.data_year}.`,
      path: countyUrl(name),
    },
    <>
      <Crumbs name={name} />
      <h1>{name}</h1>
      <Cautions cautions={county.cautions} />
      <div class={isCrowded(cities) ? undefined : "split"}>
        <RecordCard record={record} />
        {shape && cities.length > 0 ? (
          <div class="county-map">
            <GradeLegend />
            <CountyMap shape={shape} county={county} cities={cities} />
            <MapReadout resting="Each dot is a city and leads to its page." />
          </div>
        ) : null}
      </div>
      <p class="small muted">Source: {sourceLine(snapshot)}</p>
      <h2 id="cities">Cities</h2>
      <Cities cities={cities} absent={absent} />
      <IntervalSection explanation={explanation} />
      <ExplanationSection kind="county" explanation={explanation} />
      <h2>Over the years</h2>
      <TrendFigure name={name.replace(/ County$/, "")} trend={county.trend} state={snapshot.state.trend} />
      <h2 id="agencies">Agencies in these figures</h2>
      <p>
        The county's figures are those of {counted(county.agencies.length, "agency", "agencies")} that reported for{" "}
        {record.data_year}, whoever they police: not the sum of its cities.
      </p>
      <Agencies agencies={county.agencies} />
      <CurlLines baseUrl={baseUrl} paths={[lookUpPath("county", name.replace(/ County$/, ""))]} />
      <ExploreScript />
    </>,
  );
}

interface CitiesProps {
  readonly cities: readonly SnapshotCity[];
  readonly absent: readonly AbsentCity[];
}

function Cities({ cities, absent }: CitiesProps) {
  if (cities.length + absent.length === 0) return <p>The county has no incorporated city or town.</p>;
  return (
    <ScrollBox label="Cities of the county">
      <table class="figures">
        <caption class="visually-hidden">Cities and towns of the county by name</caption>
        <thead>
          <tr>
            <th scope="col">City</th>
            <th scope="col">Score</th>
            <th scope="col">Offenses per 1,000</th>
            <th scope="col">Residents</th>
          </tr>
        </thead>
        <tbody>
          {cities.map(({ record }) => (
            <tr>
              <th scope="row">
                <a href={cityUrl(record.city)}>{record.city}</a>
              </th>
              <td>
                <GradeScore record={record} />
              </td>
              <td>{record.crime_rate_per_1k.toFixed(1)}</td>
              <td>{number(record.population)}</td>
            </tr>
          ))}
          {absent.map((city) => (
            <tr>
              <th scope="row">
                <a href={cityUrl(city.city)}>{city.city}</a>
              </th>
              <td colspan={2}>{ABSENCE_NAMES[city.reason]}</td>
              <td>{city.population === null ? "not published" : number(city.population)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Agencies({ agencies }: { readonly agencies: readonly SnapshotAgency[] }) {
  return (
    <ScrollBox label="Agencies">
      <table class="figures agencies">
        <caption class="visually-hidden">Agencies of the county with their offenses</caption>
        <thead>
          <tr>
            <th scope="col">Agency</th>
            <th scope="col">Kind</th>
            <th scope="col">Violent</th>
            <th scope="col">Property</th>
          </tr>
        </thead>
        <tbody>
          {agencies.map((agency) => (
            <tr>
              <th scope="row">{agency.name}</th>
              <td>{AGENCY_NAMES[agency.kind]}</td>
              <td>{number(agency.violent)}</td>
              <td>{number(agency.property)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
