/** @jsxImportSource hono/jsx */

import type { Child } from "hono/jsx";
import { ofStates } from "../../editions/table.ts";
import type { NationAddress } from "../http/page.ts";
import { type EditionYear, renderPage } from "../ui/layout.tsx";
import { counted } from "../ui/number.ts";
import { SearchBox, type SearchBoxProps } from "../ui/search-box.tsx";
import { URLS } from "../ui/urls.ts";
import { browseUrl } from "../view/browse-query.ts";
import type { SearchView, Suggestion } from "../view/find-typed.ts";
import { NATION_SEARCH, nationEdition } from "../view/nation-views.ts";

/** What the page says about its edition. */
interface SearchWords {
  readonly title: string;
  readonly box: SearchBoxProps;
  readonly edition?: EditionYear;
  readonly hint: string;
  /** What helps if no place matches. */
  readonly nothing: Child;
}

const STATE_WORDS: SearchWords = {
  title: "Search",
  box: { id: "q" },
  hint: `Type the name of a place in ${ofStates(({ name }) => name)}, or a ZIP code.`,
  nothing: (
    <>
      Check the spelling, or search for its city or county. See <a href={URLS.browse}>all cities</a>,{" "}
      <a href={browseUrl(URLS.browse, { kind: "counties" })}>all counties</a>, or{" "}
      <a href={URLS.coverage}>which cities have no record</a>.
    </>
  ),
};

/** The search results of an edition, for users without JavaScript and for links. */
export function searchPage({ query, places, total }: SearchView, words = STATE_WORDS): string {
  const { title, box, edition, hint, nothing } = words;
  return renderPage(
    {
      title: query === "" ? "Search" : `Search: ${query}`,
      path: box.action ?? URLS.search,
      unlisted: true,
      ...(edition ? { edition } : {}),
    },
    <>
      <h1>{title}</h1>
      <SearchBox {...box} value={query} />
      {query === "" ? (
        <p>{hint}</p>
      ) : places.length === 0 ? (
        <div class="empty">
          <h2>No place matches “{query}”</h2>
          <p>{nothing}</p>
        </div>
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

/** The search results of an edition of places in states. */
export function nationSearchPage(found: SearchView, { places: nation }: NationAddress): string {
  return searchPage(found, {
    title: "Search the United States",
    box: NATION_SEARCH,
    edition: nationEdition(nation.nation),
    hint: "Type the name of a city or town.",
    nothing: (
      <>
        Check the spelling, or add the state, such as “Austin, TX”. See <a href={URLS.nation}>all states</a>, or{" "}
        <a href={URLS.nationCoverage}>which places have no record</a>.
      </>
    ),
  });
}

/** A typed name that no place has, with places that it may mean. */
export interface MissedName {
  readonly name: string;
  readonly found: readonly Suggestion[];
}

export function MissedNames({ noun, missed }: { readonly noun: string; readonly missed: readonly MissedName[] }) {
  return (
    <>
      {missed.map(({ name, found }) => (
        <div class="message error" role="alert">
          <p>
            No {noun} is called “{name}”.{found.length > 0 ? " Did you mean one of these?" : ""}
          </p>
          <FoundPlaces places={found} />
        </div>
      ))}
    </>
  );
}

/** Places as links to the pages with their figures. */
function FoundPlaces({ places }: { readonly places: readonly Suggestion[] }) {
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
