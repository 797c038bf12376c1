import { type ByGroup, byGroup, countOf, OFFENSE_GROUPS } from "../../domain/offense.ts";
import { placeKey, placeName } from "./agency-name.ts";
import type { NationLedger } from "./ledger.ts";
import { reviewedName } from "./place-names.ts";
import type { NationReview, NationTables, SecondCount } from "./tables.ts";

/** The Real-Time Crime Index beside the counts of the data year. */
export interface SecondCounts {
  /** null where the index does not have the place. */
  of(key: string): SecondCount | null;
  /** Whether it has so many more offenses that they would change the letter. */
  isContradicted(key: string, changesLetter: (more: ByGroup<number>) => boolean): boolean;
  /** Whether it has more offenses by so much that the difference is named. */
  isNoted(key: string): boolean;
}

/** Of the counts here: more than the first makes the year incomplete if the letter would change, more than the second is named. */
const MORE = { contradicts: 1.1, noted: 1.05 } as const;

export function openSecondCounts(
  { secondCounts }: NationTables,
  review: NationReview,
  ledger: NationLedger,
): SecondCounts {
  const counts = new Map(
    secondCounts.map((row) => [placeKey(row.state, placeName(reviewedName(review, row.state, row.agency))), row]),
  );
  const ours = new Map(
    ledger.places.map(({ key, source, years }) => [
      key,
      source === "fbi" ? years.get(ledger.dataYear)?.offenses : null,
    ]),
  );
  const more = (key: string, factor: number): ByGroup<number> => {
    const [own, theirs] = [ours.get(key), counts.get(key)];
    return byGroup((group) => {
      const count = own ? countOf(group, own) : 0;
      return own && theirs && theirs[group] > factor * count ? theirs[group] - count : 0;
    });
  };
  const has = (found: ByGroup<number>) => OFFENSE_GROUPS.some((group) => found[group] > 0);
  return {
    of: (key) => counts.get(key) ?? null,
    isContradicted(key, changesLetter) {
      const found = more(key, MORE.contradicts);
      return has(found) && changesLetter(found);
    },
    isNoted: (key) => has(more(key, MORE.noted)),
  };
}
