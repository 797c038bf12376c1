/** @jsxImportSource hono/jsx */
import type { Snapshot } from "../../domain/snapshot.ts";
import { ASSETS } from "../assets.ts";
import { renderPage } from "../layout.tsx";
import { URLS } from "../urls.ts";
import { AbsentCounties } from "./absent-counties.tsx";
import { countyNames } from "./county-names.ts";
import { CITY_COLUMNS, COUNTY_COLUMNS, type PlaceRow, PlaceTable } from "./place-table.tsx";
import { sourceLine } from "./source-line.ts";
import { findRows, type TableQuery, tableUrl } from "./table.ts";
import { LiveTable } from "./table-filter.tsx";

export const PLACE_LISTS = {
  city: { path: URLS.exploreCities, columns: CITY_COLUMNS, noun: "city", plural: "cities", title: "Cities" },
  county: {
    path: URLS.exploreCounties,
    columns: COUNTY_COLUMNS,
    noun: "county",
    plural: "counties",
    title: "Counties",
  },
} as const;
export type PlaceListKind = keyof typeof PLACE_LISTS;

interface PlacesView {
  readonly kind: PlaceListKind;
  readonly snapshot: Snapshot;
  readonly rows: readonly PlaceRow[];
  readonly query: TableQuery;
}

/** `/explore/cities` and `/explore/counties`: all graded places, sorted and filtered by the URL; below, the counties without a record. */
export function placesPage({ kind, snapshot, rows, query }: PlacesView): string {
  const { path, columns, noun, plural, title } = PLACE_LISTS[kind];
  const found = findRows(rows, columns, query);
  return renderPage(
    {
      title,
      description: `Scores, grades, and crime rates of ${rows.length} California ${plural}, ${snapshot.dataYear}.`,
      path,
    },
    <>
      <h1>
        {title}, {snapshot.dataYear}
      </h1>
      <p>
        Offenses are reported offenses per 1,000 residents. If two ranges overlap, a difference of a point or two means
        little. <a href={URLS.coverage}>Which {plural} have no record, and why</a>.{" "}
        <a href={URLS.compare}>Compare two to five places</a>.
      </p>
      <LiveTable
        {...{ path, query, columns, noun, plural }}
        id={plural}
        count={found.length}
        label={kind === "city" ? "City or county" : "County"}
        counties={kind === "city" ? countyNames(snapshot) : []}
        caption={title}
        empty={<NothingFound query={query} plural={plural} path={path} />}
        fileUrl={(format) => tableUrl(`${path}.${format}`, query)}
      >
        <PlaceTable caption={`Graded ${plural}`} columns={columns} rows={found} sorted={{ path, query }} />
      </LiveTable>
      {kind === "county" ? (
        <>
          <h2 id="absent-counties">Counties without a record</h2>
          <AbsentCounties absent={snapshot.absentCounties} />
        </>
      ) : null}
      <p class="small muted">Source: {sourceLine(snapshot.dataYear)}</p>
      <script src={ASSETS.explore.url} defer />
    </>,
  );
}

interface NothingFoundProps {
  readonly query: TableQuery;
  readonly plural: string;
  readonly path: string;
}

function NothingFound({ query, plural, path }: NothingFoundProps) {
  return (
    <div class="empty">
      <h2>
        No graded {plural} match{query.search === "" ? "" : ` “${query.search}”`}
      </h2>
      <p>
        Remove some filters, or <a href={path}>show all {plural}</a>. Is it a neighborhood, a ZIP code, or a city
        without a record? <a href={`${URLS.search}?${new URLSearchParams({ q: query.search })}`}>Search all places</a>.
      </p>
    </div>
  );
}
