import { type ByGroup, byGroup, type OffenseGroup, propertyOf, violentOf } from "../domain/offense.ts";
import { sixDecimals } from "../domain/published.ts";
import { exactScore } from "../domain/score.ts";
import type { GammaRate, Snapshot, SnapshotPlace } from "../domain/snapshot.ts";
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
import { relativeRiskOf } from "./model/risk.ts";

/** The changes from one snapshot to the next, for the changelog of a new year. */
export function diffSnapshots(before: Snapshot, after: Snapshot): SnapshotDiff {
  return {
    from: identityOf(before),
    to: identityOf(after),
    citiesIn: citiesOnlyIn(after, before),
    citiesOut: citiesOnlyIn(before, after),
    countiesIn: countiesOnlyIn(after, before),
    countiesOut: countiesOnlyIn(before, after),
    cityGrades: gradeChanges(bases(before, before.cities), bases(after, after.cities)),
    countyGrades: gradeChanges(bases(before, before.counties), bases(after, after.counties)),
  };
}

export function identityOf({ version, dataYear, lastUpdated }: Snapshot): SnapshotIdentity {
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

function bases({ state }: Snapshot, places: readonly SnapshotPlace[]): ReadonlyMap<string, GradedPlace> {
  return new Map(
    places.map(({ record, offenses, rating }) => {
      const basis = {
        violent: violentOf(offenses),
        property: propertyOf(offenses),
        population: record.population,
        state: byGroup((group) => stateRateOf(state.trend, record.data_year, group)),
        past: byGroup((group) => rating[group].prior),
      };
      const graded = { grade: record.grade, score: record.safety_score, year: record.data_year };
      return ["city" in record ? record.city : record.county, { graded, basis }];
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

function countiesOnlyIn({ counties }: Snapshot, other: Snapshot): readonly CountyChange[] {
  const others = new Set(other.counties.map(({ record }) => record.county));
  return counties.flatMap(({ record: { county } }) => {
    const absent = other.absentCounties.find((candidate) => candidate.county === county);
    return others.has(county) ? [] : [{ county, reason: absent?.detail ?? "Not among the counties" }];
  });
}
