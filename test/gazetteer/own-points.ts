import type { GazetteerPlace } from "../../src/gazetteer/gazetteer.ts";
import { country } from "./country.ts";

/** What may be found at a place's own point. */
export const ANSWERS = [
  "its own boundary",
  "any of the municipalities without a boundary",
  "its county, without a boundary of its own",
  "another municipality, without a boundary of its own",
  "another community, without a boundary of its own",
  "not in it",
] as const;
export type OwnPointAnswer = (typeof ANSWERS)[number];

/** What the country's boundaries say of the own point of a place. */
export function answerAtOwnPoint(place: GazetteerPlace): OwnPointAnswer {
  const { row, level, kind, state, counties } = place;
  const own = country.table().same.get(row) ?? row;
  const found = country.locate(country.pointOf(row));
  if (found === null || found.state !== state) return "not in it";
  if (level === "county") return found.countyRow === row ? "its own boundary" : "not in it";
  if (found.municipality === own || found.community === row) return "its own boundary";
  const isInCounty = counties.some(({ county }) => county === found.county);
  if (country.hasOutline(row) || !isInCounty) return "not in it";
  if (found.municipality !== null) return "another municipality, without a boundary of its own";
  if (found.unheld.length > 0) {
    const isListed = kind === "community" || found.unheld.includes(own);
    return isListed ? "any of the municipalities without a boundary" : "not in it";
  }
  if (kind !== "community") return "not in it";
  return found.community === null
    ? "its county, without a boundary of its own"
    : "another community, without a boundary of its own";
}

/** The places whose own point is not in them, and why. */
export const NOT_IN_IT = {
  "a village is the whole town": ["NY Pelham town", "NY Rye town", "NY Tuxedo town"],
  "an island that the boundaries of counties leave out": [
    "ME Frenchboro town",
    "ME Monhegan plantation",
    "MI St. James township",
    "WA Hat Island CDP",
  ],
  "the simplified or former boundary is of the next county": [
    "AK Klukwan CDP",
    "AK Mendeltna CDP",
    "AK Mentasta Lake CDP",
    "AK Nelchina CDP",
  ],
  "the former counties have the boundaries": [
    "CT Capitol Planning Region",
    "CT Greater Bridgeport Planning Region",
    "CT Lower Connecticut River Valley Planning Region",
    "CT Naugatuck Valley Planning Region",
    "CT Northeastern Connecticut Planning Region",
    "CT Northwest Hills Planning Region",
    "CT South Central Connecticut Planning Region",
    "CT Southeastern Connecticut Planning Region",
    "CT Western Connecticut Planning Region",
  ],
};

export function titleOf({ state, officialName }: GazetteerPlace): string {
  return `${state} ${officialName}`;
}
