import { propertyOf, violentOf } from "../domain/offence.ts";
import type { AbsentCity, Snapshot, SnapshotCity, SnapshotCounty } from "../domain/snapshot.ts";
import { compareText } from "./table.ts";

/** What changed from one snapshot to the next, for the changelog of a new year. All lists are sorted by name. */
export interface SnapshotDiff {
  readonly from: SnapshotIdentity;
  readonly to: SnapshotIdentity;
  readonly citiesIn: readonly CityChange[];
  readonly citiesOut: readonly CityChange[];
  readonly cityGrades: readonly GradeChange[];
  readonly countyGrades: readonly GradeChange[];
}

export type SnapshotIdentity = Pick<Snapshot, "version" | "dataYear" | "lastUpdated">;

export interface CityChange {
  readonly city: string;
  readonly county: string;
  /** Why it is absent from the other snapshot. */
  readonly reason: string;
}

export interface GradeChange {
  /** The city's or the county's name. */
  readonly name: string;
  readonly before: { readonly grade: string; readonly score: number };
  readonly after: { readonly grade: string; readonly score: number };
  /** What moved, greatest effect on the score first. */
  readonly reasons: readonly GradeReason[];
}

/** A figure of the place, or of the state that it is compared with; "method" where no figure moved. */
export interface GradeReason {
  readonly factor: "violent" | "property" | "population" | "state" | "partial_year" | "method";
  readonly before: number;
  readonly after: number;
}

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
    cityGrades: gradeChanges(before, after, before.cities, after.cities, ({ record }) => record.city),
    countyGrades: gradeChanges(before, after, before.counties, after.counties, ({ record }) => record.county),
  };
}

type Graded = SnapshotCity | SnapshotCounty;

function gradeChanges<T extends Graded>(
  before: Snapshot,
  after: Snapshot,
  old: readonly T[],
  now: readonly T[],
  nameOf: (place: T) => string,
): readonly GradeChange[] {
  const earlier = new Map(old.map((place) => [nameOf(place), place]));
  return now
    .flatMap((place): GradeChange[] => {
      const was = earlier.get(nameOf(place));
      if (was === undefined || was.record.grade === place.record.grade) return [];
      return [
        {
          name: nameOf(place),
          before: { grade: was.record.grade, score: was.record.safety_score },
          after: { grade: place.record.grade, score: place.record.safety_score },
          reasons: reasonsOf(before, after, was, place),
        },
      ];
    })
    .toSorted((a, b) => compareText(a.name, b.name));
}

function reasonsOf(before: Snapshot, after: Snapshot, was: Graded, is: Graded): readonly GradeReason[] {
  const state = (snapshot: Snapshot): number => snapshot.state.violentRate * snapshot.state.propertyRate;
  const partial = (place: Graded): number => (place.flags.includes("partial_year") ? 1 : 0);
  const figures: GradeReason[] = [
    { factor: "violent", before: violentOf(was.offences), after: violentOf(is.offences) },
    { factor: "property", before: propertyOf(was.offences), after: propertyOf(is.offences) },
    { factor: "population", before: was.record.population, after: is.record.population },
    { factor: "state", before: state(before), after: state(after) },
    { factor: "partial_year", before: partial(was), after: partial(is) },
  ];
  const moved = figures.filter((figure) => figure.before !== figure.after);
  if (moved.length === 0) return [{ factor: "method", before: 0, after: 0 }];
  return moved.toSorted((a, b) => move(b) - move(a));
}

/** How many times greater or smaller a figure became, whichever is more. */
function move({ before, after }: GradeReason): number {
  return Math.max(before + 1, after + 1) / Math.min(before + 1, after + 1);
}

function byName(cities: readonly SnapshotCity[]): ReadonlyMap<string, SnapshotCity> {
  return new Map(cities.map((city) => [city.record.city, city]));
}

function change({ record }: SnapshotCity, absent: readonly AbsentCity[]): CityChange {
  const entry = absent.find(({ city }) => city === record.city);
  return { city: record.city, county: record.county, reason: entry?.detail ?? "Not among the cities and towns" };
}

function identityOf({ version, dataYear, lastUpdated }: Snapshot): SnapshotIdentity {
  return { version, dataYear, lastUpdated };
}
