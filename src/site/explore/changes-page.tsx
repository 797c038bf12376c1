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

/** `/explore/changes`: what moved since the year before. Changes that belong to another snapshot are not shown. */
export function changesPage(snapshot: Snapshot, changes: YearChanges): string {
  const isOwn = changes.to.version === snapshot.version;
  return renderPage(
    {
      title: `What changed in ${snapshot.dataYear}`,
      description: `Cities in and out and grades that moved in ${snapshot.dataYear} against the year before, with the reasons.`,
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
        <h2>No comparison comes with this snapshot</h2>
        <p>
          The figures of {year} are there, those to compare them with are not. See the{" "}
          <a href={URLS.exploreCities}>table of all cities</a>; each city's page has its own years.
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
        {counted(citiesIn.length, "city", "cities")} came in, {number(citiesOut.length)} went out. Of {number(inBoth)}{" "}
        with a record in both years, {number(grades.up)} have a better grade, {number(grades.down)} a worse one and{" "}
        {number(inBoth - cityGrades.length)} the same.
      </p>
      <p>
        The letter itself, without plus and minus, moved up in {counted(letters.up, "city", "cities")} and down in{" "}
        {number(letters.down)}.
      </p>
      <section class="message" aria-label="Cautions">
        <p>
          <strong>A move is not a trend.</strong> Grades have edges: a point of score may move one, and chance moves
          more than that in a small place. Each place's page says where its score will lie next year.
        </p>
        <p>
          A score compares a place with the state of the same year. When California's rates fall, a place whose own stay
          the same scores lower.
        </p>
        <p>
          Reported offenses only; an incomplete year looks safer than it was. The FBI advises against ranking places,
          and a grade is not for tenant, credit, employment or insurance decisions about people.
        </p>
      </section>
      <p>
        Both years are graded by today's <a href={URLS.methodology}>method</a> from the figures as last published, so a
        grade of {from.dataYear} here may differ from the one that was given at the time.
      </p>
      <h2 id="in">Cities in</h2>
      <Cities changes={citiesIn} absentIn={from.dataYear} />
      <h2 id="out">Cities out</h2>
      <Cities changes={citiesOut} absentIn={to.dataYear} />
      <CountyMoves changes={countiesIn} title="Counties in" absentIn={from.dataYear} />
      <CountyMoves changes={countiesOut} title="Counties out" absentIn={to.dataYear} />
      <h2 id="cities">Cities whose grade moved</h2>
      <p>
        The main reason is the figure that alone would have moved the score furthest the way it went. Each grade stands
        with its score of 100.
      </p>
      <Grades diff={diff} kind="City" changes={cityGrades} urlOf={cityUrl} />
      <h2 id="counties">Counties whose grade moved</h2>
      <Grades diff={diff} kind="County" changes={countyGrades} urlOf={countyUrl} />
      <p class="small muted">
        Source: {OFFENSE_SOURCE} {from.dataYear} and {to.dataYear}; U.S. Census Bureau, population on 1 July of each
        year. As a file: <code>data/changes.json</code> of the repository.
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
    <ScrollBox label={`${kind === "City" ? "Cities" : "Counties"} whose grade moved`}>
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
      return `What its earlier years foretold ${went}`;
    case "method":
      return "The method changed";
  }
}

/** How many went up and how many down, by a measure of which more is better. */
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
