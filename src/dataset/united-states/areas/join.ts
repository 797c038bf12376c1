import type { StateCode } from "../../../editions/us-states.ts";
import { joined } from "../agency-name.ts";
import type { AreaReview, AreaTables, CountyResidents, Department, DepartmentRow } from "./tables.ts";

/** How a row of Table 10 was joined to a department, or why it was not. */
export const AREA_JOINS = ["reviewed", "name", "only_department", "not_listed", "no_county", "two_rows"] as const;
export type AreaJoin = (typeof AREA_JOINS)[number];

/** A department and the county whose area it polices. */
export interface AreaIdentity {
  readonly state: StateCode;
  readonly ori: string;
  readonly county: CountyResidents;
  /** "Howard County Police Department". */
  readonly name: string;
  readonly kind: "police" | "sheriff";
  /** Of the newest year of the counties; null for a department that the FBI gives no area. */
  readonly residents: number | null;
  /** Its name in Table 8, in years that Table 10 lacks it; null for all others. */
  readonly city: string | null;
}

export interface JoinedRow {
  readonly row: DepartmentRow;
  readonly rule: AreaJoin;
  /** null where the rule is one of the last three. */
  readonly area: AreaIdentity | null;
}

/** A county's name without its kind. "Fairfax city" keeps it: an independent city is not the county of the name. */
const COUNTY_KIND = / (?:County|Parish|Borough|Census Area|Municipality|City and Borough)$/;
/** What follows the county's name in a row. A row without any of it is the sheriff's. */
const DEPARTMENT_KIND = /(?: County)?(?: Unified)? Police Department$| Sheriff's Office$| County$/;
const POLICE = /\bPolice\b/;

/** Joins the rows of each year, by state, county, and kind of the department. */
export function joinAreas(
  { rows, departments, counties }: AreaTables,
  review: readonly AreaReview[],
): ReadonlyMap<number, readonly JoinedRow[]> {
  const keyOf = (state: string, county: string) => `${state}|${joined(county)}`;
  const byOri = new Map(departments.map((one) => [one.ori, one]));
  const byCounty = new Map(counties.map((one) => [keyOf(one.state, one.county.replace(COUNTY_KIND, "")), one]));
  const byGeoid = new Map(counties.map((one) => [one.geoid, one]));
  const listedIn = Map.groupBy(departments, ({ state, county }) => keyOf(state, county));

  function join(row: DepartmentRow, ofCounty: readonly DepartmentRow[]): JoinedRow {
    const reviewed = review.find(({ state, department }) => state === row.state && department === row.department);
    if (reviewed !== undefined) {
      const { ori, name, city, geoid } = reviewed;
      const [found, county] = [byOri.get(ori), byGeoid.get(geoid)];
      if (found !== undefined && county !== undefined)
        return { row, rule: "reviewed", area: { ...identityOf(found, county), name, kind: kindOf(name), city } };
    }
    const county = byCounty.get(keyOf(row.state, baseOf(row)));
    if (county === undefined) return { row, rule: "no_county", area: null };
    if (ofCounty.filter(({ department }) => department === row.department).length > 1)
      return { row, rule: "two_rows", area: null };
    const listed = listedIn.get(keyOf(row.state, baseOf(row))) ?? [];
    const [named, other] = listed.filter(({ name }) => POLICE.test(name) === POLICE.test(row.department));
    if (named !== undefined && other === undefined) return { row, rule: "name", area: identityOf(named, county) };
    const [only, second] = listed;
    if (only !== undefined && second === undefined && named === undefined && ofCounty.length === 1)
      return { row, rule: "only_department", area: identityOf(only, county) };
    return { row, rule: "not_listed", area: null };
  }

  return new Map(
    [...rows].map(([year, own]) => {
      const groups = Map.groupBy(own, (row) => keyOf(row.state, baseOf(row)));
      return [year, own.map((row) => join(row, groups.get(keyOf(row.state, baseOf(row))) ?? []))];
    }),
  );
}

function baseOf({ department }: DepartmentRow): string {
  return department.replace(DEPARTMENT_KIND, "");
}

function identityOf({ state, ori, name, residents }: Department, county: CountyResidents): AreaIdentity {
  // The list writes "Maui Police Department County Sheriff's Office", "Riley  County", and "Acadia County" for the parish.
  const known = name
    .replace(/\s+/g, " ")
    .replace(/(Police Department) County Sheriff's Office$/, "$1")
    .replace(/ County Sheriff/, / Parish$/.test(county.county) ? " Parish Sheriff" : " County Sheriff");
  return { state, ori, county, name: known, kind: kindOf(known), residents: residents || null, city: null };
}

function kindOf(name: string): AreaIdentity["kind"] {
  return POLICE.test(name) ? "police" : "sheriff";
}
