import { ownText } from "../../src/base/text.ts";
import type { StateCode } from "../../src/editions/us-states.ts";
import { createGazetteer, type Gazetteer } from "../../src/gazetteer/gazetteer.ts";
import { GAZETTEER_FILES } from "../../src/main/gazetteer-files.ts";

/** The gazetteer of the committed tables. */
export const country: Gazetteer = createGazetteer(GAZETTEER_FILES);

/** What a name in a state means, for comparison: a GEOID, the GEOIDs of several, or the kind of the meaning. */
export function meaningOf(state: StateCode, name: string): string | readonly string[] {
  const found = country.find(state, ownText(name));
  const geoid = (row: number) => country.place(row).geoid;
  if (found.is === "one") return geoid(found.row);
  return found.is === "several" ? found.rows.map(geoid) : found.is;
}

/** The rows of a state. */
export function rowsIn(state: StateCode): readonly number[] {
  const rows = country.table().states.find(({ code }) => code === state);
  if (rows === undefined) throw new Error(`no rows of ${state}`);
  return Array.from({ length: rows.end - rows.first }, (_, index) => rows.first + index);
}

export function allRows(): readonly number[] {
  return country.table().states.flatMap(({ code }) => rowsIn(code));
}

/** Whether two rows are one place: an independent city is a county, too. */
export function isSamePlace(a: number, b: number): boolean {
  if (a === b) return true;
  const table = country.table();
  const isSame = table.stateAt(a) === table.stateAt(b) && table.counties[a] === table.counties[b];
  const names = [a, b].map((row) => country.place(row).name.toLowerCase());
  return (
    isSame &&
    (table.officialName(a) === table.officialName(b) || names.every((name) => /washington|columbia/.test(name)))
  );
}
