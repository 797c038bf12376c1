/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { seriesBreaksBetween } from "../../domain/caution.ts";
import { gradeOf } from "../../domain/grade.ts";
import { OFFENSE_GROUPS, type OffenseGroup } from "../../domain/offense.ts";
import type { Place } from "../../domain/place.ts";
import { MAX_QUERY_LENGTH } from "../../domain/place-query.ts";
import { scoreOf } from "../../domain/score.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import { BarList } from "../charts/bars.tsx";
import { familyBands } from "../charts/distribution.tsx";
import { LineChart } from "../charts/line.tsx";
import { CodeBlock } from "../code-block.tsx";
import { Icon } from "../icons.tsx";
import { renderPage } from "../layout.tsx";
import { number } from "../number.ts";
import { Grade, gradeClass, Plate, Tile } from "../plate.tsx";
import { ScrollBox } from "../scroll-box.tsx";
import { Table } from "../table.tsx";
import { URLS } from "../urls.ts";
import { shortCounty } from "./place-columns.tsx";
import type { PlaceRow } from "./place-table.tsx";
import { citySlug, countySlug } from "./place-url.ts";
import { FoundPlaces } from "./search/search-page.tsx";
import { sourceLine } from "./source-line.ts";
import { Downloads } from "./table-filter.tsx";

export const COMPARED = { least: 2, most: 5 } as const;

/** A place in the URL: a city by its slug, a county by its slug with the word "county" after it. */
export function compareSlug({ name, county }: Pick<PlaceRow, "name" | "county">): string {
  return county === null ? `${countySlug(name)}-county` : citySlug(name);
}

export function compareUrl(slugs: readonly string[], path: string = URLS.compare): string {
  return slugs.length === 0
    ? path
    : `${path}?${new URLSearchParams(slugs.map((slug): [string, string] => ["place", slug]))}`;
}

/** A chosen place without a record. */
export interface AbsentChoice {
  readonly name: string;
  readonly slug: string;
  readonly href: string;
  readonly detail: string;
}

interface CompareView {
  readonly snapshot: Snapshot;
  readonly baseUrl: string;
  readonly rows: readonly PlaceRow[];
  readonly absent: readonly AbsentChoice[];
  /** Text that matched no place, with suggestions. */
  readonly missed?: { readonly name: string; readonly places: readonly Place[] };
}

/** `/explore/compare?place=irvine&place=fresno`: two to five places in one picture. */
export function comparePage(view: CompareView): string {
  const { rows, absent, missed } = view;
  const names = rows.map(({ name }) => name);
  const slugs = [...rows.map(compareSlug), ...absent.map(({ slug }) => slug)];
  const title = rows.length < COMPARED.least ? "Compare places" : `Compare ${listed(names)}`;
  return renderPage(
    {
      title,
      path: URLS.compare,
      description: "Compare the grades, scores, and rates of places in one picture.",
    },
    <>
      <div class="page-head">
        <h1>{title}</h1>
        {rows.length === COMPARED.most ? null : <AddPlace slugs={slugs} isFirst={rows.length < COMPARED.least} />}
      </div>
      {rows.length === 0 ? <p>Choose two to five cities or counties.</p> : null}
      {rows.length === 1 ? <p>Add another city or county to compare {names[0]} with.</p> : null}
      {rows.length === COMPARED.most ? <p>You can compare up to five places. Remove one to add another.</p> : null}
      {missed ? (
        <div class="message error" role="alert">
          <p>
            No city or county is called “{missed.name}”.
            {missed.places.length > 0 ? " Did you mean one of these?" : ""}
          </p>
          <FoundPlaces places={missed.places} />
        </div>
      ) : null}
      {absent.map(({ name, slug, href, detail }) => (
        <div class="message">
          <p>
            <a href={href}>{name}</a> has no record to compare: {detail}.{" "}
            <a href={compareUrl(slugs.filter((one) => one !== slug))}>Remove {name}</a>
          </p>
        </div>
      ))}
      {rows.length === 0 ? null : <Comparison {...view} slugs={slugs} />}
    </>,
  );
}

interface AddPlaceProps {
  readonly slugs: readonly string[];
  readonly isFirst: boolean;
}

function AddPlace({ slugs, isFirst }: AddPlaceProps) {
  return (
    <form method="get" action={URLS.compare} class="inline-form" data-suggest={URLS.suggestions} data-fills>
      {slugs.map((slug) => (
        <input type="hidden" name="place" value={slug} />
      ))}
      <div class="field suggest">
        <label for="add" class="visually-hidden">
          Add a city or county
        </label>
        <input
          id="add"
          name="add"
          type="search"
          placeholder="Add a city or county"
          maxlength={MAX_QUERY_LENGTH}
          autocomplete="off"
          required
        />
      </div>
      <button type="submit" class={isFirst ? "primary" : undefined}>
        Add
      </button>
    </form>
  );
}

function Comparison({ snapshot, baseUrl, rows, slugs }: CompareView & { readonly slugs: readonly string[] }) {
  const better = rows.filter(({ graded }) => graded.score > 50).map(({ name }) => name);
  const older = rows.filter(({ graded }) => graded.isOlder);
  const years = `${snapshot.dataYear}${older.map(({ name, graded }) => `; ${name} ${graded.year}`).join("")}`;
  return (
    <>
      <figure id="ranges" class="figure-box">
        <h2>{findingOf(better, rows.length)}</h2>
        <p class="units">Dot: the score. Bar: the range of the following year’s score, 8 times in 10.</p>
        <div class="compared-axis">
          <span class="reference-name">California = 50</span>
          <div class="band-row" aria-hidden="true">
            {familyBands()
              .toReversed()
              .map(({ family }) => (
                <b class={`tile grade-${family.toLowerCase()}`}>{family}</b>
              ))}
          </div>
          <span class="small muted">Next year’s range</span>
        </div>
        <ol class="compared">
          {rows.map((row) => (
            <ComparedPlace row={row} removeUrl={compareUrl(slugs.filter((slug) => slug !== compareSlug(row)))} />
          ))}
        </ol>
        <figcaption class="chart-foot">
          <span>
            Source: {sourceLine(snapshot.dataYear)}
            {older.length > 0 ? `; ${older.map(({ name, graded }) => `${name} ${graded.year}`).join(", ")}` : ""}
          </span>
        </figcaption>
      </figure>
      <p class="small muted">
        If two ranges overlap, a difference of a point or two means little. Rates are per resident: places with many
        visitors look worse than they are for the people who live there.
      </p>
      <h2>Scores since {snapshot.state.trend.from}</h2>
      <p class="units">Solid line: the place. Dashed line: California, 50. A shaded year has no complete figures.</p>
      <div class="pictures small-pictures">
        {rows.map(({ name, place, graded }) => (
          <div>
            <h3>{name}</h3>
            <LineChart
              label={`Safety score of ${name} by year, 0 to 100`}
              from={place.trend.from}
              place={{ name, values: place.trend.score }}
              state={{ name: "California", values: place.trend.score.map(() => 50) }}
              top={100}
              breaks={seriesBreaksBetween(place.trend.from, snapshot.dataYear).map(({ year }) => year)}
              format={String}
              dotClass={gradeClass(graded.letter)}
              isSmall
            />
          </div>
        ))}
      </div>
      <div class="columns">
        {OFFENSE_GROUPS.map((group) => (
          <section>
            <h3>{group === "violent" ? "Violent" : "Property"} offenses per 1,000 residents</h3>
            <p class="units">{years}</p>
            <BarList
              bars={rows.map((row) => ({
                name: row.graded.isOlder ? `${row.name}, ${row.graded.year}` : row.name,
                value: row[group],
                shown: row[group].toFixed(1),
              }))}
              reference={{
                name: `California ${stateRate(snapshot, group).toFixed(1)}`,
                value: stateRate(snapshot, group),
              }}
            />
          </section>
        ))}
      </div>
      <details>
        <summary>Table</summary>
        <ScrollBox label="Places side by side">
          <Table
            class="figures stack"
            caption={`Figures of ${listed(rows.map(({ name }) => name))}`}
            columns={[
              { heading: "Measure", cell: ({ name }) => name },
              ...rows.map((row) => ({
                heading: row.name,
                class: "words",
                cell: ({ cell }: ComparedMeasure) => cell(row),
              })),
            ]}
            rows={MEASURES}
          />
        </ScrollBox>
      </details>
      <Downloads urlOf={(format) => compareUrl(slugs, `${URLS.compare}.${format}`)} />
      <h2>Share</h2>
      <CodeBlock id="compare-link" label="Link to this comparison" text={baseUrl + compareUrl(slugs)} wraps />
    </>
  );
}

function findingOf(better: readonly string[], count: number): string {
  if (count === 1)
    return better.length === 1 ? `${better[0]} scores better than California` : "One place and California";
  const all = ["", "one", "two", "three", "four", "five"][count] ?? String(count);
  if (better.length === 0) return `None of the ${all} scores better than California`;
  if (better.length === count) return `All ${all} score better than California`;
  return `Of the ${all}, ${listed(better)} ${better.length === 1 ? "scores" : "score"} better than California`;
}

/** One place: plate, name, the axis with range and score, the range in words. */
function ComparedPlace({ row, removeUrl }: { readonly row: PlaceRow; readonly removeUrl: string }) {
  const { name, href, county, graded, interval, population } = row;
  const ends = { x1: `${interval.low}%`, x2: `${Math.max(interval.high, interval.low + 0.1)}%`, y1: "50%", y2: "50%" };
  return (
    <li>
      <Plate graded={graded} isSmall />
      <div class="compared-name">
        <a href={href}>{name}</a>
        <span>{county ?? "California"}</span>
        <span>{number(population)} residents</span>
        {graded.cautions.length > 0 ? (
          <a class="compared-caution" href={`${href}#cautions`}>
            <Icon name="caution" /> {graded.isOlder ? `Older year: ${graded.year}` : graded.cautions.join(", ")}
          </a>
        ) : null}
      </div>
      <svg class={`compared-line ${gradeClass(graded.letter)}`} aria-hidden="true">
        {[0, 20, 40, 60, 80, 100].map((tick) => (
          <line class="axis" x1={`${tick}%`} x2={`${tick}%`} y1="0" y2="100%" />
        ))}
        <line class="reference" x1="50%" x2="50%" y1="0" y2="100%" />
        <line class="range" {...ends} />
        <circle class="dot" cx={`${graded.score}%`} cy="50%" r="13" />
        <text x={`${graded.score}%`} y="50%" dy="5" text-anchor="middle">
          {graded.score}
        </text>
      </svg>
      <p class="compared-range">
        <b>
          {interval.low} to {interval.high}
        </b>
        <span>in {graded.year + 1}</span>
      </p>
      <a class="compared-remove" href={removeUrl} aria-label={`Remove ${name}`}>
        <Icon name="close" />
      </a>
    </li>
  );
}

interface ComparedMeasure {
  readonly name: string;
  readonly cell: (row: PlaceRow) => Child;
}

function ownGrade(group: OffenseGroup): ComparedMeasure["cell"] {
  return (row) => {
    const score = scoreOf(row.place.rating[group].ratio);
    return (
      <span>
        {row[group].toFixed(1)} <Tile letter={gradeOf(score).letter} /> {score}
      </span>
    );
  };
}

const MEASURES: readonly ComparedMeasure[] = [
  { name: "Grade and score", cell: ({ graded, href }) => <Grade graded={graded} href={href} /> },
  {
    name: "Next year’s score, 8 times in 10",
    cell: ({ interval, graded }) => `${interval.low} to ${interval.high} in ${graded.year + 1}`,
  },
  { name: "Violent offenses per 1,000, with a grade of their own", cell: ownGrade("violent") },
  { name: "Property offenses per 1,000, with a grade of their own", cell: ownGrade("property") },
  { name: "All offenses per 1,000 residents", cell: ({ record }) => record.crime_rate_per_1k.toFixed(1) },
  { name: "Against California", cell: ({ record }) => record.comparison },
  { name: "Residents", cell: ({ population }) => number(population) },
  {
    name: "Cautions",
    cell: ({ graded }) => (graded.cautions.length === 0 ? "none of its own" : graded.cautions.join(", ")),
  },
];

function stateRate({ state }: Snapshot, group: OffenseGroup): number {
  return group === "violent" ? state.violentRate : state.propertyRate;
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat("en-US").format(names.map(shortName));
}

/** A county keeps its word, so that Orange and Orange County differ. */
function shortName(name: string): string {
  return name === shortCounty(name) ? name : `${shortCounty(name)} County`;
}
