import { z } from "zod";
import { type StateCode, US_STATES } from "../../editions/us-states.ts";
import { nonEmpty, oneOf, optionalText, year } from "../csv.ts";
import { columnsText } from "../input-rows.ts";
import type { NationTables } from "../united-states/tables.ts";
import type { PlaceName } from "./agency-name.ts";
import { type Identities, JOIN_RULES, type JoinRule } from "./identities.ts";

/** How a name of Table 8 was joined, in the years in which it was joined so. */
export interface JoinedName {
  readonly state: StateCode;
  /** As the FBI prints it. */
  readonly agency: string;
  readonly name: PlaceName;
  /** The first and the last of these years, and how many they are. */
  readonly from: number;
  readonly to: number;
  readonly years: number;
  readonly rule: JoinRule;
  readonly geoid: string | null;
  readonly ori: string | null;
  readonly key: string;
}

/** One for each name and place, sorted by state, name, and first year. */
export function joinsOf({ agencies }: NationTables, identities: Identities): readonly JoinedName[] {
  const found = new Map<string, JoinedName>();
  for (const [year, rows] of agencies) {
    for (const { state, agency } of rows) {
      const { key, name, rule, unit, review } = identities.of({ state, agency }, year);
      const own = [state, agency, key, rule].join("\n");
      const known = found.get(own) ?? { from: year, years: 0 };
      const joined = { rule, geoid: unit?.geoid ?? null, ori: review?.ori ?? null, key };
      found.set(own, { state, agency, name, from: known.from, to: year, years: known.years + 1, ...joined });
    }
  }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, joined]) => joined);
}

/** Under the data folder: how each name of Table 8 was joined. */
export const JOINS_FILE = "us/joins.csv";

const JOIN = z.object({
  state: oneOf(US_STATES.map(({ code }) => code)),
  agency: nonEmpty,
  from: year,
  to: year,
  rule: oneOf(JOIN_RULES),
  geoid: optionalText,
  ori: optionalText,
});

export function joinsText(joins: readonly JoinedName[]): string {
  return columnsText(JOIN, joins);
}
