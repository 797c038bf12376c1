import { madeOf, ownText, type Typed } from "../base/text.ts";
import type { PlaceKind } from "../domain/place-query.ts";
import type { CityNames } from "./city-names.ts";
import { type Folds, normalized } from "./fold.ts";
import { LONG_WORDS } from "./long-words.ts";
import { type Reading, readRegions } from "./read-regions.ts";
import { isMeant, type Region } from "./regions.ts";

/** What is replaced in a normalized text, and by what. */
export type Form = readonly [from: RegExp, to: string];

/** Spanish forms of a county's and a city's name, and long forms of an airport's and a campus's. */
const COMMON_FORMS: readonly Form[] = [
  [/^(?:el )?condado de (.+)$/, "$1 county"],
  [/^(?:la )?ciudad de (.+)$/, "$1"],
  [/ (?:intl|international) airport$/, " airport"],
  [/ campus$/, ""],
];

/** A place as a lookup by name and the search know it. Others refer to it by its index. */
export interface Entry {
  readonly kind: PlaceKind;
  /** The name that it is shown with, then its other names. */
  readonly names: readonly string[];
  /** Folded names that are its own in a form that lookups accept, and those that are short for it. */
  readonly exact: readonly string[];
  readonly alias: readonly string[];
  /** The county, city, or state that it is in. */
  readonly around: readonly string[];
  readonly residents: number;
}

/**
 * What people call the places of an edition, as in data/names. The keys of records are names of places, as lookups accept
 * them.
 */
export interface NameTables {
  /** Each has one meaning. Lookups by name answer it, those of the contract do not. */
  readonly nicknames: Readonly<Record<string, readonly string[]>>;
  /** Also short for others: only the search knows them. */
  readonly abbreviations: Readonly<Record<string, readonly string[]>>;
  /**
   * Neighborhoods, campuses, and airports that no source with a clear license locates, by what they are and the place
   * that they are in. They decide nothing: they are named in hints, and in lists of places that share a name.
   */
  readonly parts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly areas: readonly Area[];
  /** Forms of names that are written in other words, on normalized text. */
  readonly forms: readonly Form[];
  /**
   * Folded names of places outside the edition, from GeoNames (CC BY 4.0), which are never misspellings of places inside.
   * A place inside that is less known than one of them is not found by the name alone.
   */
  readonly elsewhere: ReadonlySet<string>;
  /** Folded names that more places bear than are known. */
  readonly shared: ReadonlySet<string>;
}

/** What people call the places of a state: other names that lookups of a city accept, and those that searches know. */
export interface StateNames extends Pick<CityNames, "aliasesOf" | "canonical"> {
  /** Other names that searches know. */
  tables(): Promise<NameTables>;
}

export interface Area {
  readonly names: string;
  /** The places that it consists of, or that it is in; empty if it has no fixed borders. */
  readonly places: string;
}

/** A part of a place, without an entry of its own. */
interface Part {
  /** Such as "a neighborhood". */
  readonly what: string;
  readonly place: number;
}

/** The region that a normalized text is. A state, a country, and a ZIP code need no comma before them. */
export type RegionOf = (text: Typed, isAfterComma: boolean) => Region | undefined;

export type Names = ReturnType<typeof createNames>;

/** What a text means. */
export type Understood = ReturnType<Names["understand"]>;

/** A table may name places that a dataset does not have: those rows mean nothing. `unknown` lists their names. */
export function createNames(entries: readonly Entry[], tables: NameTables, regionOf: RegionOf, { city: fold }: Folds) {
  const foldOwn = (name: string) => fold(ownText(name));
  const keysOf = (names: string) => names.split(", ").map(foldOwn);
  const index: NameIndex = new Map();
  const byResidents = [...entries.entries()].toSorted(([, a], [, b]) => b.residents - a.residents);
  for (const [number, { exact, alias }] of byResidents) {
    for (const key of exact) add(index, key, [number, "exact"]);
    for (const key of alias) add(index, key, [number, "alias"]);
  }
  // A name that ends like an address, such as Lake California, is kept as it is.
  const lookup = (text: Typed): ReadonlyMap<number, "exact" | "alias"> =>
    new Map(index.get(normalized(text)) ?? index.get(fold(text)));
  const unknown = new Set<string>();
  const placesOf = (name: string): readonly number[] => {
    const [number] = [...lookup(ownText(name)).keys()].toSorted((a, b) => orderOf(entries[a]) - orderOf(entries[b]));
    if (number === undefined) unknown.add(name);
    return number === undefined ? [] : [number];
  };
  const parts = new Map<string, Part[]>();
  for (const [what, places] of Object.entries(tables.parts)) {
    for (const [name, own] of Object.entries(places)) {
      const found = placesOf(name).map((place) => ({ what, place }));
      for (const key of keysOf(own).flatMap((one) => [one, `${one} ${foldOwn(name)}`])) {
        if (found.length > 0) parts.set(key, [...(parts.get(key) ?? []), ...found]);
      }
    }
  }
  const areas = new Map(
    tables.areas.flatMap(({ names, places }) => {
      const [name = ""] = names.split(", ");
      const area = { name, places: places === "" ? [] : places.split(", ").flatMap(placesOf) };
      return keysOf(names).map((key) => [key, area] as const);
    }),
  );
  const short = new Map<string, number[]>();
  for (const [name, own] of Object.entries(tables.abbreviations)) {
    const places = placesOf(name);
    for (const key of own.map(foldOwn)) short.set(key, [...(short.get(key) ?? []), ...places]);
  }
  for (const [name, own] of Object.entries(tables.nicknames)) {
    for (const number of placesOf(name)) for (const key of own.map(foldOwn)) add(index, key, [number, "alias"]);
  }

  const forms = [...COMMON_FORMS, ...tables.forms];
  const longForm = (text: Typed) => {
    const long = forms.reduce<string>((name, [from, to]) => name.replace(from, to), normalized(text));
    return madeOf(
      text,
      long.replace(/[^ ,]+/g, (word) => LONG_WORDS.get(word) ?? word),
    );
  };
  const isKnown = (text: Typed, key = fold(text)) =>
    lookup(text).size > 0 || parts.has(key) || areas.has(key) || short.has(key);

  const isRegion = (text: Typed) => regionOf(text, false) !== undefined;

  /** What a whole name has after it is no region, as in "South LA", but the state and the ZIP code still are. */
  function readingOf(text: Typed): Reading<Region> {
    if (!isKnown(text) && !isKnown(longForm(text))) return readRegions(text, { regionOf, isRegion, isMeant });
    const { regions } = readRegions(text, { regionOf: (end) => regionOf(end, false), isRegion, isMeant });
    return { name: text, regions: regions.filter(({ within }) => within !== null) };
  }

  function understand(text: Typed) {
    const { name, regions } = readingOf(text);
    const isHere = (place: number) => regions.every((region) => isIn(entries[place], region));
    const key = fold(name);
    const own = lookup(name);
    const long = own.size > 0 ? name : longForm(name);
    const found = own.size > 0 ? own : asAlias(lookup(long));
    const isCity = found.keys().some((place) => entries[place]?.kind === "city");
    const isRegionOutside = () => /^\D{3,}$/.test(name) && regionOf(normalized(name), false)?.within === null;
    return {
      name,
      regions,
      /** The folded name without the regions that follow it. */
      key,
      /** The places that have the name, in the regions that the text gives; those with most residents first. */
      found: regions.length === 0 ? found : new Map([...found].filter(([place]) => isHere(place))),
      /** The places that only the search finds under this name. */
      short: (short.get(key) ?? []).filter(isHere),
      parts: (parts.get(key) ?? parts.get(fold(long)) ?? []).filter(({ place }) => isHere(place)),
      area: areas.get(key) ?? null,
      /** Whether a region is outside the edition, so nothing of it is meant. */
      isOutside: regions.some(({ within }) => within === null),
      /** Whether the name is best known for a place elsewhere, and no region says otherwise. */
      isElsewhere: regions.length === 0 && !isCity && (tables.elsewhere.has(key) || isRegionOutside()),
      /** Whether more places bear the name than are known. */
      isShared: tables.shared.has(key) && regions.every(({ within }) => within?.length === 0),
      /** Whether a place is in the regions that the text gives. */
      isHere,
    };
  }

  let last: readonly [text: Typed, meaning: ReturnType<typeof understand>] | undefined;
  /** Reads a text. With a region, it means only what is there. Lookups, suggestions, and their search ask for the same. */
  function understandOnce(text: Typed) {
    if (last?.[0] !== text) last = [text, understand(text)];
    return last[1];
  }

  /** `unknown` has the names in the tables that no entry has. */
  return { entries, elsewhere: tables.elsewhere, unknown, understand: understandOnce };
}

/** A city comes before other places of its name, as in lookups, and a county after them. */
export function orderOf(entry: Pick<Entry, "kind"> | undefined): number {
  return entry?.kind === "city" ? 0 : entry?.kind === "county" ? 2 : 1;
}

function isIn(entry: Entry | undefined, { within }: Region): boolean {
  if (entry === undefined || within === null) return false;
  return within.length === 0 || within.some((name) => entry.around.includes(name) || entry.names[0] === name);
}

function asAlias(found: ReadonlyMap<number, "exact" | "alias">): ReadonlyMap<number, "exact" | "alias"> {
  return new Map([...found.keys()].map((place) => [place, "alias"]));
}

type Named = readonly [place: number, how: "exact" | "alias"];
/** What each spelling is a name of. Most are of one place, and a map for each would take ten times the memory. */
type NameIndex = Map<string, readonly Named[]>;

function add(index: NameIndex, key: string, own: Named) {
  const known = index.get(key) ?? [];
  if (!known.some(([place]) => place === own[0])) index.set(key, [...known, own]);
}
