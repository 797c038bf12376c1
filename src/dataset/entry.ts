import { aliasesOf } from "../domain/alias.ts";
import { STATE } from "../domain/california.ts";
import { gradeOf } from "../domain/grade.ts";
import { propertyOf, sumOffenses, totalOf, violentOf } from "../domain/offense.ts";
import { comparison, fourDecimals, publishedRate, roundRating } from "../domain/published.ts";
import type { AbsentCity, AbsentCounty, SnapshotCity, SnapshotCounty } from "../domain/snapshot.ts";
import { completeYears } from "../domain/trend.ts";
import type { ListedCity } from "./agency.ts";
import type { ShortageOf } from "./county-shortage.ts";
import { absenceOf } from "./coverage.ts";
import type { County } from "./input-tables.ts";
import type { Ledger, LedgerCity } from "./ledger.ts";
import type { Model, YearEstimate } from "./model.ts";
import type { Models } from "./models.ts";
import { type CityYear, cityKey } from "./panel.ts";
import { type CampusFigures, cautionsOf, incompleteYearsText, type JudgedPlace } from "./place-cautions.ts";
import { intervalsOf, rate, yearScore } from "./rating.ts";
import type { ReviewTables } from "./review.ts";
import { placeTrendOf, type ReportedYear, recordYear, yearsOfARecord } from "./time-series.ts";

export interface EntryInputs {
  readonly ledger: Ledger;
  readonly review: ReviewTables;
  readonly dataYear: number;
  /** From the first year with offenses to the data year. */
  readonly years: readonly number[];
  /** Published rate of the state; null if the population of a county is missing. */
  readonly stateRate: (year: number) => number | null;
  readonly shortageOf: ShortageOf;
  readonly classFalls: Models["classFalls"];
}

/** A city with its record, its rating, and its years, or with the reason why it has no record. */
export function cityEntry(
  { county, city, place }: LedgerCity,
  model: Model<CityYear>,
  inputs: EntryInputs,
): SnapshotCity | AbsentCity {
  const { ledger, review, dataYear, years } = inputs;
  const key = cityKey({ county, city });
  const rowOf = (year: number) => ledger.cityRow(year, { county, city });
  const reported = (year: number) => ({
    residents: ledger.residents(year, county, city),
    offenses: rowOf(year)?.offenses ?? null,
  });
  const trend = placeTrendOf({ years, model, key, reported });
  const recordYears = yearsOfARecord(dataYear, "city");
  const year = recordYear(model, key, recordYears);
  const estimate = year === null ? null : model.estimate(year, key);
  const agency = year === null ? null : (rowOf(year)?.agency ?? null);
  if (estimate === null || agency === null) {
    const facts = { county, city, residents: ledger.residents(dataYear, county, city), row: rowOf(dataYear) };
    const absence = absenceOf(facts, review, dataYear);
    const judged = { county, city, agency: facts.row?.agency ?? null, key, model, trend, shortage: null };
    const isPartial = absence.reason === "incomplete_figures";
    return {
      city,
      county,
      geoid: place.geoid,
      population: facts.residents,
      ...absence,
      ...(isPartial ? { detail: incompleteYearsText(judged, review, recordYears) } : {}),
      trend: trend.partialYears.length === 0 && completeYears(trend).length === 0 ? null : trend,
    };
  }
  return {
    record: { city, county, ...recordOf(estimate, inputs) },
    geoid: place.geoid,
    officialName: place.officialName,
    aliases: aliasesOf(city),
    latitude: fourDecimals(place.latitude),
    longitude: fourDecimals(place.longitude),
    landAreaKm2: Math.round(place.landM2 / 10_000) / 100,
    agency,
    offenses: estimate.place.offenses,
    ...ratingOf(estimate),
    trend,
    cautions: cautionsOf(
      {
        ...{ county, city, agency, key, model, estimate, trend, shortage: null },
        classFalls: inputs.classFalls.cities,
        campuses: campusesOf({ county, city }, estimate.year, inputs),
      },
      review,
      dataYear,
    ),
  };
}

/** A county with its record, its rating, its years, and its agencies, or with the reason why it has no record. */
export function countyEntry(
  { county, fips }: County,
  model: Model,
  inputs: EntryInputs,
  citiesCovered: number,
): SnapshotCounty | AbsentCounty {
  const { ledger, review, dataYear, years } = inputs;
  const reported = (then: number): ReportedYear => {
    const rows = ledger.countyRows(then, county);
    return {
      residents: ledger.residents(then, county, null),
      offenses: rows.length === 0 ? null : sumOffenses(rows),
    };
  };
  const trend = placeTrendOf({ years, model, key: county, reported });
  const shortage: JudgedPlace["shortage"] = (then, options) => inputs.shortageOf(then, county, options);
  const place = { county, city: null, agency: null, key: county, model, trend, shortage };
  const recordYears = yearsOfARecord(dataYear, "county");
  const year = recordYear(model, county, recordYears);
  const estimate = year === null ? null : model.estimate(year, county);
  if (estimate === null) {
    const residents = ledger.residents(dataYear, county, null);
    const detail = incompleteYearsText(place, review, recordYears);
    return { county, fips, population: residents, reason: "incomplete_figures", detail, trend };
  }
  const { stars: _, grade_color: __, ...record } = recordOf(estimate, inputs);
  return {
    record: { county, state: STATE.name, ...record, cities_covered: citiesCovered },
    fips,
    offenses: estimate.place.offenses,
    ...ratingOf(estimate),
    trend,
    agencies: ledger.countyRows(estimate.year, county).map((row) => ({
      name: row.agency,
      kind: row.kind,
      violent: violentOf(row.offenses),
      property: propertyOf(row.offenses),
    })),
    cautions: cautionsOf(
      { ...place, estimate, classFalls: inputs.classFalls.counties, campuses: [] },
      review,
      dataYear,
    ),
  };
}

function campusesOf(
  { county, city }: ListedCity,
  year: number,
  { ledger, review }: EntryInputs,
): readonly CampusFigures[] {
  const rows = ledger.countyRows(year, county);
  return review.campuses
    .filter((campus) => campus.county === county && campus.city === city)
    .flatMap(({ agency, source }) => {
      const row = rows.find((candidate) => candidate.agency === agency);
      return row === undefined ? [] : [{ campus: agency, offenses: row.offenses, source }];
    });
}

/** The members of a city's record after its name. A county's record has all but `stars` and `grade_color`. */
function recordOf(estimate: YearEstimate, { stateRate }: EntryInputs) {
  const { place, year } = estimate;
  const published = publishedRate(totalOf(place.offenses), place.residents);
  const average = stateRate(year);
  if (average === null) throw new RangeError(`a record of ${year} has no state to be compared with`);
  const score = yearScore(estimate);
  const { letter, label, stars, color } = gradeOf(score);
  return {
    population: place.residents,
    crime_rate_per_1k: published,
    safety_score: score,
    grade: letter,
    grade_label: label,
    stars,
    grade_color: color,
    data_year: year,
    state_average_rate: average,
    comparison: comparison(published, average),
  };
}

function ratingOf(estimate: YearEstimate): Pick<SnapshotCity, "rating" | "intervals"> {
  return { rating: roundRating(rate(estimate)), intervals: intervalsOf(estimate) };
}
