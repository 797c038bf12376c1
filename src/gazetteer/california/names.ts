import tables from "../../../data/names/california.json" with { type: "json" };
import type { NameTables } from "../edition-names.ts";

const { elsewhere, shared, ...others } = tables;

/** What people call the places of the state. */
export const CALIFORNIA_NAMES: NameTables = {
  ...others,
  /** The names of the state's universities, before that of the campus. */
  forms: [
    [/^university of california,?(?: at)? /, "uc "],
    [/^(?:csu|california state university),?(?: at)? /, "cal state "],
    [/^california polytechnic state university,? /, "cal poly "],
  ],
  elsewhere: new Set(elsewhere),
  shared: new Set(shared),
};
