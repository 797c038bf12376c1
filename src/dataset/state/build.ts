import { DATASET_FORMAT } from "../../domain/dataset-format.ts";
import { propertyOf, sumOffenses, violentOf } from "../../domain/offense.ts";
import { sixDecimals } from "../../domain/published.ts";
import { type SnapshotFile, snapshot } from "../../domain/snapshot.ts";
import { type DatasetContent, type SealedDataset, sealDataset } from "../../figures/file.ts";
import type { GeographyContent } from "../../gazetteer/tables.ts";
import { fail } from "../fault.ts";
import { rateOf } from "../model/gamma-poisson.ts";
import type { RateModel } from "../model/rate-model.ts";
import { trendOf } from "../model/rating.ts";
import { newestOf } from "../sources.ts";
import { cityEntry, countyEntry, type EntryInputs } from "./entry.ts";
import type { DatasetTables } from "./input-tables.ts";
import type { MatchedAgency } from "./ledger.ts";
import type { ReviewTables } from "./review.ts";
import { stateFigures } from "./state-figures.ts";
import type { StateModels } from "./state-models.ts";

export interface BuildInput {
  readonly tables: DatasetTables;
  readonly review: ReviewTables;
  readonly geography: GeographyContent;
  readonly models: StateModels;
}

/** Day of the last change of the method, because `lastUpdated` changes with it as well as with the sources. */
const METHOD_CHANGED = "2026-11-23";

/**
 * Tables → snapshot, by the method of docs/methodology.md. Same input, same bytes.
 * @param asked data year; the newest year with offenses and population where it is not given @throws DatasetError
 */
export function buildSnapshot({ tables, review, geography, models }: BuildInput, asked?: number): SealedDataset {
  const { ledger } = models;
  const year = dataYear(tables, asked);
  const { population, offenses } = stateFigures(ledger, review, tables.counties, year);
  const years = ledger.years.filter((candidate) => candidate <= year);
  const trend = trendOf(years, ledger.ofState);
  const inputs: EntryInputs = { models, review, dataYear: year, years, stateTrend: trend };

  const entries = ledger.cities.map((city) => cityEntry(city, inputs));
  const cities = entries.filter((entry) => "record" in entry);
  const absent = entries.flatMap((entry) => ("record" in entry ? [] : [entry]));
  const covered = Map.groupBy(cities, ({ record }) => record.county);
  const countyEntries = tables.counties.map((county) =>
    countyEntry(county, inputs, covered.get(county.county)?.length ?? 0),
  );

  const content: DatasetContent = {
    format: DATASET_FORMAT,
    lastUpdated: `${lastChange(tables, review)}T00:00:00Z`,
    dataYear: year,
    sources: tables.sources,
    state: {
      population,
      offenses,
      violentRate: sixDecimals(rateOf(violentOf(offenses), population)),
      propertyRate: sixDecimals(rateOf(propertyOf(offenses), population)),
      otherAgencies: otherAgencies(ledger.agencies.get(year) ?? []),
      trend,
    },
    yearlyMoves: { cities: movesOf(models.cities, year), counties: movesOf(models.counties, year) },
    correlations: {
      cities: sixDecimals(models.cities.correlation(year)),
      counties: sixDecimals(models.counties.correlation(year)),
    },
    cities,
    counties: countyEntries.filter((entry) => "record" in entry),
    absent,
    absentCounties: countyEntries.flatMap((entry) => ("record" in entry ? [] : [entry])),
  };
  return sealDataset(snapshot, content, geography);
}

function movesOf({ bounds, moves }: RateModel, year: number): SnapshotFile["yearlyMoves"]["cities"] {
  const { violent, property } = moves(year);
  return bounds.map((from, size) => ({ from, violent: violent[size] ?? 0, property: property[size] ?? 0 }));
}

function otherAgencies(rows: readonly MatchedAgency[]): SnapshotFile["state"]["otherAgencies"] {
  const offenses = sumOffenses(rows.filter(({ kind }) => !["city", "shared_police", "sheriff"].includes(kind)));
  return { violent: violentOf(offenses), property: propertyOf(offenses) };
}

/** Years that can be built: those with offenses and a population of cities, oldest first. */
export function yearsWithFigures(tables: DatasetTables): readonly number[] {
  const cityYears = [...tables.population].filter(([, rows]) => rows.some(({ city }) => city !== null));
  return cityYears.map(([year]) => year).filter((year) => tables.offenses.has(year));
}

function dataYear(tables: DatasetTables, asked: number | undefined): number {
  const years = yearsWithFigures(tables);
  const newest = years.at(-1);
  if (newest === undefined) fail({ file: "data" }, "no year has both offenses and population");
  if (asked !== undefined && !years.includes(asked)) {
    fail({ file: "data" }, `${asked} lacks offenses or population; years with both: ${years.join(", ")}`);
  }
  return asked ?? newest;
}

/** The newest day among retrievals, reviews, and changes of the method: it changes only if the content can have changed. */
function lastChange(tables: DatasetTables, review: ReviewTables): string {
  const reviewed = Object.values(review).flatMap((rows: readonly { readonly reviewed: string }[]) =>
    rows.map((row) => row.reviewed),
  );
  return newestOf([METHOD_CHANGED, ...tables.sources.map(({ retrieved }) => retrieved), ...reviewed]);
}
