import { z } from "zod";
import { US_STATES } from "../../editions/us-states.ts";
import { nonEmpty, readTable, text } from "../csv.ts";
import { unpacked } from "./census-gazetteer.ts";

const ROW = z.object({
  agency_name: nonEmpty,
  agency_type_name: text,
  county_name: text,
  ori: nonEmpty,
  state_abbr: text,
});

/** A city's or town's department in the FBI's list of agencies. */
export interface ListedAgency {
  readonly state: (typeof US_STATES)[number]["code"];
  /** Without "Police Department". */
  readonly agency: string;
  /** In capitals and without its kind: "TRUMBULL"; "RAMSEY; HENNEPIN" in two. */
  readonly counties: string;
  readonly ori: string;
}

/** @throws DatasetError */
export function readListedAgencies(bytes: Uint8Array, file: string): readonly ListedAgency[] {
  return readTable(unpacked(bytes, file), file, ROW).flatMap((row): ListedAgency[] => {
    // The list has its own code for Nebraska.
    const code = row.state_abbr === "NB" ? "NE" : row.state_abbr;
    const state = US_STATES.find((one) => one.code === code)?.code;
    if (state === undefined || row.agency_type_name !== "City" || row.county_name === "") return [];
    const agency = row.agency_name.replace(/(?: Police Department)+$/, "");
    return [{ state, agency, counties: row.county_name, ori: row.ori }];
  });
}
