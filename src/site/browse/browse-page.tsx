/** @jsxImportSource hono/jsx */

import { seriesBreaksBetween } from "../../domain/caution.ts";
import { yardstickText } from "../../editions/edition.ts";
import { type Column, column, csvFile } from "../ui/columns.ts";
import { renderPage } from "../ui/layout.tsx";
import { counted, number, signed } from "../ui/number.ts";
import { Segments } from "../ui/segments.tsx";
import type { TableColumn } from "../ui/table.tsx";
import { compareUrl, shortCounty, slugsOf } from "../view/addresses.ts";
import { type BrowseQuery, browseUrl } from "../view/browse-query.ts";
import { ALL_COLUMNS, COUNTY, downloadColumns, FIGURE_COLUMNS, PlacesTable, POPULATION } from "../view/columns.tsx";
import { ReportLink } from "../view/report-link.tsx";
import { soFarColumn, soFarColumns } from "../view/so-far.tsx";
import { sortedRows } from "../view/sorting.ts";
import { Sparkline } from "../view/sparkline.tsx";
import { Filters } from "./browse-filters.tsx";
import { type BrowseList, type BrowseRow, type BrowseView, filtered, selectionFinding } from "./browse-list.ts";

const PAGE = 25;

/** One table of places with filters; its address is its state. */
export function browsePage({ list, query }: BrowseView): string {
  const { title, path, edition } = list;
  return renderPage(
    {
      title,
      description: `${title}: scores, grades, rates, and changes since ${edition.dataYear - 1}, by ${list.states ? "state, " : list.hasCounties ? "county, " : ""}size, grade, and change.`,
      path,
      edition,
    },
    <>
      <div class="page-head">
        <h1>{title}</h1>
        <div class="actions">
          {list.kinds.length < 2 ? null : (
            <Segments
              label="Places"
              choices={list.kinds.map(({ kind, text }) => ({
                href: browseUrl(path, { kind: kind === "cities" ? "" : kind }),
                text,
                isCurrent: kind === (query.kind || "cities"),
              }))}
            />
          )}
          {list.map ? (
            <Segments
              label="View"
              choices={[
                { href: list.map, text: "Map", isCurrent: false },
                { href: browseUrl(path, query), text: "Table", isCurrent: true },
              ]}
            />
          ) : null}
        </div>
      </div>
      <BrowseTable list={list} query={query} />
    </>,
  );
}

/** A list of fewer places is read as it is. */
const FEWEST_FOR_FILTERS = 6;

/** The filters, what the selection has in common, its rows, and its source. */
export function BrowseTable({ list, query }: BrowseView) {
  const { title, path, file, edition, source, noun } = list;
  const { words, dataYear, trend, compare, coverage } = edition;
  const found = selected(list, query);
  const pages = Math.max(1, Math.ceil(found.rows.length / PAGE));
  const page = Math.min(query.page, pages);
  const shown = found.rows.slice((page - 1) * PAGE, page * PAGE);
  const own = browseUrl(path, { ...query, page });
  const csv = own.replace(path, file);
  const isFiltered =
    browseUrl(path, { ...query, sort: "", order: "", page: 1 }) !== browseUrl(path, { kind: query.kind });
  return (
    <>
      {list.rows.length < FEWEST_FOR_FILTERS ? null : (
        <Filters
          list={list}
          query={query}
          sorts={sortable(list).map(({ key, heading }) => [key, heading])}
          sort={found.sorted.sort}
        />
      )}
      <div class="page-head">
        <h2>{selectionFinding(list, found.rows, query)}</h2>
        <div class="actions small">
          {found.rows.length === 0 ? null : (
            <a href={csv}>{`${found.rows.length === 1 ? "This one" : `These ${number(found.rows.length)}`} as CSV`}</a>
          )}
          {found.rows.length < 2 ? null : (
            <a href={compareUrl(slugsOf(found.rows.slice(0, 5)), compare)}>
              Compare{found.rows.length > 5 ? " the first five" : ""}
            </a>
          )}
          {isFiltered ? <a href={browseUrl(path, { kind: query.kind })}>Clear filters</a> : null}
        </div>
      </div>
      <p class="units">
        Score 0 to 100, {dataYear}; {words.name} is 50. Rates per 1,000 residents. Line: score since {trend.from}, from
        0 to 100 with a line at 50. {soFarText(edition)}A change in gray is within chance and a usual year. This address
        keeps the filters
        {isFiltered ? (
          <>
            : <code>{decodeURIComponent(own.slice(path.length))}</code>
          </>
        ) : (
          "."
        )}
      </p>
      {shown.length === 0 ? (
        <p>
          Fewer filters show more. <a href={browseUrl(path, { kind: query.kind })}>All {noun[1]}</a>.
        </p>
      ) : (
        <PlacesTable
          label={title}
          id="places"
          class={query.provisional === "" ? "browse" : "browse of-months"}
          caption={selectionFinding(list, found.rows, query)}
          columns={columnsOf(list, list.states ? ranksOf(found.rows, found.column) : undefined)}
          rows={shown}
          sorted={found.sorted}
        />
      )}
      <Pages path={path} query={query} page={page} pages={pages} />
      <p class="small muted">
        Source: {source}.{" "}
        {list.states
          ? "The FBI advises against ranking places. Neighbors in this list often cannot be told apart: compare the ranges, not the ranks."
          : "If two ranges overlap, a difference of a point or two means little."}{" "}
        {seriesBreaksBetween(dataYear - 1, dataYear, words).map(({ year, text }) => `From ${year}: ${text} `)}
        <a href={coverage}>Who has no grade, and why</a>. <ReportLink />.
      </p>
    </>
  );
}

export function browseFile({ list, query }: BrowseView): string {
  return csvFile<BrowseRow>(
    [
      ...downloadColumns(list.hasCounties ? ALL_COLUMNS.cities : ALL_COLUMNS.counties),
      ...(list.states ? [{ key: "state", value: ({ state }: BrowseRow) => state.toUpperCase() }] : []),
      { key: "yardstick", value: () => yardstickText(list.edition.words) },
      { key: "score_before", value: ({ change }) => change?.before ?? null },
      { key: "change", value: ({ change }) => change?.points ?? null },
      { key: "change_beyond_chance", value: ({ change }) => (change === null ? null : String(change.isUnusual)) },
      ...(list.edition.yearSoFar === null ? [] : soFarColumns(({ soFar }: BrowseRow) => soFar)),
    ],
    selected(list, query).rows,
  );
}

function soFarText({ yearSoFar, dataYear }: BrowseList["edition"]): string {
  return yearSoFar === null
    ? ""
    : `${yearSoFar}: change of the rates since ${dataYear}, provisional; a dash is not compared. `;
}

function selected(list: BrowseList, query: BrowseQuery) {
  return sortedRows(filtered(list, query), sortable(list), query, {
    first: list.first,
    url: browseUrl(list.path, { ...query, sort: "", order: "", page: 1 }),
  });
}

function sortable(list: BrowseList): readonly Column<BrowseRow>[] {
  return columnsOf(list).filter((one): one is Column<BrowseRow> => "value" in one);
}

function columnsOf(
  { hasCounties, states, edition }: BrowseList,
  ranks?: ReadonlyMap<BrowseRow, number>,
): readonly (Column<BrowseRow> | TableColumn<BrowseRow>)[] {
  const { trend, dataYear, yearSoFar } = edition;
  const [name, score, next, violent, property] = hasCounties ? FIGURE_COLUMNS.cities : FIGURE_COLUMNS.counties;
  return [
    {
      ...name,
      cell: (row) => (
        <>
          {ranks === undefined ? null : ranks.has(row) ? (
            <span class="rank">{ranks.get(row)}</span>
          ) : (
            <span class="rank none">–</span>
          )}
          <a href={row.href}>{row.county === null ? shortCounty(row.name) : row.name}</a>
          <span class="brief">
            {row.record === null ? null : (
              <>
                {row.record.crime_rate_per_1k.toFixed(1)} per 1,000
                <br />
              </>
            )}
            {[
              ...(row.county ? [shortCounty(row.county)] : []),
              ...(row.population === null ? [] : [counted(row.population, "resident")]),
            ].join(", ")}
          </span>
        </>
      ),
    },
    ...(hasCounties ? [COUNTY] : []),
    ...(states ? [RATE] : []),
    { ...score, class: "words score" },
    column("change", "Change", ({ change }) => change?.points ?? null, {
      first: "descending",
      class: "change",
      cell: ({ change, graded }) =>
        change === null ? (
          <span class="none">–</span>
        ) : (
          <span class={change.isUnusual ? "unusual" : "muted"}>
            {signed(change.points)}
            <span class="brief"> since {(graded?.year ?? dataYear) - 1}</span>
          </span>
        ),
    }),
    ...(yearSoFar === null ? [] : [soFarColumn<BrowseRow>(yearSoFar)]),
    {
      heading: `${trend.from} to ${dataYear}`,
      class: "words line",
      cell: ({ scores, graded }) => <Sparkline scores={scores} graded={graded} />,
    },
    next,
    violent,
    property,
    POPULATION,
  ];
}

/** All reported offenses per 1,000 residents. */
const RATE: Column<BrowseRow> = column("rate", "Rate", ({ record }) => record?.crime_rate_per_1k ?? null, {
  cell: ({ record }) => record?.crime_rate_per_1k.toFixed(1) ?? "–",
});

/** From so many residents on, a place has a rank. */
const RANKED_FROM = 10_000;

/** The place of each row in the order of a number; equal ones share it. Small places are listed, not ranked. */
function ranksOf(
  rows: readonly BrowseRow[],
  sorted: Column<BrowseRow> | undefined,
): ReadonlyMap<BrowseRow, number> | undefined {
  const value = (row: BrowseRow) => sorted?.value(row) ?? null;
  if (rows.every((row) => typeof value(row) !== "number")) return undefined;
  const ranks = new Map<BrowseRow, number>();
  let [count, rank, last] = [0, 0, Number.NaN];
  for (const row of rows) {
    const own = value(row);
    if (typeof own !== "number" || (row.population ?? 0) < RANKED_FROM) continue;
    count += 1;
    if (own !== last) rank = count;
    last = own;
    ranks.set(row, rank);
  }
  return ranks;
}

interface PagesProps {
  readonly path: string;
  readonly query: BrowseQuery;
  readonly page: number;
  readonly pages: number;
}

function Pages({ path, query, page, pages }: PagesProps) {
  if (pages === 1) return null;
  const near = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (one) => one === 1 || one === pages || Math.abs(one - page) <= 2,
  );
  return (
    <Segments
      label="Pages"
      choices={near.map((one) => ({
        href: `${browseUrl(path, { ...query, page: one })}#places`,
        text: one === pages && page < pages - 3 ? `… ${one}` : one === 1 && page > 4 ? "1 …" : String(one),
        isCurrent: one === page,
      }))}
    />
  );
}
