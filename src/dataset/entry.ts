import { aliasesOf } from "../domain/alias.ts";
import { gradeOf } from "../domain/grade.ts";
import { type OffenseCounts, propertyOf, totalOf, violentOf } from "../domain/offense.ts";
import { PLACE_FLAGS, type Priors, type SnapshotCity, type SnapshotCounty } from "../domain/snapshot.ts";
import type { EligibleCity } from "./coverage.ts";
import { fail } from "./fault.ts";
import type { Ledger } from "./ledger.ts";
import { cityKey } from "./panel.ts";
import type { Past } from "./past.ts";
import { comparison, fourDecimals, publishedRate, roundRating } from "./published.ts";
import { rate, type StateRates, scoreOf } from "./rating.ts";
import type { ReviewedFlag } from "./review.ts";
import type { County } from "./table.ts";
import { sumOffenses, trendOf } from "./trend.ts";

/** Above this many times the state's property rate, much of the loss is that of visitors and workplaces. */
const VISITORS_RATIO = 4;

/** What every city, or every county, of a data year is compared with. */
export interface Benchmark {
  readonly year: number;
  readonly state: StateRates;
  readonly stateRate: number;
  readonly priors: Priors;
  readonly past: Past;
}

/** A city with its record, its rating and its years. */
export function cityEntry(
  { place, residents, row }: EligibleCity,
  ledger: Ledger,
  flags: readonly ReviewedFlag[],
  benchmark: Benchmark,
): SnapshotCity {
  const { city, county, geoid, officialName, latitude, longitude, landM2 } = place;
  const figures = { residents, offenses: row.offenses };
  const rating = rate(figures, benchmark.priors, benchmark.state);
  const { letter, label, stars, color } = gradeOf(scoreOf(rating));
  const published = publishedRate(totalOf(row.offenses), residents);
  const reviewed = flags.filter((flag) => flag.county === county && flag.city === city);
  const flagged = new Set(reviewed.map(({ flag }) => flag));
  if (rating.property.rate > VISITORS_RATIO * benchmark.state.propertyRate) flagged.add("visitors_and_jobs");
  if (ledger.isPartial(benchmark.year, county, row.agency)) flagged.add("partial_year");
  return {
    record: {
      city,
      county,
      population: residents,
      crime_rate_per_1k: published,
      safety_score: scoreOf(rating),
      grade: letter,
      grade_label: label,
      stars,
      grade_color: color,
      data_year: benchmark.year,
      state_average_rate: benchmark.stateRate,
      comparison: comparison(published, benchmark.stateRate),
    },
    geoid,
    officialName,
    aliases: aliasesOf(city),
    latitude: fourDecimals(latitude),
    longitude: fourDecimals(longitude),
    landAreaKm2: Math.round(landM2 / 10_000) / 100,
    agency: row.agency,
    offenses: row.offenses,
    rating: roundRating(rating),
    ownPast: benchmark.past.rate(cityKey(place), figures),
    trend: trendOf(ledger.years, (year) => {
      const then = ledger.cityRow(year, place);
      const partial = then !== null && ledger.isPartial(year, county, then.agency);
      return { residents: ledger.residents(year, county, city), offenses: then?.offenses ?? null, partial };
    }),
    flags: PLACE_FLAGS.filter((flag) => flagged.has(flag)),
  };
}

export interface CountyFigures extends County {
  readonly residents: number;
  readonly offenses: OffenseCounts;
}

/** All agencies of a county over the population of the whole county. @throws DatasetError */
export function countyFigures(county: County, ledger: Ledger, year: number): CountyFigures {
  const residents = ledger.residents(year, county.county, null);
  if (residents === null || residents === 0) {
    fail("figures_missing", { file: `population/${year}.csv` }, `${county.county} has no population`);
  }
  const rows = ledger.countyRows(year, county.county);
  if (rows.length === 0) {
    fail("figures_missing", { file: `offenses/${year}.csv` }, `${county.county} has no row: no figures are no safety`);
  }
  return { ...county, residents, offenses: sumOffenses(rows) };
}

/** A county with its record, its rating, its years and the agencies that are in its figures. */
export function countyEntry(
  { county, fips, residents, offenses }: CountyFigures,
  ledger: Ledger,
  benchmark: Benchmark,
  citiesCovered: number,
): SnapshotCounty {
  const rating = rate({ residents, offenses }, benchmark.priors, benchmark.state);
  const { letter, label } = gradeOf(scoreOf(rating));
  const published = publishedRate(totalOf(offenses), residents);
  return {
    record: {
      county,
      state: "California",
      population: residents,
      crime_rate_per_1k: published,
      safety_score: scoreOf(rating),
      grade: letter,
      grade_label: label,
      data_year: benchmark.year,
      state_average_rate: benchmark.stateRate,
      comparison: comparison(published, benchmark.stateRate),
      cities_covered: citiesCovered,
    },
    fips,
    offenses,
    rating: roundRating(rating),
    ownPast: benchmark.past.rate(county, { residents, offenses }),
    trend: trendOf(ledger.years, (year) => {
      const rows = ledger.countyRows(year, county);
      return {
        residents: ledger.residents(year, county, null),
        offenses: rows.length === 0 ? null : sumOffenses(rows),
        partial: ledger.isPartial(year, county, null),
      };
    }),
    agencies: ledger.countyRows(benchmark.year, county).map((row) => ({
      name: row.agency,
      kind: row.kind,
      violent: violentOf(row.offenses),
      property: propertyOf(row.offenses),
    })),
    flags: ledger.isPartial(benchmark.year, county, null) ? ["partial_year"] : [],
  };
}
