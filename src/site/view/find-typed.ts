import { z } from "zod";
import type { Typed } from "../../base/text.ts";
import type { Nation } from "../../domain/nation.ts";
import type { NationPlaceElement } from "../../domain/nation-place.ts";
import type { FoundPlace, LocateAnswer, Place } from "../../domain/place.ts";
import type { Match } from "../../domain/place-query.ts";
import { yardstickText } from "../../editions/edition.ts";
import { US_STATES } from "../../editions/us-states.ts";
import { stateName } from "../../gazetteer/state-text.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { StatePlaces } from "../../lookup/state-places.ts";
import { type Address, queryOneOf, typedName } from "../http/page.ts";
import { gradedPlace, gradeText, letterText } from "../ui/grade.tsx";
import { number } from "../ui/number.ts";
import { cityUrl, countyUrl, fullNameIn, nationPlaceUrl, placeUrl, stateUrl, zipUrl } from "./addresses.ts";

const SUGGESTIONS = 8;

/** `q`: what a visitor typed. */
export const searchQuery = z.object({ q: typedName });
export type SearchQuery = z.infer<typeof searchQuery>;

/** A found place of a state. */
export interface FoundInState {
  readonly place: FoundPlace;
  readonly places: StatePlaces;
}

/** Finds the places of states that match what a visitor typed, those that have the name first. */
export async function findTyped(states: readonly StatePlaces[], q: Typed, limit: number) {
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

export function isMeant({ match }: Pick<FoundPlace, "match">): boolean {
  return match === "exact" || match === "alias";
}

/** A found place as a link, with its figures in words. */
export interface Suggestion {
  readonly name: string;
  readonly detail: string;
  readonly figure: string;
  readonly href: string;
  /** Whether it has the typed name, not one like it. */
  readonly isExact?: boolean;
  /** A state, which no form for places takes. */
  readonly isState?: boolean;
}

/** `state`: its places come first. `edition=us`: places as the nation's edition names them, for its forms. */
export const suggestionsQuery = z.object({
  q: typedName,
  state: queryOneOf(US_STATES.map(({ code }) => code.toLowerCase())),
  edition: queryOneOf(["us"]),
});

/** Matches of the nation that are ranked. */
const RANKED = 60;
const CLASSES = { exact: 0, alias: 0, prefix: 1, approximate: 3 } as const;

/** Names that have the text come first, but not those of places that the edition has nothing of. */
function rankOf(match: Match, isListed: boolean): number {
  return isListed ? CLASSES[match] : Math.max(2, CLASSES[match] + 1);
}

/** Completions of a typed beginning, of ZIP codes too: the best matches first, of these the page's state, then the largest. */
export async function loadSuggestions(
  { editions }: Address,
  { q, state, edition }: z.infer<typeof suggestionsQuery>,
): Promise<{ readonly data: readonly Suggestion[] }> {
  const states = edition === "us" ? [] : editions.states;
  const zips = ZIP_BEGINNING.test(q) ? await Promise.all(states.map((places) => zipSuggestions(places, q))) : [];
  const { places: inStates } = await findTyped(states, q, SUGGESTIONS);
  const taken = new Set<FoundInState>();
  const ofNations =
    q === ""
      ? []
      : editions.nations.flatMap(({ nation, search }) =>
          search()
            .best(q, RANKED)
            .map((place) => {
              const own = inStates.find(
                (found) =>
                  found.places.edition.abbreviation === place.state &&
                  found.place.kind !== "neighborhood" &&
                  found.place.name === place.city,
              );
              if (own !== undefined) taken.add(own);
              return {
                rank: rankOf(
                  place.match ?? "approximate",
                  own !== undefined || place.data !== null || place.reason !== null,
                ),
                state: place.state,
                shown: own === undefined ? nationSuggestion(place, nation) : placeSuggestion(own),
              };
            }),
        );
  const ofStates = inStates
    .filter((found) => !taken.has(found))
    .map((found) => ({
      rank: rankOf(found.place.match ?? "approximate", true),
      state: found.places.edition.abbreviation,
      shown: placeSuggestion(found),
    }));
  const ofNames = edition === "us" ? [] : editions.nations.slice(0, 1).flatMap((places) => stateSuggestions(places, q));
  const isHere = (one: { readonly state: string }) => Number(one.state.toLowerCase() !== state);
  const ranked = [...ofNames, ...ofNations, ...ofStates].toSorted((a, b) => a.rank - b.rank || isHere(a) - isHere(b));
  return { data: [...zips.flat(), ...ranked.map(({ shown }) => shown)].slice(0, SUGGESTIONS) };
}

/** States whose name begins so, before all places but a city of the whole name: New York. */
function stateSuggestions({ states, published }: NationPlaces, q: Typed) {
  const typed = q.trim().toLowerCase();
  if (typed.length < 2) return [];
  return states.states.flatMap(({ state, name, places }) => {
    const isCode = state.toLowerCase() === typed;
    if (!isCode && (typed.length < 3 || !name.toLowerCase().startsWith(typed))) return [];
    const hasCity = published(state, name).is === "one";
    const figure = `${places === 0 ? "no" : number(places)} graded ${places === 1 ? "place" : "places"}`;
    return [
      {
        rank: hasCity || isCode ? 0.5 : -1,
        state,
        shown: { name, detail: "State", figure, href: stateUrl(state), isState: true },
      },
    ];
  });
}

function placeSuggestion(found: FoundInState): Suggestion {
  const { place, places } = found;
  const name = fullNameIn(places.records.edition, place.name);
  const isExact = isMeant(place);
  return { name, detail: placeDetail(place), figure: placeFigure(found), href: placeHref(found), isExact };
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
        ? "no grade"
        : `${letterText(data.grade)} ${data.safety_score}, ${yardstickText(nation.edition)}, ${data.data_year}`,
    href: nationPlaceUrl(
      { name: city, county, state, ...(data === null && reason === null ? { isShared: true } : {}) },
      nation,
    ),
    isExact: place.match === "exact" || place.match === "alias",
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

/** A place without a grade has a page that links to the figures that apply. */
export function placeHref({ place, places: { records } }: FoundInState): string {
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
  if (status === "absent") return "No grade of its own";
  return kind === "neighborhood" && within !== null ? `See ${within}` : `See ${county}`;
}

/** The place whose figures apply to a ZIP code. */
function zipFigure(located: LocateAnswer): string {
  if (!located.found) return "No figures apply";
  const { answer, city, county } = located.data;
  if (answer === "city" && city !== null) return `See ${city.city}`;
  return answer === "county" && county !== null ? `See ${county.county}` : "In several counties";
}
