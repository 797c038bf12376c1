import { z } from "zod";
import { COUNTIES } from "../../domain/california.ts";
import { foldCityName } from "../../domain/name.ts";
import { SIZE_CLASSES } from "../../domain/size-class.ts";
import { type Column, ORDERS, type Order } from "../columns.ts";
import { oneOf, typedText } from "../page.ts";
import { countySlug } from "./place-url.ts";

export interface Filtered {
  readonly name: string;
  /** null for a county. */
  readonly county: string | null;
  readonly population: number | null;
}

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
    order: ORDERS.find((order) => order === asked("order")) ?? column?.first ?? "ascending",
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

/** Keeps the known parameters whose values can have an effect. `tables` are the ids of several tables. */
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

/** The matching rows in the order of the query. Equal rows sort by name. */
export function findRows<Row extends Filtered>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { search, county, size, sort, order }: TableQuery,
): readonly Row[] {
  const wanted = foldCityName(search);
  const { value = ({ name }: Row) => name } = columns.find(({ key }) => key === sort) ?? {};
  const sign = order === "descending" ? -1 : 1;
  return rows
    .filter((row) => wanted === "" || foldCityName(`${row.name} ${row.county ?? ""}`).includes(wanted))
    .filter((row) => county === "" || row.county === county || row.name === county)
    .filter((row) => size === "" || sizeOf(row.population) === size)
    .toSorted((a, b) => compare(value(a), value(b), sign) || alphabet.compare(a.name, b.name));
}

function sizeOf(population: number | null): string | undefined {
  return population === null ? undefined : SIZES.findLast(({ from }) => population >= from)?.value;
}

const alphabet = new Intl.Collator("en");

function compare(a: number | string | null, b: number | string | null, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (typeof a === "number" && typeof b === "number" ? a - b : alphabet.compare(String(a), String(b)));
}
