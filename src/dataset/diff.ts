import { propertyOf, violentOf } from "../domain/offense.ts";
import { exactScore } from "../domain/score.ts";
import type { AbsentCity, Priors, Snapshot, SnapshotCity, SnapshotCounty } from "../domain/snapshot.ts";
import {
  type CityChange,
  type GradeChange,
  type GradeReason,
  SCORE_FACTORS,
  type ScoreFactor,
  type SnapshotDiff,
  type SnapshotIdentity,
} from "../domain/snapshot-diff.ts";
import { sixDecimals } from "./published.ts";
import { rateGroup, type StateRates } from "./rating.ts";
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
      before.cities.map((city) => named(city.record.city, city, before.state, before.priors.cities)),
      after.cities.map((city) => named(city.record.city, city, after.state, after.priors.cities)),
    ),
    countyGrades: gradeChanges(
      before.counties.map((county) => named(county.record.county, county, before.state, before.priors.counties)),
      after.counties.map((county) => named(county.record.county, county, after.state, after.priors.counties)),
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
  readonly isPartial: boolean;
  readonly basis: Basis;
}

/** One value a factor. */
interface Basis {
  readonly violent: number;
  readonly property: number;
  readonly population: number;
  readonly state: StateRates;
  readonly prior: Priors;
}

function named(name: string, place: SnapshotCity | SnapshotCounty, state: StateRates, prior: Priors): Named {
  const { record, offenses, flags } = place;
  return {
    name,
    graded: { grade: record.grade, score: record.safety_score },
    isPartial: flags.includes("partial_year"),
    basis: {
      violent: violentOf(offenses),
      property: propertyOf(offenses),
      population: record.population,
      state,
      prior,
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
  const reasons = moved.toSorted((a, b) => b.effect - a.effect).map(({ reason }) => reason);
  const partial = { factor: "partial_year", before: Number(was.isPartial), after: Number(is.isPartial) } as const;
  return was.isPartial || is.isPartial ? [...reasons, partial] : reasons;
}

/** By how many points the score would have moved, had nothing but this factor. */
function effectOf(factor: ScoreFactor, before: Basis, after: Basis): number {
  return scoreFrom({ ...before, [factor]: after[factor] }) - scoreFrom(before);
}

function scoreFrom({ violent, property, population, state, prior }: Basis): number {
  const { ratio: violentRatio } = rateGroup(violent, population, prior.violent, state.violentRate);
  const { ratio: propertyRatio } = rateGroup(property, population, prior.property, state.propertyRate);
  return exactScore(violentRatio * propertyRatio);
}

function figure(basis: Basis, factor: ScoreFactor): number {
  if (factor === "state") return sixDecimals(basis.state.violentRate * basis.state.propertyRate);
  if (factor === "prior") return sixDecimals(basis.prior.violent.mean * basis.prior.property.mean);
  return basis[factor];
}

function byName(cities: readonly SnapshotCity[]): ReadonlyMap<string, SnapshotCity> {
  return new Map(cities.map((city) => [city.record.city, city]));
}

function change({ record }: SnapshotCity, absent: readonly AbsentCity[]): CityChange {
  const entry = absent.find(({ city }) => city === record.city);
  return { city: record.city, county: record.county, reason: entry?.detail ?? "Not among the cities and towns" };
}
