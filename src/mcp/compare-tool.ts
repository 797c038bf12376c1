import type { Principal } from "../access/decision.ts";
import type { Refused } from "../api/problem.ts";
import { explainCity, explainCounty } from "../domain/explain.ts";
import { OFFENSE_GROUPS, type OffenseGroup } from "../domain/offense.ts";
import { chanceBelow, rateEstimate, rateInterval } from "../domain/rate-estimate.ts";
import type { Places } from "../places/places.ts";

type Explanation = ReturnType<typeof explainCity> | ReturnType<typeof explainCounty>;

const MEANING =
  "Reported offenses per 1,000 residents; 8 times in 10 the real rate is from low to high. chance_below_next: that the rate is " +
  "below the next one's. Both cover chance alone.";

/** The figures of at most `limit` cities and counties, in the order of the request, and their order by each rate. */
export function compare(places: Places, names: readonly string[], limit: number, plan: Principal["plan"]): Compared {
  const received = names.length;
  if (received > limit) {
    const detail = `The comparison has ${received} places; the plan allows ${limit}. Nothing was looked up.`;
    return { ok: false, refusal: { code: "batch_too_large", detail, members: { limit, received, plan } } };
  }
  const asked = names.map((name) => ({ name, explained: explained(places, name) }));
  const found = asked.flatMap(({ name, explained: place }) => (place === null ? [] : [{ name, place }]));
  const isShared = (code: string) => found.every(({ place }) => place.cautions.some((one) => one.code === code));
  const figures = asked.map(({ name, explained: place }) => {
    if (place === null) return { name, found: false };
    const cautions = place.cautions.map(({ code }) => code).filter((code) => found.length === 1 || !isShared(code));
    return { name, ...figuresOf(place), ...(cautions.length === 0 ? {} : { cautions }) };
  });
  const order = OFFENSE_GROUPS.map((group) => [group, ordered(found, group)]);
  return { ok: true, value: { places: figures, fewest_first: Object.fromEntries(order), meaning: MEANING } };
}

type Compared = { readonly ok: true; readonly value: Comparison } | Refused;

interface Comparison {
  readonly places: readonly object[];
  readonly fewest_first: Readonly<Record<string, ReturnType<typeof ordered>>>;
  readonly meaning: string;
}

function explained(places: Places, name: string): Explanation | null {
  const { trend } = places.records.state;
  const city = places.city(name)?.entry;
  if (city) return explainCity(city, trend);
  const county = places.county(name)?.entry;
  return county ? explainCounty(county, trend) : null;
}

function figuresOf(place: Explanation) {
  const { data_year, safety_score, grade, intervals } = place;
  const { safety_score_low, safety_score_high } = intervals.next_year;
  return {
    county: place.county,
    data_year,
    safety_score,
    grade,
    score_next_year: [safety_score_low, safety_score_high],
    ...Object.fromEntries(OFFENSE_GROUPS.map((group) => [group, rateOf(place, group)])),
  };
}

function rateOf({ population, ...place }: Explanation, group: OffenseGroup) {
  const [low, high] = rateInterval(rateEstimate(place[group], population)).map((rate) => rounded(rate));
  return { rate: rounded(place[group].rate_per_1k), low, high, grade: place[group].grade };
}

function ordered(found: readonly { readonly name: string; readonly place: Explanation }[], group: OffenseGroup) {
  const estimates = found
    .map(({ name, place }) => ({ name, ...rateEstimate(place[group], place.population) }))
    .toSorted((a, b) => a.root - b.root);
  // No chance is stated as certain.
  const chances = estimates.slice(1).map((next, index) => {
    const estimate = estimates[index] ?? next;
    return Math.min(rounded(chanceBelow(estimate, next)), 0.99);
  });
  return { order: estimates.map(({ name }) => name), chance_below_next: chances };
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
