/** @jsxImportSource hono/jsx */

import type { CountyRecord } from "../../domain/record.ts";
import type { Borders } from "../../places/borders.ts";
import type { Places } from "../../places/places.ts";
import { ASSETS } from "../assets.ts";
import { LinkList, renderPage } from "../layout.tsx";
import { SearchBox } from "../search-box.tsx";
import { Table } from "../table.tsx";
import { URLS } from "../urls.ts";
import { countyNames } from "./county-names.ts";
import { MAP_SOURCE, StateMap } from "./map.tsx";
import { shortCounty } from "./place-columns.tsx";
import { GradeScore } from "./place-table.tsx";
import { countyUrl } from "./place-url.ts";
import { ScoreFigure } from "./score-distribution.tsx";
import { sourceLine } from "./source-line.ts";

interface StateView {
  readonly places: Places;
  readonly boundaries: Borders;
}

/** `/explore`: the map of the counties with a table, and the distribution of scores. */
export function statePage({ places, boundaries }: StateView): string {
  const { records: snapshot, statistics } = places;
  const records = new Map(snapshot.counties.map(({ record }) => [record.county, record]));
  return renderPage(
    {
      title: "Explore",
      description: `Map and table of ${statistics.cities} cities and ${statistics.counties} counties of California by safety grade, ${statistics.data_year}.`,
      path: URLS.explore,
    },
    <>
      <h1>California's cities and counties by grade, {statistics.data_year}</h1>
      <p>
        {statistics.cities} cities and {statistics.counties} counties, graded by reported offenses per resident.
      </p>
      <SearchBox id="q" />
      <LinkList
        links={[
          { href: URLS.compare, text: "Compare two to five places" },
          { href: URLS.exploreCities, text: "All cities in a table" },
          { href: URLS.exploreCounties, text: "All counties in a table" },
          { href: URLS.changes, text: "What changed since last year" },
          { href: URLS.coverage, text: "Which places have no record, and why" },
          { href: URLS.methodology, text: "How a grade is made" },
        ]}
      />
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
        <Table
          label="Counties by grade"
          id="counties-table"
          class="figures"
          caption="Counties by name"
          columns={[
            { heading: "County", cell: (name) => <a href={countyUrl(name)}>{shortCounty(name)}</a> },
            { heading: "Score", cell: (name) => scoreOf(records.get(name)) },
            { heading: "Offenses per 1,000", cell: (name) => records.get(name)?.crime_rate_per_1k.toFixed(1) ?? "–" },
          ]}
          rows={countyNames(snapshot)}
        />
      </div>
      <h2>Scores of the cities</h2>
      <ScoreFigure snapshot={snapshot} />
      <script src={ASSETS.map.url} defer />
    </>,
  );
}

/** undefined for a county without a record. */
function scoreOf(record: CountyRecord | undefined) {
  return record ? <GradeScore record={record} /> : "no record";
}
