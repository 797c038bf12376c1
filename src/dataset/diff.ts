import { type OffenseGroup, propertyOf, violentOf } from "../domain/offense.ts";
import { exactScore } from "../domain/score.ts";
import type { AbsentCity, GammaRate, Snapshot, SnapshotCity, SnapshotCounty } from "../domain/snapshot.ts";
import {
  type CityChange,
  type GradeChange,
  type GradeReason,
  SCORE_FACTORS,
  type ScoreFactor,
  type SnapshotDiff,
  type SnapshotIdentity,
} from "../domain/snapshot-diff.ts";
import { update } from "./gamma-poisson.ts";
import { sixDecimals } from "./published.ts";
import { relativeRiskOf } from "./rating.ts";
import { compareText } from "./table.ts";

/** What changed from one snapshot to the next, for the changelog of a new year. */
export function diffSnapshots(before: Snapshot, after: Snapshot): SnapshotDiff {
  const old = byName(before.cities);
  const now = byName(after.cities);
  return {
    from: identityOf(before),
    to: identityOf(after),
    citiesIn: [...now.values()]
      .filter(({ record }) => !old.has(record.city))
      .map((city) => change(city, before.absent)),
    citiesOut: [...old.values()]
      .filter(({ record }) => !now.has(record.city))
      .map((city) => change(city, after.absent)),
    cityGrades: gradeChanges(
      before.cities.map((city) => named(city.record.city, city)),
      after.cities.map((city) => named(city.record.city, city)),
    ),
    countyGrades: gradeChanges(
      before.counties.map((county) => named(county.record.county, county)),
      after.counties.map((county) => named(county.record.county, county)),
    ),
  };
}

export function identityOf({ version, dataYear, lastUpdated }: Snapshot): SnapshotIdentity {
  return { version, dataYear, lastUpdated };
}

/** A place's grade with what it was made from. */
interface Named {
  readonly name: string;
  readonly graded: GradeChange["before"];
  readonly basis: Basis;
}

/** One value a factor. */
interface Basis {
  readonly violent: number;
  readonly property: number;
  readonly population: number;
  readonly state: Pair<number>;
  /** What the place's past foretold. */
  readonly past: Pair<GammaRate>;
}

interface Pair<T> {
  readonly violent: T;
  readonly property: T;
}

function named(name: string, { record, offenses, rating }: SnapshotCity | SnapshotCounty): Named {
  const { violent, property } = rating;
  return {
    name,
    graded: { grade: record.grade, score: record.safety_score },
    basis: {
      violent: violentOf(offenses),
      property: propertyOf(offenses),
      population: record.population,
      state: { violent: violent.stateRate, property: property.stateRate },
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

/** By how many points the score would have moved, had nothing but this factor. */
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

function byName(cities: readonly SnapshotCity[]): ReadonlyMap<string, SnapshotCity> {
  return new Map(cities.map((city) => [city.record.city, city]));
}

function change({ record }: SnapshotCity, absent: readonly AbsentCity[]): CityChange {
  const entry = absent.find(({ city }) => city === record.city);
  return { city: record.city, county: record.county, reason: entry?.detail ?? "Not among the cities and towns" };
}
