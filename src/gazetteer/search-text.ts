import { madeOf, type Typed } from "../base/text.ts";
import type { StateCode } from "../editions/us-states.ts";
import { atComma, COUNTRY_ENDING, lastWords, withoutComma, ZIP_ENDING } from "./endings.ts";
import { kindsOfSaid } from "./find-in-state.ts";
import { normalized } from "./fold.ts";
import { kindsIn, looseKey, nameKey } from "./legal-names.ts";
import type { PlaceKind } from "./place-table.ts";
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

const COUNTY = / (?:county|parish|borough|census area)$/;
/** Words of a state's name or short form: "district of columbia". */
const MOST_STATE_WORDS = 3;

/** Reads the regions at the end of a search: "Austin, TX 78701", "Tampa, Fla.", "Hamilton Township, Mercer County NJ". */
export function readSearchText(
  text: Typed,
  isCounty: (key: string) => boolean,
  hasPlace: (state: StateCode, folded: Typed) => boolean,
): SearchText {
  const whole = normalized(text);
  const isState = stateAlone(whole) ?? null;
  let name = whole.replace(COUNTRY_ENDING, "").replace(ZIP_ENDING, "").replace(COUNTRY_ENDING, "");
  let state: StateCode | null = null;
  const last = isState === null ? stateAtEnd(name, text, hasPlace) : undefined;
  if (last !== undefined) {
    ({ name, state } = last);
  }
  let county: string | null = null;
  const apart = atComma(name);
  const key = apart === undefined ? undefined : looseKey(nameKey(apart.end.replace(COUNTY, "")));
  if (apart !== undefined && key !== undefined && isCounty(key)) {
    name = apart.name;
    county = key;
  }
  const said = kindsIn(nameKey(name))[0];
  return {
    name: madeOf(text, name),
    state,
    county,
    said: said === undefined ? null : { name: madeOf(text, said.name), kinds: kindsOfSaid(said.kind, said.isBefore) },
    isState,
  };
}

/**
 * After a comma in any form; without one by name, or by a code in capitals or after the name of a place in the state:
 * "palo al" is the beginning of a name.
 */
function stateAtEnd(
  folded: string,
  typed: Typed,
  hasPlace: (state: StateCode, folded: Typed) => boolean,
): { readonly name: string; readonly state: StateCode } | undefined {
  const apart = atComma(folded);
  const afterComma = apart && stateOfForm(apart.end);
  if (apart !== undefined && afterComma !== undefined) return { name: apart.name, state: afterComma };
  for (const { name: before, end } of lastWords(folded, MOST_STATE_WORDS)) {
    const state = stateOfForm(end);
    if (state === undefined) continue;
    const name = withoutComma(before);
    if (end.length > 2 || typed.includes(end.toUpperCase()) || hasPlace(state, madeOf(typed, name)))
      return { name, state };
  }
  return undefined;
}
