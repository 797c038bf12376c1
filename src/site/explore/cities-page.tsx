/** @jsxImportSource hono/jsx */
import type { Snapshot } from "../../domain/snapshot.ts";
import { renderPage } from "../layout.tsx";
import { ScrollBox } from "../scroll-box.tsx";
import { URLS } from "../urls.ts";
import { type CityRow, CityTable, findRows, type TableQuery } from "./city-table.tsx";
import { ExploreScript } from "./explore-script.tsx";
import { sourceLine } from "./source-line.ts";

interface CitiesView {
  readonly snapshot: Snapshot;
  readonly rows: readonly CityRow[];
  readonly query: TableQuery;
}

/** `/explore/cities`: all graded cities, sorted and searched by the address, or in place by the script. */
export function citiesPage({ snapshot, rows, query }: CitiesView): string {
  const found = findRows(rows, query);
  return renderPage(
    {
      title: "Cities",
      description: `Scores, grades and crime rates of ${rows.length} California cities, ${snapshot.dataYear}.`,
      path: URLS.exploreCities,
      wide: true,
    },
    <>
      <h1>Cities, {snapshot.dataYear}</h1>
      <p>
        Reported offenses per 1,000 residents. The interval holds the score with a probability of 80 % as far as chance
        goes; two cities whose intervals overlap are not told apart by a point or two.{" "}
        <a href={URLS.coverage}>Cities that are absent</a>.
      </p>
      <search>
        <form method="get" action={URLS.exploreCities} class="inline-form" data-table-search>
          <div class="field">
            <label for="q">City or county</label>
            <input id="q" name="q" type="search" value={query.search} maxlength={100} autocomplete="off" />
          </div>
          <input type="hidden" name="sort" value={query.sort} />
          <input type="hidden" name="order" value={query.order} />
          <button type="submit">Search</button>
        </form>
      </search>
      <p role="status" class="small muted" data-table-status>
        {found.length === 1 ? "1 city" : `${found.length} cities`}
      </p>
      {found.length === 0 ? (
        <div class="empty">
          <h2>No graded city matches “{query.search}”</h2>
          <p>
            A misspelled name is never guessed. <a href={URLS.exploreCities}>Show all cities</a>, or see{" "}
            <a href={URLS.coverage}>which cities are absent, and why</a>.
          </p>
        </div>
      ) : (
        <ScrollBox label="Cities">
          <CityTable rows={found} query={query} path={URLS.exploreCities} />
        </ScrollBox>
      )}
      <p class="small muted">Source: {sourceLine(snapshot)}</p>
      {found.length === 0 ? null : <ExploreScript />}
    </>,
  );
}
