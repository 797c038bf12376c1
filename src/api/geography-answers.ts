import { Lru } from "../domain/lru.ts";
import type { LocateAnswer, Place, PlacesPage } from "../domain/place.ts";
import type { LocateQuery, PlacesQuery } from "../domain/place-query.ts";
import type { Atlas, ReadyAnswer } from "../snapshot/atlas.ts";
import { locateParameters, locateQuery } from "./locate-query.ts";
import type { Finder } from "./operation.ts";
import { PLACES_FAULT_DETAILS, placesParameters } from "./places-query.ts";
import { invalidParameters } from "./query.ts";
import { queryParser } from "./query-parser.ts";

/** `GET /v1/places`. */
export const places: Finder<PlacesQuery> = {
  parse: queryParser(placesParameters),
  find(atlas, geography, query) {
    const result = geography.findPlaces(query);
    if (result.ok) {
      return { ok: true, answer: atlas.readyJson(jsonOfPage(result.page)), isRare: isRareSearch(query.q) };
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
  find(atlas, geography, query) {
    const located = geography.locate(query);
    if ("latitude" in query) return { ok: true, answer: readyLocation(atlas, located), isRare: true };
    return { ok: true, answer: atlas.ready(located) };
  },
};

const placeTexts = new WeakMap<Place, string>();

/** What `JSON.stringify` makes of the page, put together from the texts of its places. */
function jsonOfPage({ places, total, next }: PlacesPage): string {
  return `{"places":[${places.map(jsonOfPlace).join(",")}],"total":${total},"next":${JSON.stringify(next)}}`;
}

function jsonOfPlace(place: Place): string {
  const known = placeTexts.get(place);
  if (known !== undefined) return known;
  const text = JSON.stringify(place);
  placeTexts.set(place, text);
  return text;
}

const locations = new WeakMap<Atlas, WeakMap<LocateAnswer, ReadyAnswer>>();

/** The answer to a point: the geography has one object for nearly each of them. */
function readyLocation(atlas: Atlas, answer: LocateAnswer): ReadyAnswer {
  let ready = locations.get(atlas);
  if (ready === undefined) {
    ready = new WeakMap<LocateAnswer, ReadyAnswer>();
    locations.set(atlas, ready);
  }
  const known = ready.get(answer);
  if (known !== undefined) return known;
  const made = atlas.ready(answer);
  ready.set(answer, made);
  return made;
}
