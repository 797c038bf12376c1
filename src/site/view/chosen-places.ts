import { z } from "zod";
import { cutText, type Typed, typed } from "../../base/text.ts";
import { movedTo } from "../http/page.ts";
import { compareUrl, slugsOf } from "./addresses.ts";
import type { MissedName } from "./missed-names.tsx";
import { type EditionViews, isGraded, type PlaceView, type View } from "./place-view.ts";

export const COMPARED = { least: 2, most: 5 } as const;
/** More than can be compared, because some may be unknown. */
const MAX_CHOSEN = 20;
/** Values of a parameter that are read. */
const MAX_READ = 100;

/** `place`: the chosen places. `add`: what a visitor typed to add others. */
export const compareQuery = z.object({
  place: z
    .array(z.string())
    .catch([])
    .transform((slugs) =>
      [...new Set(slugs.slice(0, MAX_READ))]
        .map(typed)
        .filter((slug) => typeof slug === "string")
        .slice(0, MAX_CHOSEN),
    ),
  add: z
    .array(z.string())
    .catch([])
    .transform((names) =>
      names
        .slice(0, MAX_READ)
        .map(cutText)
        .filter((name) => name !== "")
        .slice(0, COMPARED.most),
    ),
});
export type CompareQuery = z.infer<typeof compareQuery>;

/** The places that a query means, each once, and the typed names that mean none. */
export function placesAsked({ placeOf, slugCalled }: EditionViews, { place, add }: CompareQuery) {
  const called = add.map((name) => ({ name, slug: slugCalled(name) }));
  const slugs = [...place, ...called.flatMap(({ slug }) => slug ?? [])];
  return {
    places: [...new Set(slugs.flatMap((slug): View | [] => placeOf(slug) ?? []))],
    unknown: called.flatMap(({ name, slug }) => (slug === undefined ? [name] : [])),
  };
}

/** What names without a place may mean. */
export function missedNames({ suggestions }: EditionViews, names: readonly Typed[]): Promise<MissedName[]> {
  return Promise.all(names.map(async (name) => ({ name, found: await suggestions(name) })));
}

/** Those with a grade, as their forms name them, because names recur. */
export function comparedPlaces(places: readonly View[]): readonly PlaceView[] {
  return places
    .filter(isGraded)
    .slice(0, COMPARED.most)
    .map((place) => ({ ...place, name: place.fullName }));
}

/** The places to compare. Typed names lead to the URL with their places; unknown ones get suggestions. */
export async function loadComparison(edition: EditionViews, query: CompareQuery) {
  const { places: chosen, unknown } = placesAsked(edition, query);
  const places = comparedPlaces(chosen);
  const absent = chosen.flatMap((place) => (isGraded(place) ? [] : [place]));
  const slugs = slugsOf([...places, ...absent]);
  if (query.add.length > 0) {
    const found =
      unknown.length === 0
        ? compareUrl(slugs, edition.edition.compare)
        : edition.acrossStates?.([...places, ...absent], unknown);
    if (found !== undefined) return movedTo(found, 303);
  }
  return {
    data: {
      from: edition,
      ...{ places, absent },
      missed: await missedNames(edition, unknown),
      nation: places.length === 0 ? undefined : edition.acrossStates?.(places, []),
      own: places.length === 0 ? undefined : edition.ownEdition?.(places),
    },
  };
}
