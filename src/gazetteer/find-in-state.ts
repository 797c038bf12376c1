import { Lru } from "../base/lru.ts";
import type { Typed } from "../base/text.ts";
import type { StateCode } from "../editions/us-states.ts";
import { kindOf, type Named, rank, type StateIndex } from "./country-names.ts";
import { SHORT_FORMS } from "./fold.ts";
import { FORMER_TOWN, kindsIn, SAID_KINDS, type SaidKind } from "./legal-names.ts";
import { LONG_WORDS } from "./long-words.ts";
import type { PlaceKind, PlaceTable } from "./place-table.ts";
import { isStateText } from "./state-text.ts";
import { readTypedPlace, type TypedPlace } from "./typed-place.ts";

/** Why a name that some places have is none of them. */
export type Contradiction = "county" | "zip" | "kind";

/** Which place is meant. Rows of the table. */
export type RowMeaning =
  /** `also` is the largest other place of the name, of another kind. `isShort`: "Garden" for Garden City. */
  | { readonly is: "one"; readonly row: number; readonly also: number | null; readonly isShort: boolean }
  /** The largest first. */
  | { readonly is: "several"; readonly rows: readonly number[] }
  /** A county that is a part of a city: Brooklyn. */
  | { readonly is: "part"; readonly row: number; readonly city: number; readonly name: string }
  /** The state itself. */
  | { readonly is: "state" }
  /** `near` are the places that would be meant without what contradicts them. */
  | { readonly is: "none"; readonly near: readonly number[]; readonly contradiction: Contradiction | null };

export interface IndexedState {
  readonly code: StateCode;
  readonly table: PlaceTable;
  readonly index: StateIndex;
  /** Whether a row may be in a ZIP code; undefined for a code whose shares say nothing of its places. */
  inZip(zip: string): ((row: number) => boolean) | undefined;
}

/** Whether a name means a place, or the part of one. */
export function isPlace({ is }: RowMeaning): boolean {
  return is === "one" || is === "several" || is === "part";
}

const NONE: RowMeaning = { is: "none", near: [], contradiction: null };

/** The place of a name in a state, in any spelling. Nothing is guessed. */
export function findInState(text: Typed, state: IndexedState): RowMeaning {
  const readings = readTypedPlace(text, state.code, state.index);
  let refused: RowMeaning = NONE;
  for (const reading of readings) {
    const found = findReading(reading, state);
    if (found.is !== "none") return found;
    if (found.near.length > 0) refused = found;
  }
  return refused;
}

function findReading(reading: TypedPlace, state: IndexedState): RowMeaning {
  if (reading.name === "") return NONE;
  let refused: RowMeaning = NONE;
  for (const name of spellingsOf(reading.name)) {
    const found = findName({ ...reading, name }, state);
    if (found.is !== "none") return found;
    if (found.near.length > 0) refused = found;
  }
  return refused;
}

/** First words written out: "n" is "north". */
const DIRECTIONS: ReadonlyMap<string, string> = new Map(
  SHORT_FORMS.flatMap(([long, forms]) => forms.map((form) => [form.trim(), long.trim()] as const)),
);

/** The name as typed, then with its first word as a direction and with all words written out: "pt" is "port", then "point". */
function spellingsOf(name: string): readonly string[] {
  const [first = "", ...others] = name.split(" ");
  const direction = others.length === 0 ? first : (DIRECTIONS.get(first) ?? first);
  const long = others.map((word) => LONG_WORDS.get(word) ?? word);
  const forms = [
    [direction, ...others],
    [direction, ...long],
    [LONG_WORDS.get(first) ?? first, ...long],
  ];
  return [...new Set([name, ...forms.map((words) => words.join(" "))])];
}

function findName(reading: TypedPlace, state: IndexedState): RowMeaning {
  const { name } = reading;
  const { index } = state;
  const readings = kindReadings(name);
  const groups = readings.map(({ key, kinds, official }) =>
    index
      .named(key)
      .filter(({ row }) => kinds === null || isOfKind(state.table, row, kinds))
      .filter(({ row }) => official?.test(state.table.officialName(row)) ?? true),
  );
  if (reading.county === null && isStateText(name, state.code)) {
    const city = (groups[0] ?? []).filter(({ row, tier }) => tier !== "short" && placeRank(state.table, row) === 0);
    return city.length === 0 ? { is: "state" } : decide(reading, [city], state);
  }
  const found = decide(reading, groups, state);
  if (found.is !== "none") return found;
  const part = index.part(name);
  const isInCity = part !== undefined && (reading.zip === null || (state.inZip(reading.zip)?.(part.city) ?? true));
  if (isInCity && reading.county === null) return { is: "part", ...part };
  if (found.near.length > 0) return found;
  // Places of the name that are of another kind than it says.
  const others = readings.slice(1).flatMap(({ key }) => index.named(key).map(({ row }) => row));
  return others.length === 0 ? NONE : { is: "none", near: bySize(others, state.table), contradiction: "kind" };
}

/** A municipality that is a place and a subdivision is of both kinds. */
export function isOfKind(table: PlaceTable, row: number, kinds: readonly PlaceKind[]): boolean {
  if (kinds.includes(kindOf(table, row))) return true;
  const subdivision = table.subdivisionOf.get(row);
  return subdivision !== undefined && kinds.includes(kindOf(table, subdivision));
}

interface KindReading {
  readonly key: string;
  /** null if no kind is said. */
  readonly kinds: readonly PlaceKind[] | null;
  /** What official names of the kind end in, if the kind alone does not say it. */
  readonly official?: RegExp;
}

const CHARTER = / charter township$/;

/** A name without a state is looked up in all of them, and says the same kind in each. */
const recent = new Lru<readonly KindReading[]>({ entries: 16 });

function kindReadings(name: string): readonly KindReading[] {
  const known = recent.get(name);
  if (known !== undefined) return known;
  const said = kindsIn(name);
  const readings: readonly KindReading[] = [
    { key: name, kinds: null },
    ...said.map(({ name: key, kind }) => ({
      key,
      kinds: SAID_KINDS[kind],
      ...(CHARTER.test(name) ? { official: CHARTER } : {}),
    })),
    ...said.flatMap(({ name: key, kind, isBefore }) =>
      kind === "city" && isBefore ? [{ key, kinds: kindsOfSaid(kind, isBefore) }] : [],
    ),
    ...said.flatMap(({ name: key, kind }) =>
      kind === "town" || kind === "city"
        ? [{ key: `${key} town`, kinds: ["city"] as const, official: FORMER_TOWN }]
        : [],
    ),
  ];
  recent.set(name, readings);
  return readings;
}

/** "City of" is said of any incorporated place. */
export function kindsOfSaid(kind: SaidKind, isBefore: boolean): readonly PlaceKind[] {
  const own: readonly PlaceKind[] = SAID_KINDS[kind];
  return kind === "city" && isBefore ? [...own, "town", "village", "borough"] : own;
}

/** The best names of each reading together, narrowed by the county and the ZIP code. */
function decide(
  reading: TypedPlace,
  groups: readonly (readonly Named[])[],
  { table, inZip }: IndexedState,
): RowMeaning {
  if (groups.every((group) => group.length === 0)) return NONE;
  const isInZip = reading.zip === null ? undefined : inZip(reading.zip);
  const isIn = ({ row }: Named) => isInCounty(table, row, reading.county) && (isInZip?.(row) ?? true);
  const [all = [], ...kinded] = groups.map((group) => best(group.filter(isIn)));
  // "York town" is the town of York, not Yorktown.
  const isKindExact = kinded.flat().some(({ isExact }) => isExact);
  const whole = isKindExact && all.every(({ isExact }) => !isExact) ? [] : all;
  // A legal name as typed is the place, whatever kind it seems to say; both are meant if both are legal names.
  const named = whole.length > 0 ? [...whole, ...kinded.flat()] : (kinded.find(({ length }) => length > 0) ?? []);
  const rows = [...new Set(named.map(({ row }) => row))];
  if (rows.length === 0) {
    const near = bySize([...new Set(groups.flatMap(best).map(({ row }) => row))], table);
    const contradiction = near.some((row) => isInCounty(table, row, reading.county)) ? "zip" : "county";
    return near.length === 0 ? NONE : { is: "none", near, contradiction };
  }
  const meaning = chosen(rows, whole.length > 0 && rows.length > whole.length, table);
  return meaning.is === "one" && named.every(({ tier }) => tier === "short") ? { ...meaning, isShort: true } : meaning;
}

/** Names of the best tier; a short form only if no other place has it. */
function best(named: readonly Named[]): readonly Named[] {
  const [first] = named;
  if (first === undefined) return [];
  const own = named.filter((one) => rank(one) === rank(first));
  return first.tier === "short" && own.length > 1 ? [] : own;
}

function isInCounty(table: PlaceTable, row: number, county: number | null): boolean {
  if (county === null) return true;
  return table.counties[row] === county || (table.shares.get(row)?.some(([own]) => own === county) ?? false);
}

/** An incorporated place comes before a county subdivision, that before a community, and a county is last. */
export function placeRank(table: PlaceTable, row: number): number {
  const kind = kindOf(table, row);
  if (kind === "county") return 3;
  if (kind === "community") return 2;
  return kind === "township" || kind === "plantation" || row >= table.stateAt(row).levels[2] ? 1 : 0;
}

const CITIES: ReadonlySet<PlaceKind> = new Set(["city", "municipality", "government"]);

/** @param isMixed whether they have the name in two ways: "Union City" and "Union city" */
function chosen(rows: readonly number[], isMixed: boolean, table: PlaceTable): RowMeaning {
  const meant = rows.filter((row) => table.meant.has(row));
  const [only] = meant;
  if (only !== undefined && meant.length === 1) {
    return { is: "one", row: only, also: largest(rows, only, table), isShort: false };
  }
  const highest = Math.min(...rows.map((row) => placeRank(table, row)));
  const own = bySize(
    rows.filter((row) => placeRank(table, row) === highest),
    table,
  );
  const cities = isMixed ? [] : own.filter((row) => CITIES.has(kindOf(table, row)));
  const [row, ...others] = cities.length === 1 ? cities : own;
  if (row === undefined) return NONE;
  if (others.length > 0) return { is: "several", rows: own };
  return { is: "one", row, also: largest(rows, row, table), isShort: false };
}

/** The largest other place of another official name: an independent city is a county, too. */
function largest(rows: readonly number[], row: number, table: PlaceTable): number | null {
  const others = rows.filter((other) => other !== row && table.officialName(other) !== table.officialName(row));
  return bySize(others, table)[0] ?? null;
}

export function bySize(rows: readonly number[], table: PlaceTable): readonly number[] {
  return rows.toSorted((a, b) => (table.residents[b] ?? 0) - (table.residents[a] ?? 0) || a - b);
}
