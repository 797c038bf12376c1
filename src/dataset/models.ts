import { LARGEST_SHORTAGE, openShortages, SHERIFF_BOUNDS, type ShortageOf } from "./county-shortage.ts";
import { type Ledger, openLedger } from "./ledger.ts";
import { type Model, openModel } from "./model.ts";
import { type CityYear, cityPanel, countyPanel } from "./panel.ts";
import type { ReviewTables } from "./review.ts";
import type { DatasetTables } from "./table.ts";

/** Size classes of cities by residents; those of counties are fewer, since there are 58. */
export const CITY_BOUNDS = [0, 5_000, 10_000, 50_000, 200_000] as const;
export const COUNTY_BOUNDS = SHERIFF_BOUNDS;

/** The joined tables with their two kinds of places followed over the years. */
export interface Models {
  readonly ledger: Ledger;
  readonly cities: Model<CityYear>;
  readonly counties: Model;
  readonly shortageOf: ShortageOf;
}

/** @throws DatasetError */
export function openModels(tables: DatasetTables, review: ReviewTables): Models {
  const ledger = openLedger(tables, review);
  const cities = openModel(cityPanel(ledger), CITY_BOUNDS);
  const shortageOf = openShortages(ledger, review, cities);
  const isShort = (year: number, county: string) => shortageOf(year, county).share > LARGEST_SHORTAGE;
  // A county is not withheld for a fall of its own: what is missing of it, its agencies show.
  const counties = openModel(countyPanel(ledger, tables.counties, isShort), COUNTY_BOUNDS, { fallBound: null });
  return { ledger, cities, counties, shortageOf };
}
