import type { CautionCode } from "../../domain/caution.ts";
import type { PlaceCaution, SnapshotFile } from "../../domain/snapshot.ts";

/** The cautions of a state's own edition, and why it leaves the year out if it does. */
export interface OwnWords {
  readonly cautions: readonly PlaceCaution[];
  readonly reason: string | null;
}

/** Cautions that are of another year than the record's, or that the nation's edition words by its own numbers. */
const NOT_TAKEN: ReadonlySet<CautionCode> = new Set([
  "older_year",
  "few_residents",
  "visitors_and_jobs",
  "population_break",
]);

/** What an edition of a state says of its own cities, by GEOID. */
export function ownWords({ cities, absent, dataYear }: SnapshotFile): ReadonlyMap<string, OwnWords> {
  return new Map([
    ...cities.map(({ geoid, record, cautions }): [string, OwnWords] => {
      const older = cautions.find(({ code }) => code === "older_year")?.detail;
      const taken = record.data_year === dataYear ? cautions.filter(({ code }) => !NOT_TAKEN.has(code)) : [];
      return [geoid, { cautions: taken, reason: older === undefined ? null : older.replace(/\.$/, "") }];
    }),
    ...absent.map(({ geoid, detail }): [string, OwnWords] => [geoid ?? "", { cautions: [], reason: detail }]),
  ]);
}
