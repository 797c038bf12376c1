import type { Principal } from "../access/decision.ts";
import { oncePer } from "../base/once-per.ts";
import { recentPer } from "../base/recent-per.ts";
import type { Typed } from "../base/text.ts";
import { explainCity, explainCounty } from "../domain/explain.ts";
import type { CountyExplanation, NationExplanation } from "../domain/explanation.ts";
import type { Nation } from "../domain/nation.ts";
import { type ByGroup, byGroup, hasFewOffenses, OFFENSE_GROUPS, type OffenseGroup } from "../domain/offense.ts";
import { chanceBelow, differsNotably, type RateEstimate, rateEstimate, rateInterval } from "../domain/rate-estimate.ts";
import type { RatedPlace, Snapshot, SnapshotCity, SnapshotCounty } from "../domain/snapshot.ts";
import { CONTRACT_EDITION, EDITIONS, ofStates, STATE_EDITION_NAMES } from "../editions/table.ts";
import { UNITED_STATES } from "../editions/united-states.ts";
import type { StateCode } from "../editions/us-states.ts";
import { explainNationPlace, type NationEntry } from "../figures/entries.ts";
import { stateIn } from "../gazetteer/state-text.ts";
import type { Refused } from "../http/problem.ts";
import type { NationPlaces } from "../lookup/nation-places.ts";
import type { Served } from "../lookup/served.ts";
import type { StatePlaces } from "../lookup/state-places.ts";
import { cautionsOf, contextOf } from "./context.ts";
import { brieflyInNation, notFoundFrom } from "./not-found.ts";

const MEANING =
  "Offenses per 1,000 residents. rate: the estimate that the grade is made of, from all years; reported: that of the year alone, where it " +
  "differs by over a tenth, mostly because small counts vary by chance. low to high: the 80% range of the underlying rate. " +
  "chance_below_next: that the rate is below the next one's. Both leave out visitors, offenses that nobody reports, and differences in how agencies record.";

/** Names that are not found get suggestions up to this number, because each takes a search. */
const MAX_SUGGESTED = 5;

export interface AskedComparison {
  /** Cities and counties; a name may end in a state: "Austin, TX". */
  readonly names: readonly Typed[];
  /** Of the names without one; by default the state of the contract's endpoints. */
  readonly state?: StateCode;
}

/**
 * The figures of at most `limit` places, in the order of the request, and their order by each rate. If they are not all
 * in one state with an edition, all are compared with the nation.
 */
export async function compare(
  editions: Served,
  { names, state = CONTRACT_EDITION.abbreviation }: AskedComparison,
  limit: number,
  plan: Principal["plan"],
): Promise<Compared> {
  const received = names.length;
  if (received > limit) {
    const detail = `The comparison has ${received} places; the plan allows ${limit}. Nothing was looked up.`;
    return { ok: false, refusal: { code: "batch_too_large", detail, members: { limit, received, plan } } };
  }
  const isAllIn = (code: StateCode) => names.every((name) => (stateIn(name) ?? state) === code);
  const own = STATE_EDITION_NAMES.find((name) => isAllIn(EDITIONS[name].abbreviation));
  const { find, notFound, context } =
    own === undefined ? inNation(editions.nation(UNITED_STATES), state) : inOwnState(editions.state(EDITIONS[own]));
  const asked = names.map((name) => ({ name, place: find(name) }));
  const found = asked.flatMap(({ name, place }) => (place === null ? [] : [{ name, ...place }]));
  const unknown = asked.flatMap(({ name, place }) => (place === null ? [name] : [])).slice(0, MAX_SUGGESTED);
  const missing = new Map(await Promise.all(unknown.map(async (name) => [name, await notFound(name)] as const)));
  const figures = asked.map(({ name, place }) => ({
    name,
    ...(place?.figures ?? { found: false, ...(missing.get(name) ?? ONE_BY_ONE) }),
  }));
  const year = commonYear(found);
  const reasons = found.map(({ name, place }) => ({ name, reason: reasonAgainst(place, year) }));
  const isOrdered = ({ place }: AskedPlace) => reasonAgainst(place, year) === null;
  const order = OFFENSE_GROUPS.map((group) => [group, ordered(found.filter(isOrdered), group)]);
  return {
    ok: true,
    value: {
      places: figures,
      fewest_first: Object.fromEntries(order),
      not_ordered: reasons.filter(({ reason }) => reason !== null),
      meaning: MEANING,
      context,
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
  readonly context: ReturnType<typeof contextOf> & { readonly scale?: string };
}

/** The dataset that the places of a comparison come from. */
interface Source {
  readonly find: (name: Typed) => ComparedPlace | null;
  readonly notFound: (name: Typed) => Promise<object>;
  readonly context: Comparison["context"];
}

const STATES = ofStates(({ name }) => name);

function inOwnState(places: StatePlaces): Source {
  const known = comparedPlaces(places.records);
  return {
    find(name) {
      const city = places.city(name)?.entry;
      if (city) return known.city(city);
      const county = places.county(name)?.entry;
      return county ? known.county(county) : null;
    },
    notFound: (name) => notFoundFrom(name, places, "names"),
    context: contextOf(places.records.edition),
  };
}

function inNation(places: NationPlaces, state: StateCode): Source {
  const known = comparedEntries(places.nation);
  const asked = (name: Typed) => ({ kind: "city", state: stateIn(name) ?? state, name }) as const;
  return {
    find(name) {
      const meaning = places.find(asked(name));
      const entry = meaning.is === "one" ? meaning.place.entry : undefined;
      return entry !== undefined && "record" in entry ? known(entry) : null;
    },
    async notFound(name) {
      return brieflyInNation(places.missed(asked(name)));
    },
    context: {
      ...contextOf(places.nation.edition),
      scale: `A place is outside ${STATES}, so all are compared with ${places.nation.edition.name}, by the figures of ${places.nation.dataYear}. A score against ${STATES} is on another scale.`,
    },
  };
}

interface ComparedPlace {
  readonly place: RatedPlace;
  readonly figures: object;
  readonly rates: ByGroup<ComparedRate>;
}

interface ComparedRate {
  readonly estimate: RateEstimate;
  /** As the answer shows it. */
  readonly rate: number;
}

interface AskedPlace extends ComparedPlace {
  /** As in the request. */
  readonly name: string;
}

/** Of the nation, whose places are too many to keep. */
const MOST_COMPARED = 1_000;

/** The places of a dataset, each calculated once: otherwise a message of 25 places would take milliseconds. */
const comparedPlaces = oncePer((snapshot: Snapshot) => ({
  city: oncePer((city: SnapshotCity) => compared(city, explainCity(city, snapshot))),
  county: oncePer((county: SnapshotCounty) => compared(county, explainCounty(county, snapshot))),
}));
const comparedEntries = oncePer((nation: Nation) =>
  recentPer(MOST_COMPARED, (entry: NationEntry) => compared(entry, explainNationPlace(entry, nation))),
);

type Explained = CountyExplanation | Omit<NationExplanation, "rank">;

function compared(place: RatedPlace, explained: Explained): ComparedPlace {
  const rates = byGroup((group) => {
    const estimate = rateEstimate(explained[group], explained.population);
    return { estimate, rate: twoDecimals(explained[group].smoothed_rate_per_1k) };
  });
  return { place, figures: figuresOf(place, explained, rates), rates };
}

function figuresOf(place: RatedPlace, explained: Explained, rates: ByGroup<ComparedRate>) {
  const { county, data_year, safety_score, grade } = explained;
  const next = "intervals" in explained ? explained.intervals.next_year : explained.next_year;
  const cautions = cautionsOf(place);
  return {
    ...("state" in explained ? { state: explained.state } : {}),
    county,
    data_year,
    safety_score,
    grade,
    score_next_year: next && [next.safety_score_low, next.safety_score_high],
    ...byGroup((group) => {
      const { rate, estimate } = rates[group];
      const { rate_per_1k, smoothed_rate_per_1k, grade } = explained[group];
      const isNotable = differsNotably(rate_per_1k, smoothed_rate_per_1k);
      const [low, high] = rateInterval(estimate).map(twoDecimals);
      return { rate, ...(isNotable ? { reported: twoDecimals(rate_per_1k) } : {}), low, high, grade };
    }),
    ...(cautions.length === 0 ? {} : { cautions }),
  };
}

/** The year of most places; of several such years, the newest. */
function commonYear(found: readonly AskedPlace[]): number | undefined {
  const byYear = [...Map.groupBy(found, ({ place }) => place.record.data_year)];
  return byYear.toSorted(([a, first], [b, second]) => second.length - first.length || b - a)[0]?.[0];
}

/** Why a place is not ordered with the others of a year; null if it is. */
function reasonAgainst({ record, offenses }: RatedPlace, year: number | undefined): string | null {
  if (record.data_year !== year) return `Its figures are those of ${record.data_year}, those of the others of ${year}.`;
  return hasFewOffenses(offenses)
    ? `In ${year} it had so few offenses that chance decides its place in an order.`
    : null;
}

function ordered(found: readonly AskedPlace[], group: OffenseGroup) {
  const sorted = found.map(({ name, rates }) => ({ name, ...rates[group] })).toSorted((a, b) => a.rate - b.rate);
  // No chance is stated as certain.
  const chances = sorted.slice(1).map((next, index) => {
    const { estimate } = sorted[index] ?? next;
    return Math.min(twoDecimals(chanceBelow(estimate, next.estimate)), 0.99);
  });
  return { order: sorted.map(({ name }) => name), chance_below_next: chances };
}

function twoDecimals(value: number): number {
  return Number(value.toFixed(2));
}

const ONE_BY_ONE = { suggestions: [], hint: "Ask for this place alone to get suggestions." } as const;
