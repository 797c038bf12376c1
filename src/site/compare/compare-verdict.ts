import type { ScoreRange } from "../../domain/snapshot.ts";
import { COUNTS, number } from "../ui/number.ts";

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

/** How a place stands to another: by chance alone if the two cannot be told apart. */
export type Against = "higher" | "lower" | "alike" | "unknown";

export function againstOf(one: ScoredPlace, other: ScoredPlace): Against {
  if (one.nextYear === null || other.nextYear === null) return "unknown";
  if (!canBeToldApart(one, other)) return "alike";
  return one.record.safety_score > other.record.safety_score ? "higher" : "lower";
}

/**
 * `Of ten places of similar size, one scores higher, five lower, and four cannot be told apart from Austin`.
 * @param group the others with their number, such as `the ten nearest towns`
 */
export function againstTitle(group: string, others: readonly Against[], name: string): string {
  const counts = Map.groupBy(others, (against) => against);
  const count = (against: Against) => counts.get(against)?.length ?? 0;
  const all = group.startsWith("the ") ? `All of ${group}` : `All ${group}`;
  const [higher, lower, alike, unknown] = [count("higher"), count("lower"), count("alike"), count("unknown")];
  if (higher === others.length) return `${all} score higher than ${name}`;
  if (lower === others.length) return `${all} score lower than ${name}`;
  if (unknown === others.length) return group.charAt(0).toUpperCase() + group.slice(1);
  if (alike === others.length) return `None of ${group} can be told apart from ${name}`;
  const isHigher = higher > 0 ? [`${word(higher)} ${higher === 1 ? "scores" : "score"} higher`] : [];
  const verb = higher > 0 ? "" : lower === 1 ? " scores" : " score";
  const isLower = lower > 0 ? [`${word(lower)}${verb} lower`] : [];
  const isAlike = alike > 0 ? [`${word(alike)} cannot be told apart`] : [];
  const parts = [...isHigher, ...isLower, ...isAlike];
  const against = parts.length === 0 ? "" : ` ${alike > 0 ? "from" : "than"} ${name}`;
  const rest = unknown === 0 ? [] : [`${word(unknown)} ${unknown === 1 ? "has" : "have"} no range`];
  return [`Of ${group}, ${joined(parts)}${against}`, ...rest].join(parts.length === 0 ? "" : "; ");
}

/** The number of some others, as a word if it is small. */
export function word(value: number): string {
  return COUNTS[value] ?? number(value);
}

function joined(parts: readonly string[]): string {
  if (parts.length < 3) return parts.join(" and ");
  return `${parts.slice(0, -1).join(", ")}, and ${parts.at(-1)}`;
}
