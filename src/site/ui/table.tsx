/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { ScrollBox } from "./scroll-box.tsx";

export const ORDERS = ["ascending", "descending"] as const;
export type Order = (typeof ORDERS)[number];

/** The first column of a table has the headings of its rows. */
export interface TableColumn<Row> {
  readonly heading: string;
  /** After the heading. */
  readonly mark?: Child;
  readonly cell: (row: Row) => Child;
  readonly class?: string;
  readonly key?: string;
  /** The order after the first click. */
  readonly first?: Order;
}

/** How a table is sorted, and the URLs of its other orders. */
interface Sorted {
  readonly sort: string;
  readonly order: Order;
  readonly urlOf: (sort: string, order: Order) => string;
}

export interface TableProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  /** With a label, the table is in a scroll box of this name. */
  readonly label?: string;
  /** The visible caption. */
  readonly title?: string;
  /** A caption for screen readers. */
  readonly caption?: string;
  /** With the class `stack`, a row becomes a block on a phone: its first cell is the heading, and each other one shows its own. */
  readonly class?: string;
  readonly id?: string;
  /** Makes the headings links that sort by their column. */
  readonly sorted?: Sorted;
  /** Marks the row of the page's own place. */
  readonly isCurrent?: (row: Row) => boolean;
}

export function Table<Row>(props: TableProps<Row>) {
  const { columns, rows, label, title, caption, class: classes, id, sorted, isCurrent } = props;
  const [isStack, isOfPlaces] = ["stack", "places"].map((name) => classes?.split(" ").includes(name));
  const table = (
    <table class={classes} id={id}>
      {title ? <caption>{title}</caption> : null}
      {caption ? <caption class="visually-hidden">{caption}</caption> : null}
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading {...column} sorted={sorted} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr aria-current={isCurrent?.(row) ? "true" : undefined}>
            {columns.map(({ heading, cell, class: name }, index) => {
              const isLabeled = isStack && columns.length > 2;
              return index === 0 ? (
                <th scope="row" class={name}>
                  {cell(row)}
                </th>
              ) : (
                <td data-label={isLabeled ? heading : undefined} class={name}>
                  {cell(row)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (label === undefined) return table;
  const box = <ScrollBox label={label}>{table}</ScrollBox>;
  return isOfPlaces ? <div class="places-room">{box}</div> : box;
}

interface HeadingProps extends Omit<TableColumn<never>, "cell"> {
  readonly sorted: Sorted | undefined;
}

function Heading({ key, heading, mark, first = "ascending", class: name, sorted }: HeadingProps) {
  if (!sorted || key === undefined)
    return (
      <th scope="col" class={name}>
        {heading} {mark}
      </th>
    );
  const { sort, order, urlOf } = sorted;
  const isCurrent = sort === key;
  const next = isCurrent && order === first ? (first === "ascending" ? "descending" : "ascending") : first;
  return (
    <th scope="col" class={name} aria-sort={isCurrent ? order : undefined}>
      <a href={urlOf(key, next)} rel="nofollow">
        {heading}
      </a>{" "}
      {mark}
    </th>
  );
}
