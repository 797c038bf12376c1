import type { AbsentCity, Snapshot } from "../domain/snapshot.ts";
import { SNAPSHOT_FORMAT } from "../domain/snapshot-format.ts";
import { sealSnapshot } from "../snapshot/file.ts";
import { coverageOf } from "./coverage.ts";
import { cityEntry, countyEntry, countyFigures } from "./entry.ts";
import { fail } from "./fault.ts";
import { openLedger } from "./ledger.ts";
import { cityPanel, countyPanel } from "./panel.ts";
import { openPast } from "./past.ts";
import { publishedRate, roundPriors, sixDecimals } from "./published.ts";
import { fitPriors, rateOf } from "./rating.ts";
import { type BuildReport, reportOf } from "./report.ts";
import type { ReviewTables } from "./review.ts";
import { stateFigures, stateTrend } from "./state.ts";
import type { DatasetTables } from "./table.ts";

export interface BuildInput {
  readonly tables: DatasetTables;
  readonly review: ReviewTables;
  /** Data year; the newest year with offenses and population where it is not given. */
  readonly year?: number;
}

export interface Built {
  readonly snapshot: Snapshot;
  readonly report: BuildReport;
}

/** Day of the last change of the method, so that `lastUpdated` moves with it as it does with the sources. */
const METHOD_CHANGED = "2026-11-21";

/** Tables → snapshot and report, by the method of docs/methodology.md. Same input, same bytes. @throws DatasetError */
export function buildSnapshot({ tables, review, year: asked }: BuildInput): Built {
  const ledger = openLedger(tables, review);
  const year = dataYear(tables, asked);
  const state = stateFigures(tables, ledger, review, year);
  const rates = {
    violentRate: rateOf(state.violent, state.population),
    propertyRate: rateOf(state.property, state.population),
  };
  const stateRate = publishedRate(state.violent + state.property, state.population);

  const coverage = ledger.cities.map((city) => {
    const residents = ledger.residents(year, city.county, city.city);
    const facts = { ...city, residents, row: ledger.cityRow(year, city) };
    return { facts, result: coverageOf(facts, review, year) };
  });
  const eligible = coverage.flatMap(({ result }) => ("place" in result ? [result] : []));
  const absent = coverage.flatMap(({ facts, result }): AbsentCity[] => {
    if ("place" in result) return [];
    const { city, county, place, residents } = facts;
    return [{ city, county, geoid: place?.geoid ?? null, population: residents, ...result }];
  });

  const cityPriors = fitPriors(eligible.map(({ residents, row }) => ({ residents, offenses: row.offenses })));
  const cityYear = { year, state: rates, priors: cityPriors };
  const cityPast = openPast(cityPanel(ledger), cityYear);
  const cities = eligible.map((city) =>
    cityEntry(city, ledger, review.flags, { ...cityYear, stateRate, past: cityPast }),
  );
  const covered = Map.groupBy(cities, ({ record }) => record.county);
  const countyRows = tables.counties.map((county) => countyFigures(county, ledger, year));
  const countyPriors = fitPriors(countyRows);
  const countyYear = { year, state: rates, priors: countyPriors };
  const countyPast = openPast(countyPanel(ledger, tables.counties), countyYear);
  const counties = countyRows.map((row) =>
    countyEntry(row, ledger, { ...countyYear, stateRate, past: countyPast }, covered.get(row.county)?.length ?? 0),
  );

  const snapshot = sealSnapshot({
    format: SNAPSHOT_FORMAT,
    lastUpdated: `${lastChange(tables, review)}T00:00:00Z`,
    dataYear: year,
    sources: tables.sources,
    state: {
      population: state.population,
      offenses: state.offenses,
      violentRate: sixDecimals(rates.violentRate),
      propertyRate: sixDecimals(rates.propertyRate),
      trend: stateTrend(tables, ledger),
    },
    priors: { cities: roundPriors(cityPriors), counties: roundPriors(countyPriors) },
    yearlyMoves: { cities: cityPast.moves, counties: countyPast.moves },
    cities,
    counties,
    absent,
  });
  return { snapshot, report: reportOf(snapshot, ledger, review) };
}

/** Years that can be built: those with offenses and a population of cities, oldest first. */
export function yearsWithFigures(tables: DatasetTables): readonly number[] {
  const cityYears = [...tables.population].filter(([, rows]) => rows.some(({ city }) => city !== null));
  return cityYears.map(([year]) => year).filter((year) => tables.offenses.has(year));
}

function dataYear(tables: DatasetTables, asked: number | undefined): number {
  const years = yearsWithFigures(tables);
  const newest = years.at(-1);
  if (newest === undefined) fail("figures_missing", { file: "data" }, "no year has both offenses and population");
  if (asked !== undefined && !years.includes(asked)) {
    fail(
      "figures_missing",
      { file: "data" },
      `${asked} lacks offenses or population; years with both: ${years.join(", ")}`,
    );
  }
  return asked ?? newest;
}

/** The newest day among retrievals, reviews and the method: it moves when, and only when, the content can have. */
function lastChange(tables: DatasetTables, review: ReviewTables): string {
  const reviewed = Object.values(review).flatMap((rows: readonly { readonly reviewed: string }[]) =>
    rows.map((row) => row.reviewed),
  );
  const days = [METHOD_CHANGED, ...tables.sources.map(({ retrieved }) => retrieved), ...reviewed];
  return days.reduce((newest, day) => (day > newest ? day : newest));
}
