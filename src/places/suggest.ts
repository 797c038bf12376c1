import { STATE } from "../domain/california.ts";
import { CALIFORNIA } from "../domain/edition.ts";
import { foldCityName, normalized } from "../domain/name.ts";
import type { FoundPlace, Suggestions } from "../domain/place.ts";
import type { LocateQuery } from "../domain/place-query.ts";
import { PLACES_ELSEWHERE } from "./california/elsewhere.ts";
import { KNOWN_PARTS } from "./california/known-parts.ts";

const MAX_SUGGESTIONS = 5;
/** Texts of one query that are searched, so its work is bounded. */
const MAX_SEARCHES = 3;
const NONE: readonly FoundPlace[] = [];

/** A house number, then a name, then a word for a street or the rest of an address. */
const STREET_ADDRESS =
  /^\s*\d+[a-z]?\s+(?:\S+\s+)*?(?:st|street|ave?|avenue|blvd|boulevard|rd|road|dr|drive|ln|lane|way|ct|court|pl|place|hwy|highway|cir|circle|pkwy|parkway|ter|terrace)\b|^\s*p\.?\s?o\.?\s+box\b/i;

const ZIP_AT_END = new RegExp(`${STATE.zip}(?=(?:-\\d{4})?\\s*$)`);

const OTHER_STATES =
  "alabama|alaska|arizona|arkansas|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new hampshire|new jersey|new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania|rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|washington|west virginia|wisconsin|wyoming|district of columbia";
const POSTAL_CODES =
  "al|ak|az|ar|ct|de|fl|ga|hi|id|il|in|ia|ks|ky|me|md|ma|mi|mn|ms|mo|mt|ne|nv|nh|nj|nm|ny|nc|nd|oh|ok|or|pa|ri|sc|sd|tn|tx|ut|vt|va|wa|wv|wi|wy|dc";
/** A name that ends with another state, after a comma or a space, or is only that state. */
const IN_OTHER_STATE = new RegExp(`(?:^|[ ,])(?:${OTHER_STATES})(?: \\d{5})?$|, ?(?:${POSTAL_CODES})(?: \\d{5})?$`);

export interface SuggestionSources {
  /** The best matches of a text, at most so many. */
  readonly search: (text: string, limit: number) => readonly FoundPlace[];
  readonly isInState: (latitude: number, longitude: number) => boolean;
}

/** What may have been meant by a query that nothing is found for, and what is recognizably wrong with it. */
export function suggest(query: LocateQuery, { search, isInState }: SuggestionSources): Suggestions {
  if ("zip" in query) {
    const isOfState = new RegExp(`^${STATE.zip}$`).test(query.zip);
    return { suggestions: NONE, hint: isOfState ? null : `${query.zip} is not a ZIP code of ${CALIFORNIA.name}.` };
  }
  if ("name" in query) return suggestName(query.name);
  const { latitude, longitude } = query;
  const hint = isInState(latitude, -longitude)
    ? `Longitudes in ${CALIFORNIA.name} are negative: with lon=${-longitude}, the point is in ${CALIFORNIA.name}.`
    : `The point is not in ${CALIFORNIA.name}. lat is degrees north, lon is degrees east and negative in ${CALIFORNIA.name}.`;
  return { suggestions: NONE, hint };

  function suggestName(name: string): Suggestions {
    const text = normalized(name);
    const key = foldCityName(name);
    if (IN_OTHER_STATE.test(text)) return { suggestions: NONE, hint: `Only places in ${CALIFORNIA.name} are known.` };
    if (PLACES_ELSEWHERE.has(text)) return { suggestions: NONE, hint: `This is a place outside ${CALIFORNIA.name}.` };
    const city = KNOWN_PARTS.get(key);
    if (city !== undefined) {
      const hint = `This is in ${city} and has no entry of its own.`;
      return { suggestions: search(city, 1), hint };
    }
    const parts = name.split(",");
    if (STREET_ADDRESS.test(name)) {
      const ends = parts.map((_, index) => parts.slice(index + 1).join(",")).slice(0, MAX_SEARCHES);
      const hint = "A street address is not located. Send its city, its ZIP code, or its coordinates as lat and lon.";
      return { suggestions: firstFound([...ends, ...(ZIP_AT_END.exec(name) ?? [])], 1), hint };
    }
    return { suggestions: firstFound([name, parts[0] ?? ""], MAX_SUGGESTIONS), hint: null };
  }

  function firstFound(texts: readonly string[], limit: number): readonly FoundPlace[] {
    for (const text of texts) {
      const found = search(text, limit);
      if (text !== "" && found.length > 0) return found;
    }
    return NONE;
  }
}
