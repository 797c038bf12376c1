import { exactScore, relativeRiskOf } from "../domain/grade.ts";
import type { Nation, NationAbsence, NationPlace } from "../domain/nation.ts";
import { type NationEntry, nationEntry } from "../domain/nation-entry.ts";
import { type ByGroup, byGroup, type OffenseGroup, propertyOf, violentOf } from "../domain/offense.ts";
import { sixDecimals } from "../domain/published.ts";
import type { GammaRate, Snapshot, SnapshotPlace, Trend } from "../domain/snapshot.ts";
import {
  type CityChange,
  type CountyChange,
  type GradeChange,
  type GradeReason,
  SCORE_FACTORS,
  type ScoreFactor,
  type SnapshotDiff,
  type SnapshotIdentity,
} from "../domain/snapshot-diff.ts";
import { stateRateOf } from "../domain/trend.ts";
import { compareText } from "./input-rows.ts";
import { update } from "./model/gamma-poisson.ts";

/** The changes from one snapshot to the next, for the changelog of a new year. */
export function diffSnapshots(before: Snapshot, after: Snapshot): SnapshotDiff {
  return {
    from: identityOf(before),
    to: identityOf(after),
    citiesIn: citiesOnlyIn(after, before),
    citiesOut: citiesOnlyIn(before, after),
    countiesIn: countiesOnlyIn(after, before),
    countiesOut: countiesOnlyIn(before, after),
    cityGrades: gradeChanges(stateBases(before, before.cities), stateBases(after, after.cities)),
    countyGrades: gradeChanges(stateBases(before, before.counties), stateBases(after, after.counties)),
  };
}

/** The same for datasets of the nation: a city is "Austin, TX", and there are no counties. */
export function diffNations(before: Nation, after: Nation): SnapshotDiff {
  return {
    from: identityOf(before),
    to: identityOf(after),
    citiesIn: placesOnlyIn(after, before),
    citiesOut: placesOnlyIn(before, after),
    countiesIn: [],
    countiesOut: [],
    cityGrades: gradeChanges(nationBases(before), nationBases(after)),
    countyGrades: [],
  };
}

export function identityOf({ version, dataYear, lastUpdated }: SnapshotIdentity): SnapshotIdentity {
  return { version, dataYear, lastUpdated };
}

/** What a score is made from. */
interface Basis {
  readonly violent: number;
  readonly property: number;
  readonly population: number;
  readonly state: ByGroup<number>;
  /** The forecast from the place's earlier years. */
  readonly past: ByGroup<GammaRate>;
}

interface GradedPlace {
  readonly graded: GradeChange["before"];
  readonly basis: Basis;
}

type RatedPlace = SnapshotPlace | NationEntry;

function stateBases({ state }: Snapshot, places: readonly SnapshotPlace[]) {
  return bases(state.trend, places, ({ record }) => ("city" in record ? record.city : record.county));
}

function nationBases(nation: Nation) {
  const entries = nation.places.map((place) => nationEntry(place, nation));
  return bases(nation.yardstick.trend, entries, placeNames(nation));
}

/** "Austin, TX". The county is added only where the state has the name twice: a later dataset may know more counties. */
function placeNames({ places, absent }: Nation): (place: NationPlace | NationAbsence) => string {
  const namesakes = Map.groupBy([...places, ...absent], ({ name, state }) => `${name}, ${state}`);
  return ({ name, county, state }) =>
    namesakes.get(`${name}, ${state}`)?.length === 1 ? `${name}, ${state}` : `${name}, ${county}, ${state}`;
}

function bases<Place extends RatedPlace>(
  yardstick: Trend,
  places: readonly Place[],
  nameOf: (place: Place) => string,
): ReadonlyMap<string, GradedPlace> {
  return new Map(
    places.map((place) => {
      const { record, offenses, rating } = place;
      const basis = {
        violent: violentOf(offenses),
        property: propertyOf(offenses),
        population: record.population,
        state: byGroup((group) => stateRateOf(yardstick, record.data_year, group)),
        past: byGroup((group) => rating[group].prior),
      };
      const graded = { grade: record.grade, score: record.safety_score, year: record.data_year };
      return [nameOf(place), { graded, basis }];
    }),
  );
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

/** The cities with a record in one snapshot only, and why each is absent from the other. */
function citiesOnlyIn({ cities }: Snapshot, other: Snapshot): readonly CityChange[] {
  const others = new Set(other.cities.map(({ record }) => record.city));
  return cities.flatMap(({ record: { city, county } }) => {
    const absent = other.absent.find((candidate) => candidate.city === city);
    return others.has(city) ? [] : [{ city, county, reason: absent?.detail ?? "Not among the cities and towns" }];
  });
}

function placesOnlyIn(nation: Nation, other: Nation): readonly CityChange[] {
  const [nameOf, nameThere] = [placeNames(nation), placeNames(other)];
  const graded = new Set(other.places.map(nameThere));
  const absent = new Map(other.absent.map((place) => [nameThere(place), place.detail]));
  return nation.places.flatMap((place) => {
    const city = nameOf(place);
    const reason = absent.get(city) ?? "Not among the places";
    return graded.has(city) ? [] : [{ city, county: place.county ?? "", reason }];
  });
}

function countiesOnlyIn({ counties }: Snapshot, other: Snapshot): readonly CountyChange[] {
  const others = new Set(other.counties.map(({ record }) => record.county));
  return counties.flatMap(({ record: { county } }) => {
    const absent = other.absentCounties.find((candidate) => candidate.county === county);
    return others.has(county) ? [] : [{ county, reason: absent?.detail ?? "Not among the counties" }];
  });
}
