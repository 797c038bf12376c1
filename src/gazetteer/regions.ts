import { ownText, type Typed } from "../base/text.ts";
import { type StateCode, US_STATES } from "../editions/us-states.ts";
import { COUNTRY_NAME } from "./endings.ts";
import { normalized } from "./fold.ts";

/** Where a text says that a place is: `IL` in "Springfield, IL", `Sacramento` in "Oak Park, Sacramento". */
export interface Region {
  /** As hints show it. */
  readonly name: string;
  /** Names of the cities, counties, or states that it may mean. Empty: the whole edition. null: outside the edition. */
  readonly within: readonly string[] | null;
}

/** A code of another state must be in capitals: "palo al" is the beginning of a name. */
export function isMeant({ within }: Region, end: string): boolean {
  return end.length > 2 || within !== null || end === end.toUpperCase();
}

/** The whole edition, for what an address says anyway. */
const COUNTRY: Region = { name: "the United States", within: [] };

/** Parts of countries that people write like states, and names of countries that are not in the list of regions. */
const PARTS_OF_COUNTRIES = {
  Canada:
    "Alberta, British Columbia, BC, Manitoba, New Brunswick, Newfoundland, Nova Scotia, Ontario, Quebec, Saskatchewan",
  Mexico: "Baja",
  England: "England",
  Scotland: "Scotland",
  Wales: "Wales",
  "the United Kingdom": "UK, Great Britain, Britain",
} as const;

const outside = (name: string): Region => ({ name, within: null });

const parts: ReadonlyMap<string, Region> = new Map(
  Object.entries(PARTS_OF_COUNTRIES).flatMap(([country, names]) =>
    names.split(", ").map((name) => [normalized(ownText(name)), outside(country)] as const),
  ),
);

/** The states by name and code, without those of the edition; parts of other countries; the country itself. */
export function statesOf(own: (code: StateCode) => boolean): (text: Typed) => Region | undefined {
  const states = new Map(
    US_STATES.filter(({ code }) => !own(code)).flatMap(({ code, name }) => {
      return [code, name].map((text) => [normalized(ownText(text)), outside(name)] as const);
    }),
  );
  return (text) => (COUNTRY_NAME.test(text) ? COUNTRY : (states.get(text) ?? parts.get(text)));
}

/** The other countries. A city of an edition that has the name of one, such as San Marino, comes before it. */
export function countryOf(text: Typed): Region | undefined {
  return countries().get(text);
}

let known: ReadonlyMap<string, Region> | undefined;

/** Their English names are in the runtime's tables of languages. Made when first needed. */
function countries(): ReadonlyMap<string, Region> {
  known ??= new Map(
    letterPairs().flatMap((code) => {
      const name = new Intl.DisplayNames("en", { type: "region" }).of(code) ?? code;
      return name === code || code === "US" ? [] : [[normalized(ownText(name)), outside(name)] as const];
    }),
  );
  return known;
}

function letterPairs(): readonly string[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode("A".charCodeAt(0) + index));
  return letters.flatMap((first) => letters.map((second) => first + second));
}
