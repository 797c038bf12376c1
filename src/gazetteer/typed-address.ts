import { madeOf, type Typed } from "../base/text.ts";
import type { StateCode } from "../editions/us-states.ts";
import { COUNTRY_ENDING, lastWords, ZIP_ENDING } from "./endings.ts";
import type { RowMeaning } from "./find-in-state.ts";
import { normalized } from "./fold.ts";
import { STATE_ENDINGS, stateOfForm } from "./state-text.ts";

/** What an address says of a place. Its street is ignored. */
export interface TypedAddress {
  /** Five digits. */
  readonly zip: string | null;
  /** As the address says it; without that, the state of most of the ZIP code. */
  readonly state: StateCode | null;
  /** The name of the city with what the address says after it; null if none is certain. */
  readonly name: Typed | null;
  /** What the name and the ZIP code mean in the state together; null without a name. */
  readonly meaning: RowMeaning | null;
}

/** How an address is compared with the places of the country. */
export interface AddressSources {
  find(state: StateCode, name: Typed): RowMeaning;
  /** The state that has most of a ZIP code; undefined for one that is not known. */
  stateOfZip(zip: string): StateCode | undefined;
}

const ZIP_ALONE = /^[ ,]*(\d{5})(?: ?\d{4})?[ ,]*$/;
const COUNTY = / (?:county|parish)$/;
/** What is no city at the end of an address without commas: "Apt 4", "Suite 100". */
const UNIT = /^(?:apt|apartment|unit|suite|ste|floor|fl|room|rm|#)\b/;
const MAX_STATE_WORDS = 3;
/** Words of a city's name after a street without a comma: "100 Main St Rancho Santa Margarita". */
const MAX_NAME_WORDS = 4;

/** Reads the ZIP code, the state, and the city out of an address. */
export function readAddress(text: Typed, sources: AddressSources): TypedAddress {
  const said = withoutEndings(text);
  const { rest, zip } = said;
  const state = said.state ?? (zip === null ? null : (sources.stateOfZip(zip) ?? null));
  const named = state === null ? null : cityIn(rest, { zip, state, text }, sources);
  return { zip, state, name: named?.name ?? null, meaning: named?.meaning ?? null };
}

/** Whether an address ends in a ZIP code or a state: without one, it may be anywhere. */
export function saysWhere(address: Typed): boolean {
  const { zip, state } = withoutEndings(address);
  return zip !== null || state !== null;
}

interface WithoutEndings {
  readonly rest: string;
  readonly zip: string | null;
  readonly state: StateCode | null;
}

/** The country, a ZIP code, and a state, each once, in any order. */
function withoutEndings(text: Typed): WithoutEndings {
  let rest: string = normalized(text).replace(/[()[\]]/g, ",");
  let zip: string | null = null;
  let state: StateCode | null = null;
  while (true) {
    rest = rest.replace(COUNTRY_ENDING, "");
    const digits: RegExpExecArray | null = zip === null ? (ZIP_ALONE.exec(rest) ?? ZIP_ENDING.exec(rest)) : null;
    if (digits !== null) {
      rest = rest.slice(0, digits.index);
      zip = digits[1] ?? null;
      continue;
    }
    const own: ReturnType<typeof stateAtEnd> = state === null ? stateAtEnd(rest) : undefined;
    if (own === undefined) return { rest, zip, state };
    ({ rest, state } = own);
  }
}

function stateAtEnd(text: string): { readonly state: StateCode; readonly rest: string } | undefined {
  const words = text.split(/[ ,]+/).filter((word) => word !== "");
  for (let count = Math.min(MAX_STATE_WORDS, words.length); count > 0; count--) {
    const state = stateOfForm(words.slice(-count).join(" "));
    if (state === undefined) continue;
    return { state, rest: words.length === count ? "" : text.replace(STATE_ENDINGS[state], "") };
  }
  return undefined;
}

interface NamedCity {
  readonly name: Typed;
  readonly meaning: RowMeaning;
}

/** The city after the last comma, or in the last words before it. */
function cityIn(
  rest: string,
  { zip, state, text }: { readonly zip: string | null; readonly state: StateCode; readonly text: Typed },
  { find }: AddressSources,
): NamedCity | null {
  const parts = rest
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const last = parts.at(-1);
  if (last === undefined || UNIT.test(last)) return null;
  const isCounty = parts.length > 1 && COUNTY.test(last);
  const whole = isCounty ? parts.slice(-2).join(", ") : last;
  const withZip = (name: string) => madeOf(text, zip === null ? name : `${name} ${zip}`);
  // Without a number, words before the name are a part of it: "Wicker Park" is not Park City.
  const ends = isCounty || !/\d/.test(rest) ? [] : Array.from(lastWords(whole, MAX_NAME_WORDS), ({ end }) => end);
  for (const name of [whole, ...ends]) {
    const meaning = find(state, madeOf(text, name));
    if (meaning.is === "none" && meaning.near.length === 0) continue;
    return { name: madeOf(text, name), meaning: zip === null ? meaning : find(state, withZip(name)) };
  }
  if (parts.length < 2 || /\d/.test(whole)) return null;
  return { name: madeOf(text, whole), meaning: find(state, withZip(whole)) };
}
