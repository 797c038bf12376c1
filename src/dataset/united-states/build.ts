import { sealed } from "../../base/sealed-file.ts";
import { NATION_FORMAT } from "../../domain/dataset-format.ts";
import { type Nation, type NationAbsence, type NationPlace, nation } from "../../domain/nation.ts";
import { mapOffenses, propertyOf, violentOf } from "../../domain/offense.ts";
import { sixDecimals } from "../../domain/published.ts";
import type { SnapshotFile } from "../../domain/snapshot.ts";
import { UNITED_STATES } from "../../editions/united-states.ts";
import { type StateCode, US_STATES } from "../../editions/us-states.ts";
import { fail } from "../fault.ts";
import { compareText } from "../input-rows.ts";
import { rateOf } from "../model/gamma-poisson.ts";
import { trendOf } from "../model/rating.ts";
import { newestOf } from "../sources.ts";
import { buildSnapshot } from "../state/build.ts";
import type { BuiltState } from "../state/build-state.ts";
import { type BuiltAreas, buildAreas } from "./areas/build.ts";
import { withLastingFall, withLaterMonths } from "./cautions.ts";
import { nationEntry } from "./entry.ts";
import type { NationInputs } from "./inputs.ts";
import { JOINS_FILE, type JoinedName, joinsText } from "./joins.ts";
import { aliasesOf, type IncludedEdition, type NationLedger, openNationLedger } from "./ledger.ts";
import { openNationModels, SIZE_BOUNDS } from "./models.ts";
import { judgeMonths, monthsOfNation } from "./months.ts";
import { nationReport } from "./report.ts";
import { rangeCases, statesWithRanges } from "./state-ranges.ts";
import { type NationReview, type NationTables, readNationReview, readNationTables } from "./tables.ts";

const OWN = UNITED_STATES.includes.abbreviation;

/** Day of the last change of the method, because `lastUpdated` changes with it as well as with the sources. */
const METHOD_CHANGED = "2026-11-28";

/** The ledger of the nation, its model, and what the entries need. */
function nationInputs(tables: NationTables, review: NationReview, state: Omit<IncludedEdition, "code">): NationInputs {
  const ledger = openNationLedger(tables, review, { code: OWN, ...state });
  const models = openNationModels(ledger);
  const held = statesWithRanges(rangeCases(ledger, models.model));
  return {
    ledger,
    models,
    aliasesOf: aliasesOf(ledger, review),
    hasRange: (state) => state === OWN || held.has(state),
  };
}

/** null if the state's edition is of an earlier year than the tables. @throws DatasetError */
export async function openNation(dataDir: string, { records, input }: Pick<BuiltState, "records" | "input">) {
  const [tables, review] = [await readNationTables(dataDir), await readNationReview(dataDir)];
  const newest = Math.max(...tables.agencies.keys());
  if (records.dataYear < newest) return null;
  const ofDataYear = buildSnapshot(input, newest).records;
  return { tables, review, inputs: nationInputs(tables, review, { records, ofDataYear }) };
}

/**
 * Tables under the data folder, and the edition of the state that has its own → the nation's dataset. Same input, same
 * bytes. null if the state's edition is of an earlier year than the tables. @throws DatasetError
 */
export async function buildNation(dataDir: string, edition: Pick<BuiltState, "records" | "input">) {
  const opened = await openNation(dataDir, edition);
  if (opened === null) return null;
  const { tables, review, inputs } = opened;
  const { records } = edition;
  const { ledger, models } = inputs;
  const { dataYear } = ledger;
  const { residents, offenses } = ledger.nation(dataYear);
  if (residents === 0) fail({ file: "us/state-estimates.csv" }, `there is no estimate of ${dataYear}`);
  const months = judgeMonths(ledger, models);
  const entries = ledger.places.map((place): NationPlace | NationAbsence => {
    const [entry, judged] = [nationEntry(place, inputs), months.get(place.key)];
    const own = { months: judged?.months ?? null };
    if (!("rating" in entry)) {
      const verdict = models.model.verdict(dataYear, place.key);
      return { ...entry, ...own, detail: withLastingFall(entry, verdict, judged) };
    }
    // A state's own edition judges its places itself.
    const cautions = entry.source === "fbi" ? withLaterMonths(entry.cautions, judged) : entry.cautions;
    return { ...entry, ...own, cautions, provisional: judged?.provisional ?? null };
  });
  const places = entries.filter((entry) => "rating" in entry);
  const graded = new Set(ledger.places.flatMap(({ key }, index) => ("rating" in (entries[index] ?? {}) ? key : [])));
  const compared = new Map([...months].filter(([key]) => graded.has(key)));
  const absent = entries.flatMap((entry) => ("rating" in entry ? [] : [entry]));
  const moves = models.model.moves(dataYear);
  const ofCounties = await buildAreas(dataDir, tables, ledger, OWN);
  const built = sealed(nation, {
    format: NATION_FORMAT,
    lastUpdated: `${lastChange(tables, review, records)}T00:00:00Z`,
    dataYear,
    sources: tables.sources,
    yardstick: {
      population: residents,
      offenses,
      violentRate: sixDecimals(rateOf(violentOf(offenses), residents)),
      propertyRate: sixDecimals(rateOf(propertyOf(offenses), residents)),
      trend: trendOf(ledger.years, ledger.nation),
    },
    yearlyMoves: SIZE_BOUNDS.map((from, size) => {
      return { from, violent: moves.violent[size] ?? 0, property: moves.property[size] ?? 0 };
    }),
    months: monthsOfNation(ledger, models, { tables, review }, compared),
    correlation: sixDecimals(models.model.correlation(dataYear)),
    states: US_STATES.map(({ code }) => stateOf(code, tables, ledger, places, absent, ofCounties)),
    places,
    absent,
    areas: ofCounties.areas,
    absentAreas: ofCounties.absentAreas,
  });
  const report = { ...nationReport(built.records, ledger), areas: ofCounties.report };
  const { grades, places: all, rows, joins } = report;
  return {
    file: "united-states.json",
    text: built.text,
    /** Other files beside it that the build makes from the same tables. */
    tables: [[JOINS_FILE, joinsText(ledger.joins)] as const],
    report,
    counts: {
      Grades: grades,
      Places: all,
      "Rows of Table 8": rows,
      "Joined by": joins,
      "Rows of Table 10": report.areas.uses,
    },
  };
}

function stateOf(
  code: Nation["states"][number]["code"],
  tables: NationTables,
  { dataYear, joins }: NationLedger,
  places: readonly NationPlace[],
  absent: readonly NationAbsence[],
  { areasOfState }: BuiltAreas,
): Nation["states"][number] {
  const estimate = tables.estimates.find((row) => row.state === code && row.year === dataYear);
  if (estimate === undefined)
    fail({ file: "us/state-estimates.csv" }, `there is no estimate of ${code} for ${dataYear}`);
  const own = places.filter(({ state }) => state === code);
  return {
    code,
    residents: estimate.residents,
    offenses: mapOffenses((offense) => estimate[offense]),
    places: own.length,
    served: own.reduce((sum, { trend }) => sum + (trend.population.at(-1) ?? 0), 0),
    absent: absent.filter(({ state }) => state === code).length,
    countyAreas: areasOfState(code),
    departments: departmentsOf(code, joins, [...own, ...absent]),
  };
}

/** The municipalities without an entry that a department in a table is joined to. */
function departmentsOf(
  code: StateCode,
  joins: readonly JoinedName[],
  entries: readonly (NationPlace | NationAbsence)[],
): readonly string[] {
  const known = new Set(entries.map(({ geoid }) => geoid));
  const own = joins.flatMap(({ state, geoid }) =>
    state === code && geoid !== null && !known.has(geoid) ? [geoid] : [],
  );
  return [...new Set(own)].toSorted(compareText);
}

/** The newest day among retrievals, reviews, changes of the method, and those of the edition that it includes. */
function lastChange({ sources }: NationTables, { names }: NationReview, { lastUpdated }: SnapshotFile): string {
  const changed = [METHOD_CHANGED, lastUpdated.slice(0, 10)];
  return newestOf([...changed, ...sources.map(({ retrieved }) => retrieved), ...names.map(({ reviewed }) => reviewed)]);
}
