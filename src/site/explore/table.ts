import { stringify } from "csv-stringify/sync";
import type { Child } from "hono/jsx";
import { SIZE_CLASSES } from "../../domain/backtest.ts";
import { foldCityName } from "../../domain/name.ts";
import { countySlug } from "./place-url.ts";

export const ORDERS = ["ascending", "descending"] as const;
export type Order = (typeof ORDERS)[number];
const [ASCENDING, DESCENDING] = ORDERS;

type SortValue = number | string | null;

/** A column: how it sorts, its value in downloads, and what the page shows. */
export interface Column<Row> {
  /** Its name in the URL and in downloads. */
  readonly key: string;
  readonly heading: string;
  /** The order after the first click. */
  readonly first: Order;
  /** null sorts last in both orders and is empty in a download. */
  readonly value: (row: Row) => SortValue;
  readonly cell: (row: Row) => Child;
}

/** The values by which a table of places can be filtered. */
export interface Filtered {
  readonly name: string;
  /** null for a county. */
  readonly county: string | null;
  readonly population: number | null;
}

/** A table's query in the URL. */
export interface TableQuery {
  readonly sort: string;
  readonly order: Order;
  /** Part of a name. */
  readonly search: string;
  /** Full name of a county, or empty. */
  readonly county: string;
  /** Lowest number of residents of a size class, or empty. */
  readonly size: string;
}

/** Population classes, by their value in the URL. */
export const SIZES = SIZE_CLASSES.map(({ name, from }) => ({ name, from, value: String(from) }));

/** The valid part of the query. The default order is that of the first column. */
export function tableQuery<Row>(
  columns: readonly Column<Row>[],
  parameters: URLSearchParams,
  counties: readonly string[] = [],
): TableQuery {
  const column = columns.find(({ key }) => key === parameters.get("sort")) ?? columns[0];
  return {
    sort: column?.key ?? "",
    order: ORDERS.find((order) => order === parameters.get("order")) ?? column?.first ?? ASCENDING,
    search: (parameters.get("q") ?? "").trim().slice(0, 100),
    county: counties.find((name) => countySlug(name) === parameters.get("county")) ?? "",
    size: SIZES.find(({ value }) => value === parameters.get("size"))?.value ?? "",
  };
}

/** The URL of the same table with the values of `change` applied. Defaults are left out. */
export function tableUrl(path: string, query: TableQuery, change: Partial<TableQuery> = {}): string {
  const { sort, order, search, county, size } = { ...query, ...change };
  const parameters = new URLSearchParams({ sort, order });
  if (search !== "") parameters.set("q", search);
  if (county !== "") parameters.set("county", countySlug(county));
  if (size !== "") parameters.set("size", size);
  return `${path}?${parameters}`;
}

export function isFiltered({ search, county, size }: TableQuery): boolean {
  return search !== "" || county !== "" || size !== "";
}

/** The matching rows in the order of the query. Equal rows sort by name. */
export function findRows<Row extends Filtered>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { sort, order, search, county, size }: TableQuery,
): readonly Row[] {
  const wanted = foldCityName(search);
  const value = columns.find(({ key }) => key === sort)?.value ?? (({ name }: Row) => name);
  const sign = order === DESCENDING ? -1 : 1;
  return rows
    .filter((row) => foldCityName(`${row.name} ${row.county ?? ""}`).includes(wanted))
    .filter((row) => county === "" || row.county === county || row.name === county)
    .filter((row) => size === "" || sizeOf(row.population) === size)
    .toSorted((a, b) => compare(value(a), value(b), sign) || alphabet.compare(a.name, b.name));
}

function sizeOf(population: number | null): string | undefined {
  return population === null ? undefined : SIZES.findLast(({ from }) => population >= from)?.value;
}

const alphabet = new Intl.Collator("en");

function compare(a: SortValue, b: SortValue, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (typeof a === "number" && typeof b === "number" ? a - b : alphabet.compare(String(a), String(b)));
}

/** The rows as a file: `csv` with the columns' keys as its heading, `json` as a list of objects. */
export function tableFile<Row>(format: "csv" | "json", columns: readonly Column<Row>[], rows: readonly Row[]): string {
  if (format === "json") {
    const objects = rows.map((row) => Object.fromEntries(columns.map(({ key, value }) => [key, value(row)])));
    return `${JSON.stringify(objects, null, 1)}\n`;
  }
  const lines = rows.map((row) => columns.map(({ value }) => value(row)));
  return stringify([columns.map(({ key }) => key), ...lines], { escape_formulas: true });
}
