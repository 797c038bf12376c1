import { type ByGroup, type OffenseGroup, propertyOf, violentOf } from "../domain/offense.ts";
import { sixDecimals } from "../domain/published.ts";
import { exactScore } from "../domain/score.ts";
import type { GammaRate, Snapshot, SnapshotCity, SnapshotCounty } from "../domain/snapshot.ts";
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
import { update } from "./gamma-poisson.ts";
import { compareText } from "./input-tables.ts";
import { relativeRiskOf } from "./rating.ts";

/** The changes from one snapshot to the next, for the changelog of a new year. */
export function diffSnapshots(before: Snapshot, after: Snapshot): SnapshotDiff {
  return {
    from: identityOf(before),
    to: identityOf(after),
    citiesIn: citiesOnlyIn(after, before),
    citiesOut: citiesOnlyIn(before, after),
    countiesIn: countiesOnlyIn(after, before),
    countiesOut: countiesOnlyIn(before, after),
    cityGrades: gradeChanges(
      before.cities.map((city) => named(city.record.city, city, before)),
      after.cities.map((city) => named(city.record.city, city, after)),
    ),
    countyGrades: gradeChanges(
      before.counties.map((county) => named(county.record.county, county, before)),
      after.counties.map((county) => named(county.record.county, county, after)),
    ),
  };
}

export function identityOf({ version, dataYear, lastUpdated }: Snapshot): SnapshotIdentity {
  return { version, dataYear, lastUpdated };
}

interface Named {
  readonly name: string;
  readonly graded: GradeChange["before"];
  readonly basis: Basis;
}

interface Basis {
  readonly violent: number;
  readonly property: number;
  readonly population: number;
  readonly state: ByGroup<number>;
  /** The forecast from the place's earlier years. */
  readonly past: ByGroup<GammaRate>;
}

function named(name: string, { record, offenses, rating }: SnapshotCity | SnapshotCounty, { state }: Snapshot): Named {
  const { violent, property } = rating;
  return {
    name,
    graded: { grade: record.grade, score: record.safety_score, year: record.data_year },
    basis: {
      violent: violentOf(offenses),
      property: propertyOf(offenses),
      population: record.population,
      state: {
        violent: stateRateOf(state.trend, record.data_year, "violent"),
        property: stateRateOf(state.trend, record.data_year, "property"),
      },
      past: { violent: violent.prior, property: property.prior },
    },
  };
}

function gradeChanges(old: readonly Named[], now: readonly Named[]): readonly GradeChange[] {
  const earlier = new Map(old.map((place) => [place.name, place]));
  return now
    .flatMap((place): GradeChange[] => {
      const was = earlier.get(place.name);
      if (was === undefined || was.graded.grade === place.graded.grade) return [];
      return [{ name: place.name, before: was.graded, after: place.graded, reasons: reasonsOf(was, place) }];
    })
    .toSorted((a, b) => compareText(a.name, b.name));
}

function reasonsOf(was: Named, is: Named): readonly GradeReason[] {
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

function countiesOnlyIn({ counties }: Snapshot, other: Snapshot): readonly CountyChange[] {
  const others = new Set(other.counties.map(({ record }) => record.county));
  return counties.flatMap(({ record: { county } }) => {
    const absent = other.absentCounties.find((candidate) => candidate.county === county);
    return others.has(county) ? [] : [{ county, reason: absent?.detail ?? "Not among the counties" }];
  });
}
