import type { StateCode } from "../../editions/us-states.ts";
import type { AgencyRow, IdentityReview, NationReview, NationTables } from "../united-states/tables.ts";
import { fullName, joined, type PlaceName, reviewedPlace, withoutKind } from "./agency-name.ts";
import {
  agree,
  type IndexedMunicipality,
  isOfSize,
  type MunicipalityIndex,
  openMunicipalities,
} from "./municipality-index.ts";

/**
 * How a row was joined. `reviewed`: a person named the municipality, or the agency of several. `name`: the only one of
 * the name and kind. `county`: the only one of them in the county that the row names. `agency_list`: the only one of
 * several in the county that the FBI's list has for a department of the name. `residents`: the only one of several with
 * as many residents. `community`: a census-designated place or a county with as many residents. `open`: none, or
 * several.
 */
export const JOIN_RULES = ["reviewed", "name", "county", "agency_list", "residents", "community", "open"] as const;
export type JoinRule = (typeof JOIN_RULES)[number];

/** What a row of a publisher is about. */
export interface Identity {
  /** The same for every row of the place. */
  readonly key: string;
  readonly rule: JoinRule;
  /** null for an agency of several municipalities, and where no municipality is certain. */
  readonly unit: IndexedMunicipality | null;
  readonly name: PlaceName;
  readonly review: IdentityReview | null;
}

export interface Identities {
  readonly municipalities: MunicipalityIndex;
  /** Of a row of Table 8. */
  of(row: Pick<AgencyRow, "state" | "agency">, year: number): Identity;
  /** Of a row of another publisher: as Table 8 of the year names it, else by its own name and residents. */
  ofOther(row: Pick<AgencyRow, "state" | "agency" | "residents">, year: number): Identity;
}

type Row = Pick<AgencyRow, "state" | "agency" | "residents">;

/** The rows of one name, with their years. */
interface NamedRows {
  readonly state: StateCode;
  readonly name: PlaceName;
  readonly rows: [number, Row][];
}

/** Joins every row of Table 8 to a municipality by its name; one whose residents it does not have only where none else has the name. */
export function openIdentities(tables: NationTables, review: NationReview): Identities {
  const municipalities = openMunicipalities(tables.municipalities);
  const reviewed = new Map(review.identities.map((row) => [`${row.state}|${row.agency}`, row]));
  const listed = Map.groupBy(tables.listedAgencies, ({ state, agency }) => `${state}|${joined(agency)}`);
  const found = new Map<string, Identity>();
  const names = new Map<string, NamedRows>();
  for (const [year, rows] of tables.agencies) {
    for (const row of rows) {
      const key = `${row.state}|${row.agency}`;
      const known = names.get(key) ?? { state: row.state, name: reviewedPlace(review, row), rows: [] };
      known.rows.push([year, row]);
      names.set(key, known);
    }
  }
  for (const [key, named] of names) {
    for (const [year, identity] of identified(named)) found.set(`${key}|${year}`, identity);
  }

  function identified({ state, name, rows }: NamedRows): readonly [number, Identity][] {
    const person = reviewed.get(`${state}|${fullName(name)}`) ?? null;
    const own = person?.geoid ? municipalities.of(person.geoid) : undefined;
    if (person !== null) return rows.map(([year]) => [year, identity(state, name, "reviewed", own ?? null, person)]);
    const candidates = municipalities
      .candidates(state, name)
      .filter((unit) => !isUnsaidTownship(unit, name) || rows.some(([, row]) => isOfSize(unit, row.residents)));
    const [only, ...others] = candidates;
    if (only !== undefined && others.length === 0) {
      const rule = name.county === null ? "name" : "county";
      return rows.map(([year]) => [year, identity(state, name, rule, only)]);
    }
    if (only === undefined) {
      const residents = rows.at(-1)?.[1].residents ?? null;
      const community = municipalities.communityOf(state, name, residents);
      const rule = community === null ? "open" : "community";
      return rows.map(([year]) => [year, identity(state, name, rule, community)]);
    }
    const inList = candidates.filter((unit) => isListed(unit, listed.get(`${state}|${joined(name.name)}`) ?? []));
    const [listedOne = null, ...more] = inList;
    if (listedOne !== null && more.length === 0)
      return rows.map(([year]) => [year, identity(state, name, "agency_list", listedOne)]);
    return byResidents(state, name, rows, candidates);
  }

  function byResidents(
    state: StateCode,
    name: PlaceName,
    rows: readonly [number, Row][],
    candidates: readonly IndexedMunicipality[],
  ): readonly [number, Identity][] {
    return rows.map(([year, { residents }]) => {
      const [unit = null, ...others] = candidates.filter((one) => agree(one, residents));
      const isOne = unit !== null && others.length === 0;
      return [year, isOne ? identity(state, name, "residents", unit) : identity(state, name, "open", null)];
    });
  }

  return {
    municipalities,
    of({ state, agency }, year) {
      const known = found.get(`${state}|${agency}|${year}`);
      if (known === undefined) throw new RangeError(`${agency}, ${state} has no row in ${year}`);
      return known;
    },
    ofOther(row, year) {
      const known = found.get(`${row.state}|${row.agency}|${year}`);
      if (known !== undefined) return known;
      const { state } = row;
      const name = reviewedPlace(review, row);
      return identified({ state, name, rows: [[year, row]] })[0]?.[1] ?? identity(state, name, "open", null);
    },
  };
}

function identity(
  state: StateCode,
  name: PlaceName,
  rule: JoinRule,
  unit: IndexedMunicipality | null,
  review: IdentityReview | null = null,
): Identity {
  const said = withoutKind(name.name);
  const own = [said?.name ?? name.name, said?.kind ?? "", name.county ?? ""].map(joined).join("|");
  return { key: `${state}|${unit?.geoid ?? own}`, rule, unit, name, review };
}

/** Whether it is a township or town whose kind the name does not say: a city that is gone may have had the name. */
function isUnsaidTownship({ level }: IndexedMunicipality, { name }: PlaceName): boolean {
  return level === "subdivision" && withoutKind(name) === null;
}

/** Whether the only county of the departments of a name has the municipality. */
function isListed({ counties }: IndexedMunicipality, agencies: NationTables["listedAgencies"]): boolean {
  const [only, ...others] = new Set(agencies.map((one) => one.counties));
  if (only === undefined || others.length > 0) return false;
  const names = new Set(only.split("; ").map(joined));
  return counties.some(({ name }) => names.has(joined(name.replace(/ (?:County|Parish)$/, ""))));
}
