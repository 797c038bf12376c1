import type { Principal } from "../access/decision.ts";
import type { Refused } from "../api/problem.ts";
import { explainCity, explainCounty } from "../domain/explain.ts";
import type { CountyExplanation } from "../domain/explanation.ts";
import { type ByGroup, byGroup, hasFewOffenses, OFFENSE_GROUPS, type OffenseGroup } from "../domain/offense.ts";
import { oncePer } from "../domain/once-per.ts";
import { chanceBelow, type RateEstimate, rateEstimate, rateInterval } from "../domain/rate-estimate.ts";
import type { Snapshot, SnapshotCity, SnapshotCounty, SnapshotPlace } from "../domain/snapshot.ts";
import type { Places } from "../places/places.ts";
import { CONTEXT, cautionsOf } from "./context.ts";
import { wayOnFrom } from "./not-found.ts";

const MEANING =
  "Offenses per 1,000 residents. rate: the estimate that the grade is made of, from all years; reported: that of the year alone, where it " +
  "differs by over a tenth, mostly because few offenses vary by chance. low to high: the 80% range of the underlying rate. " +
  "chance_below_next: that the rate is below the next one's. Both leave out visitors, offenses that nobody reports, and differences in how agencies record.";

/** A rate as reported is shown beside the estimate if it differs by more than this share. */
const NOTABLE = 0.1;
/** Names that are not found get suggestions up to this number, because each takes a search. */
const MAX_WAYS_ON = 5;

/** The figures of at most `limit` cities and counties, in the order of the request, and their order by each rate. */
export async function compare(
  places: Places,
  names: readonly string[],
  limit: number,
  plan: Principal["plan"],
): Promise<Compared> {
  const received = names.length;
  if (received > limit) {
    const detail = `The comparison has ${received} places; the plan allows ${limit}. Nothing was looked up.`;
    return { ok: false, refusal: { code: "batch_too_large", detail, members: { limit, received, plan } } };
  }
  const asked = names.map((name) => ({ name, place: comparedPlace(places, name) }));
  const found = asked.flatMap(({ name, place }) => (place === null ? [] : [{ name, ...place }]));
  const unknown = asked.flatMap(({ name, place }) => (place === null ? [name] : [])).slice(0, MAX_WAYS_ON);
  const waysOn = new Map(
    await Promise.all(unknown.map(async (name) => [name, await wayOnFrom(name, places)] as const)),
  );
  const figures = asked.map(({ name, place }) => ({
    name,
    ...(place?.figures ?? { found: false, ...(waysOn.get(name) ?? ONE_BY_ONE) }),
  }));
  const year = commonYear(found);
  const reasons = found.map(({ name, place }) => ({ name, reason: reasonAgainst(place, year) }));
  const isOrdered = ({ place }: NamedPlace) => reasonAgainst(place, year) === null;
  const order = OFFENSE_GROUPS.map((group) => [group, ordered(found.filter(isOrdered), group)]);
  return {
    ok: true,
    value: {
      places: figures,
      fewest_first: Object.fromEntries(order),
      not_ordered: reasons.filter(({ reason }) => reason !== null),
      meaning: MEANING,
      context: CONTEXT,
    },
  };
}

type Compared = { readonly ok: true; readonly value: Comparison } | Refused;

interface Comparison {
  readonly places: readonly object[];
  readonly fewest_first: Readonly<Record<string, ReturnType<typeof ordered>>>;
  /** Places that no order would be fair to. */
  readonly not_ordered: readonly object[];
  readonly meaning: string;
  readonly context: typeof CONTEXT;
}

interface ComparedPlace {
  readonly place: SnapshotPlace;
  readonly figures: object;
  readonly rates: ByGroup<ComparedRate>;
}

interface ComparedRate {
  readonly estimate: RateEstimate;
  /** As the answer shows it. */
  readonly rate: number;
}

interface NamedPlace extends ComparedPlace {
  /** As in the request. */
  readonly name: string;
}

/** The places of a dataset, each calculated once: otherwise a message of 25 places would take milliseconds. */
const comparedPlaces = oncePer(({ state: { trend } }: Snapshot) => ({
  city: oncePer((city: SnapshotCity) => compared(city, explainCity(city, trend))),
  county: oncePer((county: SnapshotCounty) => compared(county, explainCounty(county, trend))),
}));

function comparedPlace(places: Places, name: string): ComparedPlace | null {
  const known = comparedPlaces(places.records);
  const city = places.city(name)?.entry;
  if (city) return known.city(city);
  const county = places.county(name)?.entry;
  return county ? known.county(county) : null;
}

function compared(place: SnapshotPlace, explained: CountyExplanation): ComparedPlace {
  const rates = byGroup((group) => {
    const estimate = rateEstimate(explained[group], explained.population);
    return { estimate, rate: rounded(explained[group].smoothed_rate_per_1k) };
  });
  return { place, figures: figuresOf(place, explained, rates), rates };
}

function figuresOf(place: SnapshotPlace, explained: CountyExplanation, rates: ByGroup<ComparedRate>) {
  const { county, data_year, safety_score, grade, intervals } = explained;
  const { safety_score_low, safety_score_high } = intervals.next_year;
  const cautions = cautionsOf(place);
  return {
    county,
    data_year,
    safety_score,
    grade,
    score_next_year: [safety_score_low, safety_score_high],
    ...byGroup((group) => {
      const { rate, estimate } = rates[group];
      const { rate_per_1k, smoothed_rate_per_1k, grade } = explained[group];
      const isNotable = Math.abs(rate_per_1k - smoothed_rate_per_1k) > NOTABLE * smoothed_rate_per_1k;
      const [low, high] = rateInterval(estimate).map(rounded);
      return { rate, ...(isNotable ? { reported: rounded(rate_per_1k) } : {}), low, high, grade };
    }),
    ...(cautions.length === 0 ? {} : { cautions }),
  };
}

/** The year of most places; of several such years, the newest. */
function commonYear(found: readonly NamedPlace[]): number | undefined {
  const byYear = [...Map.groupBy(found, ({ place }) => place.record.data_year)];
  return byYear.toSorted(([a, first], [b, second]) => second.length - first.length || b - a)[0]?.[0];
}

/** Why a place is not ordered with the others of a year; null if it is. */
function reasonAgainst({ record, offenses }: SnapshotPlace, year: number | undefined): string | null {
  if (record.data_year !== year) return `Its figures are those of ${record.data_year}, those of the others of ${year}.`;
  return hasFewOffenses(offenses)
    ? `In ${year} it had so few offenses that chance decides its place in an order.`
    : null;
}

/** By the rates shown. */
function ordered(found: readonly NamedPlace[], group: OffenseGroup) {
  const sorted = found.map(({ name, rates }) => ({ name, ...rates[group] })).toSorted((a, b) => a.rate - b.rate);
  // No chance is stated as certain.
  const chances = sorted.slice(1).map((next, index) => {
    const { estimate } = sorted[index] ?? next;
    return Math.min(rounded(chanceBelow(estimate, next.estimate)), 0.99);
  });
  return { order: sorted.map(({ name }) => name), chance_below_next: chances };
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}

const ONE_BY_ONE = { suggestions: [], hint: "Ask for this place alone to get suggestions." } as const;
