/** @jsxImportSource hono/jsx */
import { seriesBreaksBetween } from "../../domain/caution.ts";
import { familyOf, GRADE_FAMILIES } from "../../domain/grade.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import type { CityChange, CountyChange, GradeChange } from "../../domain/snapshot-diff.ts";
import { ASSETS } from "../assets.ts";
import { renderPage } from "../layout.tsx";
import { counted, number } from "../number.ts";
import { SeriesBreaks } from "../series-breaks.tsx";
import { URLS } from "../urls.ts";
import type { ChangeTables } from "./change-tables.tsx";
import { LargestChanges } from "./largest-changes.tsx";
import { cityUrl, countyUrl } from "./place-url.ts";
import { OFFENSE_SOURCE } from "./source-line.ts";

/** `/explore/changes`: what changed since the previous year. `tables` is null if the snapshot has no comparison. */
export function changesPage(snapshot: Snapshot, tables: ChangeTables | null, parameters: URLSearchParams): string {
  return renderPage(
    {
      title: `What changed in ${snapshot.dataYear}`,
      description: `Cities added and removed and grades that changed in ${snapshot.dataYear} compared with the previous year, with the reasons.`,
      path: URLS.changes,
    },
    tables === null ? (
      <NoComparison year={snapshot.dataYear} />
    ) : (
      <Changes snapshot={snapshot} tables={tables} parameters={parameters} />
    ),
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
  readonly tables: ChangeTables;
  readonly parameters: URLSearchParams;
}

function Changes({ snapshot, tables, parameters }: ChangesProps) {
  const { from, to, citiesIn, citiesOut, countiesIn, countiesOut, cityGrades } = tables.diff;
  const inBoth = snapshot.cities.length - citiesIn.length;
  const grades = directions(cityGrades, byScore);
  const letters = directions(cityGrades, byLetter);
  return (
    <>
      <h1>
        What changed from {from.dataYear} to {to.dataYear}
      </h1>
      <p class="lead">
        {counted(citiesIn.length, "city", "cities")} added, {number(citiesOut.length)} removed. Of {number(inBoth)} with
        a record in both years, {number(grades.up)} have a better grade, {number(grades.down)} a worse one, and{" "}
        {number(inBoth - cityGrades.length)} the same.
      </p>
      <p>
        Without plus and minus, the letter rose in {counted(letters.up, "city", "cities")} and fell in{" "}
        {number(letters.down)}.
      </p>
      <section class="message" aria-label="Cautions">
        <p>
          <strong>A change is not a trend.</strong> A single point can change a grade, and in a small place chance alone
          moves the score by more than that. Each place's page shows the range for next year's score.
        </p>
        <p>
          A score compares a place with the state in the same year. When California's rates fall, a place whose rates
          stay the same gets a lower score.
        </p>
        <p>
          Reported offenses only; an incomplete year has fewer of them. The FBI advises against ranking places, and a
          grade is not for tenant, credit, employment or insurance decisions about people.
        </p>
      </section>
      {cityGrades.length === 0 ? null : <LargestChanges snapshot={snapshot} diff={tables.diff} />}
      <p>
        Both years are graded by today's <a href={URLS.methodology}>method</a> from the latest published figures, so a
        grade for {from.dataYear} here may differ from the one published at the time.
      </p>
      <SeriesBreaks breaks={seriesBreaksBetween(from.dataYear, to.dataYear)} />
      <h2 id="in">Cities added</h2>
      <Cities changes={citiesIn} absentIn={from.dataYear} />
      <h2 id="out">Cities removed</h2>
      <Cities changes={citiesOut} absentIn={to.dataYear} />
      <CountyMoves changes={countiesIn} title="Counties added" absentIn={from.dataYear} />
      <CountyMoves changes={countiesOut} title="Counties removed" absentIn={to.dataYear} />
      <h2>Cities whose grade changed</h2>
      <p>
        The main reason is the figure that by itself would have moved the score furthest in the same direction. The
        number after each grade is its score out of 100. A note names what else may explain the change: a caution of the
        place, or a record of another year.
      </p>
      {tables.cities.count === 0 ? <p>None.</p> : tables.cities.section(parameters)}
      <h2>Counties whose grade changed</h2>
      {tables.counties.count === 0 ? <p>None.</p> : tables.counties.section(parameters)}
      <p class="small muted">
        Source: {OFFENSE_SOURCE} {from.dataYear} and {to.dataYear}; U.S. Census Bureau, population on 1 July of each
        year. As a file: <code>data/changes.json</code> in the repository.
      </p>
      <script src={ASSETS.explore.url} defer />
    </>
  );
}

function Cities({ changes, absentIn }: { readonly changes: readonly CityChange[]; readonly absentIn: number }) {
  if (changes.length === 0) return <p>None.</p>;
  return (
    <>
      <p>Why there is no record for {absentIn}:</p>
      <ul>
        {changes.map(({ city, county, reason }) => (
          <li>
            <a href={cityUrl(city)}>{city}</a>, {county}: {reason}
          </li>
        ))}
      </ul>
    </>
  );
}

interface CountyMovesProps {
  readonly changes: readonly CountyChange[];
  readonly title: string;
  readonly absentIn: number;
}

function CountyMoves({ changes, title, absentIn }: CountyMovesProps) {
  if (changes.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <p>Why there is no record for {absentIn}:</p>
      <ul>
        {changes.map(({ county, reason }) => (
          <li>
            <a href={countyUrl(county)}>{county}</a>: {reason}
          </li>
        ))}
      </ul>
    </>
  );
}

/** How many rose and how many fell, by a measure where higher is better. */
function directions(changes: readonly GradeChange[], measure: (graded: GradeChange["before"]) => number) {
  const moves = changes.map(({ before, after }) => measure(after) - measure(before));
  return { up: moves.filter((move) => move > 0).length, down: moves.filter((move) => move < 0).length };
}

function byScore({ score }: GradeChange["before"]): number {
  return score;
}

function byLetter({ grade }: GradeChange["before"]): number {
  return -GRADE_FAMILIES.indexOf(familyOf(grade));
}
