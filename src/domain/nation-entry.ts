import { STATE_OFFICES } from "./california.ts";
import { answerCodeOf, seriesNotesBetween } from "./caution.ts";
import { CALIFORNIA, UNITED_STATES, yardstickText } from "./edition.ts";
import { cautionText, explainedGroup, explainedParts, intervalOf, nextYearText } from "./explain.ts";
import type { BesideNation, NationExplanation } from "./explanation.ts";
import { familyOf, gradeOf, scoreOf } from "./grade.ts";
import { historyOf } from "./history.ts";
import type { Nation, NationAbsence, NationPlace } from "./nation.ts";
import type { NationHistory, NationRecord, NationStates, NationStatistics } from "./nation-record.ts";
import { byGroup, type OffenseCounts, type OffenseGroup, propertyOf, totalOf, violentOf } from "./offense.ts";
import { comparison, publishedRate } from "./published.ts";
import { averageRateOf, figuresOf, stateRateOf } from "./trend.ts";
import { US_STATES } from "./us-states.ts";

/** A place of the nation with the record that answers show. */
export interface NationEntry extends NationPlace {
  readonly record: NationRecord;
  /** Of the data year. */
  readonly offenses: OffenseCounts;
}

/** Beside every grade of an answer. */
export const YARDSTICK = { yardstick: yardstickText(UNITED_STATES) };

/** Whose counts a record has, as answers name it. */
const SOURCES = {
  fbi: "FBI, Crime in the United States, Table 8",
  california: `${STATE_OFFICES.justice}, OpenJustice`,
} as const satisfies Record<NationPlace["source"], string>;

/** Where the counts come from, in half a sentence. */
const PROVENANCE = {
  fbi: "Counts are from copies of the FBI's Table 8 of 2012 to 2024, without review of a single place",
  california: `Counts are those of ${CALIFORNIA.name}'s own edition`,
} as const satisfies Record<NationPlace["source"], string>;

/**
 * @param average of the nation in its data year, if the caller has it: it takes as long as the rest of an entry
 * @throws RangeError if the nation or the place has no figures of the data year
 */
export function nationEntry(
  place: NationPlace,
  { dataYear, yardstick }: Nation,
  average: number | null = averageRateOf(yardstick.trend, dataYear),
): NationEntry {
  const { population, offenses } = figuresOf(place.trend, dataYear);
  if (population === null || offenses === null || average === null) {
    throw new RangeError(`${place.name}, ${place.state} has a record without figures of ${dataYear}`);
  }
  const score = scoreOf(place.rating.relativeRisk);
  const { letter, label, stars, color } = gradeOf(score);
  const rate = publishedRate(totalOf(offenses), population);
  const group = (name: OffenseGroup) => {
    const { smoothedRate, ratio } = place.rating[name];
    const own = scoreOf(ratio);
    return { rate_per_1k: Number(smoothedRate.toFixed(2)), safety_score: own, grade: gradeOf(own).letter };
  };
  const record = {
    city: place.name,
    state: place.state,
    county: place.county,
    population,
    crime_rate_per_1k: rate,
    safety_score: score,
    grade: letter,
    grade_label: label,
    stars,
    grade_color: color,
    data_year: dataYear,
    national_average_rate: average,
    comparison: comparison(rate, average, UNITED_STATES),
    ...byGroup(group),
    next_year: place.nextYear,
    cautions: place.cautions.map((caution) => ({ code: answerCodeOf(caution.code), text: cautionText(caution) })),
    source: SOURCES[place.source],
    ...YARDSTICK,
  };
  return { ...place, record, offenses };
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
    ...YARDSTICK,
  };
}

/** Everything that the score is made from. Pure. */
export function explainNationPlace(entry: NationEntry, { yardstick: { trend }, dataYear }: Nation): NationExplanation {
  const { record, rating, nextYear } = entry;
  const { heading, cautions, years, steps } = explainedParts(entry, record.city, trend, UNITED_STATES);
  const group = <Group extends OffenseGroup>(name: Group) => ({
    ...explainedGroup(name, entry),
    national_rate_per_1k: stateRateOf(trend, dataYear, name),
    ratio: rating[name].ratio,
  });
  const next = dataYear + 1;
  return {
    city: record.city,
    state: record.state,
    county: record.county,
    ...heading,
    next_year: nextYear && intervalOf(nextYear, next, nextYearText(nextYear, next, dataYear)),
    cautions,
    notes: [
      ...seriesNotesBetween(years[0] ?? dataYear, dataYear, UNITED_STATES),
      {
        year: dataYear,
        text: `${PROVENANCE[entry.source]}; the yardstick is the FBI's national estimate of the same year.`,
      },
    ],
    violent: group("violent"),
    property: group("property"),
    relative_risk: rating.relativeRisk,
    years,
    steps,
    ...YARDSTICK,
  };
}

/** The years of a place with or without a record. */
export function historyOfNationPlace(place: NationEntry | NationAbsence, nation: Nation): NationHistory {
  const { name, state, county, trend } = place;
  const years = (trend === null ? [] : historyOf(trend, nation.yardstick.trend)).map(
    ({ state_average_rate, ...year }) => ({ ...year, national_average_rate: state_average_rate }),
  );
  const notes = seriesNotesBetween(years[0]?.data_year ?? 0, years.at(-1)?.data_year ?? 0, UNITED_STATES);
  return { city: name, state, county, years, notes, ...YARDSTICK };
}

export function nationStatisticsOf(nation: Nation, entries: readonly NationEntry[]): NationStatistics {
  const gradeDistribution = { A: 0, B: 0, C: 0, D: 0, F: 0 };
  for (const { record } of entries) gradeDistribution[familyOf(record.grade)] += 1;
  return {
    places: entries.length,
    absent: nation.absent.length,
    states: nation.states.length,
    residents_covered: nation.states.reduce((sum, { served }) => sum + served, 0),
    population: nation.yardstick.population,
    data_year: nation.dataYear,
    last_updated: nation.lastUpdated,
    grade_distribution: gradeDistribution,
    ...YARDSTICK,
  };
}

/** The coverage of each state, by name. */
export function nationStatesOf({ dataYear, states }: Nation): NationStates {
  const byCode = new Map(states.map((state) => [state.code, state]));
  return {
    data_year: dataYear,
    states: US_STATES.flatMap(({ code, name }) => {
      const state = byCode.get(code);
      if (state === undefined) return [];
      const { residents, served, places, absent, offenses } = state;
      return {
        state: code,
        name,
        population: residents,
        residents_covered: served,
        share_covered: Number((served / residents).toFixed(3)),
        places,
        absent,
        violent_rate_per_1k: publishedRate(violentOf(offenses), residents),
        property_rate_per_1k: publishedRate(propertyOf(offenses), residents),
      };
    }),
  };
}
