/** @jsxImportSource hono/jsx */
import { familyOf, GRADE_FAMILIES } from "../../domain/grade.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import type {
  CityChange,
  CountyChange,
  GradeChange,
  GradeReason,
  SnapshotDiff,
  YearChanges,
} from "../../domain/snapshot-diff.ts";
import { renderPage } from "../layout.tsx";
import { counted, number } from "../number.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { URLS } from "../urls.ts";
import { GradeScore } from "./place-table.tsx";
import { cityUrl, countyUrl } from "./place-url.ts";
import { OFFENSE_SOURCE } from "./source-line.ts";

/** `/explore/changes`: what changed since the previous year. Changes computed for another snapshot are not shown. */
export function changesPage(snapshot: Snapshot, changes: YearChanges): string {
  const isOwn = changes.to.version === snapshot.version;
  return renderPage(
    {
      title: `What changed in ${snapshot.dataYear}`,
      description: `Cities added and removed and grades that changed in ${snapshot.dataYear} compared with the previous year, with the reasons.`,
      path: URLS.changes,
    },
    isOwn && changes.from !== null ? (
      <Changes diff={changes} cities={snapshot.cities.length} />
    ) : (
      <NoComparison year={snapshot.dataYear} />
    ),
  );
}

function NoComparison({ year }: { readonly year: number }) {
  return (
    <>
      <h1>What changed in {year}</h1>
      <div class="empty">
        <h2>This snapshot has no comparison</h2>
        <p>
          The figures of {year} are available, but there are no earlier ones to compare them with. See the{" "}
          <a href={URLS.exploreCities}>table of all cities</a>; each city's page shows its history.
        </p>
      </div>
    </>
  );
}

interface DiffProps {
  readonly diff: SnapshotDiff;
}

function Changes({ diff, cities }: DiffProps & { readonly cities: number }) {
  const { from, to, citiesIn, citiesOut, countiesIn, countiesOut, cityGrades, countyGrades } = diff;
  const inBoth = cities - citiesIn.length;
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
          Reported offenses only; an incomplete year looks safer than it was. The FBI advises against ranking places,
          and a grade is not for tenant, credit, employment or insurance decisions about people.
        </p>
      </section>
      <p>
        Both years are graded by today's <a href={URLS.methodology}>method</a> from the latest published figures, so a
        grade for {from.dataYear} here may differ from the one published at the time.
      </p>
      <h2 id="in">Cities added</h2>
      <Cities changes={citiesIn} absentIn={from.dataYear} />
      <h2 id="out">Cities removed</h2>
      <Cities changes={citiesOut} absentIn={to.dataYear} />
      <CountyMoves changes={countiesIn} title="Counties added" absentIn={from.dataYear} />
      <CountyMoves changes={countiesOut} title="Counties removed" absentIn={to.dataYear} />
      <h2 id="cities">Cities whose grade changed</h2>
      <p>
        The main reason is the figure that by itself would have moved the score furthest in the same direction. The
        number after each grade is its score out of 100.
      </p>
      <Grades diff={diff} kind="City" changes={cityGrades} urlOf={cityUrl} />
      <h2 id="counties">Counties whose grade changed</h2>
      <Grades diff={diff} kind="County" changes={countyGrades} urlOf={countyUrl} />
      <p class="small muted">
        Source: {OFFENSE_SOURCE} {from.dataYear} and {to.dataYear}; U.S. Census Bureau, population on 1 July of each
        year. As a file: <code>data/changes.json</code> in the repository.
      </p>
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

interface GradesProps extends DiffProps {
  readonly kind: "City" | "County";
  readonly changes: readonly GradeChange[];
  readonly urlOf: (name: string) => string;
}

function Grades({ diff: { from, to }, kind, changes, urlOf }: GradesProps) {
  if (changes.length === 0) return <p>None.</p>;
  const years = [from.dataYear, to.dataYear] as const;
  return (
    <ScrollBox label={`${kind === "City" ? "Cities" : "Counties"} whose grade changed`}>
      <table class="stack">
        <thead>
          <tr>
            <th scope="col">{kind}</th>
            <th scope="col">{years[0]}</th>
            <th scope="col">{years[1]}</th>
            <th scope="col">Main reason</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ name, before, after, reasons }) => (
            <tr>
              <th scope="row" data-label={kind}>
                <a href={urlOf(name)}>{kind === "City" ? name : name.replace(/ County$/, "")}</a>
              </th>
              <Grade year={years[0]} graded={before} />
              <Grade year={years[1]} graded={after} />
              <td data-label="Main reason">{reasonText(reasons)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Grade({ year, graded }: { readonly year: number; readonly graded: GradeChange["before"] }) {
  return (
    <td data-label={year}>
      <span class="nowrap">
        <GradeScore record={{ grade: graded.grade, safety_score: graded.score }} />
      </span>
    </td>
  );
}

function reasonText(reasons: readonly GradeReason[]): string {
  const main = reasons[0];
  return main === undefined ? "" : mainReason(main);
}

function mainReason({ factor, before, after }: GradeReason): string {
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
      return `California's rates ${went}`;
    case "past":
      return `The prediction from its earlier years ${went}`;
    case "method":
      return "The method changed";
  }
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
