import { capitalized } from "../../base/capitalized.ts";
import type { NationPlace } from "../../domain/nation.ts";
import type { SnapshotFile } from "../../domain/snapshot.ts";
import { figuresOf } from "../../domain/trend.ts";
import { stateEditionName } from "../../editions/table.ts";
import { UNITED_STATES } from "../../editions/united-states.ts";
import type { StateCode } from "../../editions/us-states.ts";
import { fail } from "../fault.ts";
import type { ReportedYear } from "../model/rating.ts";
import { secondReleaseOf } from "../sources.ts";
import { agencyMonths } from "./agency-months.ts";
import { joined, type PlaceName, withoutKind } from "./agency-name.ts";
import { type Identity, openIdentities } from "./identities.ts";
import { type JoinedName, joinsOf } from "./joins.ts";
import { type MunicipalityIndex, onlyCounty } from "./municipality-index.ts";
import { changedNation, type NationFigures, nationOf } from "./nation-figures.ts";
import { type OwnWords, ownWords } from "./own-words.ts";
import { checkPopulations, type PopulationCheck } from "./populations.ts";
import { joinStateCounts, type StateClass, stateClassOf, type UnusedStateCount } from "./state-counts.ts";
import {
  type AgencyMonth,
  type AgencyRow,
  type NationReview,
  type NationTables,
  offensesOf,
  type SecondCount,
} from "./tables.ts";

/** A year of a place, complete or not. */
export interface NationYear extends ReportedYear {
  /** As the source prints it. */
  readonly agency: string;
  /** What the edition of the place's own state says of the year; null for the FBI's figures. */
  readonly review: "trusted" | "new_series" | "partial_year" | null;
  readonly footnotes: readonly string[];
  /** The class that the state's own program counts in place of Table 8. */
  readonly stateClass: StateClass | null;
}

export interface NationLedgerPlace extends PlaceName {
  readonly key: string;
  readonly state: StateCode;
  readonly source: NationPlace["source"];
  readonly kind: NationPlace["kind"];
  /** null for an agency of several municipalities, and where no municipality is certain. */
  readonly geoid: string | null;
  /** The FBI's code of an agency of several municipalities, and the GEOIDs of those that are known. */
  readonly ori: string | null;
  readonly serves: readonly string[];
  /** Of the Census Bureau in the data year; null where it does not list the place. */
  readonly censusResidents: number | null;
  /** The agency of several municipalities that serves the place; null if it has its own, or none is known. */
  readonly policedBy: string | null;
  /** What the agency serves besides the place, in a sentence; null if nothing is known of it. */
  readonly area: string | null;
  readonly population: PopulationCheck;
  /** The campus in the place that has its own police; null if none is known. */
  readonly campus: string | null;
  /** What the edition of the place's own state says of the data year; null for the FBI's figures. */
  readonly own: OwnWords | null;
  /** What another collection counted in the data year, by the Real-Time Crime Index; null where it has none. */
  readonly second: SecondCount | null;
  /** What the FBI has published of the data year since its table, by the same index: no second source. */
  readonly later: SecondCount | null;
  readonly years: ReadonlyMap<number, NationYear>;
}

/** A place of which only the FBI's figures are known. */
const UNLISTED: Pick<
  NationLedgerPlace,
  | "source"
  | "kind"
  | "geoid"
  | "ori"
  | "serves"
  | "policedBy"
  | "censusResidents"
  | "area"
  | "population"
  | "campus"
  | "own"
  | "second"
  | "later"
> = {
  ...{ source: "fbi", kind: null, geoid: null, ori: null, serves: [] },
  ...{ policedBy: null, censusResidents: null, area: null, campus: null, own: null },
  ...{ second: null, later: null },
  population: { unclear: new Map(), serves: null },
};

export interface NationLedger {
  readonly dataYear: number;
  /** Every year of the tables, oldest first. */
  readonly years: readonly number[];
  /** Of as many residents as the edition asks for in some year, by state and name. */
  readonly places: readonly NationLedgerPlace[];
  /** All rows of the data year with the place of each; null for a place that never had so many residents. */
  readonly rows: readonly { readonly row: AgencyRow; readonly place: NationLedgerPlace | null }[];
  /** The day of the release that the second counts are from: "April 24, 2026". */
  readonly secondRelease: string | null;
  /** Months after the tables, oldest first, by the key of the place that the agency polices. */
  readonly months: ReadonlyMap<string, readonly AgencyMonth[]>;
  /** How each name of the tables was joined. */
  readonly joins: readonly JoinedName[];
  /** The names of state programs whose counts are compared with no row of Table 8. */
  readonly unusedStateCounts: readonly UnusedStateCount[];
  nation(year: number): NationFigures;
}

/** Names of departments that serve several municipalities. */
const SEVERAL = /\bRegional\b|\bMetro(?:politan)?\b|\bAuthority\b|\bVillages\b|\bTown and Village\b|\//;
const SEVERAL_TEXT = "The police department serves several municipalities, and the population is that of all of them";

/** The edition of a state whose cities replace the FBI's rows. */
export interface IncludedEdition {
  /** Of its state. */
  readonly code: StateCode;
  readonly records: SnapshotFile;
  /** The same edition, built for the data year of the nation's tables. */
  readonly ofDataYear: SnapshotFile;
}

export function openNationLedger(tables: NationTables, review: NationReview, included: IncludedEdition): NationLedger {
  const { code } = included;
  const years = [...tables.agencies.keys()];
  const dataYear = years.at(-1) ?? 0;
  const identities = openIdentities(tables, review);
  const footnotes = new Map(tables.footnotes.map(({ year, mark, text }) => [`${year} ${mark}`, text]));
  const stateCounts = joinStateCounts(tables.stateCounts, identities);
  const [later, others] = [true, false].map((isFbi) =>
    tables.secondCounts.filter(({ kind }) => (kind === "fbi") === isFbi),
  );
  const byPlace = (rows: readonly SecondCount[] = []) =>
    new Map(rows.map((row) => [identities.ofOther(row, row.year).key, row]));
  const [second, laterOf] = [byPlace(others), byPlace(later)];
  const rowsOf = new Map<string, { readonly identity: Identity; readonly rows: Map<number, AgencyRow> }>();
  for (const [year, rows] of tables.agencies) {
    for (const row of rows) {
      const identity = identities.of(row, year);
      const { rows: own } = rowsOf.get(identity.key) ?? { rows: new Map<number, AgencyRow>() };
      const other = own.get(year);
      if (other !== undefined) refuseTwoRows(row, other, year, identity);
      rowsOf.set(identity.key, { identity, rows: own.set(year, row) });
    }
  }
  const ofTables = [...rowsOf].flatMap(([key, { identity, rows }]): NationLedgerPlace[] => {
    const { name, unit, review: reviewed } = identity;
    const [{ state } = { state: code }] = rows.values();
    if (state === code) return [];
    const yearsOf = [...rows].map(([year, row]): [number, NationYear] => {
      const texts = row.marks.split(" ").flatMap((mark) => footnotes.get(`${year} ${mark}`) ?? []);
      const { agency, residents } = row;
      const reported = offensesOf(row);
      const stateClass = stateClassOf(state, reported, stateCounts.of(year, key));
      const offenses = reported && stateClass ? { ...reported, [stateClass.offense]: stateClass.count } : reported;
      return [year, { agency, residents, offenses, review: null, footnotes: texts, stateClass }];
    });
    const listed = unit?.estimates.get(dataYear) ?? null;
    const area = areaOf(review, state, name);
    const residents = new Map(
      yearsOf.flatMap(([year, one]) => (one.residents ? [[year, one.residents] as const] : [])),
    );
    if (!yearsOf.some(([, { residents }]) => isLarge(residents)) && !isLarge(listed)) return [];
    return [
      {
        ...UNLISTED,
        key,
        state,
        name: name.name,
        county: name.county ?? (unit && onlyCounty(unit)),
        kind: unit?.municipalKind ?? null,
        geoid: unit?.geoid ?? null,
        ori: reviewed?.ori ?? null,
        serves: reviewed?.serves ?? [],
        censusResidents: listed,
        area,
        population: checkPopulations(residents, unit, area !== null),
        campus: review.campuses.find(({ geoid }) => geoid === unit?.geoid)?.campus ?? null,
        second: second.get(key) ?? null,
        later: laterOf.get(key) ?? null,
        years: new Map(yearsOf),
      },
    ];
  });
  const ofEdition = editionPlaces(included, years, second);
  const served = new Map(ofTables.flatMap(({ serves, years }) => serves.map((geoid) => [geoid, nameOfNewest(years)])));
  const ofCensus = censusOnly(identities.municipalities, code, dataYear, new Set(rowsOf.keys()), served);
  const places = [...ofTables, ...ofEdition, ...toldApart(ofCensus, ofTables)].toSorted((a, b) =>
    sortKey(a) < sortKey(b) ? -1 : 1,
  );
  const byKey = new Map(places.map((place) => [place.key, place]));
  return {
    dataYear,
    years,
    places,
    rows: (tables.agencies.get(dataYear) ?? []).map((row) => {
      return { row, place: byKey.get(identities.of(row, dataYear).key) ?? null };
    }),
    secondRelease: secondReleaseOf(tables.sources),
    months: agencyMonths(tables, identities, dataYear),
    joins: joinsOf(tables, identities),
    unusedStateCounts: stateCounts.unused(new Set(rowsOf.keys())),
    nation(year) {
      const [own, later] = [nationOf(tables, year), review.nationYears.find((row) => row.year === year)];
      // The estimates of the states, once they are there.
      return own.residents > 0 || later === undefined ? own : changedNation(nationOf(tables, year - 1), later);
    },
  };
}

function isLarge(residents: number | null): boolean {
  return residents !== null && residents >= UNITED_STATES.fewestResidents;
}

function areaOf(review: NationReview, state: StateCode, { name, county }: PlaceName): string | null {
  const place = county === null ? name : `${name}, ${county}`;
  const reviewed = review.names.find((row) => row.state === state && row.place === place && row.area !== null)?.area;
  return reviewed ?? (SEVERAL.test(name) ? SEVERAL_TEXT : null);
}

/** The cities of an edition of a state, with its counts, populations, and complete years. */
function editionPlaces(
  { code: state, records, ofDataYear }: IncludedEdition,
  years: readonly number[],
  second: ReadonlyMap<string, SecondCount>,
): readonly NationLedgerPlace[] {
  const own = ownWords(ofDataYear);
  const cities = [
    ...records.cities.map(({ record, ...city }) => ({ ...city, ...record })),
    ...records.absent.map((city) => ({ ...city, agency: city.city })),
  ];
  return cities.flatMap(({ city, county, geoid, agency, trend }): NationLedgerPlace[] => {
    const found = years.map((year): [number, NationYear] => {
      const { population, offenses } = trend === null ? { population: null, offenses: null } : figuresOf(trend, year);
      const isTrusted = trend !== null && trend.score[year - trend.from] != null;
      const review = !isTrusted ? "partial_year" : trend.begins.includes(year) ? "new_series" : "trusted";
      return [year, { agency, residents: population, offenses, review, footnotes: [], stateClass: null }];
    });
    if (!found.some(([, { residents }]) => isLarge(residents))) return [];
    const key = `${state}|${geoid}`;
    return [
      {
        ...UNLISTED,
        key,
        second: second.get(key) ?? null,
        state,
        name: city,
        county,
        source: stateEditionName(UNITED_STATES.includes),
        geoid,
        own: own.get(geoid ?? "") ?? { cautions: [], reason: null },
        years: new Map(found),
      },
    ];
  });
}

/** Incorporated places of the Census that no table has. @param served agencies of several municipalities by GEOID */
function censusOnly(
  { units }: MunicipalityIndex,
  code: StateCode,
  dataYear: number,
  known: ReadonlySet<string>,
  served: ReadonlyMap<string, string>,
): readonly NationLedgerPlace[] {
  return units.flatMap((unit): NationLedgerPlace[] => {
    const { state, geoid, name, municipalKind, kind } = unit;
    const key = `${state}|${geoid}`;
    const residents = unit.estimates.get(dataYear) ?? null;
    if (state === code || kind === null || known.has(key) || !isLarge(residents)) return [];
    const place = { ...UNLISTED, key, state, name, county: onlyCounty(unit), kind: municipalKind, geoid };
    return [{ ...place, policedBy: served.get(geoid) ?? null, censusResidents: residents, years: new Map() }];
  });
}

/**
 * A place that no table names has its kind in its name where one of the tables bears that in its county, or the county is
 * not known: "Milford Village".
 */
function toldApart(places: readonly NationLedgerPlace[], named: readonly NationLedgerPlace[]) {
  const taken = new Set(named.flatMap((place) => [sortKey(place), sortKey({ ...place, county: null })]));
  return places.map((place): NationLedgerPlace => {
    const { name, kind } = place;
    if (!taken.has(sortKey(place)) || kind === null) return place;
    return { ...place, name: `${name} ${capitalized(kind)}` };
  });
}

function nameOfNewest(years: ReadonlyMap<number, NationYear>): string {
  return [...years.values()].at(-1)?.agency ?? "";
}

/** @throws DatasetError */
function refuseTwoRows(row: AgencyRow, other: AgencyRow, year: number, { unit, key }: Identity): never {
  const what = unit === null ? key : `${unit.officialName}, ${unit.geoid}`;
  const file = `us/offenses/${year}.csv`;
  return fail(
    { file },
    `${row.agency} and ${other.agency}, ${row.state}, are both joined to ${what}; name each in us/review/identities.csv`,
  );
}

function sortKey({ state, name, county }: NationLedgerPlace): string {
  return `${state}\n${name}\n${county ?? ""}`;
}

/** Names without their kind under which places are found as well, where nothing else in the state has the name. */
export function aliasesOf(ledger: NationLedger, review: NationReview): (place: NationLedgerPlace) => readonly string[] {
  const owners = new Map<string, Set<string>>();
  const own = (state: string, name: string, owner: string) => {
    const key = `${state}|${joined(name)}`;
    owners.set(key, (owners.get(key) ?? new Set()).add(owner));
  };
  const shortOf = (name: string) => withoutKind(name)?.name ?? null;
  for (const { state, name, key } of ledger.joins) {
    own(state, name.name, key);
    const short = shortOf(name.name);
    if (short !== null) own(state, short, key);
  }
  for (const { key, state, name } of ledger.places) own(state, name, key);
  const isOnly = ({ state, key }: NationLedgerPlace, name: string) => {
    const found = owners.get(`${state}|${joined(name)}`);
    return found === undefined || (found.size === 1 && found.has(key));
  };
  return (place) => {
    const { state, name, key } = place;
    const reviewed = review.aliases
      .filter((row) => row.state === state && row.place === name)
      .map(({ alias }) => alias);
    const earlier = ledger.joins.filter((one) => one.key === key && one.state === state).map((one) => one.name.name);
    const short = shortOf(name);
    const found = [...(short === null ? [] : [short]), ...earlier].filter(
      (one) => joined(one) !== joined(name) && isOnly(place, one),
    );
    return [...new Set([...found, ...reviewed])];
  };
}
