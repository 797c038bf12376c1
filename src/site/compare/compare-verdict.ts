import type { ScoreRange } from "../../domain/snapshot.ts";
import { COUNTS } from "../ui/number.ts";

/** What a verdict needs of a place. */
export interface ScoredPlace {
  readonly name: string;
  readonly record: { readonly data_year: number; readonly safety_score: number };
  /** null where its width is not known. */
  readonly nextYear: ScoreRange | null;
}

/** Ranges that share at least this part of the shorter one leave the order of two places to chance. */
const SHARED = 0.5;

/**
 * Which place scores best and which lowest. A place that cannot be told apart from an end is named with it. Records of
 * another year or without a range are listed by themselves.
 */
export function verdictOf(places: readonly ScoredPlace[]): string {
  const newest = ofNewestYear(places);
  const older = places.filter((place) => !newest.includes(place));
  const unknown = newest.filter(({ nextYear }) => nextYear === null);
  const compared = newest.filter(({ nextYear }) => nextYear !== null);
  return [
    ...(compared.length === 1 && unknown.length > 0 ? compared.map(scored) : sentencesOf(compared)),
    ...unknown.map((place) => `${scored(place)}, with no known range`),
    ...(older.length === 0 ? [] : [`${listed(older)} ${older.length === 1 ? "has" : "have"} an older year`]),
  ].join("; ");
}

function scored({ name, record }: ScoredPlace): string {
  return `${name} scores ${record.safety_score}`;
}

function ofNewestYear<Place extends ScoredPlace>(places: readonly Place[]): readonly Place[] {
  const year = Math.max(...places.map(({ record }) => record.data_year));
  return places.filter(({ record }) => record.data_year === year);
}

/** What the ranges of places share that cannot be told apart. */
export function sharedRanges<Place extends ScoredPlace>(places: readonly Place[]) {
  return groupsOf(ofNewestYear(places)).flatMap((group) => {
    const ranges = group.flatMap(({ nextYear }) => nextYear ?? []);
    const low = Math.max(...ranges.map((range) => range.low));
    const high = Math.min(...ranges.map((range) => range.high));
    return ranges.length > 1 && ranges.length === group.length && low < high ? [{ places: group, low, high }] : [];
  });
}

function sentencesOf(places: readonly ScoredPlace[]): readonly string[] {
  const [best, ...others] = bestFirst(places);
  if (best === undefined) return [];
  if (others.length === 0) return [`${best.name} has the only grade of its year`];
  if (groupsOf(places).length === 1) return [`${listed(places)} cannot be told apart`];
  const [highest, lowest] = [endOf(places, best), endOf(places, others.at(-1) ?? best)];
  if (places.length === 2) return [`${listed(highest)} scores better than ${listed(lowest)}`];
  const all = `of the ${COUNTS[places.length] ?? places.length}`;
  // An end that is none of the places in particular is not named.
  const [isBest, isLowest] = [highest, lowest].map(({ length }) => length < places.length);
  if (isBest && isLowest) return [`${anyOf(highest)} scores best ${all}, ${anyOf(lowest)} lowest`];
  if (isBest) return [`${anyOf(highest)} scores best ${all}`];
  if (isLowest) return [`${anyOf(lowest)} scores lowest ${all}`];
  return [`None ${all} can be told apart from all others`];
}

function bestFirst<Place extends ScoredPlace>(places: readonly Place[]): readonly Place[] {
  return places.toSorted((a, b) => b.record.safety_score - a.record.safety_score);
}

/** The place at an end, and those that cannot be told apart from it, best score first. */
function endOf(places: readonly ScoredPlace[], end: ScoredPlace): readonly ScoredPlace[] {
  return bestFirst(places).filter((place) => place === end || !canBeToldApart(place, end));
}

/** Best score first. No two places of a group can be told apart. */
function groupsOf<Place extends ScoredPlace>(places: readonly Place[]): readonly (readonly Place[])[] {
  const groups: Place[][] = [];
  for (const place of bestFirst(places)) {
    const group = groups.at(-1);
    if (group && !group.some((other) => canBeToldApart(other, place))) group.push(place);
    else groups.push([place]);
  }
  return groups;
}

export function canBeToldApart(one: ScoredPlace, other: ScoredPlace): boolean {
  const [a, b] = [one.nextYear, other.nextYear];
  if (a === null || b === null || one.record.safety_score === other.record.safety_score) return false;
  const shared = Math.min(a.high, b.high) - Math.max(a.low, b.low);
  const shorter = Math.min(a.high - a.low, b.high - b.low);
  return shared < Math.max(SHARED * shorter, 0.5);
}

export function listed(places: readonly Pick<ScoredPlace, "name">[]): string {
  return new Intl.ListFormat("en-US").format(places.map(({ name }) => name));
}

/** `Avalon, Calimesa, or Newark`. */
function anyOf(places: readonly ScoredPlace[]): string {
  return new Intl.ListFormat("en-US", { type: "disjunction" }).format(places.map(({ name }) => name));
}
