import type { Edition } from "../editions/edition.ts";
import { seriesNotesBetween } from "./caution.ts";
import type { StateYardstick } from "./explain.ts";
import { gradeOf } from "./grade.ts";
import type { CityHistory, CountyHistory, YearRecord } from "./history-record.ts";
import { mapOffenseFields } from "./offense.ts";
import { publishedRate } from "./published.ts";
import type { AbsentCity, AbsentCounty, PlaceTrend, SnapshotCity, SnapshotCounty, Trend } from "./snapshot.ts";
import { averageRateOf, figuresOf } from "./trend.ts";

export function historyOfCity(place: SnapshotCity | AbsentCity, yardstick: StateYardstick): CityHistory {
  const { city, county } = "record" in place ? place.record : place;
  return { city, county, ...yearsOf(place, yardstick.state.trend, yardstick.edition) };
}

export function historyOfCounty(place: SnapshotCounty | AbsentCounty, yardstick: StateYardstick): CountyHistory {
  const { county } = "record" in place ? place.record : place;
  return { county, ...yearsOf(place, yardstick.state.trend, yardstick.edition) };
}

/** A place's years, with the breaks between them. @param yardstick the edition's own trend */
export function yearsOf({ trend }: { readonly trend: PlaceTrend | null }, yardstick: Trend, edition: Edition) {
  const years = trend === null ? [] : historyOf(trend, yardstick);
  return { years, notes: seriesNotesBetween(years[0]?.data_year ?? 0, years.at(-1)?.data_year ?? 0, edition) };
}

/** A place's years from the first to the data year, without gaps. @param state the state's own trend */
export function historyOf(trend: PlaceTrend, state: Trend): readonly YearRecord[] {
  return trend.score.map((score, index) => {
    const year = trend.from + index;
    const { population, offenses, violent, property } = figuresOf(trend, year);
    const status = score !== null ? "complete" : trend.partialYears.includes(year) ? "incomplete" : "none";
    const rate = (count: number | null) =>
      status === "none" || population === null || count === null ? null : publishedRate(count, population);
    return {
      data_year: year,
      population,
      violent_rate_per_1k: rate(violent),
      property_rate_per_1k: rate(property),
      crime_rate_per_1k: rate(violent === null || property === null ? null : violent + property),
      state_average_rate: averageRateOf(state, year),
      offenses: status === "complete" && offenses ? mapOffenseFields((offense) => offenses[offense]) : null,
      safety_score: score,
      grade: score === null ? null : gradeOf(score).letter,
      status,
    };
  });
}
