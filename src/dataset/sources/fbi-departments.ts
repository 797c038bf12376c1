import { z } from "zod";
import { US_STATES } from "../../editions/us-states.ts";
import { nonEmpty, readTable, separatedCount, text } from "../csv.ts";
import type { Department } from "../united-states/areas/tables.ts";
import { unpacked } from "./census-gazetteer.ts";

const LISTED = z.object({
  agency_name: nonEmpty,
  agency_type_name: text,
  county_name: text,
  ori: nonEmpty,
  state_abbr: text,
});
const POPULATION = z.object({ ori: nonEmpty, agency_name: nonEmpty, state: text, population: separatedCount });

/**
 * The sheriffs and county police departments of the FBI's list of agencies, with the residents that the FBI gives each:
 * none where others police the whole county. @param further ORIs of departments that the list lacks
 * @throws DatasetError
 */
export function readDepartments(
  list: { readonly bytes: Uint8Array; readonly name: string },
  populations: { readonly bytes: Uint8Array; readonly name: string },
  further: ReadonlySet<string>,
): readonly Department[] {
  const rows = readTable(populations.bytes, populations.name, POPULATION, ({ ori }) => [ori]);
  const residentsOf = new Map(rows.map(({ ori, population }) => [ori, population]));
  const listed = readTable(unpacked(list.bytes, list.name), list.name, LISTED).flatMap((row): Department[] => {
    const state = stateOf(row.state_abbr);
    if (state === undefined || row.agency_type_name !== "County" || further.has(row.ori)) return [];
    const { ori, agency_name: name, county_name: county } = row;
    return [{ state, ori, name, county, residents: residentsOf.get(ori) ?? null }];
  });
  const others = rows.flatMap(({ ori, agency_name: name, state: code, population }): Department[] => {
    const state = stateOf(code);
    return state === undefined || !further.has(ori) ? [] : [{ state, ori, name, county: "", residents: population }];
  });
  return [...listed, ...others];
}

function stateOf(text: string): Department["state"] | undefined {
  // The FBI has its own code for Nebraska.
  const code = text === "NB" ? "NE" : text;
  return US_STATES.find((one) => one.code === code)?.code;
}
