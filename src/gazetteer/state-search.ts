import { ownText, type Typed } from "../base/text.ts";
import type { PlaceKind } from "../domain/place-query.ts";
import type { Names, Understood } from "./edition-names.ts";
import { createSearch, type SearchReading, type SearchResult } from "./search.ts";
import { COSTS, openForms, packForms } from "./search-forms.ts";
import { spellingsOf, wordsOf } from "./search-words.ts";

/** Users mean a county less often than a city of similar size, and a part of a city less often than the city. */
const WEIGHTS = { city: 1, county: 0.04, unincorporated: 1, neighborhood: 0.5 } as const satisfies Record<
  PlaceKind,
  number
>;

/** The search over the places of a state, by what people call them. */
export function createStateSearch({ entries, elsewhere, understand }: Names): (text: Typed) => SearchResult {
  const forms = openForms(
    packForms({
      size: entries.length,
      spellings: (place) =>
        (entries[place]?.names ?? []).flatMap((name, index) =>
          spellingsOf(name, index === 0 ? COSTS.exact : COSTS.alias),
        ),
      around: (place) => (entries[place]?.around ?? []).flatMap((name) => wordsOf(ownText(name))),
    }),
  );
  const prominence = Float64Array.from(entries, ({ kind, residents }) => residents * WEIGHTS[kind]);
  const search = createSearch({ forms: [forms], prominence, elsewhere });
  return (text) => search(readingOf(understand(text), elsewhere));
}

function readingOf(understood: Understood, elsewhere: ReadonlySet<string>): SearchReading {
  const { key, found, short, parts, area, regions, isOutside, isHere } = understood;
  const known = new Map([...found].map(([place, match]) => [place, COSTS[match]]));
  for (const place of [...short, ...(area?.places ?? [])]) known.set(place, COSTS.alias);
  const mayBeElsewhere = regions.length === 0;
  const isNamed = parts.length > 0 || area !== null || (mayBeElsewhere && elsewhere.has(key));
  return {
    words: wordsOf(key),
    known,
    compares: isOutside ? "nothing" : isNamed ? "names" : "all",
    mayBeElsewhere,
    isHere,
  };
}
