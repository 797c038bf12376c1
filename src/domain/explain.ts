import { CITY_AND_COUNTY, STATE } from "./california.ts";
import { answerCodeOf, CAUTIONS, seriesNotesBetween } from "./caution.ts";
import { groupSteps, pastSteps, scoreSteps } from "./explain-steps.ts";
import type { CountyExplanation, Explanation, PlaceExplanation } from "./explanation.ts";
import { gradeOf, gradesBetween } from "./grade.ts";
import { mapFields, type OffenseGroup, propertyOf, violentOf } from "./offense.ts";
import { BENCHMARK, PROVENANCE, TWO_RECORDS } from "./provenance.ts";
import { scoreOf } from "./score.ts";
import type { PlaceCaution, ScoreRange, SnapshotCity, SnapshotCounty, SnapshotPlace, Trend } from "./snapshot.ts";
import { completeYears, stateRateOf } from "./trend.ts";

/** The probability of both intervals: 10% is on either side. */
const INTERVAL_PROBABILITY = 0.8;

/** Explains a city's score, from the snapshot only. Pure. @param state the state's own trend */
export function explainCity(city: SnapshotCity, state: Trend): Explanation {
  const { city: name, county } = city.record;
  return { city: name, county, ...explainPlace(city, name, state) };
}

/** Explains a county's score. Pure. @param state the state's own trend */
export function explainCounty(county: SnapshotCounty, state: Trend): CountyExplanation {
  const name = county.record.county;
  return { county: name, ...explainPlace(county, name, state) };
}

/** A caution's text: the general text of its code, then the detail for this place. */
export function cautionText({ code, detail }: PlaceCaution): string {
  return detail === undefined ? CAUTIONS[code].text : `${CAUTIONS[code].text} ${detail}`;
}

/** Compares violent and property rates with the state's, then gives the score with its year. */
export function summaryOf({ record, rating }: SnapshotPlace, name: string, state: Trend): string {
  const against = (group: OffenseGroup) => {
    const { rate } = rating[group];
    const stateRate = stateRateOf(state, record.data_year, group);
    const percent = Math.round(100 * Math.abs(1 - rate / stateRate));
    const printsEqual = rate.toFixed(1) === stateRate.toFixed(1);
    const compared = printsEqual ? "as many as" : `${percent}% ${rate > stateRate ? "above" : "below"}`;
    return `${rate.toFixed(1)} ${group} offenses per 1,000 residents, ${compared} ${STATE.name}'s ${stateRate.toFixed(1)}`;
  };
  return `In ${record.data_year} ${name} reported ${against("violent")}, and ${against("property")}. Score ${record.safety_score} of 100, grade ${record.grade}.`;
}

function explainPlace(place: SnapshotPlace, name: string, state: Trend): PlaceExplanation {
  const { record, offenses, rating, intervals, trend } = place;
  const counts = { violent: violentOf(offenses), property: propertyOf(offenses) };
  const members = (group: OffenseGroup) => ({
    safety_score: scoreOf(rating[group].ratio),
    grade: gradeOf(scoreOf(rating[group].ratio)).letter,
    count: counts[group],
    rate_per_1k: rating[group].rate,
    yearly_move: rating[group].move,
    prior_mean: rating[group].prior.mean,
    prior_variance: rating[group].prior.variance,
    weight: rating[group].weight,
    smoothed_rate_per_1k: rating[group].smoothedRate,
    state_rate_per_1k: stateRateOf(state, record.data_year, group),
    ratio: rating[group].ratio,
  });
  const violent = {
    offenses: mapFields("violent", (offense) => offenses[offense]),
    ...members("violent"),
  };
  const property = {
    offenses: mapFields("property", (offense) => offenses[offense]),
    ...members("property"),
  };
  const year = record.data_year;
  const years = completeYears(trend).filter((complete) => complete <= year);
  const newest = state.from + state.population.length - 1;
  return {
    data_year: year,
    population: record.population,
    summary: summaryOf(place, name, state),
    safety_score: record.safety_score,
    grade: record.grade,
    intervals: {
      next_year: intervalOf(intervals.nextYear, year + 1, nextYearText(intervals.nextYear, year + 1, newest)),
      this_year: intervalOf(intervals.thisYear, year, thisYearText(intervals.thisYear, year)),
    },
    cautions: place.cautions.map((caution) => ({
      code: answerCodeOf(caution.code),
      detail: caution.code,
      text: cautionText(caution),
      source: caution.source ?? null,
    })),
    notes: [...seriesNotesBetween(years[0] ?? year, year), ...recordNotes(place)],
    violent,
    property,
    relative_risk: rating.relativeRisk,
    years,
    steps: [
      ...pastSteps("violent", rating, year, state),
      ...groupSteps("violent", violent, record.population),
      ...pastSteps("property", rating, year, state),
      ...groupSteps("property", property, record.population),
      ...scoreSteps(rating, record.safety_score),
    ],
  };
}

/** What the state's rate includes, why San Francisco has two scores, and where the figures come from. */
function recordNotes({ record }: SnapshotPlace): PlaceExplanation["notes"] {
  const isTwo = "city" in record ? record.city === CITY_AND_COUNTY : record.county === `${CITY_AND_COUNTY} County`;
  const texts = [BENCHMARK, ...(isTwo ? [TWO_RECORDS] : []), ...PROVENANCE];
  return texts.map((text) => ({ year: record.data_year, text }));
}

function intervalOf({ low, high }: ScoreRange, year: number, text: string): PlaceExplanation["intervals"]["next_year"] {
  return {
    year,
    probability: INTERVAL_PROBABILITY,
    safety_score_low: low,
    safety_score_high: high,
    grades: gradesBetween(low, high),
    text,
  };
}

function nextYearText({ low, high }: ScoreRange, year: number, newest: number): string {
  if (year <= newest) {
    return `The figures of ${year} are not complete. From ${year - 1}, complete ones are expected to give a score between ${low} and ${high}, 8 times in 10.`;
  }
  return `8 times in 10, the score of ${year} will be between ${low} and ${high}. The range covers chance and the change of rates from one year to the next.`;
}

function thisYearText({ low, high }: ScoreRange, year: number): string {
  return `8 times in 10, chance in the counts alone puts the score of ${year} between ${low} and ${high}.`;
}
