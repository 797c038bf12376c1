/** @jsxImportSource hono/jsx */

import { oncePer } from "../../domain/once-per.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import { ASSETS } from "../assets.ts";
import { renderPage } from "../layout.tsx";
import type { Page } from "../page.ts";
import { URLS } from "../urls.ts";
import { AbsentCounties } from "./absent-counties.tsx";
import { createPageTable, type PageTable, tablesPages } from "./filtered-table.tsx";
import { CITY_COLUMNS, COUNTY_COLUMNS, downloadColumns, placeRows } from "./place-columns.tsx";
import { sourceLine } from "./source-line.ts";

const LISTS = {
  city: { path: URLS.exploreCities, columns: CITY_COLUMNS, noun: "city", plural: "cities", title: "Cities" },
  county: {
    path: URLS.exploreCounties,
    columns: COUNTY_COLUMNS,
    noun: "county",
    plural: "counties",
    title: "Counties",
  },
} as const;
type Kind = keyof typeof LISTS;

const tablesOf = oncePer((snapshot: Snapshot) => ({
  city: tableOf(snapshot, "city"),
  county: tableOf(snapshot, "county"),
}));

function tableOf(snapshot: Snapshot, kind: Kind): PageTable {
  const { title, ...list } = LISTS[kind];
  return createPageTable({
    ...list,
    id: list.plural,
    isAlone: true,
    class: "figures places",
    caption: `Graded ${list.plural}`,
    searchLabel: kind === "city" ? "City or county" : "County",
    fileColumns: downloadColumns(list.columns),
    rows: placeRows(snapshot)[kind],
  });
}

/** `/explore/cities` and `/explore/counties`: all graded places, sorted and filtered by the URL, also as files. */
export const PLACE_LISTS: readonly Page[] = (["city", "county"] as const).flatMap((kind) =>
  tablesPages({
    path: LISTS[kind].path,
    ids: [kind],
    isAlone: true,
    tables: tablesOf,
    render: ({ places }, tables, parameters) => placesPage(places.records, kind, tables[kind], parameters),
  }),
);

function placesPage(snapshot: Snapshot, kind: Kind, table: PageTable, parameters: URLSearchParams): string {
  const { path, plural, title } = LISTS[kind];
  return renderPage(
    {
      title,
      description: `Scores, grades, and crime rates of ${table.count} California ${plural}, ${snapshot.dataYear}.`,
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
      {table.section(parameters)}
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
