import { exactScore, gradeOf, relativeRiskOf, scoreOf } from "../domain/grade.ts";
import type { NationAbsence, NationFile, NationPlace } from "../domain/nation.ts";
import { type ByGroup, byGroup, type OffenseGroup, propertyOf, violentOf } from "../domain/offense.ts";
import { sixDecimals } from "../domain/published.ts";
import type { CountyRecord } from "../domain/record.ts";
import type { GammaRate, SnapshotFile, SnapshotPlace, Trend } from "../domain/snapshot.ts";
import { benchmarkRateOf, figuresOf } from "../domain/trend.ts";
import {
  type GradeChange,
  type GradeReason,
  SCORE_FACTORS,
  type ScoreFactor,
  type SnapshotDiff,
  type SnapshotIdentity,
} from "../figures/snapshot-diff.ts";
import { compareText } from "./input-rows.ts";
import { update } from "./model/gamma-poisson.ts";

type Dataset = SnapshotFile | NationFile;

/** The changes from one dataset of an edition to the next, for the changelog of a new year. */
export function diffDatasets<Kind extends Dataset>(before: Kind, after: Kind): SnapshotDiff {
  const [old, now] = [contentsOf(before), contentsOf(after)];
  const cities = (is: Contents, other: Contents) =>
    onlyIn(is.cities, other.cities).map(({ name: city, county, reason }) => ({ city, county, reason }));
  const counties = (is: Contents, other: Contents) =>
    onlyIn(is.counties, other.counties).map(({ name: county, reason }) => ({ county, reason }));
  return {
    from: identityOf(before),
    to: identityOf(after),
    citiesIn: cities(now, old),
    citiesOut: cities(old, now),
    countiesIn: counties(now, old),
    countiesOut: counties(old, now),
    cityGrades: gradeChanges(old.cities.graded, now.cities.graded),
    countyGrades: gradeChanges(old.counties.graded, now.counties.graded),
  };
}

export function identityOf({ version, dataYear, lastUpdated }: SnapshotIdentity): SnapshotIdentity {
  return { version, dataYear, lastUpdated };
}

interface Basis {
  readonly violent: number;
  readonly property: number;
  readonly population: number;
  readonly state: ByGroup<number>;
  /** The forecast from the place's earlier years. */
  readonly past: ByGroup<GammaRate>;
}

interface GradedPlace {
  readonly county: string;
  readonly graded: GradeChange["before"];
  readonly basis: Basis;
}

/** The places of a kind by name. */
interface Places {
  readonly graded: ReadonlyMap<string, GradedPlace>;
  /** Why others have no record. */
  readonly absent: ReadonlyMap<string, string>;
  /** Why a place that is not among them has none. */
  readonly unknown: string;
}

interface Contents {
  readonly cities: Places;
  readonly counties: Places;
}

function contentsOf(dataset: Dataset): Contents {
  return "cities" in dataset ? contentsOfState(dataset) : contentsOfNation(dataset);
}

function contentsOfState({ state, cities, absent, counties, absentCounties }: SnapshotFile): Contents {
  const graded = (place: SnapshotPlace) => gradedPlace({ ...place, ...place.record }, state.trend);
  return {
    cities: {
      graded: new Map(cities.map((city) => [city.record.city, graded(city)])),
      absent: new Map(absent.map(({ city, detail }) => [city, detail])),
      unknown: "Not among the cities and towns",
    },
    counties: {
      graded: new Map(counties.map((county) => [county.record.county, graded(county)])),
      absent: new Map(absentCounties.map(({ county, detail }) => [county, detail])),
      unknown: "Not among the counties",
    },
  };
}

/** A city is "Austin, TX". The county is added only where the state has the name twice: a later dataset may know more counties. */
function contentsOfNation({ dataYear: data_year, yardstick, places, absent }: NationFile): Contents {
  const namesakes = Map.groupBy([...places, ...absent], ({ name, state }) => `${name}, ${state}`);
  const nameOf = ({ name, county, state }: NationPlace | NationAbsence) =>
    namesakes.get(`${name}, ${state}`)?.length === 1 ? `${name}, ${state}` : `${name}, ${county}, ${state}`;
  const graded = places.map((place): [string, GradedPlace] => {
    const { population, offenses } = figuresOf(place.trend, data_year);
    if (population === null || offenses === null) throw new RangeError(`${nameOf(place)} has no figures`);
    const safety_score = scoreOf(place.rating.relativeRisk);
    const record = { data_year, population, safety_score, grade: gradeOf(safety_score).letter };
    return [nameOf(place), gradedPlace({ ...place, offenses, ...record }, yardstick.trend)];
  });
  return {
    cities: {
      graded: new Map(graded),
      absent: new Map(absent.map((place) => [nameOf(place), place.detail])),
      unknown: "Not among the places",
    },
    counties: { graded: new Map(), absent: new Map(), unknown: "" },
  };
}

type RatedPlace = Pick<CountyRecord, "population" | "data_year" | "safety_score" | "grade"> &
  Pick<SnapshotPlace, "offenses" | "rating"> & { readonly county: string | null };

function gradedPlace(
  { county, population, data_year: year, safety_score: score, grade, offenses, rating }: RatedPlace,
  yardstick: Trend,
): GradedPlace {
  return {
    county: county ?? "",
    graded: { grade, score, year },
    basis: {
      violent: violentOf(offenses),
      property: propertyOf(offenses),
      population,
      state: byGroup((group) => benchmarkRateOf(yardstick, year, group)),
      past: byGroup((group) => rating[group].prior),
    },
  };
}

function gradeChanges(
  old: ReadonlyMap<string, GradedPlace>,
  now: ReadonlyMap<string, GradedPlace>,
): readonly GradeChange[] {
  return [...now]
    .flatMap(([name, is]): GradeChange[] => {
      const was = old.get(name);
      if (was === undefined || was.graded.grade === is.graded.grade) return [];
      return [{ name, before: was.graded, after: is.graded, reasons: reasonsOf(was, is) }];
    })
    .toSorted((a, b) => compareText(a.name, b.name));
}

function reasonsOf(was: GradedPlace, is: GradedPlace): readonly GradeReason[] {
  const direction = Math.sign(is.graded.score - was.graded.score);
  const moved = SCORE_FACTORS.map((factor) => ({
    reason: { factor, before: figure(was.basis, factor), after: figure(is.basis, factor) },
    effect: direction * effectOf(factor, was.basis, is.basis),
  })).filter(({ reason }) => reason.before !== reason.after);
  if (moved.length === 0) return [{ factor: "method", before: 0, after: 0 }];
  return moved.toSorted((a, b) => b.effect - a.effect).map(({ reason }) => reason);
}

/** How far the score would have moved if only this factor had changed, in points. */
function effectOf(factor: ScoreFactor, before: Basis, after: Basis): number {
  return scoreFrom({ ...before, [factor]: after[factor] }) - scoreFrom(before);
}

function scoreFrom({ violent, property, population: residents, state, past }: Basis): number {
  const ratio = (count: number, group: OffenseGroup) => update(past[group], { count, residents }).mean / state[group];
  return exactScore(relativeRiskOf(ratio(violent, "violent"), ratio(property, "property")));
}

function figure(basis: Basis, factor: ScoreFactor): number {
  if (factor === "state") return sixDecimals((basis.state.violent + basis.state.property) / 2);
  if (factor === "past") return sixDecimals((basis.past.violent.mean + basis.past.property.mean) / 2);
  return basis[factor];
}

/** The places with a record in one dataset only, and why each has none in the other. */
function onlyIn({ graded }: Places, other: Places) {
  return [...graded].flatMap(([name, { county }]) =>
    other.graded.has(name) ? [] : [{ name, county, reason: other.absent.get(name) ?? other.unknown }],
  );
}
