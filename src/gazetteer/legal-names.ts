import { madeOf, ownText, type Typed } from "../base/text.ts";
import { normalized, withShortLead } from "./fold.ts";
import type { PlaceKind } from "./place-table.ts";

/** Kinds as people say them, before ("Town of X") or after a name ("X Township"), and the legal kinds that they mean. */
export const SAID_KINDS = {
  city: ["city", "municipality", "government"],
  town: ["town"],
  village: ["village"],
  borough: ["borough", "government"],
  township: ["township"],
  municipality: ["municipality", "city", "government"],
  plantation: ["plantation"],
  county: ["county"],
  government: ["government"],
  community: ["community"],
} as const satisfies Readonly<Partial<Record<PlaceKind, readonly PlaceKind[]>>>;
export type SaidKind = keyof typeof SAID_KINDS;

/** Words of a kind at the end of a folded name, longest first. */
const WORDS: readonly (readonly [words: string, kind: SaidKind])[] = [
  ["(?:consolidated|unified|metropolitan|metro) government", "government"],
  ["census designated place", "community"],
  ["city and borough", "government"],
  ["city and county", "city"],
  ["charter township", "township"],
  ["urban county", "government"],
  ["census area", "county"],
  ["planning region", "county"],
  ["municipality", "municipality"],
  ["corporation", "city"],
  ["plantation", "plantation"],
  ["township", "township"],
  ["twp", "township"],
  ["borough", "borough"],
  ["boro", "borough"],
  ["village", "village"],
  ["county", "county"],
  ["parish", "county"],
  ["town", "town"],
  ["city", "city"],
  ["cdp", "community"],
];
const AFTER = WORDS.map(([words, kind]) => [new RegExp(`^(.+) ${words}$`), kind] as const);
const BEFORE = WORDS.map(([words, kind]) => [new RegExp(`^(?:the )?${words} of (.+)$`), kind] as const);

export interface Kinded {
  readonly name: string;
  readonly kind: SaidKind;
  readonly isBefore: boolean;
}

/** The readings of a folded name that says a kind: "town of x", "x township". */
export function kindsIn(folded: string): readonly Kinded[] {
  const before = firstMatch(folded, BEFORE);
  const after = firstMatch(folded, AFTER);
  // "Town of Newburgh Town": both words say the same.
  const both = before === undefined ? undefined : firstMatch(before.name, AFTER);
  return [
    ...(before === undefined ? [] : [{ ...before, isBefore: true }]),
    ...(both !== undefined && both.kind === before?.kind ? [{ ...both, isBefore: true }] : []),
    ...(after === undefined ? [] : [{ ...after, isBefore: false }]),
  ];
}

function firstMatch(
  folded: string,
  patterns: typeof AFTER,
): { readonly name: string; readonly kind: SaidKind } | undefined {
  for (const [pattern, kind] of patterns) {
    const name = pattern.exec(folded)?.[1];
    if (name !== undefined) return { name, kind };
  }
  return undefined;
}

/** The legal kind at the end of an official name, as the Census Bureau writes it. */
const OFFICIAL_KIND: Readonly<Record<PlaceKind, RegExp>> = {
  county: / (?:County|Parish|Borough|Census Area|Municipality|Planning Region|City and Borough|city)$/,
  city: / (?:city|corporation)$/,
  town: / town$/,
  village: / village$/,
  borough: / borough$/,
  municipality: / municipality$/,
  government:
    / (?:city and borough|(?:consolidated|unified|metropolitan|metro) government|urban county|County|Borough)$/,
  community: / CDP$/,
  township: / (?:charter )?township$/,
  plantation: / plantation$/,
};
/** A city's name that says what it was: "Amherst Town city". Three cities are called Town. */
const FORMER_KIND = /(?<!^(?:Charles|New|Old)) Town$/;
export const FORMER_TOWN = /(?<!^(?:Charles|New|Old)) Town city$/;
const KIND_OF = /^(?:City|Town|Village) of /;
/** A government of a city and a county has the names of both: "Athens-Clarke County", "Louisville/Jefferson County". */
const CITY_AND_COUNTY = /^(.+?)[-/,].+/;
const BRACKETS = /^(.+?) \((.+?)\)$/;

export interface LegalName {
  /** Without its kind. */
  readonly bare: string;
  /** Shorter names that are its own. */
  readonly short: readonly string[];
}

/** The names in an official one. */
export function legalName(officialName: string, kind: PlaceKind): LegalName {
  const { whole, bare } = withoutKind(officialName, kind);
  const [, main = bare, alias] = (bare.endsWith(")") && BRACKETS.exec(bare)) || [];
  const short = [
    ...(alias === undefined ? [] : [main, alias]),
    ...(kind === "city" && FORMER_KIND.test(bare) ? [bare.replace(FORMER_KIND, "")] : []),
    ...(KIND_OF.test(bare) ? [bare.replace(KIND_OF, "")] : []),
    ...(kind === "township" && / Village$/.test(bare) ? [bare.replace(/ Village$/, "")] : []),
  ];
  if (kind !== "government") return { bare, short };
  const city = CITY_AND_COUNTY.exec(whole)?.[1];
  return { bare, short: [...short, ...(whole === bare ? [] : [whole]), ...(city === undefined ? [] : [city])] };
}

function withoutKind(officialName: string, kind: PlaceKind): { readonly whole: string; readonly bare: string } {
  const whole = officialName.endsWith(")") ? officialName.replace(/ \(balance\)$/, "") : officialName;
  return { whole, bare: whole.replace(OFFICIAL_KIND[kind], "") };
}

/** A name as a place table shows it: the official one without its kind, unless that would hide what it is. */
export function plainName(officialName: string, kind: PlaceKind): string {
  if (kind === "county") return officialName;
  if (kind !== "government") {
    const { bare } = withoutKind(officialName, kind);
    return (bare.endsWith(")") && BRACKETS.exec(bare)?.[1]) || bare;
  }
  const { bare, short } = legalName(officialName, kind);
  return short.find((name) => !/ (?:county|borough|government)/i.test(name)) ?? bare;
}

/** The name that people say: with the kind of a township. */
export function saidName(plain: string, kind: PlaceKind): string {
  return kind === "township" && !/\bTownship\b/.test(plain) ? `${plain} Township` : plain;
}

/** Words with two spellings, anywhere in a name, and the short one. */
export const SHORT_WORDS: Readonly<Record<string, string>> = { saint: "st", sainte: "ste", mount: "mt", fort: "ft" };

/**
 * The form in which the names of places are compared: `Port Saint Lucie` and `Port St. Lucie` are `port st lucie`, `&` is
 * `and`, commas and brackets are spaces.
 */
export function nameKey(folded: string): string {
  const spaced = SEPARATED.test(folded)
    ? folded
        .replaceAll("&", " and ")
        .replace(/[ ,()[\]]+/g, " ")
        .trim()
    : folded;
  if (!TWO_SPELLINGS.test(spaced)) return spaced;
  return spaced.replace(/\b(?:sainte?|mount|fort)\b/g, (word) => SHORT_WORDS[word] ?? word);
}
/** Most names have neither. */
const SEPARATED = /[&,()[\]]| {2}|^ | $/;
const TWO_SPELLINGS = /saint|mount|fort/;

/** The same for names that are written with other spaces or a short ending: `De Kalb`, `Middleborough`. */
export function looseKey(key: string): string {
  const short = key.includes("borough") ? key.replace(/(\w{3})borough\b/g, "$1boro") : key;
  return short.replaceAll(" ", "");
}

/** A county's name as it is compared, without its kind. */
export function countyKey(county: string): string {
  return looseKey(ownKey(legalName(county, "county").bare));
}

export function ownKey(name: string): string {
  return nameKey(normalized(ownText(name)));
}

/** A typed name without the kind that it says and what follows a comma, for suggestions. */
export function bareName(name: Typed): Typed {
  const folded = normalized(name).replace(/ ?[,([].*$/, "");
  return madeOf(name, kindsIn(folded)[0]?.name ?? folded);
}

/** A name in an address: "hamilton-township-mercer-county". */
export function nameSlug(name: string): string {
  const folded = normalized(ownText(name));
  return withShortLead(madeOf(folded, folded.replace(/[ ,()[\]]+/g, " ").trim())).replaceAll(" ", "-");
}
