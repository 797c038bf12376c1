import { legalName, looseKey, ownKey } from "./legal-names.ts";
import { hashNames, type NameHashes, type NameHashFile } from "./name-hash.ts";
import { PLACE_KINDS, type PlaceKind, type PlaceTable, type StateRows } from "./place-table.ts";

/** How a name is a place's: its legal name, another one that people say, or a short form. */
const TIERS = ["legal", "other", "short"] as const;
export type Tier = (typeof TIERS)[number];

export interface Named {
  readonly row: number;
  readonly tier: Tier;
  /** Whether it is also spelled like it: "York town" is not Yorktown. */
  readonly isExact: boolean;
}

export type StateIndex = ReturnType<typeof indexState>;

/** The names of all places, for `indexState`. */
export function countryNames(table: PlaceTable): NameHashFile {
  return hashNames(entriesOf(table));
}

/** The names of a state's places. */
export function indexState(table: PlaceTable, hashes: NameHashes, { first, end, counties }: StateRows) {
  const parts = new Map<string, { readonly row: number; readonly city: number; readonly name: string }>();
  for (const [row, city, name] of table.parts) {
    if (row >= first && row < end) parts.set(ownKey(name), { row, city, name });
  }
  const countyKeys = new Map<string, number>();
  for (const [index, name] of counties.entries()) {
    const { bare } = legalName(name, "county");
    for (const key of [bare, name].map((one) => looseKey(ownKey(one)))) {
      if (!countyKeys.has(key)) countyKeys.set(key, index);
    }
  }
  /** How a row has a name; undefined if it does not. */
  const namedAs = (entry: number, key: string, loose: string): Named | undefined => {
    const row = Math.floor(entry / TIERS.length);
    const tier = TIERS[entry % TIERS.length] ?? "short";
    const subdivision = table.subdivisionOf.get(row);
    const names = [row, ...(subdivision === undefined ? [] : [subdivision])].flatMap((own) =>
      namesOfTier(table, own, tier),
    );
    const keys = names.map(ownKey).filter((own) => looseKey(own) === loose);
    return keys.length === 0 ? undefined : { row, tier, isExact: keys.includes(key) };
  };
  return {
    /** The rows that have a name, in the form of `nameKey`, those of better tiers first. */
    named(key: string): readonly Named[] {
      const loose = looseKey(key);
      return hashes
        .candidates(loose, first * TIERS.length, end * TIERS.length)
        .flatMap((entry) => namedAs(entry, key, loose) ?? [])
        .toSorted((a, b) => rank(a) - rank(b));
    },
    /** The part of a city that has a name: "brooklyn". */
    part: (key: string) => parts.get(key),
    /** The index of a county in the state's list, by its name with or without its kind. */
    county: (key: string): number | undefined => countyKeys.get(looseKey(key)),
  };
}

/** The order in which names are tried: legal ones in any spelling, then other names, then short forms. */
export function rank({ tier }: Pick<Named, "tier">): number {
  return TIERS.indexOf(tier);
}

/** Loose keys, each with a row and a tier. A subdivision that is the same municipality as a place is found as the place. */
function* entriesOf(table: PlaceTable): Iterable<readonly [key: string, entry: number]> {
  for (const own of table.codes.keys()) {
    const row = table.same.get(own) ?? own;
    for (const [index, tier] of TIERS.entries()) {
      for (const name of namesOfTier(table, own, tier)) {
        yield [looseKey(ownKey(name)), row * TIERS.length + index];
      }
    }
  }
}

/** A county is found by its name with its kind: "Harris" alone is no place. */
function namesOfTier(table: PlaceTable, row: number, tier: Tier): readonly string[] {
  const official = table.officialName(row);
  const kind = kindOf(table, row);
  const isCounty = kind === "county";
  const { bare, short } = isCounty ? { bare: official, short: [] } : legalName(official, kind);
  switch (tier) {
    case "legal":
      return [bare];
    case "other":
      return [...short, ...(table.others.get(row) ?? [])];
    case "short":
      return !isCounty && bare.endsWith(" City") ? [bare.slice(0, -" City".length)] : [];
  }
}

export function kindOf(table: PlaceTable, row: number): PlaceKind {
  return PLACE_KINDS[table.kinds[row] ?? 0] ?? "county";
}
