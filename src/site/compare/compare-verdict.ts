import type { ShownPlace } from "../view/place-view.ts";

/** Ranges that share at least this part of the shorter one leave the order of two places to chance. */
const SHARED = 0.5;

export const COUNTS = ["no", "one", "two", "three", "four", "five"] as const;

/** Which place scores best, which lowest, and which cannot be told apart. Records of another year or without a range stand apart. */
export function verdictOf(places: readonly ShownPlace[]): string {
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

function scored({ name, record }: ShownPlace): string {
  return `${name} scores ${record.safety_score}`;
}

function ofNewestYear(places: readonly ShownPlace[]): readonly ShownPlace[] {
  const year = Math.max(...places.map(({ record }) => record.data_year));
  return places.filter(({ record }) => record.data_year === year);
}

/** What the ranges of places share that cannot be told apart. */
export function sharedRanges(places: readonly ShownPlace[]) {
  return groupsOf(ofNewestYear(places)).flatMap((group) => {
    const ranges = group.flatMap(({ nextYear }) => nextYear ?? []);
    const low = Math.max(...ranges.map((range) => range.low));
    const high = Math.min(...ranges.map((range) => range.high));
    return ranges.length > 1 && ranges.length === group.length && low < high ? [{ places: group, low, high }] : [];
  });
}

function sentencesOf(places: readonly ShownPlace[]): readonly string[] {
  const groups = groupsOf(places);
  const [best = [], ...others] = groups;
  const lowest = others.at(-1) ?? [];
  if (places.length < 2) return places.length === 0 ? [] : [`${listed(places)} has the only record of its year`];
  if (places.length === 2 && groups.length === 2) return [`${listed(best)} scores better than ${listed(lowest)}`];
  const all = `of the ${COUNTS[places.length]}`;
  const ends =
    best.length === 1 && lowest.length === 1
      ? [`${listed(best)} scores best ${all}, ${listed(lowest)} lowest`]
      : [
          ...(best.length === 1 && others.length > 0 ? [`${listed(best)} scores best ${all}`] : []),
          ...(lowest.length === 1 ? [`${listed(lowest)} scores lowest ${all}`] : []),
        ];
  const equal = groups.filter(({ length }) => length > 1).map((group) => `${listed(group)} cannot be told apart`);
  return [...ends, ...equal];
}

/** Best score first; a group are places whose ranges overlap with that of its best. */
function groupsOf(places: readonly ShownPlace[]): readonly (readonly ShownPlace[])[] {
  const groups: ShownPlace[][] = [];
  for (const place of places.toSorted((a, b) => b.record.safety_score - a.record.safety_score)) {
    const [first] = groups.at(-1) ?? [];
    if (first && !canBeToldApart(first, place)) groups.at(-1)?.push(place);
    else groups.push([place]);
  }
  return groups;
}

export function canBeToldApart(one: ShownPlace, other: ShownPlace): boolean {
  const [a, b] = [one.nextYear, other.nextYear];
  if (a === null || b === null) return false;
  const shared = Math.min(a.high, b.high) - Math.max(a.low, b.low);
  const shorter = Math.min(a.high - a.low, b.high - b.low);
  return shared < Math.max(SHARED * shorter, 0.5);
}

export function listed(places: readonly Pick<ShownPlace, "name">[]): string {
  return new Intl.ListFormat("en-US").format(places.map(({ name }) => name));
}
