import { madeOf, type Typed } from "../base/text.ts";
import type { StateCode } from "../editions/us-states.ts";
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

const ZIP_AT_END = /(?<=[^ ,])[ ,]+(\d{5})(?: ?\d{4})?[ ,]*$|^[ ,]*(\d{5})(?: ?\d{4})?[ ,]*$/;
const COUNTRY_AT_END = /(?<=[^ ,])[ ,]+(?:u ?s(?: ?a)?|united states(?: of america)?)[ ,]*$/;
const COUNTY = / (?:county|parish)$/;
/** What is no city at the end of an address without commas: "Apt 4", "Suite 100". */
const UNIT = /^(?:apt|apartment|unit|suite|ste|floor|fl|room|rm|#)\b/;
const MAX_STATE_WORDS = 3;
/** Words of a city's name after a street without a comma: "100 Main St Rancho Santa Margarita". */
const MAX_NAME_WORDS = 4;

/** Reads the ZIP code, the state, and the city out of an address. */
export function readAddress(text: Typed, sources: AddressSources): TypedAddress {
  const said = withoutEndings(normalized(text).replace(/[()]/g, ","), null, null);
  const { rest, zip } = said;
  const state = said.state ?? (zip === null ? null : (sources.stateOfZip(zip) ?? null));
  const named = state === null ? null : cityIn(rest, { zip, state, text }, sources);
  return { zip, state, name: named?.name ?? null, meaning: named?.meaning ?? null };
}

/** Whether an address ends in a ZIP code or a state: without one, it may be anywhere. */
export function saysWhere(address: Typed): boolean {
  const { zip, state } = withoutEndings(normalized(address).replace(/[()]/g, ","), null, null);
  return zip !== null || state !== null;
}

interface WithoutEndings {
  readonly rest: string;
  readonly zip: string | null;
  readonly state: StateCode | null;
}

/** The country, a ZIP code, and a state, each once, in any order. */
function withoutEndings(text: string, zip: string | null, state: StateCode | null): WithoutEndings {
  const bare = text.replace(COUNTRY_AT_END, "");
  const digits =
    zip === null
      ? ZIP_AT_END.exec(bare)
          ?.slice(1)
          .find((own) => own !== undefined)
      : undefined;
  if (digits !== undefined) return withoutEndings(bare.replace(ZIP_AT_END, ""), digits, state);
  const own = state === null ? stateAtEnd(bare) : undefined;
  return own === undefined ? { rest: bare, zip, state } : withoutEndings(own.rest, zip, own.state);
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
  for (const name of [whole, ...(isCounty ? [] : endsOf(whole))]) {
    const { is, ...meaning } = find(state, madeOf(text, name));
    const isNamed = is !== "none" || ("near" in meaning && meaning.near.length > 0);
    if (isNamed) return { name: madeOf(text, name), meaning: find(state, withZip(name)) };
  }
  if (parts.length < 2 || /\d/.test(whole)) return null;
  return { name: madeOf(text, whole), meaning: find(state, withZip(whole)) };
}

/** The last words of a text, the longest first. */
function endsOf(text: string): readonly string[] {
  const words = text.split(" ");
  const most = Math.min(MAX_NAME_WORDS, words.length - 1);
  return Array.from({ length: Math.max(0, most) }, (_, less) => words.slice(less - most).join(" "));
}
