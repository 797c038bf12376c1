/** @jsxImportSource hono/jsx */
import { seriesBreaksBetween } from "../../domain/caution.ts";
import { CALIFORNIA } from "../../domain/edition.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import type { CityChange, CountyChange, GradeChange, SnapshotDiff } from "../../domain/snapshot-diff.ts";
import { csvFile } from "../ui/columns.ts";
import { renderPage } from "../ui/layout.tsx";
import { counted, number } from "../ui/number.ts";
import { Tile } from "../ui/plate.tsx";
import { SeriesBreaks } from "../ui/series-breaks.tsx";
import { OFFENSE_SOURCE } from "../ui/source-line.ts";
import { Table } from "../ui/table.tsx";
import { URLS } from "../ui/urls.ts";
import { type ChangeRow, changeRows, reasonText } from "./changes.ts";
import { cityUrl, countyUrl } from "./place-url.ts";

interface ChangesView {
  readonly snapshot: Snapshot;
  /** null if the snapshot has no comparison. */
  readonly diff: SnapshotDiff | null;
}

/** `/explore/changes`: what changed since the previous year. */
export function changesPage({ snapshot, diff }: ChangesView): string {
  return renderPage(
    {
      title: `What changed in ${snapshot.dataYear}`,
      description: `Cities added and removed and grades that changed in ${snapshot.dataYear} compared with the previous year, with the reasons.`,
      path: URLS.changes,
    },
    diff === null ? <NoComparison year={snapshot.dataYear} /> : <Changes snapshot={snapshot} diff={diff} />,
  );
}

function NoComparison({ year }: { readonly year: number }) {
  return (
    <>
      <h1>What changed in {year}</h1>
      <div class="empty">
        <h2>No comparison with the year before</h2>
        <p>
          This server has the figures of {year}, but a dataset that is installed apart from the program comes without a
          comparison. See the <a href={URLS.exploreCities}>table of all cities</a>; each city's page shows its history.
        </p>
      </div>
    </>
  );
}

interface ChangesProps {
  readonly snapshot: Snapshot;
  readonly diff: SnapshotDiff;
}

function Changes({ snapshot, diff }: ChangesProps) {
  const { from, to, citiesIn, citiesOut, countiesIn, countiesOut, cityGrades } = diff;
  const rows = changeRows(snapshot, diff);
  const inBoth = snapshot.cities.length - citiesIn.length;
  const better = cityGrades.filter(({ before, after }) => after.score > before.score).length;
  return (
    <>
      <h1>
        What changed from {from.dataYear} to {to.dataYear}
      </h1>
      <p class="lead">
        {counted(citiesIn.length, "city", "cities")} added, {number(citiesOut.length)} removed. Of {number(inBoth)} with
        a record in both years, {number(better)} have a better grade, {number(cityGrades.length - better)} a worse one,
        and {number(inBoth - cityGrades.length)} the same.
      </p>
      <section class="message" aria-label="Cautions">
        <p>
          <strong>A change is not a trend.</strong> A single point can change a grade, and in a small place chance alone
          moves the score by more than that. Each place's page shows the range for next year's score.
        </p>
        <p>
          A score compares a place with the state in the same year. When {CALIFORNIA.possessive} rates fall, a place
          whose rates stay the same gets a lower score.
        </p>
        <p>
          Reported offenses only; an incomplete year has fewer of them. The FBI advises against ranking places, and a
          grade is not for tenant, credit, employment or insurance decisions about people.
        </p>
      </section>
      <p>
        Both years are graded by today's <a href={URLS.methodology}>method</a> from the latest published figures, so a
        grade for {from.dataYear} here may differ from the one published at the time.
      </p>
      <SeriesBreaks breaks={seriesBreaksBetween(from.dataYear, to.dataYear)} />
      <Moves title="Added" changes={[...citiesIn, ...countiesIn]} absentIn={from.dataYear} />
      <Moves title="Removed" changes={[...citiesOut, ...countiesOut]} absentIn={to.dataYear} />
      <h2 id="cities">Cities whose grade changed</h2>
      <p>
        The largest rise is first, the largest fall last. The main reason is the figure that by itself would have moved
        the score furthest in the same direction. A note names what else may explain the change: a caution of the place,
        or a record of another year.
      </p>
      <GradeChanges title="Cities whose grade changed" rows={rows.filter(({ kind }) => kind === "city")} />
      <h2 id="counties">Counties whose grade changed</h2>
      <GradeChanges title="Counties whose grade changed" rows={rows.filter(({ kind }) => kind === "county")} />
      <p class="small muted">
        Source: {OFFENSE_SOURCE} {from.dataYear} and {to.dataYear}; U.S. Census Bureau, population on 1 July of each
        year. As a file: <a href={`${URLS.changes}.csv`}>CSV</a>.
      </p>
    </>
  );
}

interface GradeChangesProps {
  readonly title: string;
  readonly rows: readonly ChangeRow[];
}

function GradeChanges({ title, rows }: GradeChangesProps) {
  if (rows.length === 0) return <p>None.</p>;
  return (
    <Table
      label={title}
      class="stack"
      columns={[
        { heading: "Place", cell: ({ name, href }) => <a href={href}>{name}</a> },
        { heading: "Before", cell: ({ before }) => <Grade graded={before} /> },
        { heading: "After", cell: ({ after }) => <Grade graded={after} /> },
        { heading: "Change", class: "number", cell: ({ points }) => signed(points) },
        { heading: "Residents", class: "number", cell: ({ population }) => population && number(population) },
        {
          heading: "Main reason",
          cell: ({ reasons, note }) => (
            <span>
              {reasonText(reasons)} {note === "" ? null : <span class="small muted">({note})</span>}
            </span>
          ),
        },
      ]}
      rows={rows}
    />
  );
}

function Grade({ graded: { grade, score, year } }: { readonly graded: GradeChange["before"] }) {
  return (
    <span class="nowrap">
      <Tile letter={grade} /> {score} <span class="muted">{year}</span>
    </span>
  );
}

/** With a plus or a minus sign. */
function signed(points: number): string {
  return points > 0 ? `+${points}` : String(points).replace("-", "−");
}

/** The changed grades as a file, with grade and score in columns of their own. */
export function changesFile(snapshot: Snapshot, diff: SnapshotDiff): string {
  return csvFile<ChangeRow>(
    [
      { key: "kind", value: ({ kind }) => kind },
      { key: "name", value: ({ name }) => name },
      { key: "population", value: ({ population }) => population },
      { key: "year_before", value: ({ before }) => before.year },
      { key: "grade_before", value: ({ before }) => before.grade },
      { key: "score_before", value: ({ before }) => before.score },
      { key: "year_after", value: ({ after }) => after.year },
      { key: "grade_after", value: ({ after }) => after.grade },
      { key: "score_after", value: ({ after }) => after.score },
      { key: "change", value: ({ points }) => points },
      { key: "note", value: ({ note }) => note },
      { key: "reason", value: ({ reasons }) => reasonText(reasons) },
    ],
    changeRows(snapshot, diff),
  );
}

interface MovesProps {
  readonly title: string;
  readonly changes: readonly (CityChange | CountyChange)[];
  readonly absentIn: number;
}

/** Places that were added or removed, each with the reason. */
function Moves({ title, changes, absentIn }: MovesProps) {
  if (changes.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <p>Why there is no record for {absentIn}:</p>
      <ul>
        {changes.map((change) => (
          <li>
            {"city" in change ? (
              <>
                <a href={cityUrl(change.city)}>{change.city}</a>, {change.county}
              </>
            ) : (
              <a href={countyUrl(change.county)}>{change.county}</a>
            )}
            : {change.reason}
          </li>
        ))}
      </ul>
    </>
  );
}
