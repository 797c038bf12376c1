import type { NationPlace } from "../../domain/nation.ts";
import { mapOffenses, type OffenseCounts, sumOffenses } from "../../domain/offense.ts";
import type { SnapshotFile } from "../../domain/snapshot.ts";
import { figuresOf } from "../../domain/trend.ts";
import type { StateCode } from "../../editions/us-states.ts";
import type { ReportedYear } from "../model/rating.ts";
import { joined, type PlaceName, placeKey, reviewedPlace, withoutKind } from "./agency-name.ts";
import { type CensusIndex, openCensus } from "./census-index.ts";
import { type AgencyRow, type NationReview, type NationTables, offensesOf, type SecondCount } from "./tables.ts";

/** A year of a place, complete or not. */
export interface NationYear extends ReportedYear {
  /** As the source prints it. */
  readonly agency: string;
  /** Whether the edition of the place's own state trusts the year; null for the FBI's figures. */
  readonly isTrusted: boolean | null;
  readonly footnotes: readonly string[];
}

export interface NationLedgerPlace extends PlaceName {
  readonly key: string;
  readonly state: StateCode;
  readonly source: NationPlace["source"];
  readonly kind: NationPlace["kind"];
  readonly geoid: string | null;
  /** Of the Census Bureau in the data year; null where it does not list the place. */
  readonly censusResidents: number | null;
  /** What the agency serves besides the place, in a sentence; null if nothing is known of it. */
  readonly area: string | null;
  /** What the Real-Time Crime Index counted in the data year; null where it does not have the place. */
  readonly second: SecondCount | null;
  readonly years: ReadonlyMap<number, NationYear>;
}

/** A place of which only the FBI's figures are known. */
const UNLISTED = { source: "fbi", kind: null, geoid: null, censusResidents: null, area: null, second: null } as const;

export interface NationLedger {
  readonly dataYear: number;
  /** Every year of the tables, oldest first. */
  readonly years: readonly number[];
  /** Of 10,000 residents or more in some year, by state and name. */
  readonly places: readonly NationLedgerPlace[];
  /** All rows of the data year with the place of each; null for a place that never had so many residents. */
  readonly rows: readonly { readonly row: AgencyRow; readonly place: NationLedgerPlace | null }[];
  nation(year: number): { readonly residents: number; readonly offenses: OffenseCounts };
}

/** Smaller places change their letter too often (docs/decisions/united-states.md). */
export const FEWEST_RESIDENTS = 10_000;

/** Names of departments that serve several municipalities. */
const SEVERAL = /\bRegional\b|\bMetro(?:politan)?\b|\bAuthority\b|\bVillages\b|\bTown and Village\b|\//;
const SEVERAL_TEXT = "The police department serves several municipalities, and the population is that of all of them";

/** @param state the edition whose cities replace the FBI's rows, with the code of its state */
export function openNationLedger(
  tables: NationTables,
  review: NationReview,
  { code, records }: { readonly code: StateCode; readonly records: SnapshotFile },
): NationLedger {
  const years = [...tables.agencies.keys()];
  const dataYear = years.at(-1) ?? 0;
  const census = openCensus(tables);
  const footnotes = new Map(tables.footnotes.map(({ year, mark, text }) => [`${year} ${mark}`, text]));
  const second = new Map(tables.secondCounts.map((row) => [placeKey(row.state, reviewedPlace(review, row)), row]));
  const rowsOf = new Map<
    string,
    { readonly state: StateCode; readonly name: PlaceName; readonly rows: Map<number, AgencyRow> }
  >();
  for (const [year, rows] of tables.agencies) {
    for (const row of rows) {
      const name = reviewedPlace(review, row);
      const key = placeKey(row.state, name);
      const known = rowsOf.get(key) ?? { state: row.state, name, rows: new Map<number, AgencyRow>() };
      rowsOf.set(key, { ...known, name });
      known.rows.set(year, row);
    }
  }
  const ofTables = [...rowsOf].flatMap(([key, { state, name, rows }]): NationLedgerPlace[] => {
    if (state === code) return [];
    const yearsOf = [...rows].map(([year, row]): [number, NationYear] => {
      const texts = row.marks.split(" ").flatMap((mark) => footnotes.get(`${year} ${mark}`) ?? []);
      const { agency, residents } = row;
      return [year, { agency, residents, offenses: offensesOf(row), isTrusted: null, footnotes: texts }];
    });
    const area = areaOf(review, state, name);
    const listed = census.placeOf(state, name.name);
    if (!yearsOf.some(([, { residents }]) => isLarge(residents)) && !isLarge(listed?.residents ?? null)) return [];
    return [
      {
        ...UNLISTED,
        key,
        state,
        name: name.name,
        county: name.county ?? census.countyOf(state, name.name),
        kind: listed?.municipalKind ?? null,
        censusResidents: listed?.residents ?? null,
        area,
        second: second.get(key) ?? null,
        years: new Map(yearsOf),
      },
    ];
  });
  const ofEdition = editionPlaces(code, records, years);
  const ofCensus = censusOnly(census, code, new Set(rowsOf.keys()));
  const places = [...ofTables, ...ofEdition, ...ofCensus].toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const byKey = new Map(places.map((place) => [place.key, place]));
  return {
    dataYear,
    years,
    places,
    rows: (tables.agencies.get(dataYear) ?? []).map((row) => {
      const name = reviewedPlace(review, row);
      const key = row.state === code ? placeKey(code, { ...name, county: null }) : placeKey(row.state, name);
      return { row, place: byKey.get(key) ?? null };
    }),
    nation(year) {
      const states = tables.estimates.filter((row) => row.year === year);
      const residents = states.reduce((sum, row) => sum + row.residents, 0);
      return {
        residents,
        offenses: sumOffenses(states.map((row) => ({ offenses: mapOffenses((offense) => row[offense]) }))),
      };
    },
  };
}

/** The FBI's population and the Census Bureau's agree within this share. */
const POPULATIONS_AGREE = 0.15;

/** Whether the Census Bureau's population of the data year contradicts that of the table. */
export function hasUnclearPopulation({ area, censusResidents, years }: NationLedgerPlace, dataYear: number): boolean {
  const residents = years.get(dataYear)?.residents ?? null;
  if (area !== null || censusResidents === null || residents === null) return false;
  return Math.abs(residents / censusResidents - 1) > POPULATIONS_AGREE;
}

function isLarge(residents: number | null): boolean {
  return residents !== null && residents >= FEWEST_RESIDENTS;
}

function areaOf(review: NationReview, state: StateCode, { name, county }: PlaceName): string | null {
  const place = county === null ? name : `${name}, ${county}`;
  const reviewed = review.names.find((row) => row.state === state && row.place === place && row.area !== null)?.area;
  return reviewed ?? (SEVERAL.test(name) ? SEVERAL_TEXT : null);
}

/** The cities of an edition of a state, with its counts, populations, and complete years. */
function editionPlaces(
  state: StateCode,
  records: SnapshotFile,
  years: readonly number[],
): readonly NationLedgerPlace[] {
  const cities = [
    ...records.cities.map(({ record, ...city }) => ({ ...city, ...record })),
    ...records.absent.map((city) => ({ ...city, agency: city.city })),
  ];
  return cities.flatMap(({ city, county, geoid, agency, trend }): NationLedgerPlace[] => {
    const found = years.map((year): [number, NationYear] => {
      const { population, offenses } = trend === null ? { population: null, offenses: null } : figuresOf(trend, year);
      const isTrusted = trend !== null && trend.score[year - trend.from] != null;
      return [year, { agency, residents: population, offenses, isTrusted, footnotes: [] }];
    });
    if (!found.some(([, { residents }]) => isLarge(residents))) return [];
    const key = placeKey(state, { name: city, county: null });
    return [{ ...UNLISTED, key, state, name: city, county, source: "california", geoid, years: new Map(found) }];
  });
}

/** Places of the Census that no table has. */
function censusOnly(census: CensusIndex, code: StateCode, known: ReadonlySet<string>): readonly NationLedgerPlace[] {
  return census.places.flatMap(({ state, name, municipalKind, residents, isUsed }): NationLedgerPlace[] => {
    const key = placeKey(state, { name, county: null });
    if (state === code || isUsed() || !isLarge(residents) || known.has(key)) return [];
    // The list of counties may have a namesake: the town around it, or a place in another town.
    const isAlone = !known.has(placeKey(state, { name: `${name} Town`, county: null }));
    const county = isAlone ? census.countyOf(state, name) : null;
    return [
      { ...UNLISTED, key, state, name, county, kind: municipalKind, censusResidents: residents, years: new Map() },
    ];
  });
}

function sortKey({ state, name, county }: NationLedgerPlace): string {
  return `${state}\n${name}\n${county ?? ""}`;
}

/** Names without their kind under which places are found as well, where nothing else in the state has the name. */
export function aliasesOf(
  ledger: NationLedger,
  tables: NationTables,
  review: NationReview,
): (place: NationLedgerPlace) => readonly string[] {
  const owners = new Map<string, Set<string>>();
  const own = (state: string, name: string, owner: string) => {
    const key = `${state}|${joined(name)}`;
    owners.set(key, (owners.get(key) ?? new Set()).add(owner));
  };
  const shortOf = (name: string) => withoutKind(name)?.name ?? null;
  for (const rows of tables.agencies.values()) {
    for (const row of rows) {
      const { state } = row;
      const name = reviewedPlace(review, row);
      const key = placeKey(state, name);
      own(state, name.name, key);
      const short = shortOf(name.name);
      if (short !== null) own(state, short, key);
    }
  }
  for (const { key, state, name } of ledger.places) own(state, name, key);
  return ({ key, state, name }) => {
    const reviewed = review.aliases
      .filter((row) => row.state === state && row.place === name)
      .map(({ alias }) => alias);
    const short = shortOf(name);
    const isOwn = short !== null && owners.get(`${state}|${joined(short)}`)?.size === 1;
    return isOwn && owners.get(`${state}|${joined(short)}`)?.has(key) ? [...new Set([short, ...reviewed])] : reviewed;
  };
}
