import type { Typed } from "../base/text.ts";
import type { StateCode } from "../editions/us-states.ts";
import type { StateIndex } from "./country-names.ts";
import { atComma, COUNTRY_ENDING, lastWords, ZIP_ENDING } from "./endings.ts";
import { normalized } from "./fold.ts";
import { nameKey } from "./legal-names.ts";
import { isStateText, STATE_ENDINGS } from "./state-text.ts";

/** A reading of what was typed: a name, and where it says that the place is. */
export interface TypedPlace {
  /** In the form of `nameKey`. */
  readonly name: string;
  /** The index of the county in the state's list; null without one, and -1 for one that the state does not have. */
  readonly county: number | null;
  /** Five digits. */
  readonly zip: string | null;
}

/** A legal note of the Census Bureau, not a place. */
const BALANCE = / (?:\(balance\)|balance$)/;
const COUNTY_WORDS = /^(?:(.+) )?(?:county|parish|co|borough|census area|municipality|planning region)$/;
const MAX_COUNTY_WORDS = 6;

/**
 * The readings of a name in a state, the most literal first: as it is; without the country, the ZIP code, and the state
 * after it; and with a county after it.
 */
export function readTypedPlace(text: Typed, state: StateCode, index: StateIndex): readonly TypedPlace[] {
  const readings: TypedPlace[] = [];
  let rest: string = normalized(text).replace(BALANCE, "");
  let zip: string | null = null;
  const left = new Set([COUNTRY_ENDING, ZIP_ENDING, STATE_ENDINGS[state]]);
  while (true) {
    readings.push({ name: nameKey(rest), county: null, zip });
    readings.push(...withCounty(rest, zip, state, index));
    const ending = [...left].find((one) => one.test(rest));
    if (ending === undefined) return readings;
    left.delete(ending);
    if (ending === ZIP_ENDING) zip = ZIP_ENDING.exec(rest)?.[1] ?? null;
    rest = rest.replace(ending, "");
  }
}

function withCounty(text: string, zip: string | null, state: StateCode, index: StateIndex): readonly TypedPlace[] {
  const apart = atComma(text);
  if (apart !== undefined) {
    // "Kailua, Hawaii" names the state, not the county.
    const county = isStateText(apart.end, state) ? undefined : countyCalled(nameKey(apart.end), index);
    const isCounty = county !== undefined || COUNTY_WORDS.test(apart.end);
    if (isCounty) return [{ name: nameKey(apart.name), county: county ?? -1, zip }];
  }
  const readings: TypedPlace[] = [];
  for (const { name, end } of lastWords(nameKey(text), MAX_COUNTY_WORDS, 2)) {
    const county = COUNTY_WORDS.test(end) ? countyCalled(end, index) : undefined;
    if (county !== undefined) readings.push({ name: name.replace(/ in$/, ""), county, zip });
  }
  return readings;
}

/** "harris county", "harris", "harris co" */
function countyCalled(key: string, index: StateIndex): number | undefined {
  return index.county(key) ?? index.county(key.replace(/ co$/, " county"));
}
