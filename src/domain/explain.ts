import { CITY_AND_COUNTY } from "./california.ts";
import { answerCodeOf, CAUTIONS, seriesNotesBetween } from "./caution.ts";
import { CALIFORNIA, type Edition } from "./edition.ts";
import { groupSteps, scoreSteps } from "./explain-steps.ts";
import type { CountyExplanation, Explanation, PlaceExplanation } from "./explanation.ts";
import { gradeOf, gradesBetween } from "./grade.ts";
import { countOf, mapFields, type OffenseGroup } from "./offense.ts";
import { BENCHMARK, PROVENANCE, TWO_RECORDS } from "./provenance.ts";
import { scoreOf } from "./score.ts";
import type {
  PlaceCaution,
  RatedPlace,
  ScoreRange,
  SnapshotCity,
  SnapshotCounty,
  SnapshotPlace,
  Trend,
} from "./snapshot.ts";
import { completeYears, stateRateOf } from "./trend.ts";

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

/** Compares violent and property rates with the edition's, then gives the score with its year. */
export function summaryOf({ record, rating }: RatedPlace, name: string, yardstick: Trend, edition: Edition): string {
  const against = (group: OffenseGroup) => {
    const { rate } = rating[group];
    const average = stateRateOf(yardstick, record.data_year, group);
    const percent = Math.round(100 * Math.abs(1 - rate / average));
    const printsEqual = rate.toFixed(1) === average.toFixed(1);
    const compared = printsEqual ? "as many as" : `${percent}% ${rate > average ? "above" : "below"}`;
    return `${rate.toFixed(1)} ${group} offenses per 1,000 residents, ${compared} ${edition.possessive} ${average.toFixed(1)}`;
  };
  return `In ${record.data_year} ${name} reported ${against("violent")}, and ${against("property")}. Score ${record.safety_score} of 100, grade ${record.grade}.`;
}

/** The parts that the explanations of all editions have. @param yardstick the edition's own trend */
export function explainedParts(place: RatedPlace, name: string, yardstick: Trend, edition: Edition) {
  const { record, rating, trend } = place;
  const { data_year: year, population, safety_score, grade } = record;
  return {
    heading: { data_year: year, population, summary: summaryOf(place, name, yardstick, edition), safety_score, grade },
    cautions: place.cautions.map((caution) => ({
      code: answerCodeOf(caution.code),
      detail: caution.code,
      text: cautionText(caution),
      source: caution.source ?? null,
    })),
    years: completeYears(trend).filter((complete) => complete <= year),
    steps: [
      ...groupSteps("violent", place, yardstick),
      ...groupSteps("property", place, yardstick),
      ...scoreSteps(rating, safety_score),
    ],
  };
}

/** How a group of offenses was rated, but for its rate in the edition. */
export function explainedGroup<Group extends OffenseGroup>(group: Group, { offenses, rating }: RatedPlace) {
  const { rate, move, prior, weight, smoothedRate, ratio } = rating[group];
  const score = scoreOf(ratio);
  return {
    offenses: mapFields(group, (offense) => offenses[offense]),
    safety_score: score,
    grade: gradeOf(score).letter,
    count: countOf(group, offenses),
    rate_per_1k: rate,
    yearly_move: move,
    prior_mean: prior.mean,
    prior_variance: prior.variance,
    weight,
    smoothed_rate_per_1k: smoothedRate,
  };
}

function explainPlace(place: SnapshotPlace, name: string, state: Trend): PlaceExplanation {
  const { record, rating, intervals } = place;
  const { heading, cautions, years, steps } = explainedParts(place, name, state, CALIFORNIA);
  const group = <Group extends OffenseGroup>(name: Group) => ({
    ...explainedGroup(name, place),
    state_rate_per_1k: stateRateOf(state, record.data_year, name),
    ratio: rating[name].ratio,
  });
  const year = record.data_year;
  const newest = state.from + state.population.length - 1;
  return {
    ...heading,
    intervals: {
      next_year: intervalOf(intervals.nextYear, year + 1, nextYearText(intervals.nextYear, year + 1, newest)),
      this_year: intervalOf(
        intervals.thisYear,
        year,
        `The score of ${year} has an 80% range of ${intervals.thisYear.low} to ${intervals.thisYear.high}, for chance in the counts alone.`,
      ),
    },
    cautions,
    notes: [...seriesNotesBetween(years[0] ?? year, year), ...recordNotes(place)],
    violent: group("violent"),
    property: group("property"),
    relative_risk: rating.relativeRisk,
    years,
    steps,
  };
}

/** What the state's rate includes, why San Francisco has two scores, and where the figures come from. */
function recordNotes({ record }: SnapshotPlace): PlaceExplanation["notes"] {
  const isTwo = "city" in record ? record.city === CITY_AND_COUNTY : record.county === `${CITY_AND_COUNTY} County`;
  const texts = [BENCHMARK, ...(isTwo ? [TWO_RECORDS] : []), ...PROVENANCE];
  return texts.map((text) => ({ year: record.data_year, text }));
}

export function intervalOf(
  { low, high }: ScoreRange,
  year: number,
  text: string,
): PlaceExplanation["intervals"]["next_year"] {
  return {
    year,
    probability: 0.8,
    safety_score_low: low,
    safety_score_high: high,
    grades: gradesBetween(low, high),
    text,
  };
}

export function nextYearText({ low, high }: ScoreRange, year: number, newest: number): string {
  if (year <= newest) {
    return `The figures of ${year} are not complete. From ${year - 1}, complete ones are expected to give a score between ${low} and ${high} (80% range).`;
  }
  return `The score of ${year} has an 80% range of ${low} to ${high}. It covers chance and the change of rates from one year to the next.`;
}
