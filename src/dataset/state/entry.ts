import { propertyOf, totalOf, violentOf } from "../../domain/offense.ts";
import { comparison, fourDecimals, recordFigures, roundRating, whole } from "../../domain/published.ts";
import type { AbsentCity, AbsentCounty, LowClass, SnapshotCity, SnapshotCounty, Trend } from "../../domain/snapshot.ts";
import { averageRateOf, completeYears } from "../../domain/trend.ts";
import { type ClassFall, isNamed } from "../model/class-falls.ts";
import type { YearEstimate } from "../model/rate-model.ts";
import { intervalsOf, newestEstimate, placeRating, placeTrendOf, yearScore, yearsOfARecord } from "../model/rating.ts";
import { FEWEST_RESIDENTS } from "./agency-models.ts";
import type { County } from "./input-tables.ts";
import { keyOf, type LedgerCity, type ListedCity, type MatchedAgency } from "./ledger.ts";
import {
  type CampusFigures,
  cautionsOf,
  expectedCounts,
  incompleteYearsText,
  type JudgedPlace,
} from "./place-cautions.ts";
import type { ReviewTables } from "./review.ts";
import type { StateModels } from "./state-models.ts";

export interface EntryInputs {
  readonly models: StateModels;
  readonly review: ReviewTables;
  readonly dataYear: number;
  /** From the first year with offenses to the data year. */
  readonly years: readonly number[];
  readonly stateTrend: Trend;
}

/** A city with its record, its rating, and its years, or with the reason why it has no record. */
export function cityEntry({ county, city, place }: LedgerCity, inputs: EntryInputs): SnapshotCity | AbsentCity {
  const { models, review, dataYear, years } = inputs;
  const { ledger, cities: model } = models;
  const key = keyOf(county, city);
  const reported = (year: number) => ledger.ofCity(year, { county, city });
  const trend = placeTrendOf(years, reported, model, key);
  const recordYears = yearsOfARecord(dataYear, "city");
  const estimate = newestEstimate(model, key, recordYears);
  const row = ledger.cityRow(estimate?.year ?? dataYear, { county, city });
  const judged = {
    edition: ledger.state.edition,
    secondRelease: ledger.secondRelease,
    county,
    city,
    agency: row?.agency ?? null,
    key,
    model,
    trend,
    review,
    shortage: null,
  };
  if (estimate === null || row === null) {
    const { residents } = reported(dataYear);
    const absence = absenceOf({ county, city, residents, row }, review, dataYear) ?? {
      reason: "incomplete_figures",
      detail: incompleteYearsText(judged, recordYears),
    };
    const hasYears = trend.partialYears.length > 0 || completeYears(trend).length > 0;
    return {
      city,
      county,
      geoid: place.geoid,
      population: residents,
      ...absence,
      trend: hasYears ? trend : null,
      expected: expectedCounts(judged),
    };
  }
  const campuses = campusesOf({ county, city }, estimate.year, inputs);
  return {
    record: { city, county, ...recordOf(estimate, inputs) },
    geoid: place.geoid,
    officialName: place.officialName,
    aliases: ledger.state.names.aliasesOf(city),
    latitude: fourDecimals(place.latitude),
    longitude: fourDecimals(place.longitude),
    landAreaKm2: Math.round(place.landM2 / 10_000) / 100,
    agency: row.agency,
    ...ratingOf(estimate),
    trend,
    lowClasses: lowClassesOf(models.classFalls.cities(estimate.year, key)),
    cautions: cautionsOf(
      { ...judged, estimate, classFalls: models.classFalls.cities, neighborFall: models.neighborFall, campuses },
      dataYear,
    ),
  };
}

/** A county with its record, its rating, its years, and its agencies, or with the reason why it has no record. */
export function countyEntry(
  { county, fips }: County,
  inputs: EntryInputs,
  citiesCovered: number,
): SnapshotCounty | AbsentCounty {
  const { models, review, dataYear, years } = inputs;
  const { ledger, counties: model } = models;
  const reported = (year: number) => ledger.ofCounty(year, county);
  const trend = placeTrendOf(years, reported, model, county);
  const shortage: JudgedPlace["shortage"] = (year) => models.shortageOf(year, county);
  const judged = {
    edition: ledger.state.edition,
    secondRelease: ledger.secondRelease,
    county,
    city: null,
    agency: null,
    key: county,
    model,
    trend,
    review,
    shortage,
  };
  const recordYears = yearsOfARecord(dataYear, "county");
  const estimate = newestEstimate(model, county, recordYears);
  if (estimate === null) {
    const detail = incompleteYearsText(judged, recordYears);
    const { residents: population } = reported(dataYear);
    return { county, fips, population, reason: "incomplete_figures", detail, trend };
  }
  const { stars: _, grade_color: __, ...record } = recordOf(estimate, inputs);
  return {
    record: { county, state: ledger.state.edition.name, ...record, cities_covered: citiesCovered },
    fips,
    ...ratingOf(estimate),
    trend,
    lowClasses: lowClassesOf(models.classFalls.counties(estimate.year, county)),
    agencies: ledger.countyRows(estimate.year, county).map(({ agency, kind, offenses }) => ({
      name: agency,
      kind,
      violent: violentOf(offenses),
      property: propertyOf(offenses),
    })),
    cautions: cautionsOf(
      { ...judged, estimate, classFalls: models.classFalls.counties, neighborFall: () => null, campuses: [] },
      dataYear,
    ),
  };
}

function lowClassesOf(falls: readonly ClassFall[]): readonly LowClass[] {
  return falls
    .filter(isNamed)
    .map(({ offense, expected, from }) => ({ offense, expected: Math.round(expected), from }));
}

function campusesOf(
  { county, city }: ListedCity,
  year: number,
  { models, review }: EntryInputs,
): readonly CampusFigures[] {
  const rows = models.ledger.countyRows(year, county);
  return review.campuses
    .filter((campus) => campus.county === county && campus.city === city)
    .flatMap(({ agency, source }) => {
      const row = rows.find((candidate) => candidate.agency === agency);
      return row === undefined ? [] : [{ campus: agency, offenses: row.offenses, source }];
    });
}

/** The members of a city's record after its name. A county's record has all but `stars` and `grade_color`. */
function recordOf(estimate: YearEstimate, { stateTrend, models }: EntryInputs) {
  const { place, year } = estimate;
  const figures = recordFigures(yearScore(estimate), place.residents, place.offenses, year);
  const average = averageRateOf(stateTrend, year);
  if (average === null) throw new RangeError(`a record of ${year} has no state to be compared with`);
  const compared = comparison(figures.crime_rate_per_1k, average, models.ledger.state.edition);
  return { ...figures, state_average_rate: average, comparison: compared };
}

function ratingOf(estimate: YearEstimate): Pick<SnapshotCity, "offenses" | "rating" | "intervals"> {
  return {
    offenses: estimate.place.offenses,
    rating: roundRating(placeRating(estimate)),
    intervals: intervalsOf(estimate),
  };
}

interface CityFacts extends ListedCity {
  readonly residents: number | null;
  readonly row: MatchedAgency | null;
}

/** Why a city has no record of the data year (decisions 7): the first reason that holds; null if its figures are incomplete. */
function absenceOf(facts: CityFacts, review: ReviewTables, year: number): Pick<AbsentCity, "reason" | "detail"> | null {
  const { residents, row } = facts;
  const of = <T extends ListedCity>(rows: readonly T[]): T | undefined =>
    rows.find((candidate) => candidate.county === facts.county && candidate.city === facts.city);

  const incorporation = of(review.incorporations);
  if (incorporation !== undefined && Number(incorporation.incorporated.slice(0, 4)) >= year) {
    return { reason: "newly_incorporated", detail: incorporation.reason };
  }
  if (row === null) {
    const policing = of(review.policing);
    if (policing?.policedBy === "shared") return { reason: "shared_police", detail: policing.reason };
    if (policing?.policedBy === "sheriff") return { reason: "no_separate_report", detail: policing.reason };
    return { reason: "no_figures", detail: policing?.reason ?? `No figures were published for ${year}` };
  }
  if (residents === null) return { reason: "no_figures", detail: `No population was published for ${year}` };
  if (residents < FEWEST_RESIDENTS) {
    const detail = `${residents} residents; below ${whole(FEWEST_RESIDENTS)} a rate per resident says little`;
    return { reason: "few_residents", detail };
  }
  if (totalOf(row.offenses) === 0) return { reason: "no_figures", detail: `The row for ${year} has no offense at all` };
  return null;
}
