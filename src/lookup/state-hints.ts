import { madeOf, type Typed } from "../base/text.ts";
import type { FoundPlace, Place, Suggestions } from "../domain/place.ts";
import type { StateEdition } from "../editions/edition.ts";
import type { GeoPoint } from "../gazetteer/distance.ts";
import type { Names, Understood } from "../gazetteer/edition-names.ts";
import { hintAtPoint, MAX_SUGGESTIONS } from "./hints.ts";
import { saidParts } from "./said-parts.ts";

const NONE: readonly FoundPlace[] = [];

/** A house number, then a name, then a word for a street or the rest of an address. */
const STREET_ADDRESS =
  /^\s*\d+[a-z]?\s+(?:\S+\s+)*?(?:st|street|ave?|avenue|blvd|boulevard|rd|road|dr|drive|ln|lane|way|ct|court|pl|place|hwy|highway|cir|circle|pkwy|parkway|ter|terrace)\b|^\s*p\.?\s?o\.?\s+box\b/i;
/** Texts of one address that are searched, so its work is bounded. */
const MAX_SEARCHES = 3;

interface HintSources {
  readonly edition: StateEdition;
  readonly names: Names;
  /** The places that the names refer to by their index. */
  readonly places: readonly Place[];
  /** The best matches of a text, at most so many. */
  readonly search: (text: Typed, limit: number) => readonly FoundPlace[];
  readonly isInside: (point: GeoPoint) => boolean;
}

/** What may have been meant by what nothing is found for, and what is recognizably wrong with it. */
export function createStateHints({ edition, names, places, search, isInside }: HintSources) {
  const { name: state } = edition;
  const words = {
    area: state,
    inside: `in ${state}`,
    outside: `The point is not in ${state}. lat is degrees north, lon is degrees east and negative in ${state}.`,
  };
  return {
    ofPoint: (point: GeoPoint): Suggestions => ({ suggestions: NONE, hint: hintAtPoint(point, words, isInside) }),
    ofZip(zip: string): Suggestions {
      const isOfState = new RegExp(`^${edition.zip}$`).test(zip);
      return { suggestions: NONE, hint: isOfState ? null : `${zip} is not a ZIP code of ${state}.` };
    },
    ofName: suggestName,
  };

  function suggestName(name: Typed): Suggestions {
    const understood = names.understand(name);
    const { found, parts, area, regions, isOutside, isElsewhere } = understood;
    if (isOutside) {
      const region = regions.findLast(({ within }) => within === null)?.name ?? "";
      return {
        suggestions: NONE,
        hint: `Only places in ${state} are looked up here. This was read as one in ${region}.`,
      };
    }
    if (isElsewhere) {
      const namesakes = asSuggestions([...found.keys()]);
      const sent = namesakes.map(({ kind, name: own, county }) => (kind === "county" ? own : `${own}, ${county}`));
      const hint = `This is the name of a place outside ${state}.`;
      return {
        suggestions: namesakes,
        hint: sent.length === 0 ? hint : `${hint} Or did you mean ${alternatives(sent)}?`,
      };
    }
    if (area !== null) {
      return {
        suggestions: asSuggestions(area.places),
        hint: `${area.name} is ${regionOf(area.places)}, not one place.`,
      };
    }
    if (parts.length > 0) {
      const own = parts.map(({ place }) => place);
      const what = [...new Set(parts.map((part) => part.what))].join(" or ");
      const where = alternatives(own.map((place) => places[place]?.name ?? ""));
      return { suggestions: asSuggestions(own), hint: `This is ${what} in ${where} and has no entry of its own.` };
    }
    return STREET_ADDRESS.test(name) ? suggestOfAddress(name) : suggestOfName(name, understood);
  }

  function suggestOfAddress(name: Typed): Suggestions {
    const zipAtEnd = new RegExp(`${edition.zip}(?=(?:-\\d{4})?\\s*$)`);
    const parts = name.split(",");
    const ends = parts.map((_, index) => parts.slice(index + 1).join(",")).slice(0, MAX_SEARCHES);
    const texts = [...ends, ...(zipAtEnd.exec(name) ?? [])].filter((text) => text !== "");
    const hint = "A street address is not located. Send its city, its ZIP code, or its coordinates as lat and lon.";
    return {
      suggestions: texts.map((text) => search(madeOf(name, text), 1)).find(({ length }) => length > 0) ?? NONE,
      hint,
    };
  }

  function suggestOfName(text: Typed, { key, regions }: Understood): Suggestions {
    const suggestions = search(text, MAX_SUGGESTIONS);
    const region = regions.find(({ within }) => within !== null && within.length > 0);
    if (suggestions.length > 0) return { suggestions, hint: null };
    if (region === undefined) return suggestBeforeComma(text);
    const hint = `No place of this name is known in ${region.name}.`;
    const [elsewhere] = asSuggestions([...names.understand(key).found.keys()]);
    return {
      suggestions,
      hint: elsewhere === undefined ? hint : `${hint} ${elsewhere.name} is in ${elsewhere.county}.`,
    };
  }

  /** "Irvine, Nowhere": the name before a comma, if what stands after it is no region. */
  function suggestBeforeComma(text: Typed): Suggestions {
    const { own, around } = saidParts(text, edition.abbreviation);
    const suggestions = around === null ? NONE : asSuggestions([...names.understand(own).found.keys()]);
    if (suggestions.length === 0) return { suggestions, hint: null };
    return { suggestions, hint: `No city, county, or state is called ${around}. Send the name alone.` };
  }

  function asSuggestions(numbers: readonly number[]): readonly FoundPlace[] {
    const known = numbers.flatMap((number) => places[number] ?? []);
    return known.slice(0, MAX_SUGGESTIONS).map((place) => ({ ...place, match: "alias" }));
  }

  function regionOf(numbers: readonly number[]): string {
    const counties = numbers.map((number) => places[number]?.name ?? "");
    const count = COUNTS[counties.length] ?? counties.length;
    if (counties.length === 0) return "a region without fixed borders";
    return counties.length === 1 ? `a region in ${counties[0]}` : `a region of ${count} counties`;
  }
}

const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

function alternatives(names: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "disjunction" }).format(new Set(names));
}
