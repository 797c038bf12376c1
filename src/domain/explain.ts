import type { Edition, StateEdition } from "../editions/edition.ts";
import { answerCodeOf, CAUTIONS, seriesNotesBetween } from "./caution.ts";
import type { CountyExplanation, Explanation, PlaceExplanation } from "./explanation.ts";
import { exactScore, gradeOf, gradesBetween, scoreOf } from "./grade.ts";
import { countOf, mapFields, type OffenseGroup } from "./offense.ts";
import type {
  GroupRating,
  PlaceCaution,
  RatedPlace,
  Rating,
  ScoreRange,
  Snapshot,
  SnapshotCity,
  SnapshotCounty,
  SnapshotPlace,
  Trend,
} from "./snapshot.ts";
import { benchmarkRateOf, completeYears } from "./trend.ts";

/** What a place of a state is compared with. */
export interface StateYardstick extends Pick<Snapshot, "edition"> {
  readonly state: { readonly trend: Trend };
}

/** Explains a city's score, from the snapshot only. Pure. */
export function explainCity(city: SnapshotCity, state: StateYardstick): Explanation {
  const { city: name, county } = city.record;
  return { city: name, county, ...explainPlace(city, name, state) };
}

/** Explains a county's score. Pure. */
export function explainCounty(county: SnapshotCounty, state: StateYardstick): CountyExplanation {
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
    const average = benchmarkRateOf(yardstick, record.data_year, group);
    const percent = Math.round(100 * Math.abs(1 - rate / average));
    const printsEqual = rate.toFixed(1) === average.toFixed(1);
    const compared = printsEqual ? "as many as" : `${percent}% ${rate > average ? "above" : "below"}`;
    return `${rate.toFixed(1)} ${group} offenses per 1,000 residents, ${compared} ${edition.possessive} ${average.toFixed(1)}`;
  };
  return `In ${record.data_year} ${name} reported ${against("violent")}, and ${against("property")}. Score ${record.safety_score} of 100, grade ${record.grade}.`;
}

/** The parts that the explanations of all editions have. @param named a rate of the yardstick, as answers name it */
export function explainedParts<Rate extends object>(
  place: RatedPlace,
  name: string,
  trend: Trend,
  edition: Edition,
  named: (rate: number, rating: GroupRating) => Rate,
) {
  const { record, offenses, rating } = place;
  const { data_year: year, population, safety_score, grade } = record;
  const years = completeYears(place.trend).filter((complete) => complete <= year);
  /** How a group of offenses was rated. */
  const group = <Group extends OffenseGroup>(of: Group) => {
    const { rate, move, prior, weight, smoothedRate, ratio } = rating[of];
    const score = scoreOf(ratio);
    return {
      offenses: mapFields(of, (offense) => offenses[offense]),
      safety_score: score,
      grade: gradeOf(score).letter,
      count: countOf(of, offenses),
      rate_per_1k: rate,
      yearly_move: move,
      prior_mean: prior.mean,
      prior_variance: prior.variance,
      weight,
      smoothed_rate_per_1k: smoothedRate,
      ...named(benchmarkRateOf(trend, year, of), rating[of]),
      ratio,
    };
  };
  return {
    heading: { data_year: year, population, summary: summaryOf(place, name, trend, edition), safety_score, grade },
    cautions: place.cautions.map((caution) => ({
      code: answerCodeOf(caution.code),
      detail: caution.code,
      text: cautionText(caution),
      source: caution.source ?? null,
    })),
    notes: seriesNotesBetween(years[0] ?? year, year, edition),
    violent: group("violent"),
    property: group("property"),
    relative_risk: rating.relativeRisk,
    years,
    steps: stepsOf(place, trend),
  };
}

function explainPlace(
  place: SnapshotPlace,
  name: string,
  { edition, state: { trend: state } }: StateYardstick,
): PlaceExplanation {
  const { record, intervals } = place;
  const named = (rate: number) => ({ state_rate_per_1k: rate });
  const { heading, cautions, notes, ...parts } = explainedParts(place, name, state, edition, named);
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
    notes: [...notes, ...recordNotes(place, edition)],
    ...parts,
  };
}

/** What the state's rate includes, why a city that is a county has two scores, and where the figures come from. */
function recordNotes(
  { record }: SnapshotPlace,
  { benchmark, cityAndCounty: both, provenance }: StateEdition,
): PlaceExplanation["notes"] {
  const name = "city" in record ? `${record.city} County` : record.county;
  const texts = [
    benchmark,
    ...(both !== null && name === `${both.name} County` ? [both.twoRecords] : []),
    ...provenance,
  ];
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

type Steps = PlaceExplanation["steps"];

const NAMES = { violent: "Violent", property: "Property" } as const satisfies Record<OffenseGroup, string>;

/** The steps from the counts to the score. @param yardstick the edition's own trend */
export function stepsOf(place: RatedPlace, yardstick: Trend): Steps {
  return [
    ...groupSteps("violent", place, yardstick),
    ...groupSteps("property", place, yardstick),
    ...scoreSteps(place.rating, place.record.safety_score),
  ];
}

/** The steps of one group, from the place's past and its count to its ratio. */
function groupSteps(group: OffenseGroup, { record, offenses, rating }: RatedPlace, state: Trend): Steps {
  const { prior, weight, smoothedRate, ratio, filled } = rating[group];
  const name = NAMES[group];
  const thousands = shown(record.population / 1_000);
  const [mean, variance] = [shown(prior.mean), shown(prior.variance)];
  const reported = countOf(group, offenses);
  const rate = filled ? filled.count / (record.population / 1_000) : rating[group].rate;
  const weightOf = (residents: string) => `${variance} / (${variance} + ${mean} / ${residents})`;
  return [
    ...pastSteps(group, rating, record.data_year, state),
    filled
      ? {
          name: `${name} rate, missing classes filled in`,
          formula: "r = (offenses + missing) / n",
          numbers: `(${reported} + ${shown(filled.count - reported)}) / ${thousands}`,
          value: rate,
        }
      : {
          name: `${name} rate`,
          formula: "r = offenses / n",
          numbers: `${reported} / ${thousands}`,
          value: rate,
        },
    filled
      ? {
          name: `${name} weight, t for what was filled in`,
          formula: "w = v / (v + m / (t × n))",
          numbers: weightOf(`(${shown(filled.trust)} × ${thousands})`),
          value: weight,
        }
      : {
          name: `${name} weight`,
          formula: "w = v / (v + m / n)",
          numbers: weightOf(thousands),
          value: weight,
        },
    {
      name: `${name} rate, smoothed`,
      formula: "s = w × r + (1 − w) × m",
      numbers: `${shown(weight)} × ${shown(rate)} + ${shown(1 - weight)} × ${mean}`,
      value: smoothedRate,
    },
    {
      name: `${name} ratio`,
      formula: "s / C",
      numbers: `${shown(smoothedRate)} / ${shown(benchmarkRateOf(state, record.data_year, group))}`,
      value: ratio,
    },
  ];
}

/** The steps from the two ratios to the score. */
function scoreSteps({ violent, property, relativeRisk }: Rating, score: number): Steps {
  return [
    {
      name: "Relative risk",
      formula: "RR = (violent ratio + property ratio) / 2",
      numbers: `(${shown(violent.ratio)} + ${shown(property.ratio)}) / 2`,
      value: relativeRisk,
    },
    {
      name: "Score",
      formula: "100 / (1 + RR²), rounded",
      numbers: `100 / (1 + ${shown(relativeRisk)}²) = ${exactScore(relativeRisk).toFixed(2)}`,
      value: score,
    },
  ];
}

/** From the estimate after the newest earlier year to the prior; empty in a place's first year. */
function pastSteps(group: OffenseGroup, rating: Rating, year: number, state: Trend): Steps {
  const { last, prior, move } = rating[group];
  if (last === null) return [];
  const name = NAMES[group];
  const growth = `${shown(benchmarkRateOf(state, year, group))} / ${shown(benchmarkRateOf(state, last.year, group))}`;
  const mean = shown(last.mean);
  return [
    {
      name: `${name} prior, mean`,
      formula: "m = a × p × C / c + (1 − a) × A × C",
      numbers: `${shown(last.kept)} × ${mean} × ${growth} + ${shown(1 - last.kept)} × ${shown(last.anchor)} × ${shown(benchmarkRateOf(state, year, group))}`,
      value: prior.mean,
    },
    {
      name: `${name} prior, variance`,
      formula: "v = (u + p² × σ² × k) × (C / c)²",
      numbers: `(${shown(last.variance)} + ${mean}² × ${move}² × ${year - last.year}) × (${growth})²`,
      value: prior.variance,
    },
  ];
}

/** Four decimals at most. */
function shown(value: number): string {
  return String(Number(value.toFixed(4)));
}
