/** @jsxImportSource hono/jsx */
import { z } from "zod";
import type { Snapshot } from "../../domain/snapshot.ts";
import { renderPage } from "../layout.tsx";
import { counted } from "../number.ts";
import { type Page, page } from "../page.ts";
import { Table } from "../table.tsx";
import { URLS } from "../urls.ts";
import { ABSENCE_NAMES } from "./absence.ts";
import { CITY_COLUMNS, COUNTY_COLUMNS, placeRow } from "./place-columns.tsx";
import { countyUrl } from "./place-url.ts";
import { SORT_PARAMETERS, sortedRows } from "./sorting.ts";
import { sourceLine } from "./source-line.ts";

const LISTS = {
  cities: { path: URLS.exploreCities, columns: CITY_COLUMNS, one: "city", first: "city" },
  counties: { path: URLS.exploreCounties, columns: COUNTY_COLUMNS, one: "county", first: "county" },
} as const;
type Kind = keyof typeof LISTS;

const listQuery = z.object(SORT_PARAMETERS);

/** `/explore/cities` and `/explore/counties`: all graded places, sorted by the URL. */
export const PLACE_LISTS: readonly Page[] = (["cities", "counties"] as const).map((kind) =>
  page({
    path: LISTS[kind].path,
    query: listQuery,
    load: ({ places: { records } }, query) => ({ data: { records, query } }),
    render: ({ records, query }) => placesPage(records, kind, query),
  }),
);

function placesPage(snapshot: Snapshot, kind: Kind, query: z.infer<typeof listQuery>): string {
  const { path, columns, one, first } = LISTS[kind];
  const title = `${kind === "cities" ? "Cities" : "Counties"}, ${snapshot.dataYear}`;
  const places = kind === "cities" ? snapshot.cities : snapshot.counties;
  const file = (format: string) => `${URLS.explore}/map.${format}?kind=${kind}`;
  return renderPage(
    {
      title,
      description: `Scores, grades, and crime rates of ${places.length} California ${kind}, ${snapshot.dataYear}.`,
      path,
    },
    <>
      <h1>{title}</h1>
      <p>
        {counted(places.length, one, kind)}. Offenses are reported offenses per 1,000 residents. If two ranges overlap,
        a difference of a point or two means little. <a href={URLS.coverage}>Which {kind} have no record, and why</a>.{" "}
        <a href={URLS.compare}>Compare two to five places</a>. As files: <a href={file("csv")}>CSV</a>,{" "}
        <a href={file("json")}>JSON</a>.
      </p>
      <Table
        label={`Graded ${kind}`}
        id="places"
        class="figures places"
        caption={`Graded ${kind}`}
        columns={columns}
        {...sortedRows(places.map(placeRow), columns, query, { first, url: path })}
      />
      {kind === "counties" ? (
        <>
          <h2 id="absent-counties">Counties without a record</h2>
          <AbsentCounties {...snapshot} />
        </>
      ) : null}
      <p class="small muted">Source: {sourceLine(snapshot.dataYear)}</p>
    </>,
  );
}

/** The counties without a record, each with the reason. */
export function AbsentCounties({ absentCounties }: Pick<Snapshot, "absentCounties">) {
  if (absentCounties.length === 0) return <p>None: every county has a record.</p>;
  return (
    <>
      <p>A county without a complete year among the last three has no record. Its cities may have one.</p>
      <ul>
        {absentCounties.map(({ county, reason, detail }) => (
          <li>
            <a href={countyUrl(county)}>{county}</a>: {ABSENCE_NAMES[reason].toLowerCase()}. {detail}.
          </li>
        ))}
      </ul>
    </>
  );
}
