import { z } from "zod";
import { recordFrom } from "../../base/named-table.ts";
import { mapOffenses, OFFENSE_CLASSES, type Offense, type OffenseCounts } from "../../domain/offense.ts";
import type { Source } from "../../domain/snapshot.ts";
import { US_STATES } from "../../editions/us-states.ts";
import { count, day, nonEmpty, oneOf, optionalText, type RowOf, separatedCount, text, year } from "../csv.ts";
import { columnsText, readRows, readYears, rowsText } from "../input-rows.ts";
import { FIBRS_CLASSES } from "../sources/fdle-fibrs.ts";
import { readSources, sourcesText } from "../sources.ts";

/** Under the data folder. */
export const NATION_DIR = "us";

/** The tables under `data/us/`, made by the import and read by the build. Sorted, one row a line. */

const state = oneOf(US_STATES.map(({ code }) => code));

/** A row of Table 8. A blank count is null, not zero. */
const AGENCY = z.object({
  state,
  /** As the FBI prints it, without the marks of footnotes. */
  agency: nonEmpty,
  /** Of footnotes, of the row and its state: "4 6". */
  marks: text,
  residents: separatedCount,
  ...mapOffenses(() => separatedCount),
});
export type AgencyRow = RowOf<typeof AGENCY>;

const FOOTNOTE = z.object({ year, mark: nonEmpty, text: nonEmpty });
export type Footnote = RowOf<typeof FOOTNOTE>;

const ESTIMATE = z.object({ state, year, residents: count, ...mapOffenses(() => count) });
export type StateEstimate = RowOf<typeof ESTIMATE>;

const GEOID = /^\d{5}(\d{2}(\d{3})?)?$/;

/** "Travis County:0.936|Williamson County:0.064", the largest share first. */
const countyShares = text.transform((value) =>
  value.split("|").flatMap((one) => {
    const [name = "", share = "1"] = one.split(":");
    return name === "" ? [] : [{ name, share: Number(share) }];
  }),
);

/** "2020:961855 2021:973410": residents on July 1. */
export const estimates = text.transform(
  (value) =>
    new Map(
      value.split(" ").flatMap((one): [number, number][] => {
        const [year, residents] = one.split(":").map(Number);
        return year && residents !== undefined ? [[year, residents]] : [];
      }),
    ),
);
export function estimatesText(byYear: ReadonlyMap<number, number>): string {
  return [...byYear].map(([year, residents]) => `${year}:${residents}`).join(" ");
}

/**
 * A municipality, a census-designated place, or a county that a row of a table can mean, and every incorporated place
 * of 2,500 residents or more.
 */
const MUNICIPALITY = z.object({
  state,
  /** Of the Census Bureau's newest vintage: 5 digits of a county, 7 of a place, 10 of a county subdivision. */
  geoid: text.regex(GEOID, "is not a GEOID"),
  /** With its legal kind: "Austin city". */
  officialName: nonEmpty,
  /** Of the American Community Survey 2019 to 2023. */
  residents: separatedCount,
  /** Of an incorporated place, by year. */
  estimates,
  counties: countyShares,
});
export type Municipality = RowOf<typeof MUNICIPALITY>;

function municipalityText(rows: readonly Municipality[]): string {
  const texts = rows.map(({ estimates: byYear, counties, ...row }) => ({
    ...row,
    estimates: estimatesText(byYear),
    counties: counties.map(({ name, share }) => (share === 1 ? name : `${name}:${share}`)).join("|"),
  }));
  return columnsText(MUNICIPALITY, texts);
}

/** A department whose name several municipalities of its state bear, in the FBI's list of agencies. */
const LISTED_AGENCY = z.object({
  state,
  /** Without "Police Department". */
  agency: nonEmpty,
  /** In capitals and without its kind: "TRUMBULL"; "RAMSEY; HENNEPIN" in two. */
  counties: nonEmpty,
  ori: nonEmpty,
});

/** Counts of the Real-Time Crime Index: a second collection, or what the FBI has published since its table (`fbi`). */
const SECOND_COUNT = z.object({
  state,
  agency: nonEmpty,
  year,
  kind: oneOf(["state", "department", "fbi"]),
  /** As the index has it, to tell namesakes apart. */
  residents: separatedCount,
  violent: count,
  property: count,
});
export type SecondCount = RowOf<typeof SECOND_COUNT>;

/** A month of an agency, newer than the tables of years. A blank count was not reported. */
const AGENCY_MONTH = z.object({
  state,
  agency: nonEmpty,
  /** The FBI's code of the agency. */
  ori: nonEmpty,
  /** Of the newest year, by the FBI; null where it has none. */
  residents: separatedCount,
  year,
  month: count,
  ...mapOffenses(() => separatedCount),
});
export type AgencyMonth = RowOf<typeof AGENCY_MONTH>;

/** What the FBI published of the nation for a year before its tables were in reach. */
const NATION_YEAR = z.object({
  year,
  violent: count,
  /** Of the violent offenses, per 100,000 residents. */
  violentRate: z.coerce.number(),
  /** Of the counts, from the year before, in percent. */
  violentChange: z.coerce.number(),
  propertyChange: z.coerce.number(),
  source: nonEmpty,
  reviewed: day,
});
export type NationYearReview = RowOf<typeof NATION_YEAR>;
/** What a state's own program counted, for departments of cities. It has no rapes by the FBI's definition. */
const STATE_COUNT = z.object({
  state,
  /** As the program prints it, without "Police Department". */
  agency: nonEmpty,
  year,
  residents: count,
  /** Of all its classes by month, "-" for a month without a report. */
  months: text.transform((value): readonly (number | null)[] =>
    value.split(" ").map((one) => (one === "-" ? null : Number(one))),
  ),
  ...recordFrom(FIBRS_CLASSES.map((offense) => [offense, separatedCount] as const)),
});
export type StateCount = RowOf<typeof STATE_COUNT>;

function stateCountText(rows: readonly StateCount[]): string {
  const texts = rows.map(({ months, ...row }) => ({ ...row, months: months.map((one) => one ?? "-").join(" ") }));
  return columnsText(STATE_COUNT, texts);
}

export interface NationTables {
  readonly sources: readonly Source[];
  /** By year. */
  readonly agencies: ReadonlyMap<number, readonly AgencyRow[]>;
  readonly footnotes: readonly Footnote[];
  readonly estimates: readonly StateEstimate[];
  readonly municipalities: readonly Municipality[];
  readonly listedAgencies: readonly RowOf<typeof LISTED_AGENCY>[];
  readonly stateCounts: readonly StateCount[];
  readonly secondCounts: readonly SecondCount[];
  readonly months: readonly AgencyMonth[];
}

const TABLES = {
  footnotes: { file: "us/footnotes.csv", schema: FOOTNOTE },
  estimates: { file: "us/state-estimates.csv", schema: ESTIMATE },
  municipalities: { file: "us/municipalities.csv", schema: MUNICIPALITY },
  listedAgencies: { file: "us/agencies.csv", schema: LISTED_AGENCY },
  stateCounts: { file: "us/state-counts.csv", schema: STATE_COUNT },
  secondCounts: { file: "us/second-source.csv", schema: SECOND_COUNT },
  months: { file: "us/months.csv", schema: AGENCY_MONTH },
} as const;

export const AGENCIES = "us/offenses";
export const SOURCES_FILE = "us/sources.json";

/** Name of each file under `data/` and its text. */
export function nationFiles(tables: NationTables): ReadonlyMap<string, string> {
  return new Map([
    [SOURCES_FILE, sourcesText(tables.sources)],
    [TABLES.footnotes.file, rowsText(FOOTNOTE, tables.footnotes)],
    [TABLES.estimates.file, rowsText(ESTIMATE, tables.estimates)],
    [TABLES.municipalities.file, municipalityText(tables.municipalities)],
    [TABLES.listedAgencies.file, rowsText(LISTED_AGENCY, tables.listedAgencies)],
    [TABLES.stateCounts.file, stateCountText(tables.stateCounts)],
    [TABLES.secondCounts.file, rowsText(SECOND_COUNT, tables.secondCounts)],
    [TABLES.months.file, rowsText(AGENCY_MONTH, tables.months)],
    ...[...tables.agencies].map(([year, rows]) => [`${AGENCIES}/${year}.csv`, rowsText(AGENCY, rows)] as const),
  ]);
}

/** Reads what `nationFiles` made. @throws DatasetError */
export async function readNationTables(dataDir: string): Promise<NationTables> {
  return {
    sources: await readSources(dataDir, SOURCES_FILE),
    agencies: await readYears(dataDir, AGENCIES, AGENCY, ({ state, agency }) => [state, agency]),
    footnotes: await readRows(dataDir, TABLES.footnotes.file, FOOTNOTE),
    estimates: await readRows(dataDir, TABLES.estimates.file, ESTIMATE, ({ state, year }) => [state, String(year)]),
    municipalities: await readRows(dataDir, TABLES.municipalities.file, MUNICIPALITY, ({ geoid }) => [geoid]),
    listedAgencies: await readRows(dataDir, TABLES.listedAgencies.file, LISTED_AGENCY, ({ ori }) => [ori]),
    stateCounts: await readRows(dataDir, TABLES.stateCounts.file, STATE_COUNT, ({ state, agency, year }) => [
      state,
      agency,
      String(year),
    ]),
    secondCounts: await readRows(dataDir, TABLES.secondCounts.file, SECOND_COUNT),
    months: await readRows(dataDir, TABLES.months.file, AGENCY_MONTH, ({ ori, year, month }) => [
      ori,
      `${year}-${month}`,
    ]),
  };
}

/** What a person decided, each with its reason and day. */
const NAME_REVIEW = z.object({
  state,
  /** As the FBI prints it in some year. */
  agency: nonEmpty,
  /** The place that it is, in every year under the same name. */
  place: nonEmpty,
  /** Where the agency also serves land outside the place, a sentence that says so. */
  area: optionalText,
  source: nonEmpty,
  reviewed: day,
});
type NameReview = RowOf<typeof NAME_REVIEW>;

/** Which municipality a name of an agency means, or which several one agency serves. */
const IDENTITY_REVIEW = z.object({
  state,
  /** The place as `names.csv` has it, with its county where the row has one. */
  agency: nonEmpty,
  /** null for an agency of several municipalities. */
  geoid: optionalText,
  /** The FBI's code of the agency (ORI), for one of several municipalities. */
  ori: optionalText,
  /** The GEOIDs of the municipalities that the agency serves, as far as they are known. */
  serves: text.transform((value) => (value === "" ? [] : value.split(" "))),
  source: nonEmpty,
  reviewed: day,
});
export type IdentityReview = RowOf<typeof IDENTITY_REVIEW>;

/** A campus whose own police reports its offenses, and whose students are a large part of a place's residents. */
const CAMPUS = z.object({
  geoid: text.regex(GEOID, "is not a GEOID"),
  /** As its department is named: "University of New Hampshire". */
  campus: nonEmpty,
  /** The FBI's code of the department. */
  ori: nonEmpty,
  reviewed: day,
});

const ALIAS = z.object({ state, place: nonEmpty, alias: nonEmpty });

export interface NationReview {
  readonly names: readonly NameReview[];
  readonly aliases: readonly RowOf<typeof ALIAS>[];
  readonly identities: readonly IdentityReview[];
  readonly nationYears: readonly NationYearReview[];
  readonly campuses: readonly RowOf<typeof CAMPUS>[];
}

/** @throws DatasetError */
export async function readNationReview(dataDir: string): Promise<NationReview> {
  return {
    names: await readRows(dataDir, "us/review/names.csv", NAME_REVIEW, ({ state, agency }) => [state, agency]),
    aliases: await readRows(dataDir, "us/review/aliases.csv", ALIAS, ({ state, alias }) => [state, alias]),
    campuses: await readRows(dataDir, "us/review/campuses.csv", CAMPUS, ({ geoid }) => [geoid]),
    identities: await readRows(dataDir, "us/review/identities.csv", IDENTITY_REVIEW, ({ state, agency }) => [
      state,
      agency,
    ]),
    nationYears: await readRows(dataDir, "us/review/nation-years.csv", NATION_YEAR, ({ year }) => [String(year)]),
  };
}

/** The counts of a row; null if a class is blank. */
export function offensesOf(row: Readonly<Record<Offense, number | null>>): OffenseCounts | null {
  return OFFENSE_CLASSES.some((offense) => row[offense] === null) ? null : mapOffenses((offense) => row[offense] ?? 0);
}
