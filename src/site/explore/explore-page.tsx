/** @jsxImportSource hono/jsx */

import { STATE } from "../../domain/california.ts";
import { familyOf } from "../../domain/grade.ts";
import { ASSETS } from "../assets.ts";
import { familyBands } from "../charts/distribution.tsx";
import { LinkList, renderPage } from "../layout.tsx";
import { Grade, gradeClass } from "../plate.tsx";
import { Ruler } from "../ruler.tsx";
import { ScrollBox } from "../scroll-box.tsx";
import { URLS } from "../urls.ts";
import { type ExploreData, type ExploreRow, KINDS, METRICS, type Metric } from "./explore-data.ts";
import { MAP_SOURCE, type MapPlace, StateMap } from "./map.tsx";
import { ReportLink } from "./report-page.tsx";
import { ScoreFigure } from "./score-distribution.tsx";
import { rowHtml, SortedTable } from "./sorted-table.tsx";
import { sourceLine } from "./source-line.ts";
import { type Column, column, findRows, type TableQuery, tableQuery } from "./table.ts";

/** The steps of a rate, as multiples of California's. */
const STEPS = [0, 0.5, 0.8, 1.25, 2] as const;
const METRIC_NAMES = { score: "Score", violent: "Violent", property: "Property" } as const;
const KIND_NAMES = { counties: ["county", "Counties"], cities: ["city", "Cities"] } as const;

/** `/explore`: the places of the state on a map and in a table, by score or rate, in any year. */
export function explorePage(data: ExploreData): string {
  const { snapshot, boundaries, metric, kind, year, years, rows } = data;
  const title = `California’s ${kind} by ${metric === "score" ? "grade" : `${metric} crime`}, ${year}`;
  const counties = kind === "counties" ? rows.map((row) => mapPlace(data, row)) : blankCounties(data);
  return renderPage(
    {
      title,
      description: `Map and table of California's ${kind} by ${metric === "score" ? "safety grade" : `reported ${metric} offenses`}, ${year}.`,
      path: URLS.explore,
    },
    <>
      <div class="page-head">
        <h1>{title}</h1>
        <div class="actions">
          <Segments
            label="Measure"
            choices={METRICS.map((one) => ({
              text: METRIC_NAMES[one],
              href: exploreUrl(data, { metric: one }),
              isCurrent: one === metric,
            }))}
          />
          <Segments
            label="Places"
            choices={KINDS.map((one) => ({
              text: KIND_NAMES[one][1],
              href: exploreUrl(data, { kind: one }),
              isCurrent: one === kind,
            }))}
          />
        </div>
      </div>
      <p class="units">{coverage(data)}</p>
      <nav aria-label="Year" class="years">
        <ul>
          {years.map((one) => (
            <li>
              <a href={exploreUrl(data, { year: one })} aria-current={one === year ? "true" : undefined}>
                {one}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="map-and-table">
        <div class="sticky-map">
          <a class="skip-map" href="#places">
            Skip the map
          </a>
          <StateMap
            boundaries={boundaries}
            counties={counties}
            {...(kind === "cities" ? { cities: rows.map((row) => mapPlace(data, row)) } : {})}
            title={title}
            legend={<Legend data={data} />}
          />
          <p class="small muted">
            Source: {sourceLine(year)}. {MAP_SOURCE} <ReportLink about={title} />.
          </p>
        </div>
        <PlacesTable data={data} />
      </div>
      {year === snapshot.dataYear ? <ScoreFigure snapshot={snapshot} /> : null}
      <h2>More</h2>
      <LinkList
        links={[
          { href: URLS.exploreCities, text: "All cities in a table, by county and size" },
          { href: URLS.exploreCounties, text: "All counties in a table" },
          { href: URLS.compare, text: "Compare two to five places" },
          { href: URLS.changes, text: "What changed since last year" },
          { href: URLS.coverage, text: "Which places have no record, and why" },
          { href: URLS.methodology, text: "How a grade is made" },
        ]}
      />
      <script src={ASSETS.map.url} defer />
    </>,
  );
}

interface Change {
  readonly metric?: Metric;
  readonly kind?: ExploreData["kind"];
  readonly year?: number;
}

/** The address is the state: the same page with something else chosen. Defaults are left out. */
function exploreUrl({ metric, kind, year, snapshot }: ExploreData, change: Change): string {
  const next = { metric, kind, year, ...change };
  const parameters = Object.entries({
    ...(next.metric === "score" ? {} : { metric: next.metric }),
    ...(next.kind === "counties" ? {} : { kind: next.kind }),
    ...(next.year === snapshot.dataYear ? {} : { year: String(next.year) }),
  });
  return parameters.length === 0 ? URLS.explore : `${URLS.explore}?${new URLSearchParams(parameters)}`;
}

interface SegmentsProps {
  readonly label: string;
  readonly choices: readonly { readonly text: string; readonly href: string; readonly isCurrent: boolean }[];
}

function Segments({ label, choices }: SegmentsProps) {
  return (
    <nav aria-label={label}>
      <ul class="segments">
        {choices.map(({ text, href, isCurrent }) => (
          <li>
            <a href={href} aria-current={isCurrent ? "true" : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** How many places have figures, what they are compared with, and which are older. */
function coverage({ kind, metric, year, rows, state, snapshot }: ExploreData): string {
  const shown = rows.filter(({ graded }) => graded !== null);
  const total = kind === "counties" ? rows.length : snapshot.cities.length + snapshot.absent.length;
  const [one, many] = kind === "counties" ? ["county", "counties"] : ["city or town", "cities and towns"];
  const compared =
    metric === "score"
      ? "scored against California’s reported crime per resident, which is 50"
      : `with their reported ${metric} offenses per 1,000 residents; California had ${state[metric].toFixed(1)}`;
  const older = shown.filter(({ graded }) => graded?.isOlder);
  const names =
    older.length === 0
      ? ""
      : older.length <= 3
        ? ` ${older.map(({ name, graded }) => `${name} is from ${graded?.year}`).join(", ")}.`
        : ` ${older.length} are from an older year, which is in a box.`;
  return shown.length === 0
    ? `No ${one} has complete figures for ${year}.`
    : `${shown.length} of ${total} ${many}, ${compared}.${names}`;
}

/** What the map and its tooltip say about a place. */
function mapPlace({ metric, state, year }: ExploreData, row: ExploreRow): MapPlace {
  const { id, name, href, graded, next, violent, property } = row;
  const point = row.point ? { point: row.point } : {};
  if (graded === null || violent === null || property === null) {
    const words = `${name}: no record, ${year}`;
    return { id, name, href, shade: "none", letter: "", figure: "no record", words, ...point };
  }
  const value = metric === "score" ? null : row[metric];
  const olderYear = graded.isOlder ? ` (${graded.year})` : "";
  const figure = value === null ? `${graded.letter} ${graded.score}` : value.toFixed(1);
  const letter = value === null ? familyOf(graded.letter) : String(Math.round(value));
  const rates = `${violent.toFixed(1)} violent and ${property.toFixed(1)} property offenses per 1,000; ${STATE.name} ${state.violent.toFixed(1)} and ${state.property.toFixed(1)}`;
  return {
    id,
    name,
    href,
    shade: value === null || metric === "score" ? gradeClass(graded.letter) : `step-${stepOf(value / state[metric])}`,
    letter,
    figure: figure + olderYear,
    words: [
      // It contains what is written on the map.
      `${name}: ${figure}${olderYear}${value === null ? "" : `, about ${letter}`}, ${graded.year}`,
      ...(next ? [`${graded.year + 1}: ${next.low} to ${next.high}, 8 times in 10`] : []),
      rates,
      ...(graded.cautions.length > 0 ? [`Caution: ${graded.cautions.join(", ").toLowerCase()}`] : []),
    ].join(". "),
    ...point,
  };
}

/** 1 to 5. */
function stepOf(multiple: number): number {
  return STEPS.findLastIndex((from) => multiple >= from) + 1;
}

/** The counties below the dots of the cities. */
function blankCounties({ snapshot }: ExploreData): readonly MapPlace[] {
  return [...snapshot.counties, ...snapshot.absentCounties].map(({ fips }) => ({
    id: fips,
    name: "",
    href: "",
    shade: "none",
    letter: "",
    figure: "",
    words: "",
  }));
}

/** The grades or the steps with the number of places in each, as bars. */
function Legend({ data }: { readonly data: ExploreData }) {
  const { metric, rows, state, kind } = data;
  const graded = rows.flatMap((row) => (row.graded ? [{ ...row, graded: row.graded }] : []));
  const entries =
    metric === "score"
      ? familyBands().map(({ family, from, to }) => ({
          shade: `grade-${family.toLowerCase()}`,
          letter: family,
          text: `${from}–${to === 100 ? 100 : to - 1}`,
          count: graded.filter((row) => familyOf(row.graded.letter) === family).length,
        }))
      : STEPS.map((from, index) => ({
          shade: `step-${index + 1}`,
          letter: "",
          text: stepText(
            from * state[metric],
            STEPS[index + 1] === undefined ? null : (STEPS[index + 1] ?? 0) * state[metric],
          ),
          count: graded.filter((row) => stepOf((row[metric] ?? 0) / state[metric]) === index + 1).length,
        })).toReversed();
  const none = rows.length - graded.length;
  const most = Math.max(...entries.map(({ count }) => count), 1);
  return (
    <table class="map-legend">
      <caption class="visually-hidden">Legend</caption>
      <thead>
        <tr>
          <th scope="col">{metric === "score" ? "Score" : "Per 1,000"}</th>
          <th scope="col">{KIND_NAMES[kind][1]}</th>
        </tr>
      </thead>
      <tbody>
        {[...entries, ...(none > 0 ? [{ shade: "none", letter: "", text: "no record", count: none }] : [])].map(
          ({ shade, letter, text, count }) => (
            <tr>
              <th scope="row">
                <b class={`tile ${shade}`}>{letter}</b> {text}
              </th>
              <td>
                <svg class={`count-bar ${shade}`} aria-hidden="true">
                  <rect width={`${(70 * count) / most}%`} height="10" y="5" rx="1" />
                </svg>
                {count}
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

function stepText(from: number, to: number | null): string {
  if (to === null) return `${from.toFixed(1)} and more`;
  return from === 0 ? `under ${to.toFixed(1)}` : `${from.toFixed(1)}–${to.toFixed(1)}`;
}

function columnsOf({ kind, year, snapshot }: ExploreData): readonly Column<ExploreRow>[] {
  const rate = (of: "violent" | "property") =>
    column<ExploreRow>(of, METRIC_NAMES[of], (row) => row[of], { cell: (row) => row[of]?.toFixed(1) ?? "–" });
  return [
    column<ExploreRow>("name", KIND_NAMES[kind][0] === "city" ? "City" : "County", ({ name }) => name, {
      cell: ({ name, href, violent, property }) => (
        <>
          <a href={href}>{name}</a>
          {violent === null ? null : (
            <span class="brief">
              Violent {violent.toFixed(1)}, property {property?.toFixed(1)}
            </span>
          )}
        </>
      ),
    }),
    column<ExploreRow>("score", "Score", ({ graded }) => graded?.score ?? null, {
      first: "descending",
      class: "words",
      cell: ({ graded, href }) => (graded ? <Grade graded={graded} href={href} /> : <NoRecord />),
    }),
    ...(year === snapshot.dataYear
      ? [
          column<ExploreRow>("next", "Next year, 8 in 10", ({ next }) => next?.low ?? null, {
            class: "words ranged",
            cell: ({ graded, next }) =>
              graded && next ? (
                <>
                  <Ruler graded={graded} range={next} />
                  <span class="range-words">
                    {graded.isOlder ? `${graded.year + 1}: ` : ""}
                    {next.low}–{next.high}
                  </span>
                </>
              ) : null,
          }),
        ]
      : []),
    rate("violent"),
    rate("property"),
  ];
}

/** The hatched tile of a place without a record. */
function NoRecord() {
  return (
    <span class="graded">
      <b class="tile hatched">–</b>
      <span class="muted no-record">no record</span>
    </span>
  );
}

function PlacesTable({ data }: { readonly data: ExploreData }) {
  const { rows, metric, kind, query, year } = data;
  const columns = columnsOf(data);
  const sort = columns.some(({ key }) => key === query.sort) ? query.sort : metric;
  const order = query.order || (columns.find(({ key }) => key === sort)?.first ?? "descending");
  const others = [...new URL(exploreUrl(data, {}), "http://map").searchParams].map(
    ([name, value]) => [name, value] as const,
  );
  const asked: TableQuery = { ...tableQuery(columns, new URLSearchParams({ sort, order })), others };
  const sorted = findRows(rows, columns, asked);
  return (
    <ScrollBox label={`${KIND_NAMES[kind][1]} in a table`}>
      <SortedTable
        id="places"
        class="figures places"
        caption={`${KIND_NAMES[kind][1]} of California, ${year}`}
        columns={columns}
        rows={sorted.map((row) => rowHtml(row, columns, false))}
        sorted={{ path: URLS.explore, query: asked, plain: ["next"] }}
      />
    </ScrollBox>
  );
}
