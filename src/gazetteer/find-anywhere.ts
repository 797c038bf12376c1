import type { Typed } from "../base/text.ts";
import { type StateCode, US_STATES } from "../editions/us-states.ts";
import { bySize, isPlace, type RowMeaning } from "./find-in-state.ts";
import { normalized } from "./fold.ts";
import type { PlaceTable } from "./place-table.ts";
import { readSearchText } from "./search-text.ts";

const CAPITAL: StateCode = "DC";
/** No place has a longer name with its county, or more commas. Another text is not compared with the names of 51 states. */
const MOST = { letters: 90, commas: 3 } as const;

/** What a name without a state means. */
export interface AnywhereMeaning {
  /** The state that the whole text is: "Ohio", "TX". */
  readonly isState: StateCode | null;
  /** The state that stands after the name, and what the name means there. */
  readonly state: StateCode | null;
  readonly meaning: RowMeaning | null;
  /** Where no state is said, the places of all states that have the name, the largest first. */
  readonly rows: readonly number[];
}

export interface AnywhereSources {
  table(): PlaceTable;
  find(state: StateCode, name: Typed): RowMeaning;
  isCounty(key: string): boolean;
}

/** The places of a name in any state, in any spelling. Nothing is guessed. */
export function findAnywhere(text: Typed, { table, find, isCounty }: AnywhereSources): AnywhereMeaning {
  const { state, isState } = readSearchText(text, isCounty, (own, name) => isPlace(find(own, name)));
  if (state !== null) return { isState: null, state, meaning: find(state, text), rows: [] };
  const isName = normalized(text) !== "" && text.length <= MOST.letters && text.split(",").length <= MOST.commas + 1;
  if (!isName) return { isState, state: null, meaning: null, rows: [] };
  // "New York" is a city of the state, and "Washington" the capital; nobody means Ohio Township in Pennsylvania by "Ohio".
  const states = isState === null ? US_STATES.map(({ code }) => code) : [...new Set([isState, CAPITAL])];
  const found = states.map((code) => find(code, text));
  const isShort = (meaning: RowMeaning) => meaning.is === "one" && meaning.isShort;
  const own = found.some((meaning) => rowsOf(meaning).length > 0 && !isShort(meaning))
    ? found.filter((meaning) => !isShort(meaning))
    : found;
  return { isState, state: null, meaning: null, rows: bySize(own.flatMap(rowsOf), table()) };
}

function rowsOf(meaning: RowMeaning): readonly number[] {
  return meaning.is === "one" ? [meaning.row] : meaning.is === "several" ? meaning.rows : [];
}
