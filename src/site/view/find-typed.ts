import { z } from "zod";
import type { Typed } from "../../base/text.ts";
import type { NationPlaceElement } from "../../domain/nation-place.ts";
import type { FoundPlace, Place } from "../../domain/place.ts";
import { yardstickText } from "../../editions/edition.ts";
import { stateName } from "../../gazetteer/state-text.ts";
import type { NationPlaceEntry } from "../../lookup/nation-names.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { StatePlaces } from "../../lookup/state-places.ts";
import { type Address, typedName } from "../http/page.ts";
import { gradedPlace, gradeText, letterText } from "../ui/grade.tsx";
import { cityUrl, countyUrl, fullNameIn, nationPlaceUrl, placeUrl } from "./addresses.ts";

/** `q`: what a visitor typed. */
export const searchQuery = z.object({ q: typedName });
export type SearchQuery = z.infer<typeof searchQuery>;

/** A found place of a state. */
export interface FoundInState {
  readonly place: FoundPlace;
  /** null for a neighborhood without a boundary. */
  readonly geoid: string | null;
  readonly places: StatePlaces;
}

/** Finds the places of states that match what a visitor typed, those that have the name first. */
export async function findTyped(states: readonly StatePlaces[], q: Typed, limit: number) {
  const pages = await Promise.all(
    states.map(async (places) => {
      const { list, geoidOf } = await places.geography();
      const result = q === "" ? undefined : list({ q, limit });
      const { places: found, total } = result?.ok ? result.page : { places: [], total: 0 };
      return { total, found: found.map((place): FoundInState => ({ place, geoid: geoidOf(place), places })) };
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

export function placeSuggestion(found: FoundInState): Suggestion {
  const { place, places } = found;
  const name = fullNameIn(places.records.edition, place.name);
  const isExact = isMeant(place);
  return { name, detail: placeDetail(place), figure: placeFigure(found), href: placeHref(found), isExact };
}

/** What the nation's edition has of a place of a state; undefined for a neighborhood or a county. */
export function nationEntryOf({ place, geoid }: FoundInState, nation: NationPlaces): NationPlaceEntry | undefined {
  if (place.kind === "neighborhood" || place.kind === "county") return undefined;
  const row = nation.gazetteer.ofGeoid(geoid ?? "");
  return row === undefined ? undefined : nation.ofRow(row).entry;
}

/** How many places are suggested for a name that none has. */
const MEANT = 5;

/** The places that a name that no place has may mean. */
export async function meantBy({ places }: Pick<Address, "places">, typed: Typed): Promise<readonly Suggestion[]> {
  return (await findTyped([places], typed, MEANT)).places.map(placeSuggestion);
}

/** So many places of a name are looked at, and so many of them with a grade are a choice. */
const NAMESAKES = { read: 60, shown: 12 } as const;

/** The same in the nation: all places with a grade that have the name, or those that are like it. */
export function meantInNation(places: NationPlaces, typed: Typed): readonly Suggestion[] {
  const found = places.search().best(typed, NAMESAKES.read);
  const graded = found.filter(({ match, data }) => (match === "exact" || match === "alias") && data !== null);
  const shown = graded.length > 1 ? graded.slice(0, NAMESAKES.shown) : found.slice(0, MEANT);
  return shown.map((place) => nationSuggestion(place, places));
}

/** Names the yardstick, because a score of another edition has another one. */
function nationSuggestion(place: NationPlaceElement, { gazetteer, ofRow, nation }: NationPlaces): Suggestion {
  const { city, county, state, data, geoid } = place;
  const row = geoid === null ? undefined : gazetteer.ofGeoid(geoid);
  return {
    name: `${city}, ${state}`,
    detail: county ?? stateName(state),
    figure:
      data === null
        ? "no grade"
        : `${letterText(data.grade)} ${data.safety_score}, ${yardstickText(nation.edition)}, ${data.data_year}`,
    href: nationPlaceUrl(row === undefined ? { name: city, county, state } : ofRow(row).entry, nation),
    isExact: place.match === "exact" || place.match === "alias",
  };
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
