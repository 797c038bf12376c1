import { queryOneOf } from "../http/page.ts";
import type { Column } from "../ui/columns.ts";
import { ORDERS, type Order } from "../ui/table.tsx";

const SORT_KEYS = [
  "city",
  "county",
  "score",
  "next",
  "rate",
  "violent",
  "property",
  "population",
  "cities_covered",
  "change",
];

/** The parameters of a sorted table: the key of a column, and the order. */
export const SORT_PARAMETERS = { sort: queryOneOf(SORT_KEYS), order: queryOneOf(ORDERS) } as const;

interface Asked {
  readonly sort: string;
  readonly order: string;
}

/**
 * The rows in the order that the query asks for, and what the headings link to. Equal rows sort by name.
 * @param first the key of the column to sort by if the query names none
 * @param url the table without an order, with or without a query
 */
export function sortedRows<Row extends { readonly name: string }>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  asked: Asked,
  { first, url }: { readonly first: string; readonly url: string },
) {
  const column = columns.find(({ key }) => key === asked.sort) ?? columns.find(({ key }) => key === first);
  const { key = "", value = ({ name }: Row) => name } = column ?? {};
  const order = ORDERS.find((one) => one === asked.order) ?? column?.first ?? "ascending";
  const sign = order === "descending" ? -1 : 1;
  return {
    column,
    rows: rows.toSorted((a, b) => compare(value(a), value(b), sign) || alphabet.compare(a.name, b.name)),
    sorted: {
      sort: key,
      order,
      urlOf: (sort: string, next: Order) =>
        `${url}${url.includes("?") ? "&" : "?"}${new URLSearchParams({ sort, order: next })}#places`,
    },
  };
}

const alphabet = new Intl.Collator("en");

function compare(a: number | string | null, b: number | string | null, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (typeof a === "number" && typeof b === "number" ? a - b : alphabet.compare(String(a), String(b)));
}
