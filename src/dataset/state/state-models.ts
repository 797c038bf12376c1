import { familyOf, gradeOf } from "../../domain/grade.ts";
import type { ByGroup } from "../../domain/offense.ts";
import { nearestTo } from "../../gazetteer/distance.ts";
import { openClassFalls } from "../model/class-falls.ts";
import { type Forecast, forecastFinding, type YearVerdict } from "../model/completeness.ts";
import { openNeighborFalls } from "../model/neighbor-falls.ts";
import { NOTHING, type PlaceYear, scoreWith } from "../model/panel.ts";
import { emptyModel, type JudgedYear } from "../model/rate-model.ts";
import { WITHHELD_COUNTY } from "../model/shared-falls.ts";
import {
  COUNTY_BOUNDS,
  countyPanel,
  emptyAgencyModels,
  type JudgedAgencies,
  verdictsTogether,
} from "./agency-models.ts";
import { openShortages, type ShortageOf } from "./county-shortage.ts";
import type { DatasetTables } from "./input-tables.ts";
import { keyOf, openLedger } from "./ledger.ts";
import type { ReviewTables } from "./review.ts";
import type { StateBuild } from "./state-build.ts";

/** The joined tables, with a model for each kind of place and agency. */
export type StateModels = ReturnType<typeof openStateModels>;

/** A county's year is incomplete if filling in what its agencies lack would move the score by so many points, or its letter. */
const LARGEST_MOVE = 5;

/** @throws DatasetError */
export function openStateModels(state: StateBuild, tables: DatasetTables, review: ReviewTables) {
  const groups = [
    ...tables.counties.map(({ county }) => ({ name: county, counties: [county] })),
    ...[...Map.groupBy(review.reporting, ({ system }) => system)].map(([name, rows]) => ({
      name,
      counties: rows.map(({ county }) => county),
    })),
  ];
  const ledger = openLedger(state, tables, review);
  const countyYears = new Map(countyPanel(ledger, tables.counties).map((year) => [year.year, year]));
  let agencies = emptyAgencyModels(ledger, groups);
  let counties = emptyModel(COUNTY_BOUNDS);
  for (const year of ledger.years) {
    const judged = agencies.judge(year);
    const reported = countyYears.get(year);
    const ofCounties = reported && counties.judge(reported);
    const verdictsWith = (shortages: ShortageOf) => countyVerdicts(ofCounties, shortages);
    const alone = judged.close();
    const further = inWithheldCounties(judged, verdictsWith(openShortages(alone, review, false)), year);
    agencies = further.size === 0 ? alone : judged.close(further);
    counties = ofCounties?.close(verdictsWith(openShortages(agencies, review))) ?? counties;
  }
  const shortageOf = openShortages(agencies, review);
  const classFalls = { cities: openClassFalls(agencies.cities), counties: openClassFalls(counties) };
  const places = ledger.cities.map(({ county, city, place }) => ({ ...place, key: keyOf(county, city) }));
  const ofCounty = Map.groupBy(places, ({ county }) => county);
  const nearest = new Map(
    places.map((own) => [own.key, nearestTo(own, ofCounty.get(own.county) ?? []).map(({ place }) => place.key)]),
  );
  const moves = (year: number) => agencies.groupYears(year)[0]?.moves ?? NOTHING;
  const neighborFall = openNeighborFalls(agencies.cities, nearest, moves);
  return { ...agencies, neighborFall, counties, shortageOf, classFalls };
}

/** A county is judged by its agencies, not by its own total. */
function countyVerdicts(judged: JudgedYear | undefined, shortageOf: ShortageOf): ReadonlyMap<string, YearVerdict> {
  if (judged === undefined) return new Map();
  const { reported, forecasts, verdicts } = judged;
  const { year, places, yardstick } = reported;
  return new Map(
    [...places].map(([county, place]): [string, YearVerdict] => {
      const [forecast = null] = forecasts.get(county) ?? [];
      const verdict = verdicts.get(county);
      if (verdict?.finding === "review") return [county, verdict];
      return [county, countyVerdict(place, yardstick, forecast, shortageOf(year, county).short)];
    }),
  );
}

/** The verdicts of agencies that share the fall for which their county is withheld, judged by a wider bound. */
function inWithheldCounties(
  { groups }: JudgedAgencies,
  counties: ReadonlyMap<string, YearVerdict>,
  year: number,
): ReadonlyMap<string, YearVerdict> {
  const withheld = groups.filter(({ name }) => counties.get(name)?.finding === "missing");
  return verdictsTogether(withheld, year, WITHHELD_COUNTY);
}

function countyVerdict(
  place: PlaceYear,
  yardstick: ByGroup<number>,
  forecast: Forecast | null,
  short: ByGroup<number>,
): YearVerdict {
  const rates = forecast && { violent: forecast.groups.violent.rate, property: forecast.groups.property.rate };
  const reported = scoreWith(place, yardstick, rates, NOTHING);
  const filled = scoreWith(place, yardstick, rates, short);
  if (isMovedTooFar(reported, filled)) return { isComplete: false, finding: "missing", forecast, fall: null };
  return { isComplete: true, finding: forecast && forecastFinding(forecast.groups), forecast, fall: null };
}

/** Whether filling in would move a county's score too far for its year to be complete. */
export function isMovedTooFar(reported: number, filled: number): boolean {
  const [before, after] = [reported, filled].map((score) => familyOf(gradeOf(score).letter));
  return Math.abs(reported - filled) >= LARGEST_MOVE || before !== after;
}
