import { z } from "zod";
import type { Typed } from "../../base/text.ts";
import type { Nation } from "../../domain/nation.ts";
import type { NationPlaceElement } from "../../domain/nation-place.ts";
import type { FoundPlace, LocateAnswer, Place } from "../../domain/place.ts";
import { yardstickText } from "../../editions/edition.ts";
import { stateName } from "../../gazetteer/state-text.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { StatePlaces } from "../../lookup/state-places.ts";
import { type Address, type Loaded, movedTo, type NationAddress, typedName } from "../http/page.ts";
import { gradedPlace, gradeText, letterText } from "../ui/grade.tsx";
import { URLS } from "../ui/urls.ts";
import { cityUrl, countyUrl, fullNameIn, nationPlaceUrl, placeUrl, stateUrl, zipUrl } from "./addresses.ts";

const SUGGESTIONS = 8;
export const RESULTS = 50;

/** `q`: what a visitor typed. */
export const searchQuery = z.object({ q: typedName });
export type SearchQuery = z.infer<typeof searchQuery>;

/** A found place of a state. */
interface FoundInState {
  readonly place: FoundPlace;
  readonly places: StatePlaces;
}

export interface SearchView {
  readonly query: string;
  readonly places: readonly Suggestion[];
  /** How many places match, including those not shown. */
  readonly total: number;
}

/** Finds the places of states that match what a visitor typed, those that have the name first. */
async function findTyped(states: readonly StatePlaces[], q: Typed, limit: number) {
  const pages = await Promise.all(
    states.map(async (places) => {
      const result = q === "" ? undefined : (await places.geography()).list({ q, limit });
      const { places: found, total } = result?.ok ? result.page : { places: [], total: 0 };
      return { total, found: found.map((place): FoundInState => ({ place, places })) };
    }),
  );
  return {
    places: pages
      .flatMap(({ found }) => found)
      .toSorted((a, b) => Number(isMeant(b.place)) - Number(isMeant(a.place)))
      .slice(0, limit),
    total: pages.reduce((sum, { total }) => sum + total, 0),
  };
}

/** The results; the only place or ZIP code that is meant leads to its page. */
export async function loadSearch(at: Address, { q }: SearchQuery): Promise<Loaded<SearchView>> {
  const states = at.editions.states;
  for (const { geography, records } of ZIP.test(q) ? states : []) {
    if ((await geography()).locate({ zip: q }).found) return movedTo(zipUrl(records.edition, q), 302);
  }
  const found = await findTyped(states, q, RESULTS);
  const isElsewhere =
    bestInNations(at, q).some(({ place }) => isMeant(place)) &&
    !found.places.some(({ place }) => isMeant(place) && !isCommunity(place));
  if (isElsewhere) return movedTo(`${URLS.nationSearch}?${new URLSearchParams({ q })}`, 302);
  const [first, second] = found.places;
  const isOnly = first !== undefined && (second === undefined || (isMeant(first.place) && !isMeant(second.place)));
  if (isOnly) return movedTo(placeHref(first), 302);
  return { data: { query: q, total: found.total, places: found.places.map(placeSuggestion) } };
}

/** The places of all states that match best. */
function bestInNations({ editions }: Address, q: Typed) {
  const nations = q === "" ? [] : editions.nations;
  return nations.flatMap(({ nation, search }) =>
    search()
      .best(q, SUGGESTIONS)
      .map((place) => ({ place, nation })),
  );
}

const ZIP = /^\d{5}$/;

/** Its figures are the county's. */
function isCommunity({ kind }: FoundPlace): boolean {
  return kind === "unincorporated";
}

function isMeant({ match }: Pick<FoundPlace, "match">): boolean {
  return match === "exact" || match === "alias";
}

/** `/us/search?q=`: the places that match; the only one that has the name leads to its page. */
export function loadNationSearch({ places }: NationAddress, { q }: SearchQuery): Loaded<SearchView> {
  const { nation } = places;
  const state = q === "" ? null : places.search().stateCalled(q);
  const isCity = state !== null && places.published(state, stateName(state)).is === "one";
  if (state !== null && !isCity) return movedTo(stateUrl(state), 302);
  const result = q === "" ? null : places.search().list({ q, limit: RESULTS });
  const { places: found, total } = result?.ok ? result.page : { places: [], total: 0 };
  const [first, second] = found;
  if (state === null && first?.match === "exact" && second?.match !== "exact") {
    return movedTo(nationPlaceUrl({ ...first, name: first.city }, nation), 302);
  }
  return { data: { query: q, places: found.map((place) => nationSuggestion(place, nation)), total } };
}

/** A found place as a link, with its figures in words. */
export interface Suggestion {
  readonly name: string;
  readonly detail: string;
  readonly figure: string;
  readonly href: string;
}

/** Completions of a typed beginning, of ZIP codes too. */
export async function loadSuggestions(
  at: Address,
  { q }: SearchQuery,
): Promise<{ readonly data: readonly Suggestion[] }> {
  const states = at.editions.states;
  const zips = ZIP_BEGINNING.test(q) ? await Promise.all(states.map((places) => zipSuggestions(places, q))) : [];
  const { places } = await findTyped(states, q, SUGGESTIONS);
  const elsewhere = bestInNations(at, q).filter(({ place: { state } }) =>
    states.every(({ records }) => records.edition.abbreviation !== state),
  );
  // Of the places that have the name, the state's are before the nation's, and its communities after them.
  const rankOf = (place: Pick<FoundPlace, "match">, meant: number) =>
    isMeant(place) ? meant : place.match === "approximate" ? 4 : 3;
  const ranked = [
    ...places.map((found) => ({
      rank: rankOf(found.place, isCommunity(found.place) ? 2 : 0),
      shown: placeSuggestion(found),
    })),
    // A place without figures in the edition comes after those that have some, as a community does.
    ...elsewhere.map(({ place, nation }) => ({
      rank: rankOf(place, hasFigures(place) ? 1 : 2),
      shown: nationSuggestion(place, nation),
    })),
  ].toSorted((a, b) => a.rank - b.rank);
  return { data: [...zips.flat(), ...ranked.map(({ shown }) => shown)].slice(0, SUGGESTIONS) };
}

function hasFigures({ status, reason }: NationPlaceElement): boolean {
  return status === "graded" || reason !== null;
}

function placeSuggestion(found: FoundInState): Suggestion {
  const { place, places } = found;
  const name = fullNameIn(places.records.edition, place.name);
  return { name, detail: placeDetail(place), figure: placeFigure(found), href: placeHref(found) };
}

/** How many places are suggested for a name that none has. */
const MEANT = 5;

/** The places that a name that no place has may mean. */
export async function meantBy({ places }: Pick<Address, "places">, typed: Typed): Promise<readonly Suggestion[]> {
  return (await findTyped([places], typed, MEANT)).places.map(placeSuggestion);
}

/** The same in the nation. */
export function meantInNation({ nation, search }: NationPlaces, typed: Typed): readonly Suggestion[] {
  return search()
    .best(typed, MEANT)
    .map((place) => nationSuggestion(place, nation));
}

/** Names the yardstick, because a score of another edition has another one. */
export function nationSuggestion(place: NationPlaceElement, nation: Nation): Suggestion {
  const { city, county, state, data, reason } = place;
  return {
    name: `${city}, ${state}`,
    detail: county ?? stateName(state),
    figure:
      data === null
        ? "no record"
        : `${letterText(data.grade)} ${data.safety_score}, ${yardstickText(nation.edition)}, ${data.data_year}`,
    href: nationPlaceUrl(
      { name: city, county, state, ...(data === null && reason === null ? { isShared: true } : {}) },
      nation,
    ),
  };
}

/** As many digits as the search of places needs to take them for the beginning of a ZIP code. */
const ZIP_BEGINNING = /^\d{3,5}$/;

async function zipSuggestions({ geography, records }: StatePlaces, digits: string): Promise<readonly Suggestion[]> {
  const { zips, locate } = await geography();
  return zips
    .filter(({ zip }) => zip.startsWith(digits))
    .slice(0, SUGGESTIONS)
    .map(({ zip, postalName }) => ({
      name: zip,
      detail: postalName === "" ? "ZIP code" : `ZIP code, ${postalName}`,
      figure: zipFigure(locate({ zip })),
      href: zipUrl(records.edition, zip),
    }));
}

/** A place without a record has a page that links to the figures that apply. */
function placeHref({ place, places: { records } }: FoundInState): string {
  if (place.kind === "city") return cityUrl(records.edition, place.name);
  return place.kind === "county" ? countyUrl(records.edition, place.name) : placeUrl(records.edition, place);
}

/** The kind and location of a place, in a few words. */
function placeDetail({ kind, county, within }: Place): string {
  switch (kind) {
    case "city":
      return `City, ${county}`;
    case "county":
      return "County";
    case "neighborhood":
      return within === null ? `Neighborhood, ${county}` : `Neighborhood of ${within}`;
    case "unincorporated":
      return `Unincorporated community, ${county}`;
  }
}

/** Its grade with score, year, and cautions, or the reason why it has none. */
function placeFigure({ place: { kind, status, name, within, county }, places }: FoundInState): string {
  const graded =
    kind === "county"
      ? places.published.county(name)?.entry
      : kind === "city"
        ? places.published.city(name)?.entry
        : undefined;
  if (graded) return `${gradeText(gradedPlace(graded))}; ${yardstickText(places.records.edition)}`;
  if (status === "absent") return "No record of its own";
  return kind === "neighborhood" && within !== null ? `See ${within}` : `See ${county}`;
}

/** The place whose figures apply to a ZIP code. */
function zipFigure(located: LocateAnswer): string {
  if (!located.found) return "No figures apply";
  const { answer, city, county } = located.data;
  if (answer === "city" && city !== null) return `See ${city.city}`;
  return answer === "county" && county !== null ? `See ${county.county}` : "In several counties";
}
