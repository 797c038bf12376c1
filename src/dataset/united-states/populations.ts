import { whole } from "../../domain/published.ts";
import type { Municipality } from "./tables.ts";

/** The FBI's population and the Census Bureau's agree within this share. */
const AGREE = 0.15;
/** The first year with estimates of the bureau's newest vintage. */
const CENSUS_FROM = 2020;
/** A place's own residents seldom change by more between two rows: true growth reaches a factor of 1.5. */
const MOST_CHANGE = 1.6;
/** So many rows with another population are an area of their own, and fewer are an error. */
const LASTING = 3;

export interface PopulationCheck {
  /** The years whose population is contradicted, each with both numbers in a sentence. */
  readonly unclear: ReadonlyMap<number, string>;
  /** That the department serves more than the place, or only a part of it; null if it serves the place. */
  readonly serves: { readonly isPart: boolean; readonly text: string } | null;
}

/**
 * Tests the population of each row: since 2020 against the Census Bureau, and in other years against the rows beside it.
 * @param residents of the rows, by year, oldest first @param isArea whether the department is known to serve more
 */
export function checkPopulations(
  residents: ReadonlyMap<number, number>,
  unit: Pick<Municipality, "geoid" | "residents" | "estimates"> | null,
  isArea: boolean,
): PopulationCheck {
  const censusOf = (year: number) => {
    if (unit === null || isArea || year < CENSUS_FROM) return null;
    return unit.estimates.size > 0 ? (unit.estimates.get(year) ?? null) : unit.residents;
  };
  const unclear = new Map<number, string>();
  const compared = [...residents].flatMap(([year, own]) => {
    const census = censusOf(year);
    return census ? [{ year, own, census, share: own / census - 1 }] : [];
  });
  const newest = [...residents].slice(-LASTING).flatMap(([year, own]) => {
    const census = censusOf(year) ?? (unit === null || isArea ? null : unit.residents);
    return census ? [{ own, census, share: own / census - 1 }] : [];
  });
  const isSubdivision = unit?.geoid.length === 10;
  const isLasting = (test: (share: number) => boolean) =>
    newest.length === LASTING && newest.every(({ share }) => test(share));
  const isMore = isLasting((share) => share > AGREE);
  const isPart = isSubdivision && isLasting((share) => share < -AGREE);
  for (const { year, own, census, share } of compared) {
    if (Math.abs(share) <= AGREE || (share > 0 ? isMore : isPart)) continue;
    unclear.set(year, `The FBI's table has ${whole(own)} residents in ${year}, the Census Bureau ${whole(census)}`);
  }
  const confirmed = new Set(compared.flatMap(({ year, share }) => (Math.abs(share) <= AGREE ? [year] : [])));
  for (const [year, text] of jumps(residents, confirmed)) if (!unclear.has(year)) unclear.set(year, text);
  const last = newest.at(-1);
  if (last === undefined || !(isMore || isPart)) return { unclear, serves: null };
  const text = `The FBI's table has ${whole(last.own)} residents for the department, the Census Bureau ${whole(last.census)} for the place`;
  return { unclear, serves: { isPart, text } };
}

/** Of two rows beside each other with very different residents, the one that is further from the others. */
function jumps(
  residents: ReadonlyMap<number, number>,
  confirmed: ReadonlySet<number>,
): readonly (readonly [number, string])[] {
  const rows = [...residents];
  const sorted = rows.map(([, own]) => own).toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 1;
  const distance = (own: number) => Math.abs(Math.log(own / middle));
  return rows.slice(1).flatMap(([year, own], index) => {
    const [before, earlier] = rows[index] ?? [year, own];
    if (Math.max(own, earlier) <= MOST_CHANGE * Math.min(own, earlier)) return [];
    const isLater = confirmed.has(before) || (!confirmed.has(year) && distance(own) > distance(earlier));
    const text = `The FBI's table has ${whole(own)} residents in ${year}, and ${whole(earlier)} in ${before}`;
    return [[isLater ? year : before, text] as const];
  });
}
