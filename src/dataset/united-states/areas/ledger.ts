import { whole } from "../../../domain/published.ts";
import type { StateCode } from "../../../editions/us-states.ts";
import type { ReportedYear } from "../../model/rating.ts";
import { monthsByOri } from "../agency-months.ts";
import { joined } from "../agency-name.ts";
import type { NationLedger } from "../ledger.ts";
import { type AgencyMonth, type NationTables, offensesOf, type SecondCount } from "../tables.ts";
import { type AreaIdentity, type JoinedRow, joinAreas } from "./join.ts";
import type { AreaReview, AreaTables } from "./tables.ts";

/** A department's area in the years of Table 10. */
export interface Area extends AreaIdentity {
  readonly key: string;
  readonly years: ReadonlyMap<number, ReportedYear>;
  /** In the data year, whether it reported or not. */
  readonly residentsNow: number | null;
  /** Years whose residents are not those of the area now, with the reason as a sentence without the final period. */
  readonly unclear: ReadonlyMap<number, string>;
  /** What the Real-Time Crime Index counted in the data year; null where it does not have the department. */
  readonly second: SecondCount | null;
}

export interface AreaLedger {
  readonly dataYear: number;
  /** The years of Table 10, oldest first. */
  readonly years: readonly number[];
  readonly areas: readonly Area[];
  /** The months of each department that polices an area, oldest first, by key. */
  readonly months: ReadonlyMap<string, readonly AgencyMonth[]>;
  readonly joins: ReadonlyMap<number, readonly JoinedRow[]>;
  /** Day of the Real-Time Crime Index, in words; null without it. */
  readonly secondRelease: string | null;
}

/** More residents than this many times those of the whole county are no department's. */
const MOST_OF_COUNTY = 1.05;
/** A year is not comparable if departments that began later serve more than this share of the area's residents. */
const MOST_GIVEN_UP = 0.15;

/** Two numbers of residents of one area differ by less. */
const NEAR = 1.15;

/**
 * @param ownEdition the state whose own edition has the figures of its counties
 * @param nation the places of the edition, for towns whose own department began in the meantime
 */
export function openAreaLedger(
  tables: AreaTables,
  review: readonly AreaReview[],
  ownEdition: StateCode,
  nation: Pick<NationLedger, "places" | "secondRelease">,
  official: Pick<NationTables, "estimates" | "agencies" | "secondCounts" | "months">,
): AreaLedger {
  const { estimates, agencies, secondCounts } = official;
  const joins = joinAreas(tables, review);
  const years = [...tables.rows.keys()];
  const dataYear = years.at(-1) ?? 0;
  const residentsOfState = new Map(estimates.map(({ state, year, residents }) => [`${state}|${year}`, residents]));
  const rowsOf = new Map<string, { readonly identity: AreaIdentity; readonly rows: Map<number, JoinedRow["row"]> }>();
  for (const [year, rows] of joins) {
    for (const { row, area } of rows) {
      if (area === null || area.state === ownEdition) continue;
      const { rows: own } = rowsOf.get(area.ori) ?? { rows: new Map<number, JoinedRow["row"]>() };
      rowsOf.set(area.ori, { identity: area, rows: own.set(year, row) });
    }
  }
  const newDepartments = departmentsByCounty(nation);
  const others = secondCounts.filter(({ kind }) => kind !== "fbi");
  const second = new Map(others.map((row) => [`${row.state}|${joined(row.agency)}`, row]));
  const areas = [...rowsOf].map(([key, { identity, rows }]): Area => {
    const { state, county, city } = identity;
    const own = new Map(
      years.flatMap((year): [number, ReportedYear][] => {
        const found = rows.get(year) ?? agencies.get(year)?.find((row) => row.state === state && row.agency === city);
        const residents = residentsIn(identity, year, residentsOfState);
        return found === undefined ? [] : [[year, { residents, offenses: offensesOf(found) }]];
      }),
    );
    const unclear = new Map<number, string>();
    const newest = county.estimates.get(Math.max(...county.estimates.keys())) ?? 0;
    if ((identity.residents ?? 0) > MOST_OF_COUNTY * newest) {
      const text = `The FBI has ${whole(identity.residents ?? 0)} residents for the department, the Census Bureau ${whole(newest)} for the county`;
      for (const year of own.keys()) unclear.set(year, text);
    }
    for (const [year, { residents }] of own) {
      const later = (newDepartments.get(`${state}|${county.county}`) ?? []).filter((one) => one.since > year);
      const given = later.reduce((sum, one) => sum + one.residents, 0);
      const [largest] = later;
      if (largest === undefined || given <= MOST_GIVEN_UP * (residents ?? 0)) continue;
      unclear.set(year, `${largest.name} has had a department of its own only since ${largest.since}`);
    }
    const counted = second.get(`${state}|${joined(county.county)}`) ?? null;
    const isOwn = isNear(counted?.residents ?? 0, own.get(dataYear)?.residents ?? 0);
    return {
      ...identity,
      key,
      years: own,
      residentsNow: residentsIn(identity, dataYear, residentsOfState),
      unclear,
      second: isOwn ? counted : null,
    };
  });
  const withArea = new Set(areas.flatMap(({ key, residents }) => (residents === null ? [] : key)));
  return {
    dataYear,
    years,
    joins,
    secondRelease: nation.secondRelease,
    months: new Map([...monthsByOri(official)].filter(([ori]) => withArea.has(ori))),
    areas: areas.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)),
  };
}

/** Carried from the newest year by the county's estimates, and before their first year by the state's. */
function residentsIn(
  { residents, county: { estimates }, state }: AreaIdentity,
  year: number,
  residentsOfState: ReadonlyMap<string, number>,
): number | null {
  if (residents === null) return null;
  const [first, newest] = [Math.min(...estimates.keys()), Math.max(...estimates.keys())];
  const from = Math.max(first, year);
  const ofCounty = (estimates.get(from) ?? 0) / (estimates.get(newest) ?? 1);
  const ofState =
    year >= first
      ? 1
      : (residentsOfState.get(`${state}|${year}`) ?? 0) / (residentsOfState.get(`${state}|${first}`) ?? 1);
  return Math.round(residents * ofCounty * ofState);
}

/** The index names only the county: of several departments, the one with its residents is meant. */
function isNear(one: number, other: number): boolean {
  return Math.max(one, other) < NEAR * Math.min(one, other);
}

interface NewDepartment {
  readonly name: string;
  /** The first year with figures. */
  readonly since: number;
  readonly residents: number;
}

/** By state and county, the departments of towns, the largest first. */
function departmentsByCounty({ places }: Pick<NationLedger, "places">): ReadonlyMap<string, readonly NewDepartment[]> {
  const found = places.flatMap(({ name, state, county, years }) => {
    const reported = [...years].filter(([, { offenses }]) => offenses !== null);
    const [first, last] = [reported[0], reported.at(-1)];
    if (county === null || first === undefined || last === undefined) return [];
    return [{ key: `${state}|${county}`, name, since: first[0], residents: last[1].residents ?? 0 }];
  });
  const sorted = found.toSorted((a, b) => b.residents - a.residents);
  return Map.groupBy(sorted, ({ key }) => key);
}

function sortKey({ state, county, residents, ori }: Area): string {
  return [state, county.county, String(999_999_999 - (residents ?? 0)).padStart(9, "0"), ori].join("\n");
}
