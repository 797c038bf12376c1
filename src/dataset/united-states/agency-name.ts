import { ownText } from "../../base/text.ts";
import { NATION_FOLDS } from "../../gazetteer/fold.ts";
import type { NationReview } from "./tables.ts";

/** A place as its row names it: "Hamilton Township, Mercer County" has its county. */
export interface PlaceName {
  readonly name: string;
  /** With its kind, such as "Mercer County"; null if the name has none. */
  readonly county: string | null;
}

const COUNTY_AFTER_COMMA = /^(.+?), (.+ (?:County|Parish))$/;

/** The marks of footnotes after a name: `Toledo8, 10` and `Alabama3`. */
const MARKS = /^(.*?)[\s,]*((?:\d+\s*,?\s*)*)$/;

/** A name without the numbers of its footnotes, and these numbers. */
export function withoutMarks(text: string): { readonly name: string; readonly marks: readonly string[] } {
  const [, name = "", marks = ""] = MARKS.exec(text.replace(/\s+/g, " ").trim()) ?? [];
  return { name, marks: marks.match(/\d+/g) ?? [] };
}

function placeName(agency: string): PlaceName {
  const [, name, county] = COUNTY_AFTER_COMMA.exec(agency) ?? [];
  return name === undefined || county === undefined ? { name: agency, county: null } : { name, county };
}

/** The form in which names of one state are joined: `De Kalb` = `DeKalb`, `St. Louis` = `Saint Louis`. */
export function joined(name: string): string {
  return NATION_FOLDS.city(ownText(name)).replace(/[^\p{L}\p{N}]/gu, "");
}

/** "Town of Madison" is never the city of the name. */
export const KIND_BEFORE = /^(Township|Town|Village|Borough|City) of (.+)$/;
const AFTER = /^(.+?) (Township|Town|Village|Borough|City)$/;

/** "Amherst Town" and "Town of Menasha" without the kind; null if there is none: "Garden City" may be the whole name. */
export function withoutKind(name: string): { readonly name: string; readonly kind: string } | null {
  const [, said, of] = KIND_BEFORE.exec(name) ?? [];
  const [, bare = of, kind = said] = said === undefined ? (AFTER.exec(name) ?? []) : [];
  return bare === undefined || kind === undefined ? null : { name: bare, kind: kind.toLowerCase() };
}

/** The place that an agency is, as reviewed; else as its row names it. */
export function reviewedPlace(
  { names }: NationReview,
  { state, agency }: { readonly state: string; readonly agency: string },
): PlaceName {
  return placeName(names.find((row) => row.state === state && row.agency === agency)?.place ?? agency);
}

/** As the reviews of identities name it: "Hamilton Township, Mercer County". */
export function fullName({ name, county }: PlaceName): string {
  return county === null ? name : `${name}, ${county}`;
}
