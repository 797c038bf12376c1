import { type LegalName, legalName, looseKey, ownKey } from "./legal-names.ts";
import { PLACE_KINDS, type PlaceKind, type PlaceTable, type StateRows } from "./place-table.ts";

/** How a name is a place's: its legal name, another one that people say, or a short form. */
export const TIERS = ["legal", "other", "short"] as const;
export type Tier = (typeof TIERS)[number];

export interface Named {
  readonly row: number;
  readonly tier: Tier;
  /** Whether the spaces and endings are as typed, too. */
  readonly isStrict: boolean;
}

export type StateIndex = ReturnType<typeof indexState>;

/** Names that a row has besides those of the table: a state's own aliases. */
export type MoreNames = (bare: string) => readonly string[];

/**
 * The names of a state's places. One map from loose keys, each to a number or a list: as an object for each name, the
 * country would take five times the memory.
 */
export function indexState(table: PlaceTable, { first, end, counties }: StateRows, moreNames: MoreNames) {
  const keys = new Map<string, number | number[]>();
  const add = (name: string, row: number, tier: Tier) => {
    const key = looseKey(ownKey(name));
    const entry = row * TIERS.length + TIERS.indexOf(tier);
    const known = keys.get(key);
    if (known === undefined) keys.set(key, entry);
    else if (typeof known === "number") {
      if (known !== entry) keys.set(key, [known, entry]);
    } else if (!known.includes(entry)) known.push(entry);
  };
  for (let row = first; row < end; row++) {
    const own = namesOf(table, row);
    // A subdivision that is the same municipality as a place is found as the place.
    const place = table.same.get(row) ?? row;
    add(own.bare, place, "legal");
    for (const name of own.other) add(name, place, "other");
    for (const name of moreNames(own.bare)) add(name, place, "other");
    for (const name of own.short) add(name, place, "short");
  }
  const parts = new Map<string, { readonly row: number; readonly city: number; readonly name: string }>();
  for (const [row, city, name] of table.parts) {
    if (row >= first && row < end) parts.set(ownKey(name), { row, city, name });
  }
  const countyKeys = new Map<string, number>();
  for (const [index, name] of counties.entries()) {
    const { bare } = legalName(name, "county");
    for (const one of [bare, name])
      if (!countyKeys.has(looseKey(ownKey(one)))) countyKeys.set(looseKey(ownKey(one)), index);
  }
  return {
    /** The rows that have a name, in the form of `nameKey`, those of better tiers first. */
    named(key: string): readonly Named[] {
      const found = keys.get(looseKey(key)) ?? [];
      return (typeof found === "number" ? [found] : found)
        .map((entry): Named => {
          const row = Math.floor(entry / TIERS.length);
          const tier = TIERS[entry % TIERS.length] ?? "short";
          return { row, tier, isStrict: isStrict(table, row, key, tier, moreNames) };
        })
        .toSorted((a, b) => rank(a) - rank(b));
    },
    /** The part of a city that has a name: "brooklyn". */
    part: (key: string) => parts.get(key),
    /** The index of a county in the state's list, by its name with or without its kind. */
    county: (key: string): number | undefined => countyKeys.get(looseKey(key)),
  };
}

/** The order in which names are tried: legal as typed, legal in another spelling, then other names, then short forms. */
export function rank({ tier, isStrict: strict }: Pick<Named, "tier" | "isStrict">): number {
  return TIERS.indexOf(tier) * 2 + (strict ? 0 : 1);
}

function isStrict(table: PlaceTable, row: number, key: string, tier: Tier, moreNames: MoreNames): boolean {
  const { bare, other, short } = namesOf(table, row);
  const own = tier === "legal" ? [bare] : tier === "other" ? [...other, ...moreNames(bare)] : short;
  return own.some((name) => ownKey(name) === key);
}

interface RowNames extends LegalName {
  readonly other: readonly string[];
}

/** A county is found by its name with its kind: "Harris" alone is no place. */
function namesOf(table: PlaceTable, row: number): RowNames {
  const official = table.officialName(row);
  const kind = kindOf(table, row);
  const others = table.others.get(row) ?? [];
  if (kind === "county") return { bare: official, other: others, short: [] };
  const { bare, short } = legalName(official, kind);
  const other = [...short, ...others];
  return { bare, other, short: / City$/.test(bare) ? [bare.replace(/ City$/, "")] : [] };
}

export function kindOf(table: PlaceTable, row: number): PlaceKind {
  return PLACE_KINDS[table.kinds[row] ?? 0] ?? "county";
}
