import { withMade } from "../base/large-members.ts";
import { recentPer } from "../base/recent-per.ts";
import { answerCodeOf } from "../domain/caution.ts";
import { cautionText, explainedParts, intervalOf, nextYearText } from "../domain/explain.ts";
import type { BesideNation, NationExplanation } from "../domain/explanation.ts";
import { gradeDistribution, gradeOf, scoreOf } from "../domain/grade.ts";
import { yearsOf } from "../domain/history.ts";
import type { Nation, NationAbsence, NationPlace } from "../domain/nation.ts";
import type { NationHistory, NationRecord, NationStates, NationStatistics } from "../domain/nation-record.ts";
import { byGroup, type OffenseCounts, type OffenseGroup, propertyOf, violentOf } from "../domain/offense.ts";
import type { PlaceData } from "../domain/place.ts";
import { comparison, publishedRate, recordFigures } from "../domain/published.ts";
import type { GroupRating } from "../domain/snapshot.ts";
import { averageRateOf } from "../domain/trend.ts";
import { type NationEdition, yardstickText } from "../editions/edition.ts";
import { EDITIONS } from "../editions/table.ts";
import { US_STATES } from "../editions/us-states.ts";
import { figuresIn } from "./figure-columns.ts";
import { provisionalOf } from "./months.ts";

/** A place of the nation with the record that answers show, which is made anew when it is read after a while. */
export interface NationEntry extends NationPlace {
  readonly record: NationRecord;
  /** Of the data year. */
  readonly offenses: OffenseCounts;
}

/** How many places or areas keep their records, in each generation of the cache: those of all would take a hundred megabytes. */
export const RECORDS_KEPT = 50;

/** The places with their records, each of which is made when it is read. @throws RangeError without a yardstick */
export function nationEntries(nation: Nation) {
  const { places, dataYear, yardstick, edition } = nation;
  // Once for all entries: it takes as long as the rest of one.
  const average = averageRateOf(yardstick.trend, dataYear);
  if (average === null) throw new RangeError(`the nation has no figures of ${dataYear}`);
  const scale = yardstickText(edition);
  const figuresOf = recentPer(RECORDS_KEPT, (place: NationPlace): Pick<NationEntry, "record" | "offenses"> => {
    const { rating } = place;
    const { population, offenses } = figuresIn(place, dataYear);
    const figures = recordFigures(scoreOf(rating.relativeRisk), population, offenses, dataYear);
    const group = (name: OffenseGroup) => {
      const { rate, smoothedRate, ratio } = rating[name];
      const own = scoreOf(ratio);
      const [reported, estimated] = [Number(rate.toFixed(2)), Number(smoothedRate.toFixed(2))];
      return {
        rate_per_1k: estimated,
        estimated_per_1k: estimated,
        reported_per_1k: reported,
        safety_score: own,
        grade: gradeOf(own).letter,
      };
    };
    const record: NationRecord = {
      city: place.name,
      state: place.state,
      county: place.county,
      ...figures,
      national_average_rate: average,
      comparison: comparison(figures.crime_rate_per_1k, average, edition),
      ...byGroup(group),
      next_year: place.nextYear,
      cautions: place.cautions.map((caution) => ({ code: answerCodeOf(caution.code), text: cautionText(caution) })),
      source: countsOf(place, edition).source,
      provisional: provisionalOf(place, nation),
      yardstick: scale,
    };
    return { record, offenses };
  });
  const entries: readonly NationEntry[] = withMade(places, ["record", "offenses"], figuresOf);
  return { entries, forget: figuresOf.forget };
}

/** Whose counts a place has: the nation's own, or those of its state's edition. */
function countsOf({ source }: NationPlace, nation: NationEdition) {
  return (source === "fbi" ? nation : EDITIONS[source]).counts;
}

/** A place of another edition beside the nation; null without a record there. */
export function besideNationOf(entry: NationEntry | undefined): BesideNation | null {
  if (entry === undefined) return null;
  const { record, rating } = entry;
  return {
    data_year: record.data_year,
    safety_score: record.safety_score,
    grade: record.grade,
    violent_ratio: rating.violent.ratio,
    property_ratio: rating.property.ratio,
    yardstick: record.yardstick,
  };
}

/** Everything that the score is made from. Pure. */
export function explainNationPlace(
  entry: NationEntry,
  { yardstick, dataYear, edition }: Nation,
): Omit<NationExplanation, "rank"> {
  const { record, nextYear } = entry;
  const named = (rate: number, { filled }: GroupRating) => {
    return { filled_count: filled?.count ?? null, national_rate_per_1k: rate };
  };
  const { heading, cautions, notes, ...parts } = explainedParts(entry, record.city, yardstick.trend, edition, named);
  const next = dataYear + 1;
  const { provenance } = countsOf(entry, edition);
  return {
    city: record.city,
    state: record.state,
    county: record.county,
    ...heading,
    next_year: nextYear && intervalOf(nextYear, next, nextYearText(nextYear, next, dataYear)),
    provisional: record.provisional,
    cautions,
    notes: [
      ...notes,
      { year: dataYear, text: `${provenance}; the yardstick is the FBI's national estimate of the same year.` },
    ],
    ...parts,
    yardstick: record.yardstick,
  };
}

/** The years of a place with or without a record. */
export function historyOfNationPlace(
  place: NationEntry | NationAbsence,
  { yardstick, edition }: Nation,
): NationHistory {
  const { name, state, county } = place;
  const { years, notes } = yearsOf(place, yardstick.trend, edition);
  const own = years.map(({ state_average_rate, ...year }) => ({ ...year, national_average_rate: state_average_rate }));
  return { city: name, state, county, years: own, notes, yardstick: yardstickText(edition) };
}

/** The statistics that need no record. */
export function nationCountsOf(nation: Nation): Omit<NationStatistics, "grade_distribution"> {
  return {
    places: nation.places.length,
    absent: nation.absent.length,
    states: nation.states.length,
    residents_covered: nation.states.reduce((sum, { served }) => sum + served, 0),
    areas: nation.areas.length,
    areas_with_grade: nation.areas.filter(({ withoutLetter }) => withoutLetter === null).length,
    residents_in_areas: nation.states.reduce((sum, { countyAreas }) => sum + countyAreas.residents, 0),
    population: nation.yardstick.population,
    data_year: nation.dataYear,
    last_updated: nation.lastUpdated,
    yardstick: yardstickText(nation.edition),
  };
}

/** @param figures of the places with a record */
export function nationStatisticsOf(nation: Nation, figures: readonly Pick<PlaceData, "grade">[]): NationStatistics {
  const { yardstick, ...counts } = nationCountsOf(nation);
  return { ...counts, grade_distribution: gradeDistribution(figures.map((record) => ({ record }))), yardstick };
}

export function nationStatesOf({ dataYear, states }: Nation): NationStates {
  const nameOf = new Map(US_STATES.map(({ code, name }) => [code, name]));
  return {
    data_year: dataYear,
    states: states.map(({ code, residents, served, places, absent, countyAreas, offenses }) => ({
      state: code,
      name: nameOf.get(code) ?? code,
      population: residents,
      residents_covered: served,
      share_covered: Number((served / residents).toFixed(3)),
      places,
      absent,
      areas: countyAreas.areas,
      areas_with_grade: countyAreas.graded,
      residents_in_areas: countyAreas.residents,
      violent_rate_per_1k: publishedRate(violentOf(offenses), residents),
      property_rate_per_1k: publishedRate(propertyOf(offenses), residents),
    })),
  };
}
