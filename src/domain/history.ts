import { seriesNotesBetween } from "./caution.ts";
import type { CityHistory, CountyHistory, YearRecord } from "./history-record.ts";
import { mapOffenseFields } from "./offense.ts";
import type { AbsentCity, AbsentCounty, SnapshotCity, SnapshotCounty, Trend } from "./snapshot.ts";
import { type HistoryYear, historyOf } from "./trend.ts";

export function historyOfCity(place: SnapshotCity | AbsentCity, state: Trend): CityHistory {
  const { city, county } = "record" in place ? place.record : place;
  const years = place.trend === null ? [] : historyOf(place.trend, state).map(yearOf);
  return { city, county, years, notes: notesOf(years) };
}

export function historyOfCounty(place: SnapshotCounty | AbsentCounty, state: Trend): CountyHistory {
  const { county } = "record" in place ? place.record : place;
  const years = historyOf(place.trend, state).map(yearOf);
  return { county, years, notes: notesOf(years) };
}

function notesOf(years: readonly YearRecord[]) {
  return seriesNotesBetween(years[0]?.data_year ?? 0, years.at(-1)?.data_year ?? 0);
}

function yearOf(year: HistoryYear): YearRecord {
  const { offenses } = year;
  return {
    data_year: year.year,
    population: year.population,
    violent_rate_per_1k: year.violentRate,
    property_rate_per_1k: year.propertyRate,
    crime_rate_per_1k: year.crimeRate,
    state_average_rate: year.stateAverageRate,
    offenses: offenses && mapOffenseFields((offense) => offenses[offense]),
    safety_score: year.score,
    grade: year.grade,
    status: year.status,
  };
}
