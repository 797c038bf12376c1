import { stringify } from "csv-stringify/sync";
import type { Child } from "hono/jsx";
import { z } from "zod";
import { COUNTIES } from "../../domain/california.ts";
import { foldCityName } from "../../domain/name.ts";
import { SIZE_CLASSES } from "../../domain/size-class.ts";
import { oneOf, typedText } from "../page.ts";
import { countySlug } from "./place-url.ts";

const ORDERS = ["ascending", "descending"] as const;
export type Order = (typeof ORDERS)[number];
const [ASCENDING, DESCENDING] = ORDERS;

type SortValue = number | string | null;

/** A column of a download. */
export interface FileColumn<Row> {
  /** Its name in downloads and, in a table, in the URL. */
  readonly key: string;
  /** null sorts last in both orders and is empty in a download. */
  readonly value: (row: Row) => SortValue;
}

/** A column of a table: how it sorts, its value in downloads, and what the page shows. */
export interface Column<Row> extends FileColumn<Row> {
  readonly heading: string;
  /** The order after the first click. */
  readonly first: Order;
  readonly cell: (row: Row) => Child;
  /** A class of the heading and the cells. */
  readonly class?: string;
}

/** Differences from a column whose cells show its values, in ascending order after the first click. */
type ColumnOptions<Row> = Partial<Pick<Column<Row>, "first" | "cell" | "class">>;

export function column<Row>(
  key: string,
  heading: string,
  value: Column<Row>["value"],
  options: ColumnOptions<Row> = {},
): Column<Row> {
  return { key, heading, first: "ascending", value, cell: value, ...options };
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
  /** The id of the table on a page with several tables, used as the prefix of its parameters; otherwise empty. */
  readonly table: string;
  /** Parameters of the other tables of the page, which stay when this table changes. */
  readonly others: readonly (readonly [name: string, value: string])[];
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

/** What the parameters ask of a table, as `tableParameters` read them. The default order is that of the first column. */
export function tableQuery<Row>(
  columns: readonly Column<Row>[],
  parameters: URLSearchParams,
  counties: readonly string[] = [],
  table = "",
): TableQuery {
  const asked = (name: ParameterName) => parameters.get(parameterName(table, name));
  const column = columns.find(({ key }) => key === asked("sort")) ?? columns[0];
  return {
    table,
    others: table === "" ? [] : [...parameters].filter(([name]) => !name.startsWith(`${table}-`)),
    sort: column?.key ?? "",
    order: ORDERS.find((order) => order === asked("order")) ?? column?.first ?? ASCENDING,
    search: asked("q") ?? "",
    county: counties.find((name) => countySlug(name) === asked("county")) ?? "",
    size: SIZES.find(({ value }) => value === asked("size"))?.value ?? "",
  };
}

const PARAMETERS = ["sort", "order", "q", "county", "size"] as const;
type ParameterName = (typeof PARAMETERS)[number];

/** The name of a parameter in the URL, and the id of its field: `sort`, or `cities-sort` for the table `cities`. */
export function parameterName(table: string, name: ParameterName): string {
  return table === "" ? name : `${table}-${name}`;
}

const MAX_VALUE_LENGTH = 100;

/**
 * Reads the query of a page with tables: the known parameters whose values can have an effect, as text. `tables` are the
 * ids of several tables.
 */
export function tableParameters(tables: readonly string[] = [""]): z.ZodType<string, unknown> {
  const values: Readonly<Record<ParameterName, z.ZodType<string, unknown>>> = {
    sort: typedText(MAX_VALUE_LENGTH),
    order: oneOf(ORDERS),
    q: typedText(MAX_VALUE_LENGTH),
    county: oneOf(Object.keys(COUNTIES).map(countySlug)),
    size: oneOf(SIZES.map(({ value }) => value)),
  };
  const parameters = tables.flatMap((table) =>
    PARAMETERS.map((name) => [parameterName(table, name), values[name]] as const),
  );
  return z
    .object(Object.fromEntries(parameters))
    .transform((read) => new URLSearchParams(Object.entries(read).filter(([, value]) => value !== "")).toString());
}

/** The URL of the same table with the values of `change` applied. Defaults are left out. */
export function tableUrl(path: string, query: TableQuery, change: Partial<TableQuery> = {}): string {
  const { table, others, sort, order, search, county, size } = { ...query, ...change };
  const parameters = new URLSearchParams(others.map(([name, value]): [string, string] => [name, value]));
  const set = (name: ParameterName, value: string) => {
    if (value !== "") parameters.set(parameterName(table, name), value);
  };
  set("sort", sort);
  set("order", order);
  set("q", search);
  set("county", county === "" ? "" : countySlug(county));
  set("size", size);
  return `${path}?${parameters}${anchorOf(table)}`;
}

/** The fragment that links to a table on a page with several tables. */
export function anchorOf(table: string): string {
  return table === "" ? "" : `#${table}`;
}

export function isFiltered({ search, county, size }: TableQuery): boolean {
  return search !== "" || county !== "" || size !== "";
}

/** The matching rows in the order of the query. Equal rows sort by name. */
export function findRows<Row extends Filtered>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  query: TableQuery,
): readonly Row[] {
  const { search, county, size } = query;
  const wanted = foldCityName(search);
  return sortedRows(rows, columns, query)
    .filter((row) => foldedNameOf(row).includes(wanted))
    .filter((row) => county === "" || row.county === county || row.name === county)
    .filter((row) => size === "" || sizeOf(row.population) === size);
}

/** The rows of each list in the requested orders: at most two for each column. */
const sortedLists = new WeakMap<readonly Filtered[], Map<string, readonly number[]>>();

function sortedRows<Row extends Filtered>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { sort, order }: TableQuery,
): readonly Row[] {
  const known = sortedLists.get(rows) ?? new Map<string, readonly number[]>();
  sortedLists.set(rows, known);
  const key = `${sort} ${order}`;
  const indexes = known.get(key) ?? sortedIndexes(rows, columns.find((column) => column.key === sort)?.value, order);
  known.set(key, indexes);
  return indexes.flatMap((index) => rows[index] ?? []);
}

function sortedIndexes<Row extends Filtered>(
  rows: readonly Row[],
  value: Column<Row>["value"] = ({ name }) => name,
  order: Order,
): readonly number[] {
  const sign = order === DESCENDING ? -1 : 1;
  const sorted = rows
    .map((row, index) => ({ row, index }))
    .toSorted((a, b) => compare(value(a.row), value(b.row), sign) || alphabet.compare(a.row.name, b.row.name));
  return sorted.map(({ index }) => index);
}

const foldedNames = new WeakMap<Filtered, string>();

function foldedNameOf(row: Filtered): string {
  const folded = foldedNames.get(row) ?? foldCityName(`${row.name} ${row.county ?? ""}`);
  foldedNames.set(row, folded);
  return folded;
}

function sizeOf(population: number | null): string | undefined {
  return population === null ? undefined : SIZES.findLast(({ from }) => population >= from)?.value;
}

const alphabet = new Intl.Collator("en");

function compare(a: SortValue, b: SortValue, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (typeof a === "number" && typeof b === "number" ? a - b : alphabet.compare(String(a), String(b)));
}

/** The rows as a file: `csv` with the columns' keys as its header, `json` as a list of objects. */
export function tableFile<Row>(
  format: "csv" | "json",
  columns: readonly FileColumn<Row>[],
  rows: readonly Row[],
): string {
  if (format === "json") {
    const objects = rows.map((row) => Object.fromEntries(columns.map(({ key, value }) => [key, value(row)])));
    return `${JSON.stringify(objects, null, 1)}\n`;
  }
  const lines = rows.map((row) => columns.map(({ value }) => value(row)));
  return stringify([columns.map(({ key }) => key), ...lines], { escape_formulas: true });
}
