import { z } from "zod";
import { US_STATES } from "../../editions/us-states.ts";
import { nonEmpty, readTable, separatedCount, text } from "../csv.ts";

const ROW = z.object({
  agency_name: nonEmpty,
  state_name: nonEmpty,
  population: separatedCount,
  source_link: text,
  source_type: nonEmpty,
});

/**
 * Where the Real-Time Crime Index has an agency's counts from. `state`: the state's program. `department`: the agency's
 * own publication. `fbi`: the FBI's explorer, so no second source, but newer than the FBI's table. `copy`: another copy of
 * what was reported, such as that of the regional system that transmits it.
 */
export const SECOND_KINDS = ["state", "department", "fbi", "copy"] as const;
export type SecondKind = (typeof SECOND_KINDS)[number];

export interface IndexSource {
  readonly kind: SecondKind;
  readonly residents: number | null;
}

const KINDS: Readonly<Record<string, SecondKind>> = {
  "State UCR": "state",
  "Agency Aggregated": "department",
  "Agency RMS": "department",
  "Crime Data Explorer": "fbi",
};
/** ARJIS transmits the reports of San Diego and Imperial counties (docs/decisions/incomplete-years.md). */
const TRANSMITTERS = /\barjis\.org\b/;

/** The index's list of its sources, by `sourceKey`; an unknown type is none. @throws DatasetError */
export function readIndexSources(bytes: Uint8Array, file: string): ReadonlyMap<string, IndexSource> {
  const codes = new Map(US_STATES.map(({ code, name }) => [name as string, code]));
  return new Map(
    readTable(bytes, file, ROW).flatMap((row): [string, IndexSource][] => {
      const state = codes.get(row.state_name);
      if (state === undefined) return [];
      const kind = TRANSMITTERS.test(row.source_link) ? "copy" : (KINDS[row.source_type] ?? "copy");
      return [[sourceKey(state, row.agency_name), { kind, residents: row.population }]];
    }),
  );
}

export function sourceKey(state: string, agency: string): string {
  return `${state}|${agency}`;
}
