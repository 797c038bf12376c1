import { recordFrom } from "../base/named-table.ts";
import { ownText, type Typed } from "../base/text.ts";
import { type StateCode, US_STATES } from "../editions/us-states.ts";
import { endingOf } from "./endings.ts";
import { normalized } from "./fold.ts";

/** Short forms of states' names in newspapers (Associated Press) and old addresses; those with spaces have periods. */
const ABBREVIATIONS: Readonly<Partial<Record<StateCode, string>>> = {
  AL: "ala",
  AK: "alas",
  AZ: "ariz",
  AR: "ark",
  CA: "calif|cal",
  CO: "colo",
  CT: "conn",
  DC: "washington d c|washington dc",
  DE: "del",
  FL: "fla",
  GA: "ga",
  ID: "ida",
  IL: "ill",
  IN: "ind",
  KS: "kan|kans",
  KY: "ky",
  MA: "mass",
  MI: "mich",
  MN: "minn",
  MS: "miss",
  MT: "mont",
  NE: "neb|nebr",
  NV: "nev",
  NM: "n mex",
  NC: "n carolina",
  ND: "n dak|n dakota",
  OK: "okla",
  OR: "ore|oreg",
  PA: "penna",
  SC: "s carolina",
  SD: "s dak|s dakota",
  TN: "tenn",
  TX: "tex",
  WA: "wash",
  WI: "wis|wisc",
  WV: "w va|w virginia",
  WY: "wyo",
};

/** The forms of a state that name a city of it. */
const CITY_FORMS: ReadonlySet<string> = new Set(ABBREVIATIONS.DC?.split("|"));

/** A state's code, with and without periods, and its name, folded. */
const NAMES: Readonly<Record<StateCode, readonly string[]>> = recordFrom(
  US_STATES.map(({ code, name }) => {
    const letters = [...code.toLowerCase()];
    return [code, [letters.join(""), letters.join(" "), normalized(ownText(name))]] as const;
  }),
);
/** Also in its short forms. */
const FORMS: Readonly<Record<StateCode, readonly string[]>> = recordFrom(
  US_STATES.map(({ code }) => [code, [...NAMES[code], ...(ABBREVIATIONS[code]?.split("|") ?? [])]] as const),
);

const statesBy = (forms: (code: StateCode) => readonly string[]): ReadonlyMap<string, StateCode> =>
  new Map(US_STATES.flatMap(({ code }) => forms(code).map((form): [string, StateCode] => [form, code])));
const BY_NAME = statesBy((code) => (code === "DC" ? FORMS[code] : NAMES[code]));
const BY_FORM = statesBy((code) => FORMS[code]);
const FULL_NAMES: ReadonlyMap<StateCode, string> = new Map(US_STATES.map(({ code, name }) => [code, name]));

/** The state of a USPS code or name, in any case, with or without periods; undefined for any other text. */
export function stateOf(text: Typed): StateCode | undefined {
  return BY_NAME.get(normalized(text));
}

/** The state of a folded name, code, or short form. */
export function stateOfForm(folded: string): StateCode | undefined {
  return BY_FORM.get(folded);
}

/** The state that a folded text is, unless it also names a city: "Washington, D.C." is one. */
export function stateAlone(folded: string): StateCode | undefined {
  const name = folded.replace(/^state of (?=.)|(?<=.) state$/, "");
  return CITY_FORMS.has(name) ? undefined : BY_FORM.get(name);
}

/** The state that a name ends in, after a comma or as a code: "Austin, Texas", "Austin TX". */
export function stateIn(name: Typed): StateCode | undefined {
  const ending = /,([^,]+)$|\s([A-Z]{2})$/.exec(name.trim());
  return ending === null ? undefined : stateOf(ownText(ending[1] ?? ending[2] ?? ""));
}

export function stateName(code: StateCode): string {
  return FULL_NAMES.get(code) ?? code;
}

/** What people write after a city instead of the state's name. */
const AFTER_CITY: Readonly<Partial<Record<StateCode, string>>> = { DC: "D.C." };

/** A place with its state: "Austin, Texas", "Washington, D.C." */
export function nameInState({ name, state }: { readonly name: string; readonly state: StateCode }): string {
  return `${name}, ${AFTER_CITY[state] ?? stateName(state)}`;
}

/** Whether a folded text is the name or the code of a state. */
export function isStateText(folded: string, code: StateCode): boolean {
  return NAMES[code].includes(folded);
}

/** The state at the end of a folded name, by any of its forms. */
export const STATE_ENDINGS: Readonly<Record<StateCode, RegExp>> = recordFrom(
  US_STATES.map(({ code }) => {
    const forms = FORMS[code].toSorted((a, b) => b.length - a.length).join("|");
    return [code, endingOf(forms)] as const;
  }),
);
