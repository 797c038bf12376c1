/** @jsxImportSource hono/jsx */
import { z } from "zod";
import { CALIFORNIA } from "../../domain/edition.ts";
import type { NationAbsence } from "../../domain/nation.ts";
import type { NationEntry } from "../../domain/nation-entry.ts";
import type { NationPlaceElement } from "../../domain/nation-place.ts";
import { MAX_QUERY_LENGTH } from "../../domain/place-query.ts";
import { stateName } from "../../places/nation-names.ts";
import type { CompareQuery } from "../explore/compare-data.ts";
import { type AbsentChoice, COMPARED, type CompareView } from "../explore/compare-page.tsx";
import { meantInNation, nationSuggestion } from "../explore/search/find-typed.ts";
import { FoundPlaces } from "../explore/search/search-page.tsx";
import type { ShownPlace } from "../explore/shown-place.ts";
import { type Address, type Loaded, movedTo, typedText } from "../http/page.ts";
import { renderPage } from "../ui/layout.tsx";
import {
  nationCompareSlug,
  nationCompareUrl,
  nationFullName,
  nationPlaceUrl,
  nationSlugCalled,
} from "../ui/nation-urls.ts";
import { counted } from "../ui/number.ts";
import { URLS } from "../ui/urls.ts";
import { NationSearchBox, Reasons } from "./nation-page.tsx";
import { nationEdition, placeOfSlug } from "./nation-parts.tsx";
import { nationPlace } from "./nation-shown.ts";
import { loadNation, type NationView } from "./nation-view.ts";
import { AbsentTable } from "./state-page.tsx";

const RESULTS = 50;

export const nationSearchQuery = z.object({ q: typedText(MAX_QUERY_LENGTH) });

interface SearchView extends NationView {
  readonly q: string;
  readonly found: readonly NationPlaceElement[];
  readonly total: number;
}

/** The places that match; the only one that has the name leads to its page. */
export function loadNationSearch(at: Address, { q }: z.infer<typeof nationSearchQuery>): Loaded<SearchView> {
  const result = q === "" ? null : at.nation.search().find({ q, limit: RESULTS });
  const { places: found, total } = result?.ok ? result.page : { places: [], total: 0 };
  const [first, second] = found;
  if (first?.match === "exact" && second?.match !== "exact") {
    return movedTo(nationPlaceUrl({ ...first, name: first.city }, at.nation.nation), 302);
  }
  return { data: { ...loadNation(at).data, q, found, total } };
}

/** `/us/search?q=`. */
export function nationSearchPage({ q, found, total, places }: SearchView): string {
  return renderPage(
    {
      title: q === "" ? "Search" : `Search: ${q}`,
      path: URLS.nationSearch,
      unlisted: true,
      edition: nationEdition(places),
    },
    <>
      <h1>Search the United States</h1>
      <NationSearchBox value={q} />
      <p role="status">
        {q === "" ? "Type the name of a city or town." : `${counted(total, "place")} for “${q}”`}
        {total > found.length ? `, the first ${found.length}` : ""}
      </p>
      {q === "" || total > 0 ? null : (
        <p>
          Check the spelling, or add the state, such as “Austin, TX”. See <a href={URLS.nation}>all states</a>, or{" "}
          <a href={URLS.nationCoverage}>which places have no record</a>.
        </p>
      )}
      <FoundPlaces places={found.map((place) => nationSuggestion(place, places.nation))} />
    </>,
  );
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
      edition: nationEdition(places),
    },
    <>
      <h1>Coverage of the United States, {places.nation.dataYear}</h1>
      <p class="lead">
        Every city and town of 10,000 residents or more that the FBI or the Census Bureau lists is here: with a record,
        or with the reason why it has none. No figure has changed since the first version of this edition.
      </p>
      <p>
        Outside {CALIFORNIA.name} the sources give no coordinates and no Census GEOID: the Census Bureau’s list of
        residents has names alone, and the city codes of its list of counties are others. So maps have no dots of these
        places, their pages no nearest towns, and the column of the GEOID is empty.
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

/** The places of a comparison by their slugs, with and without a record. */
function comparedIn({ nation }: Address, slugs: readonly string[]): readonly (NationEntry | NationAbsence)[] {
  const named = slugs.flatMap((slug) => placeOfSlug(nation, slug) ?? []);
  return [...new Set(named)].slice(0, COMPARED.most);
}

/** Those with a record, with their states, because names recur. */
export function nationChosen(at: Address, { place }: Pick<CompareQuery, "place">): readonly ShownPlace[] {
  return comparedIn(at, place).flatMap((entry) => {
    if (!("record" in entry)) return [];
    const shown = nationPlace(entry, at.nation.nation);
    return [{ ...shown, name: shown.fullName }];
  });
}

const EXAMPLES = [
  ["tx/austin", "co/denver"],
  ["ny/new-york", "pa/philadelphia"],
  ["wa/seattle", "or/portland"],
] as const;

/** `/us/compare`: typed names lead to the URL with their places; unknown ones get suggestions. */
export function loadNationCompare(at: Address, { place, add }: CompareQuery): Loaded<CompareView> {
  const { nation } = at.nation;
  const typed = add.map((name) => ({ name, slug: nationSlugCalled(at.nation, name) }));
  const chosen = [...new Set([...place, ...typed.flatMap(({ slug }) => slug ?? [])])];
  const unknown = typed.filter(({ slug }) => slug === undefined);
  if (typed.length > 0 && unknown.length === 0) return movedTo(nationCompareUrl(chosen), 303);
  const absent = comparedIn(at, chosen).flatMap((one): AbsentChoice[] => {
    if ("record" in one) return [];
    const slug = nationCompareSlug(one, nation);
    return [{ name: nationFullName(one, nation), slug, href: nationPlaceUrl(one, nation), detail: one.detail }];
  });
  return {
    data: {
      path: URLS.nationCompare,
      strip: nationEdition(at.nation),
      noun: "city or town",
      dataset: loadNation(at).data.dataset,
      places: nationChosen(at, { place: chosen }),
      examples: EXAMPLES.map((slugs) => nationChosen(at, { place: [...slugs] })),
      absent,
      nation: undefined,
      missed: unknown.map(({ name }) => ({
        name,
        found: meantInNation(at.nation, name),
      })),
    },
  };
}
