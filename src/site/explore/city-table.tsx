/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import { familyOf } from "../../domain/grade.ts";
import { foldCityName } from "../../domain/name.ts";
import type { ScoreRange, SnapshotCity } from "../../domain/snapshot.ts";
import { number } from "../number.ts";
import { cityUrl } from "./place-url.ts";

/** A city with its row of the table, written once. */
export interface CityRow {
  readonly city: SnapshotCity;
  readonly interval: ScoreRange;
  readonly html: string;
}

export function cityRow(city: SnapshotCity, interval: ScoreRange): CityRow {
  return { city, interval, html: (<Row city={city} interval={interval} />).toString() };
}

const ASCENDING = "ascending";
const DESCENDING = "descending";

interface Column {
  readonly key: string;
  readonly text: string;
  readonly type: "text" | "number";
  /** The order of a first click. */
  readonly first: typeof ASCENDING | typeof DESCENDING;
  readonly value: (row: CityRow) => number | string;
}

/** In the order of the cells. */
const COLUMNS = [
  { key: "city", text: "City", type: "text", first: ASCENDING, value: ({ city }) => city.record.city },
  {
    key: "county",
    text: "County",
    type: "text",
    first: ASCENDING,
    value: ({ city }) => city.record.county,
  },
  { key: "score", text: "Score", type: "number", first: DESCENDING, value: ({ city }) => city.record.safety_score },
  { key: "interval", text: "80 % interval", type: "number", first: DESCENDING, value: ({ interval }) => interval.low },
  {
    key: "rate",
    text: "Offenses per 1,000",
    type: "number",
    first: ASCENDING,
    value: ({ city }) => city.record.crime_rate_per_1k,
  },
  { key: "violent", text: "Violent", type: "number", first: ASCENDING, value: ({ city }) => city.rating.violent.rate },
  {
    key: "property",
    text: "Property",
    type: "number",
    first: ASCENDING,
    value: ({ city }) => city.rating.property.rate,
  },
  {
    key: "residents",
    text: "Residents",
    type: "number",
    first: DESCENDING,
    value: ({ city }) => city.record.population,
  },
] as const satisfies readonly Column[];

export type SortKey = (typeof COLUMNS)[number]["key"];

/** How the table is asked for: a column, its order, and what to look for in the names. */
export interface TableQuery {
  readonly sort: SortKey;
  readonly order: typeof ASCENDING | typeof DESCENDING;
  readonly search: string;
}

/** What was asked for, as far as it makes sense; names from A to Z otherwise. */
export function tableQuery(query: URLSearchParams): TableQuery {
  const column = COLUMNS.find(({ key }) => key === query.get("sort")) ?? COLUMNS[0];
  const asked = query.get("order");
  return {
    sort: column.key,
    order: asked === ASCENDING || asked === DESCENDING ? asked : column.first,
    search: (query.get("q") ?? "").trim().slice(0, 100),
  };
}

/** The rows that a query finds, in its order; equal ones by name. */
export function findRows(rows: readonly CityRow[], { sort, order, search }: TableQuery): readonly CityRow[] {
  const value = COLUMNS.find(({ key }) => key === sort)?.value ?? COLUMNS[0].value;
  const wanted = foldCityName(search);
  const sign = order === DESCENDING ? -1 : 1;
  return rows
    .filter(({ city }) => foldCityName(`${city.record.city} ${city.record.county}`).includes(wanted))
    .toSorted((a, b) => sign * compare(value(a), value(b)) || compare(a.city.record.city, b.city.record.city));
}

interface CityTableProps {
  readonly rows: readonly CityRow[];
  readonly query: TableQuery;
  readonly path: string;
}

/** The table with its headings as links that sort it; the script sorts in place instead. */
export function CityTable({ rows, query, path }: CityTableProps) {
  return (
    <table class="figures cities" data-table data-filtered={query.search === "" ? undefined : ""}>
      <caption class="visually-hidden">Graded cities</caption>
      <thead>
        <tr>
          {COLUMNS.map(({ key, text, type, first }) => (
            <th scope="col" data-type={type} aria-sort={query.sort === key ? query.order : undefined}>
              <a href={sortUrl(path, query, key, first)} data-first={first}>
                {text}
              </a>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{raw(rows.map(({ html }) => html).join(""))}</tbody>
    </table>
  );
}

function sortUrl(path: string, query: TableQuery, key: SortKey, first: TableQuery["order"]): string {
  const other = first === ASCENDING ? DESCENDING : ASCENDING;
  const order = query.sort === key && query.order === first ? other : first;
  const parameters = new URLSearchParams({ sort: key, order });
  if (query.search !== "") parameters.set("q", query.search);
  return `${path}?${parameters}`;
}

function Row({ city, interval }: Omit<CityRow, "html">) {
  const { record, rating } = city;
  return (
    <tr>
      <th scope="row">
        <a href={cityUrl(record.city)}>{record.city}</a>
      </th>
      <td>{record.county.replace(/ County$/, "")}</td>
      <td>
        <GradeScore record={record} />
      </td>
      <td>
        {interval.low}–{interval.high}
      </td>
      <td>{record.crime_rate_per_1k.toFixed(1)}</td>
      <td>{rating.violent.rate.toFixed(1)}</td>
      <td>{rating.property.rate.toFixed(1)}</td>
      <td>{number(record.population)}</td>
    </tr>
  );
}

/** The letter in its color with its score beside it. */
export function GradeScore({ record }: { readonly record: Pick<SnapshotCity["record"], "grade" | "safety_score"> }) {
  return (
    <>
      <b class={`mark grade-${familyOf(record.grade).toLowerCase()}`}>{record.grade}</b> {record.safety_score}
    </>
  );
}

const alphabet = new Intl.Collator("en");

/** Numbers by size, names by the alphabet as a reader has it, which is also the script's. */
function compare(a: number | string, b: number | string): number {
  return typeof a === "number" && typeof b === "number" ? a - b : alphabet.compare(String(a), String(b));
}
