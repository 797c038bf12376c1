import stored from "../../../data/changes.json" with { type: "json" };
import { CAUTIONS } from "../../domain/caution.ts";
import { CALIFORNIA } from "../../domain/edition.ts";
import { oncePer } from "../../domain/once-per.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import {
  type GradeChange,
  type GradeReason,
  type SnapshotDiff,
  type YearChanges,
  yearChanges,
} from "../../domain/snapshot-diff.ts";
import { number } from "../ui/number.ts";
import { placeNameOf } from "./place-name.ts";
import { cityUrl, countyUrl } from "./place-url.ts";

/** What changed since the previous year, as stored with the released dataset. */
export const changesIn = oncePer((snapshot: Snapshot) => changesOf(snapshot, yearChanges.parse(stored)));

/** null if the stored changes belong to another snapshot, or the previous year lacks figures. */
export function changesOf({ version }: Snapshot, changes: YearChanges): SnapshotDiff | null {
  return changes.from === null || changes.to.version !== version ? null : changes;
}

/** A changed grade, with what else than the offenses of the two years may explain it. */
export interface ChangeRow extends GradeChange {
  readonly kind: "city" | "county";
  readonly href: string;
  /** null if the place has no record in this snapshot. */
  readonly population: number | null;
  /** The change of the score in points, positive if it rose. */
  readonly points: number;
  /** The place's cautions, and the years of its records if they are not the two that are compared. */
  readonly note: string;
}

/** The changed grades of cities and of counties, the largest rise first. */
export function changeRows({ cities, counties }: Snapshot, diff: SnapshotDiff): readonly ChangeRow[] {
  const places = new Map([...cities, ...counties].map((place) => [placeNameOf(place.record), place]));
  const rowOf = (kind: ChangeRow["kind"], urlOf: (name: string) => string) => (change: GradeChange) => {
    const { name, before, after } = change;
    const place = places.get(name);
    const isOther = before.year !== diff.from.dataYear || after.year !== diff.to.dataYear;
    const cautions = new Set(place?.cautions.map(({ code }) => CAUTIONS[code].name));
    return {
      ...change,
      kind,
      href: urlOf(name),
      population: place?.record.population ?? null,
      points: after.score - before.score,
      note: [...(isOther ? [`Records of ${before.year} and ${after.year}`] : []), ...cautions].join("; "),
    };
  };
  return [
    ...diff.cityGrades.map(rowOf("city", cityUrl)),
    ...diff.countyGrades.map(rowOf("county", countyUrl)),
  ].toSorted((a, b) => b.points - a.points);
}

/** The main reason in words. */
export function reasonText([main]: readonly GradeReason[]): string {
  if (main === undefined) return "";
  const { factor, before, after } = main;
  const went = after > before ? "rose" : "fell";
  const figures = `${went} from ${number(before)} to ${number(after)}`;
  switch (factor) {
    case "violent":
      return `Violent offenses ${figures}`;
    case "property":
      return `Property offenses ${figures}`;
    case "population":
      return `Residents ${figures}`;
    case "state":
      return `${CALIFORNIA.possessive} rates ${went}`;
    case "past":
      return `The prediction from its earlier years ${went}`;
    case "method":
      return "The method changed";
  }
}
