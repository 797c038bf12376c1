import type { Typed } from "../base/text.ts";
import type { StateCode } from "../editions/us-states.ts";
import { normalized } from "./fold.ts";
import { nameKey } from "./legal-names.ts";
import type { StateIndex } from "./state-index.ts";
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

const COUNTRY = /(?<=[^ ,([])[ ,([]+(?:u ?s(?: ?a)?|united states(?: of america)?)[ ,)\]]*$/;
const ZIP = /(?<=[^ ,([])[ ,([]+(\d{5})(?: ?\d{4})?[ ,)\]]*$/;
/** A legal note of the Census Bureau, not a place. */
const BALANCE = / (?:\(balance\)|balance$)/;
/** What follows the last comma or bracket. */
const AFTER_COMMA = /^(.*[^ ,([]) *[,([] *([^,()[\]]+?)[ )\]]*$/;
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
  const left = new Set([COUNTRY, ZIP, STATE_ENDINGS[state]]);
  while (true) {
    readings.push({ name: nameKey(rest), county: null, zip });
    readings.push(...withCounty(rest, zip, state, index));
    const ending = [...left].find((one) => one.test(rest));
    if (ending === undefined) return readings;
    left.delete(ending);
    if (ending === ZIP) zip = ZIP.exec(rest)?.[1] ?? null;
    rest = rest.replace(ending, "");
  }
}

function withCounty(text: string, zip: string | null, state: StateCode, index: StateIndex): readonly TypedPlace[] {
  const [, name, after] = AFTER_COMMA.exec(text) ?? [];
  if (name !== undefined && after !== undefined) {
    // "Kailua, Hawaii" names the state, not the county.
    const county = isStateText(after, state) ? undefined : index.county(nameKey(after));
    if (county !== undefined || COUNTY_WORDS.test(after)) return [{ name: nameKey(name), county: county ?? -1, zip }];
  }
  const words = nameKey(text).split(" ");
  const readings: TypedPlace[] = [];
  for (let count = Math.min(MAX_COUNTY_WORDS, words.length - 1); count > 1; count--) {
    const end = words.slice(-count).join(" ");
    const county = COUNTY_WORDS.test(end)
      ? (index.county(end) ?? index.county(end.replace(/ co$/, " county")))
      : undefined;
    const before = words.slice(0, -count).join(" ").replace(/ in$/, "");
    if (county !== undefined) readings.push({ name: before, county, zip });
  }
  return readings;
}
