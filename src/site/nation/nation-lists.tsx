/** @jsxImportSource hono/jsx */
import { UNITED_STATES } from "../../editions/united-states.ts";
import { stateName } from "../../gazetteer/kinds.ts";
import { type Loaded, movedTo, type NationAddress } from "../http/page.ts";
import { searchPage } from "../search/search-page.tsx";
import { renderPage } from "../ui/layout.tsx";
import { nationPlaceUrl } from "../ui/nation-urls.ts";
import { counted } from "../ui/number.ts";
import { URLS } from "../ui/urls.ts";
import { nationSuggestion, RESULTS, type SearchQuery, type SearchView } from "../view/find-typed.ts";
import { Reasons } from "./nation-page.tsx";
import { NATION_SEARCH, type NationView, nationEdition } from "./nation-shown.ts";
import { AbsentTable } from "./state-page.tsx";

/** `/us/search?q=`: the places that match; the only one that has the name leads to its page. */
export function loadNationSearch({ places }: NationAddress, { q }: SearchQuery): Loaded<SearchView> {
  const { nation } = places;
  const result = q === "" ? null : places.search().list({ q, limit: RESULTS });
  const { places: found, total } = result?.ok ? result.page : { places: [], total: 0 };
  const [first, second] = found;
  if (first?.match === "exact" && second?.match !== "exact") {
    return movedTo(nationPlaceUrl({ ...first, name: first.city }, nation), 302);
  }
  return { data: { query: q, places: found.map((place) => nationSuggestion(place, nation)), total } };
}

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

/** `/us/coverage`: every place without a record, with its reason. */
export function nationCoveragePage({ places, dataset }: NationView): string {
  const byState = Map.groupBy(places.nation.absent, ({ state }) => stateName(state));
  const absent = [...byState].toSorted(([a], [b]) => a.localeCompare(b));
  return renderPage(
    {
      title: `Coverage of the United States, ${places.nation.dataYear}`,
      description: "Which cities and towns of 10,000 residents or more have no record, and why.",
      path: URLS.nationCoverage,
      edition: nationEdition(places.nation),
    },
    <>
      <h1>Coverage of the United States, {places.nation.dataYear}</h1>
      <p class="lead">
        Every city and town of 10,000 residents or more that the FBI or the Census Bureau lists is here: with a record,
        or with the reason why it has none.
      </p>
      <p>
        Outside {UNITED_STATES.includes.name} the sources give no coordinates and no Census GEOID: the Census Bureau’s
        list of residents has names alone, and the city codes of its list of counties are others. So maps have no dots
        of these places, their pages no nearest towns, and the column of the GEOID is empty.
      </p>
      <Reasons places={places} />
      {absent.map(([name, own]) => (
        <details>
          <summary>
            {name}: {counted(own.length, "place")} without a record
          </summary>
          <AbsentTable label={`Places without a record, ${name}`} absent={own} view={{ places, dataset }} />
        </details>
      ))}
    </>,
  );
}
