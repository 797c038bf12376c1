import { madeOf, type Typed } from "../base/text.ts";
import { atComma, lastWords, withoutComma } from "./endings.ts";
import { normalized } from "./fold.ts";

export interface RegionRules<Region> {
  /**
   * The region that a normalized text is, such as `il`, `los angeles county`, or `90049`. @param read those that were read
   * after it
   */
  regionOf(text: Typed, isAfterComma: boolean, read: readonly Region[]): Region | undefined;
  /** Whether a normalized text is a region as a whole: "New Mexico" is not a place "New" in Mexico. */
  isRegion(text: Typed): boolean;
  /** Whether a region without a comma before it is one: "Pasadena Texas", but not "palo al". @param end as it is typed */
  isMeant(region: Region, end: string, name: string): boolean;
}

export interface Reading<Region> {
  readonly name: Typed;
  /** The last one first. */
  readonly regions: readonly Region[];
}

/** Regions of one text that are read, so the work is bounded. */
const MAX_REGIONS = 4;
/** "United States of America". */
const MAX_REGION_WORDS = 4;

/** Separates a name from the regions after it: "Hamilton Township, Mercer County NJ", "Brentwood, CA 90049". */
export function readRegions<Region>(text: Typed, rules: RegionRules<Region>): Reading<Region> {
  const regions: Region[] = [];
  let name = madeOf(text, text.trim().replace(/\s+/g, " "));
  while (regions.length < MAX_REGIONS && !rules.isRegion(normalized(name))) {
    const last = lastRegion(name, rules, regions);
    if (last === undefined) break;
    regions.push(last.region);
    name = last.name;
  }
  return { name, regions };
}

function lastRegion<Region>(
  text: Typed,
  { regionOf, isMeant }: RegionRules<Region>,
  read: readonly Region[],
): { readonly name: Typed; readonly region: Region } | undefined {
  const apart = atComma(text);
  const region = apart && regionOf(normalized(madeOf(text, apart.end)), true, read);
  if (apart !== undefined && region !== undefined) return { name: madeOf(text, apart.name), region };
  for (const { name, end } of lastWords(text, MAX_REGION_WORDS)) {
    const own = regionOf(normalized(madeOf(text, end)), false, read);
    const before = withoutComma(name);
    if (own !== undefined && isMeant(own, end, before)) return { name: madeOf(text, before), region: own };
  }
  return undefined;
}
