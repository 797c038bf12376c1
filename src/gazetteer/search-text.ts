import { madeOf, type Typed } from "../base/text.ts";
import { type StateCode, US_STATES } from "../editions/us-states.ts";
import { COUNTRY_NAME } from "./endings.ts";
import { kindsOfSaid } from "./find-in-state.ts";
import { normalized } from "./fold.ts";
import { kindsIn, looseKey, nameKey } from "./legal-names.ts";
import type { PlaceKind } from "./place-table.ts";
import { readRegions } from "./read-regions.ts";
import { stateAlone, stateOfForm } from "./state-text.ts";

/** What a search asks for: words of a name, and where. */
export interface SearchText {
  /** Folded, without the regions after it. */
  readonly name: Typed;
  readonly state: StateCode | null;
  /** In the form of `looseKey`, without its kind; null without one. */
  readonly county: string | null;
  /** The name without a kind that it says, and the kinds that are meant; null if none is said. */
  readonly said: { readonly name: Typed; readonly kinds: readonly PlaceKind[] } | null;
  /** The state that the whole text is. */
  readonly isState: StateCode | null;
}

const CODE_LENGTH = 2;
const ZIP = /^\d{5}(?: \d{4})?$/;
const COUNTY = / (?:county|parish|borough|census area)$/;

/** What stands after a name; `key` is a code of a state, or a county in the form of `looseKey`. */
type SearchRegion =
  | { readonly is: "country" | "zip" }
  | { readonly is: "state"; readonly key: StateCode }
  | { readonly is: "county"; readonly key: string };

/** The closer to the name, the smaller. */
const ORDER = { country: 0, zip: 0, state: 1, county: 2 } as const;

/** Reads the regions at the end of a search: "Austin, TX 78701", "Tampa, Fla.", "Hamilton Township, Mercer County NJ". */
export function readSearchText(
  text: Typed,
  isCounty: (key: string) => boolean,
  hasPlace: (state: StateCode, folded: Typed) => boolean,
): SearchText {
  const whole = normalized(text);
  const { name, regions } = readRegions<SearchRegion>(whole, {
    regionOf: (end, isAfterComma, read) =>
      regionsIn(end, isAfterComma, isCounty).find((region) =>
        read.every(({ is }) => is !== region.is && ORDER[is] <= ORDER[region.is]),
      ),
    isRegion: (name) => stateAlone(name) !== undefined,
    isMeant(region, end, before) {
      if (region.is !== "state" || hasPlace(region.key, madeOf(text, before))) return true;
      // A code in capitals; a name, unless it ends that of a place: Mount Washington.
      if (end.length === CODE_LENGTH) return text.includes(end.toUpperCase());
      return !US_STATES.some(({ code }) => hasPlace(code, madeOf(text, `${before} ${end}`)));
    },
  });
  const said = kindsIn(nameKey(name))[0];
  return {
    name,
    state: regions.find((region) => region.is === "state")?.key ?? null,
    county: regions.find((region) => region.is === "county")?.key ?? null,
    said: said === undefined ? null : { name: madeOf(text, said.name), kinds: kindsOfSaid(said.kind, said.isBefore) },
    isState: stateAlone(whole) ?? null,
  };
}

/** What a text may be: "Ohio" is a state, and a county of Indiana. */
function regionsIn(text: Typed, isAfterComma: boolean, isCounty: (key: string) => boolean): readonly SearchRegion[] {
  if (COUNTRY_NAME.test(text)) return [{ is: "country" }];
  if (ZIP.test(text)) return [{ is: "zip" }];
  const state = stateOfForm(text);
  const county = looseKey(nameKey(text.replace(COUNTY, "")));
  return [
    ...(state === undefined ? [] : [{ is: "state", key: state } as const]),
    ...(isAfterComma && isCounty(county) ? [{ is: "county", key: county } as const] : []),
  ];
}
