/** @jsxImportSource hono/jsx */

import type { CountyRecord } from "../../domain/record.ts";
import type { PackedBoundaries } from "../../geography/packed-boundaries.ts";
import type { Atlas } from "../../snapshot/atlas.ts";
import { renderPage } from "../layout.tsx";
import { ScrollBox } from "../scroll-box.tsx";
import { SearchBox } from "../search-box.tsx";
import { URLS } from "../urls.ts";
import { countyNames } from "./county-names.ts";
import { MapScript } from "./explore-script.tsx";
import { MAP_SOURCE, StateMap } from "./map.tsx";
import { shortCounty } from "./place-columns.tsx";
import { GradeScore } from "./place-table.tsx";
import { countyUrl } from "./place-url.ts";
import { ScoreFigure } from "./score-chart.tsx";
import { sourceLine } from "./source-line.ts";

interface StateView {
  readonly atlas: Atlas;
  readonly boundaries: PackedBoundaries;
}

/** `/explore`: the map of the counties with a table, and the distribution of scores. */
export function statePage({ atlas, boundaries }: StateView): string {
  const { snapshot, statistics } = atlas;
  const records = new Map(snapshot.counties.map(({ record }) => [record.county, record]));
  return renderPage(
    {
      title: "Explore",
      description: `Map and table of ${statistics.cities} cities and ${statistics.counties} counties of California by safety grade, ${statistics.data_year}.`,
      path: URLS.explore,
      wide: true,
    },
    <>
      <h1>California's cities and counties by grade, {statistics.data_year}</h1>
      <p>
        {statistics.cities} cities and {statistics.counties} counties, graded by reported offenses per resident.
      </p>
      <SearchBox id="q" />
      <ul>
        <li>
          <a href={URLS.compare}>Compare two to five places</a>
        </li>
        <li>
          <a href={URLS.exploreCities}>All cities in a table</a>
        </li>
        <li>
          <a href={URLS.exploreCounties}>All counties in a table</a>
        </li>
        <li>
          <a href={URLS.changes}>What changed since last year</a>
        </li>
        <li>
          <a href={URLS.coverage}>Which places have no record, and why</a>
        </li>
        <li>
          <a href={URLS.methodology}>How a grade is made</a>
        </li>
      </ul>
      <h2 id="counties">Counties</h2>
      <div class="map-and-table">
        <div>
          <a class="skip-map" href="#counties-table">
            Skip the map
          </a>
          <StateMap boundaries={boundaries} counties={snapshot.counties} absent={snapshot.absentCounties} />
          <p class="small muted">
            Source: {sourceLine(snapshot.dataYear)}. {MAP_SOURCE}
          </p>
        </div>
        <ScrollBox label="Counties by grade">
          <table class="figures" id="counties-table">
            <caption class="visually-hidden">Counties by name</caption>
            <thead>
              <tr>
                <th scope="col">County</th>
                <th scope="col">Score</th>
                <th scope="col">Offenses per 1,000</th>
              </tr>
            </thead>
            <tbody>
              {countyNames(snapshot).map((name) => (
                <CountyRow name={name} record={records.get(name)} />
              ))}
            </tbody>
          </table>
        </ScrollBox>
      </div>
      <h2>Scores of the cities</h2>
      <ScoreFigure snapshot={snapshot} />
      <MapScript />
    </>,
  );
}

interface CountyRowProps {
  readonly name: string;
  /** undefined for a county without a record. */
  readonly record: CountyRecord | undefined;
}

function CountyRow({ name, record }: CountyRowProps) {
  return (
    <tr>
      <th scope="row">
        <a href={countyUrl(name)}>{shortCounty(name)}</a>
      </th>
      {record ? (
        <>
          <td>
            <GradeScore record={record} />
          </td>
          <td>{record.crime_rate_per_1k.toFixed(1)}</td>
        </>
      ) : (
        <td colspan={2}>no record</td>
      )}
    </tr>
  );
}
