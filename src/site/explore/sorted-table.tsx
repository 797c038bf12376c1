/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import { type Column, type TableQuery, tableUrl } from "./table.ts";

/** Links for the headings of a sortable table. */
interface Sorted {
  readonly path: string;
  readonly query: TableQuery;
  /** Keys of columns that it cannot be sorted by. */
  readonly plain?: readonly string[];
}

interface SortedTableProps<Row> {
  readonly class: string;
  readonly id?: string;
  /** For screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /** The HTML of each row. */
  readonly rows: readonly string[];
  /** Without it the headings are plain text. */
  readonly sorted?: Sorted | undefined;
}

/** A table with rows that are rendered already. The heading that it is sorted by shows the order. */
export function SortedTable<Row>({ class: classes, id, caption, columns, rows, sorted }: SortedTableProps<Row>) {
  return (
    <table class={classes} id={id}>
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading column={column} sorted={sorted} />
          ))}
        </tr>
      </thead>
      <tbody>{raw(rows.join(""))}</tbody>
    </table>
  );
}

/** A row as HTML. With labels, each cell has its heading for the style sheet to show on a phone. */
export function rowHtml<Row>(row: Row, columns: readonly Column<Row>[], hasLabels: boolean): string {
  const cells = columns.map(({ heading, cell, class: name }, index) =>
    index === 0 ? (
      <th scope="row">{cell(row)}</th>
    ) : (
      <td class={name} data-label={hasLabels ? heading : undefined}>
        {cell(row)}
      </td>
    ),
  );
  return (<tr>{cells}</tr>).toString();
}

interface HeadingProps {
  readonly column: Pick<Column<never>, "key" | "heading" | "first" | "class">;
  readonly sorted: Sorted | undefined;
}

function Heading({ column: { key, heading, first, class: name }, sorted }: HeadingProps) {
  if (!sorted || sorted.plain?.includes(key))
    return (
      <th scope="col" class={name}>
        {heading}
      </th>
    );
  const { path, query } = sorted;
  const isCurrent = query.sort === key;
  const order = isCurrent && query.order === first ? (first === "ascending" ? "descending" : "ascending") : first;
  return (
    <th scope="col" class={name} aria-sort={isCurrent ? query.order : undefined}>
      <a href={tableUrl(path, query, { sort: key, order })} rel="nofollow">
        {heading}
      </a>
    </th>
  );
}
