/** @jsxImportSource hono/jsx */
import { CALIFORNIA } from "../../../domain/edition.ts";

import { renderPage } from "../../ui/layout.tsx";
import { counted } from "../../ui/number.ts";
import { SearchBox } from "../../ui/search-box.tsx";
import { URLS } from "../../ui/urls.ts";
import { browseUrl } from "../browse/browse-query.ts";
import type { Suggestion } from "./find-typed.ts";

interface SearchView {
  readonly query: string;
  readonly places: readonly Suggestion[];
  /** How many places match, including those not shown. */
  readonly total: number;
}

/** `/explore/search?q=`: the search results, for users without JavaScript and for links. */
export function searchPage({ query, places, total }: SearchView): string {
  return renderPage(
    {
      title: query === "" ? "Search" : `Search: ${query}`,
      path: URLS.search,
      unlisted: true,
    },
    <>
      <h1>Search</h1>
      <SearchBox id="q" value={query} />
      {query === "" ? (
        <p>Type the name of a place in {CALIFORNIA.name}, or a ZIP code.</p>
      ) : places.length === 0 ? (
        <NothingFound query={query} />
      ) : (
        <>
          <p role="status">
            {counted(total, "place", "places")} for “{query}”
            {total > places.length ? `, the first ${places.length}` : ""}
          </p>
          <FoundPlaces places={places} />
        </>
      )}
    </>,
  );
}

function NothingFound({ query }: { readonly query: string }) {
  return (
    <div class="empty">
      <h2>No place matches “{query}”</h2>
      <p>
        Check the spelling, or search for its city or county. See <a href={URLS.browse}>all cities</a>,{" "}
        <a href={browseUrl(URLS.browse, { kind: "counties" })}>all counties</a>, or{" "}
        <a href={URLS.coverage}>which cities have no record</a>.
      </p>
    </div>
  );
}

/** Places as links to the pages with their figures. */
export function FoundPlaces({ places }: { readonly places: readonly Suggestion[] }) {
  return (
    <ul class="rows">
      {places.map(({ name, detail, figure, href }) => (
        <li>
          <a href={href}>{name}</a>
          <span class="small muted">
            {detail} · {figure}
          </span>
        </li>
      ))}
    </ul>
  );
}
