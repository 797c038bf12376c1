/** @jsxImportSource hono/jsx */
import type { CityRecord } from "../../domain/record.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import type { GradeChange, SnapshotDiff } from "../../domain/snapshot-diff.ts";
import { number } from "../number.ts";
import { URLS } from "../urls.ts";
import { markOf, pointsOf, reasonText, signed } from "./change-tables.tsx";
import { cityUrl } from "./place-url.ts";

const SHOWN = 5;

interface LargestChangesProps {
  readonly snapshot: Snapshot;
  readonly diff: SnapshotDiff;
}

/** The largest rises and falls. Cities with a caution or a record of another year are only in the table. */
export function LargestChanges({ snapshot, diff }: LargestChangesProps) {
  const { from, to, cityGrades } = diff;
  const cities = new Map(snapshot.cities.map((city) => [city.record.city, city]));
  const records = new Map(snapshot.cities.map(({ record }) => [record.city, record]));
  const years = [from.dataYear, to.dataYear] as const;
  const changes = cityGrades.filter((change) => markOf(change, years, cities.get(change.name)) === "");
  const risers = changes.filter((change) => pointsOf(change) > 0).toSorted((a, b) => pointsOf(b) - pointsOf(a));
  const fallers = changes.filter((change) => pointsOf(change) < 0).toSorted((a, b) => pointsOf(a) - pointsOf(b));
  return (
    <>
      <h2 id="largest">Largest changes</h2>
      <p>
        Of the cities whose grade changed, these scores moved furthest. In a small city a few offenses move the score.{" "}
        {number(cityGrades.length - changes.length)} cities with a caution, or with a record of another year, are only
        in the table below, with a note.
      </p>
      <div class="columns">
        <ChangeList title="Rose most" changes={risers} order="descending" records={records} />
        <ChangeList title="Fell most" changes={fallers} order="ascending" records={records} />
      </div>
    </>
  );
}

interface ChangeListProps {
  readonly title: string;
  /** Largest first. */
  readonly changes: readonly GradeChange[];
  /** The order of the full table that starts with the same rows. */
  readonly order: "ascending" | "descending";
  readonly records: ReadonlyMap<string, CityRecord>;
}

function ChangeList({ title, changes, order, records }: ChangeListProps) {
  if (changes.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ol class="found">
        {changes.slice(0, SHOWN).map((change) => (
          <li>
            <a href={cityUrl(change.name)}>{change.name}</a>{" "}
            <strong class="nowrap">
              {signed(pointsOf(change))}: {change.before.grade} {change.before.score} to {change.after.grade}{" "}
              {change.after.score}
            </strong>
            <span class="small muted">
              {residentsOf(records.get(change.name))}
              {reasonText(change.reasons)}
            </span>
          </li>
        ))}
      </ol>
      <p class="small">
        <a href={`${URLS.changes}?cities-sort=change&cities-order=${order}#cities`}>All in this order, with notes</a>
      </p>
    </section>
  );
}

function residentsOf(record: CityRecord | undefined): string {
  return record === undefined ? "" : `${number(record.population)} residents. `;
}
