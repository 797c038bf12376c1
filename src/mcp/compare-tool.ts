import type { Principal } from "../access/decision.ts";
import type { Refused } from "../api/problem.ts";
import { explainCity, explainCounty } from "../domain/explain.ts";
import type { CountyExplanation } from "../domain/explanation.ts";
import { type ByGroup, byGroup, OFFENSE_GROUPS, type OffenseGroup } from "../domain/offense.ts";
import { oncePer } from "../domain/once-per.ts";
import { chanceBelow, type RateEstimate, rateEstimate, rateInterval } from "../domain/rate-estimate.ts";
import type { Snapshot, SnapshotCity, SnapshotCounty } from "../domain/snapshot.ts";
import type { Places } from "../places/places.ts";

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
  const asked = names.map((name) => ({ name, place: comparedPlace(places, name) }));
  const found = asked.flatMap(({ name, place }) => (place === null ? [] : [{ name, ...place }]));
  const isShared = (code: string) => found.every(({ cautions }) => cautions.includes(code));
  const figures = asked.map(({ name, place }) => {
    if (place === null) return { name, found: false };
    const cautions = place.cautions.filter((code) => found.length === 1 || !isShared(code));
    return { name, ...place.figures, ...(cautions.length === 0 ? {} : { cautions }) };
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

interface ComparedPlace {
  readonly figures: object;
  /** The codes of its cautions. */
  readonly cautions: readonly string[];
  readonly estimates: ByGroup<RateEstimate>;
}

interface NamedPlace extends ComparedPlace {
  /** As in the request. */
  readonly name: string;
}

/** The places of a dataset, each calculated once: otherwise a message of 25 places would take milliseconds. */
const comparedPlaces = oncePer(({ state: { trend } }: Snapshot) => ({
  city: oncePer((city: SnapshotCity) => compared(explainCity(city, trend))),
  county: oncePer((county: SnapshotCounty) => compared(explainCounty(county, trend))),
}));

function comparedPlace(places: Places, name: string): ComparedPlace | null {
  const known = comparedPlaces(places.records);
  const city = places.city(name)?.entry;
  if (city) return known.city(city);
  const county = places.county(name)?.entry;
  return county ? known.county(county) : null;
}

function compared(place: CountyExplanation): ComparedPlace {
  return {
    figures: figuresOf(place),
    cautions: place.cautions.map(({ code }) => code),
    estimates: byGroup((group) => rateEstimate(place[group], place.population)),
  };
}

function figuresOf(place: CountyExplanation) {
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

function rateOf({ population, ...place }: CountyExplanation, group: OffenseGroup) {
  const [low, high] = rateInterval(rateEstimate(place[group], population)).map((rate) => rounded(rate));
  return { rate: rounded(place[group].rate_per_1k), low, high, grade: place[group].grade };
}

function ordered(found: readonly NamedPlace[], group: OffenseGroup) {
  const estimates = found
    .map(({ name, estimates }) => ({ name, ...estimates[group] }))
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
