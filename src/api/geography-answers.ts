import { Lru } from "../domain/lru.ts";
import type { LocateAnswer } from "../domain/place.ts";
import type { LocateQuery, PlacesQuery } from "../domain/place-query.ts";
import type { Places, PrebuiltAnswer } from "../places/places.ts";
import { locateParameters, locateQuery } from "./locate-query.ts";
import type { Finder } from "./operation.ts";
import { PLACES_FAULT_DETAILS, placesParameters } from "./places-query.ts";
import { invalidParameters } from "./query.ts";
import { queryParser } from "./query-parser.ts";

/** `GET /v1/places`. */
export const places: Finder<PlacesQuery> = {
  parse: queryParser(placesParameters),
  find(places, geography, query) {
    const result = geography.find(query);
    if (result.ok) {
      return { ok: true, answer: places.answer(result.page), isRare: isRareSearch(query.q) };
    }
    return invalidParameters([PLACES_FAULT_DETAILS[result.fault]]);
  },
};

/** The texts of the most recent searches. */
const recentSearches = new Lru<true>({ entries: 2_048 });

/**
 * Whether the text was not searched for recently. The answer to most misspelled names is requested only once: in a cache
 * it would survive some collections, and its memory would be freed much later.
 */
function isRareSearch(text: string | undefined): boolean {
  if (text === undefined || recentSearches.get(text) !== undefined) return false;
  recentSearches.set(text, true);
  return true;
}

const parseLocation = queryParser(locateParameters);

/** `GET /v1/locate`. */
export const location: Finder<LocateQuery> = {
  parse(search) {
    const parsed = parseLocation(search);
    if (!parsed.ok) return parsed;
    const asked = locateQuery(parsed.query);
    return asked.ok ? asked : invalidParameters([asked.fault]);
  },
  find(places, geography, query) {
    const located = geography.locate(query);
    if ("latitude" in query) return { ok: true, answer: readyLocation(places, located), isRare: true };
    return { ok: true, answer: places.answer(located) };
  },
};

const locations = new WeakMap<Places, WeakMap<LocateAnswer, PrebuiltAnswer>>();

/** The answer to a point: the geography has one object for nearly each of them. */
function readyLocation(places: Places, answer: LocateAnswer): PrebuiltAnswer {
  let ready = locations.get(places);
  if (ready === undefined) {
    ready = new WeakMap<LocateAnswer, PrebuiltAnswer>();
    locations.set(places, ready);
  }
  const known = ready.get(answer);
  if (known !== undefined) return known;
  const made = places.answer(answer);
  ready.set(answer, made);
  return made;
}
