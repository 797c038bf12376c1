import { type AgencyModels, COUNTY_BOUNDS, openAgencyModels } from "./agency-models.ts";
import { LARGEST_SHORTAGE, openShortages, type ShortageOf } from "./county-shortage.ts";
import { openLedger } from "./ledger.ts";
import { type Model, openModel } from "./model.ts";
import { countyPanel } from "./panel.ts";
import type { ReviewTables } from "./review.ts";
import type { DatasetTables } from "./table.ts";

/** The joined tables, with a model for each kind of place and agency. */
export interface Models extends AgencyModels {
  readonly counties: Model;
  readonly shortageOf: ShortageOf;
}

/** @throws DatasetError */
export function openModels(tables: DatasetTables, review: ReviewTables): Models {
  const agencies = openAgencyModels(openLedger(tables, review));
  const shortageOf = openShortages(agencies, review);
  const isShort = (year: number, county: string) => shortageOf(year, county).share > LARGEST_SHORTAGE;
  // A county is judged by its agencies, not by its own total.
  const panel = countyPanel(agencies.ledger, tables.counties, isShort);
  return { ...agencies, counties: openModel(panel, COUNTY_BOUNDS, { fallBound: null }), shortageOf };
}
