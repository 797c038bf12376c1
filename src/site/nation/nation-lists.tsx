/** @jsxImportSource hono/jsx */
import { z } from "zod";
import type { NationAbsence } from "../../domain/nation.ts";
import type { NationEntry } from "../../domain/nation-entry.ts";
import type { NationPlaceElement } from "../../domain/nation-place.ts";
import { MAX_QUERY_LENGTH } from "../../domain/place-query.ts";
import { stateName, stateOf } from "../../places/nation-names.ts";
import type { NationPlaces } from "../../places/nation-places.ts";
import { type Chart, ChartFigure } from "../charts/chart.tsx";
import { compareChart } from "../explore/compare-chart.tsx";
import { CannotSay, SinceLastYear } from "../explore/compare-sections.tsx";
import type { ShownPlace } from "../explore/shown-place.ts";
import { type Address, type Loaded, movedTo, typedText } from "../http/page.ts";
import { ASSETS } from "../ui/assets.ts";
import { renderPage } from "../ui/layout.tsx";
import { nationCompareSlug, nationCompareUrl, nationPlaceUrl, nationSlugCalled } from "../ui/nation-urls.ts";
import { counted } from "../ui/number.ts";
import { letterText } from "../ui/plate.tsx";
import { URLS } from "../ui/urls.ts";
import { NationSearchBox, Reasons } from "./nation-page.tsx";
import { NATION_ABSENCE_NAMES, nationEdition, placeTitle } from "./nation-parts.tsx";
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
      <ul>
        {found.map((place) => (
          <li>
            <a href={nationPlaceUrl({ ...place, name: place.city }, places.nation)}>
              {place.city}, {place.county === null ? "" : `${place.county}, `}
              {stateName(place.state)}
            </a>{" "}
            {place.data === null
              ? `no record: ${place.reason === null ? "" : NATION_ABSENCE_NAMES[place.reason].toLowerCase()}`
              : `${letterText(place.data.grade)}, score ${place.data.safety_score} (United States = 50, ${place.data.data_year})`}
          </li>
        ))}
      </ul>
    </>,
  );
}

/** `/us/coverage`: every place without a record, with its reason. */
export function nationCoveragePage({ places, dataset }: NationView): string {
  const byState = Map.groupBy(places.nation.absent, ({ state }) => state);
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
        or with the reason why it has none.
      </p>
      <Reasons places={places} />
      {[...byState].map(([state, absent]) => (
        <details>
          <summary>
            {stateName(state)}: {counted(absent.length, "place")} without a record
          </summary>
          <AbsentTable
            label={`Places without a record, ${stateName(state)}`}
            absent={absent}
            view={{ places, dataset }}
          />
        </details>
      ))}
    </>,
  );
}

const MOST_COMPARED = 5;

export const nationCompareQuery = z.object({ place: z.array(z.string()).catch([]), add: typedText(MAX_QUERY_LENGTH) });

interface CompareView extends NationView {
  readonly compared: readonly (NationEntry | NationAbsence)[];
  readonly missed: string;
}

type CompareQuery = z.infer<typeof nationCompareQuery>;

export function loadNationCompare(at: Address, query: CompareQuery): Loaded<CompareView> {
  return { data: { ...loadNation(at).data, ...comparedIn(at, query) } };
}

/** The chosen places, and what was typed if it is none. */
export function comparedIn(at: Address, { place: slugs, add }: CompareQuery): Pick<CompareView, "compared" | "missed"> {
  const called = add === "" ? undefined : nationSlugCalled(at.nation, add);
  const named = [...slugs, ...(called ? [called] : [])].flatMap((slug) => {
    const [state = "", city = ""] = slug.split("/");
    return placeOf(at.nation, state, city);
  });
  const compared = [...new Set(named)].slice(0, MOST_COMPARED);
  return { compared, missed: called === undefined ? add : "" };
}

function placeOf(places: NationPlaces, typed: string, city: string): readonly (NationEntry | NationAbsence)[] {
  const state = stateOf(typed);
  const found = state && places.find(state, city);
  return found?.kind === "graded" ? [found.entry] : found?.kind === "absent" ? [found.absence] : [];
}

/** With their states, because names recur. */
function shownIn({ nation }: NationPlaces, compared: CompareView["compared"]): readonly ShownPlace[] {
  return compared.flatMap((place) => {
    if (!("record" in place)) return [];
    const shown = nationPlace(place, nation);
    return [{ ...shown, name: shown.fullName }];
  });
}

/** The picture of compared places. */
export function nationComparison(places: NationPlaces, compared: CompareView["compared"]): Chart | undefined {
  const [first, ...others] = shownIn(places, compared);
  const slugs = compared.map((place) => nationCompareSlug(place, places.nation));
  const query = nationCompareUrl(slugs).slice(URLS.nationCompare.length);
  return first && compareChart([first, ...others], { path: URLS.nationCompare, query });
}

/** `/us/compare`: places side by side, with what can and cannot be told apart. */
export function nationComparePage({ places, dataset, compared, missed }: CompareView): string {
  const shown = shownIn(places, compared);
  const chart = nationComparison(places, compared);
  const absent = compared.filter((place): place is NationAbsence => !("record" in place));
  return renderPage(
    {
      title: "Compare places of the United States",
      path: URLS.nationCompare,
      unlisted: compared.length > 0,
      edition: nationEdition(places),
    },
    <>
      <h1>Compare places of the United States</h1>
      {chart === undefined ? null : (
        <>
          <ChartFigure chart={chart} dataset={dataset} />
          <div class="columns">
            <CannotSay places={shown} />
            <SinceLastYear places={shown} />
          </div>
          <script type="module" src={ASSETS.charts.url} />
        </>
      )}
      {absent.map((place) => (
        <p>
          {placeTitle(place, true)} has no record: {NATION_ABSENCE_NAMES[place.reason].toLowerCase()}.
        </p>
      ))}
      {missed === "" ? null : <p role="status">No place matches “{missed}”.</p>}
      <form method="get" action={URLS.nationCompare} class="inline-form">
        {compared.map((place) => (
          <input type="hidden" name="place" value={nationCompareSlug(place, places.nation)} />
        ))}
        <div class="field">
          <label for="add">City or town, such as Akron, OH</label>
          <input id="add" name="add" type="search" value={missed} maxlength={MAX_QUERY_LENGTH} />
        </div>
        <button type="submit" class="primary">
          Add
        </button>
      </form>
      <p class="small muted">
        Reported offenses per resident, compared with the United States. The figures of a city do not describe its
        neighborhoods, and the FBI advises against ranking places.
      </p>
    </>,
  );
}
