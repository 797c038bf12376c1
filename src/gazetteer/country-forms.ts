import { ownText } from "../base/text.ts";
import { kindOf } from "./country-names.ts";
import { normalized } from "./fold.ts";
import { legalName, plainName, saidName } from "./legal-names.ts";
import type { PlaceTable, StateRows } from "./place-table.ts";
import { COSTS, type FormFile, packForms, type Spelling } from "./search-forms.ts";
import { spellingsOf, wordsOf } from "./search-words.ts";
import { stateName } from "./state-text.ts";

/** The spellings that a search compares, for every place of the country. */
export function countryForms(table: PlaceTable): FormFile {
  const around = table.states.map((state) => wordsAround(table, state));
  const stateOf = new Uint8Array(table.codes.length);
  for (const [index, { first, end }] of table.states.entries()) stateOf.fill(index, first, end);
  return packForms({
    size: table.codes.length,
    spellings: (row) => (isListed(table, row) ? spellings(table, row) : []),
    around: (row) => around[stateOf[row] ?? 0]?.(row) ?? [],
  });
}

/** A municipality occurs once; counties are found by look-ups alone. */
function isListed(table: PlaceTable, row: number): boolean {
  return !table.same.has(row) && kindOf(table, row) !== "county";
}

/** The name that people say, a township's with its kind, and reviewed ones are exact; the others are aliases. */
function spellings(table: PlaceTable, row: number): readonly Spelling[] {
  const [official, kind] = [table.officialName(row), kindOf(table, row)];
  const { bare, short } = legalName(official, kind);
  const exact = [saidName(plainName(official, kind), kind), ...(table.others.get(row) ?? [])];
  const alias = [bare, ...short].filter((name) => !exact.includes(name));
  return [
    ...exact.flatMap((name) => spellingsOf(name, COSTS.exact)),
    ...alias.flatMap((name) => spellingsOf(name, COSTS.alias)),
  ];
}

/** The words of a state as they stand around its places. */
export function stateWords({ code }: Pick<StateRows, "code">): readonly string[] {
  return [...wordsOf(ownText(stateName(code))), code.toLowerCase()];
}

/** The words of a place's state, kind, and counties. Those of a county are made once. */
function wordsAround(table: PlaceTable, state: StateRows): (row: number) => readonly string[] {
  const inState = stateWords(state);
  const counties = state.counties.map((name) => wordsOf(normalized(ownText(name))));
  return (row) => {
    const shares = table.shares.get(row)?.map(([county]) => county) ?? [table.counties[row] ?? 0];
    return [...inState, kindOf(table, row), ...shares.flatMap((county) => counties[county] ?? [])];
  };
}
