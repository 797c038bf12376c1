import { familyOf, gradeOf } from "../../domain/grade.ts";
import type { ByGroup } from "../../domain/offense.ts";
import { type ClassFallsOf, openClassFalls } from "../model/class-falls.ts";
import { type Forecast, findingOf, type YearVerdict } from "../model/completeness.ts";
import type { PlaceYear } from "../model/panel.ts";
import { emptyModel, modelOfPanel, type RateModel } from "../model/rate-model.ts";
import { scoreWith } from "../model/rating.ts";
import { type AgencyModels, COUNTY_BOUNDS, openAgencyModels } from "./agency-models.ts";
import { openShortages, type ShortageOf } from "./county-shortage.ts";
import type { DatasetTables } from "./input-tables.ts";
import { openLedger } from "./ledger.ts";
import { countyPanel } from "./panels.ts";
import type { ReviewTables } from "./review.ts";

/** The joined tables, with a model for each kind of place and agency. */
export interface StateModels extends AgencyModels {
  readonly counties: RateModel;
  readonly shortageOf: ShortageOf;
  readonly classFalls: { readonly cities: ClassFallsOf; readonly counties: ClassFallsOf };
}

/** A county's year is incomplete if filling in what its agencies lack would move the score by so many points, or its letter. */
const LARGEST_MOVE = 5;

/** @throws DatasetError */
export function openStateModels(tables: DatasetTables, review: ReviewTables): StateModels {
  const groups = [
    ...tables.counties.map(({ county }) => ({ name: county, counties: [county] })),
    ...[...Map.groupBy(review.reporting, ({ system }) => system)].map(([name, rows]) => ({
      name,
      counties: rows.map(({ county }) => county),
    })),
  ];
  const agencies = openAgencyModels(openLedger(tables, review), groups);
  const shortageOf = openShortages(agencies, review);
  const panel = countyPanel(agencies.ledger, tables.counties);
  // A county is judged by its agencies, not by its own total.
  const counties = modelOfPanel(panel, emptyModel(COUNTY_BOUNDS), ({ reported, forecasts, verdicts }) => {
    const { year, places, yardstick } = reported;
    const decided = [...places].map(([county, place]): [string, YearVerdict] => {
      const [forecast = null] = forecasts.get(county) ?? [];
      const verdict = verdicts.get(county);
      if (verdict?.finding === "review") return [county, verdict];
      return [county, countyVerdict(place, yardstick, forecast, shortageOf(year, county).short)];
    });
    return new Map(decided);
  });
  const classFalls = { cities: openClassFalls(agencies.cities), counties: openClassFalls(counties) };
  return { ...agencies, counties, shortageOf, classFalls };
}

function countyVerdict(
  place: PlaceYear,
  yardstick: ByGroup<number>,
  forecast: Forecast | null,
  short: ByGroup<number>,
): YearVerdict {
  const rates = forecast && { violent: forecast.groups.violent.rate, property: forecast.groups.property.rate };
  const reported = scoreWith(place, yardstick, rates, { violent: 0, property: 0 });
  const filled = scoreWith(place, yardstick, rates, short);
  const isShort = Math.abs(reported - filled) >= LARGEST_MOVE || letterOf(reported) !== letterOf(filled);
  if (isShort) return { isComplete: false, finding: "missing", forecast, fall: null };
  return { isComplete: true, finding: forecast && findingOf(forecast.groups), forecast, fall: null };
}

function letterOf(score: number) {
  return familyOf(gradeOf(score).letter);
}
