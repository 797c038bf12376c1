import { aliasesOf } from "../domain/alias.ts";
import { gradeOf } from "../domain/grade.ts";
import { type OffenceCounts, propertyOf, totalOf, violentOf } from "../domain/offence.ts";
import type { AbsentCity, PlaceFlag, Priors, Snapshot, SnapshotCity, SnapshotCounty } from "../domain/snapshot.ts";
import { PLACE_FLAGS, SNAPSHOT_FORMAT } from "../domain/snapshot.ts";
import { sealSnapshot } from "../snapshot/file.ts";
import { coverageOf, type EligibleCity } from "./coverage.ts";
import { DatasetError, fail, fault } from "./fault.ts";
import { type Ledger, openLedger } from "./ledger.ts";
import { comparison, fourDecimals, publishedRate, roundPriors, roundRating, sixDecimals } from "./published.ts";
import { fitPriors, rate, rateOf, type StateRates, scoreOf } from "./rating.ts";
import { type BuildReport, reportOf } from "./report.ts";
import type { ReviewTables } from "./review.ts";
import type { County, DatasetTables } from "./table.ts";
import { sumOffences, trendOf } from "./trend.ts";

export interface BuildInput {
  readonly tables: DatasetTables;
  readonly review: ReviewTables;
  /** Data year; the newest year with offences and population where it is not given. */
  readonly year?: number;
}

export interface Built {
  readonly snapshot: Snapshot;
  readonly report: BuildReport;
}

/** Day of the last change of the method, so that `lastUpdated` moves with it as it does with the sources. */
const METHOD_CHANGED = "2026-11-21";

/** Greatest move of the state's violent or property total from the year before; 2025's property fell by 13.5 %. */
const LARGEST_STATE_MOVE = 0.15;

/** Above this many times the state's property rate, much of the loss is that of visitors and workplaces. */
const VISITORS_RATIO = 4;

/** The figures of the data year for the state and for a place of it. */
interface Year {
  readonly year: number;
  readonly state: StateRates;
  readonly stateRate: number;
}

/** Tables → snapshot and report, by the method of docs/methodology.md. Same input, same bytes. @throws DatasetError */
export function buildSnapshot({ tables, review, year: asked }: BuildInput): Built {
  const ledger = openLedger(tables, review);
  const year = dataYear(tables, asked);
  const state = stateFigures(tables, ledger, review, year);
  const rates = {
    violentRate: rateOf(state.violent, state.population),
    propertyRate: rateOf(state.property, state.population),
  };
  const ofYear: Year = {
    year,
    state: rates,
    stateRate: publishedRate(state.violent + state.property, state.population),
  };

  const coverage = ledger.cities.map((city) => {
    const residents = ledger.residents(year, city.county, city.city);
    const facts = { ...city, residents, row: ledger.cityRow(year, city) };
    return { facts, result: coverageOf(facts, review, year) };
  });
  const eligible = coverage.flatMap(({ result }) => ("place" in result ? [result] : []));
  const absent = coverage.flatMap(({ facts, result }): AbsentCity[] => {
    if ("place" in result) return [];
    const { city, county, place, residents } = facts;
    return [{ city, county, geoid: place?.geoid ?? null, population: residents, ...result }];
  });

  const cityPriors = fitPriors(eligible.map(({ residents, row }) => ({ residents, offences: row.offences })));
  const cities = eligible.map((city) => cityOf(city, ledger, review, ofYear, cityPriors));
  const covered = Map.groupBy(cities, ({ record }) => record.county);
  const countyRows = tables.counties.map((county) => countyFigures(county, ledger, year));
  const countyPriors = fitPriors(countyRows);
  const counties = countyRows.map((row) =>
    countyOf(row, ledger, ofYear, countyPriors, covered.get(row.county)?.length ?? 0),
  );

  const snapshot = sealSnapshot({
    format: SNAPSHOT_FORMAT,
    lastUpdated: `${lastChange(tables, review)}T00:00:00Z`,
    dataYear: year,
    sources: tables.sources,
    state: {
      population: state.population,
      offences: state.offences,
      violentRate: sixDecimals(rates.violentRate),
      propertyRate: sixDecimals(rates.propertyRate),
      trend: stateTrend(tables, ledger),
    },
    priors: { cities: roundPriors(cityPriors), counties: roundPriors(countyPriors) },
    cities,
    counties,
    absent,
  });
  return { snapshot, report: reportOf(snapshot, ledger, review) };
}

function dataYear(tables: DatasetTables, asked: number | undefined): number {
  const cityYears = [...tables.population].filter(([, rows]) => rows.some(({ city }) => city !== null));
  const years = cityYears.map(([year]) => year).filter((year) => tables.offences.has(year));
  const newest = years.at(-1);
  if (newest === undefined) fail("figures_missing", { file: "data" }, "no year has both offences and population");
  if (asked !== undefined && !years.includes(asked)) {
    fail(
      "figures_missing",
      { file: "data" },
      `${asked} lacks offences or population; years with both: ${years.join(", ")}`,
    );
  }
  return asked ?? newest;
}

interface StateFigures {
  readonly population: number;
  readonly offences: OffenceCounts;
  readonly violent: number;
  readonly property: number;
}

function stateFigures(tables: DatasetTables, ledger: Ledger, review: ReviewTables, year: number): StateFigures {
  const population = statePopulation(tables, ledger, year);
  if (population === null) fail("figures_missing", { file: `population/${year}.csv` }, "a county has no population");
  const offences = sumOffences(ledger.agencies.get(year) ?? []);
  const figures = { population, offences, violent: violentOf(offences), property: propertyOf(offences) };
  if (figures.violent === 0 || figures.property === 0) {
    fail("figures_missing", { file: `offences/${year}.csv` }, "the whole state has no violent or no property offence");
  }
  checkMove(ledger, review, year, figures);
  return figures;
}

/** A total that moves too far is a cut file or a column out of place until a person says otherwise. */
function checkMove(ledger: Ledger, review: ReviewTables, year: number, now: StateFigures): void {
  const before = ledger.agencies.get(year - 1);
  const accepted = review.anomalies.some(
    (anomaly) => anomaly.kind === "accepted" && anomaly.county === "California" && anomaly.year === year,
  );
  if (before === undefined || accepted) return;
  const earlier = sumOffences(before);
  const moves = [
    ["violent", violentOf(earlier), now.violent],
    ["property", propertyOf(earlier), now.property],
  ] as const;
  const faults = moves
    .filter(([, old, current]) => Math.abs(current - old) > LARGEST_STATE_MOVE * old)
    .map(([group, old, current]) =>
      fault(
        "total_moved",
        { file: `offences/${year}.csv` },
        `the state's ${group} offences went from ${old} to ${current}, more than ${LARGEST_STATE_MOVE * 100} %; ` +
          `if that is right, say so in review/anomalies.csv (county California, kind accepted, year ${year})`,
      ),
    );
  if (faults.length > 0) throw new DatasetError(faults);
}

function cityOf(
  { place, residents, row }: EligibleCity,
  ledger: Ledger,
  review: ReviewTables,
  ofYear: Year,
  priors: Priors,
): SnapshotCity {
  const { city, county, geoid, officialName, latitude, longitude, landM2 } = place;
  const rating = rate({ residents, offences: row.offences }, priors, ofYear.state);
  const { letter, label, stars, color } = gradeOf(scoreOf(rating));
  const published = publishedRate(totalOf(row.offences), residents);
  const reviewed = review.flags.filter((flag) => flag.county === county && flag.city === city);
  const flagged = new Set(reviewed.map(({ flag }) => flag));
  if (rating.property.rate > VISITORS_RATIO * ofYear.state.propertyRate) flagged.add("visitors_and_jobs");
  if (ledger.isPartial(ofYear.year, county, row.agency)) flagged.add("partial_year");
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
      data_year: ofYear.year,
      state_average_rate: ofYear.stateRate,
      comparison: comparison(published, ofYear.stateRate),
    },
    geoid,
    officialName,
    aliases: aliasesOf(city),
    latitude: fourDecimals(latitude),
    longitude: fourDecimals(longitude),
    landAreaKm2: Math.round(landM2 / 10_000) / 100,
    agency: row.agency,
    offences: row.offences,
    rating: roundRating(rating),
    trend: trendOf(ledger.years, (year) => {
      const then = ledger.cityRow(year, place);
      const partial = then !== null && ledger.isPartial(year, county, then.agency);
      return { residents: ledger.residents(year, county, city), offences: then?.offences ?? null, partial };
    }),
    flags: PLACE_FLAGS.filter((flag) => flagged.has(flag)),
  };
}

interface CountyFigures extends County {
  readonly residents: number;
  readonly offences: OffenceCounts;
}

function countyFigures(county: County, ledger: Ledger, year: number): CountyFigures {
  const residents = ledger.residents(year, county.county, null);
  if (residents === null || residents === 0) {
    fail("figures_missing", { file: `population/${year}.csv` }, `${county.county} has no population`);
  }
  return { ...county, residents, offences: sumOffences(ledger.countyRows(year, county.county)) };
}

function countyOf(
  { county, fips, residents, offences }: CountyFigures,
  ledger: Ledger,
  ofYear: Year,
  priors: Priors,
  citiesCovered: number,
): SnapshotCounty {
  const rating = rate({ residents, offences }, priors, ofYear.state);
  const { letter, label } = gradeOf(scoreOf(rating));
  const published = publishedRate(totalOf(offences), residents);
  return {
    record: {
      county,
      state: "California",
      population: residents,
      crime_rate_per_1k: published,
      safety_score: scoreOf(rating),
      grade: letter,
      grade_label: label,
      data_year: ofYear.year,
      state_average_rate: ofYear.stateRate,
      comparison: comparison(published, ofYear.stateRate),
      cities_covered: citiesCovered,
    },
    fips,
    offences,
    rating: roundRating(rating),
    trend: trendOf(ledger.years, (year) => {
      const rows = ledger.countyRows(year, county);
      return {
        residents: ledger.residents(year, county, null),
        offences: rows.length === 0 ? null : sumOffences(rows),
        partial: ledger.isPartial(year, county, null),
      };
    }),
    agencies: ledger.countyRows(ofYear.year, county).map((row) => ({
      name: row.agency,
      kind: row.kind,
      violent: violentOf(row.offences),
      property: propertyOf(row.offences),
    })),
    flags: ledger.isPartial(ofYear.year, county, null) ? ["partial_year"] : [],
  };
}

function stateTrend(tables: DatasetTables, ledger: Ledger): Snapshot["state"]["trend"] {
  return trendOf(ledger.years, (year) => {
    const rows = ledger.agencies.get(year);
    const offences = rows === undefined ? null : sumOffences(rows);
    return { residents: statePopulation(tables, ledger, year), offences, partial: false };
  });
}

/** The sum of the counties; null where one of them is missing. */
function statePopulation(tables: DatasetTables, ledger: Ledger, year: number): number | null {
  let sum = 0;
  for (const { county } of tables.counties) {
    const residents = ledger.residents(year, county, null);
    if (residents === null) return null;
    sum += residents;
  }
  return sum;
}

/** The newest day among retrievals, reviews and the method: it moves when, and only when, the content can have. */
function lastChange(tables: DatasetTables, review: ReviewTables): string {
  const reviewed = Object.values(review).flatMap((rows: readonly { readonly reviewed: string }[]) =>
    rows.map((row) => row.reviewed),
  );
  const days = [METHOD_CHANGED, ...tables.sources.map(({ retrieved }) => retrieved), ...reviewed];
  return days.reduce((newest, day) => (day > newest ? day : newest));
}
