/** @jsxImportSource hono/jsx */
import { type Column, type TableQuery, tableUrl } from "./table.ts";

/** Links for the headings of a sortable table. */
export interface SortedTable {
  readonly path: string;
  readonly query: TableQuery;
}

interface HeadingsProps<Row> {
  readonly columns: readonly Column<Row>[];
  /** Without it the headings are plain text. */
  readonly sorted?: SortedTable | undefined;
}

/** The cells of a table's heading row. The heading that the table is sorted by shows the order. */
export function Headings<Row>({ columns, sorted }: HeadingsProps<Row>) {
  return (
    <>
      {columns.map((column) => (
        <Heading column={column} sorted={sorted} />
      ))}
    </>
  );
}

interface HeadingProps {
  readonly column: Pick<Column<never>, "key" | "heading" | "first">;
  readonly sorted: SortedTable | undefined;
}

function Heading({ column: { key, heading, first }, sorted }: HeadingProps) {
  if (!sorted) return <th scope="col">{heading}</th>;
  const { path, query } = sorted;
  const isCurrent = query.sort === key;
  const order = isCurrent && query.order === first ? (first === "ascending" ? "descending" : "ascending") : first;
  return (
    <th scope="col" aria-sort={isCurrent ? query.order : undefined}>
      <a href={tableUrl(path, query, { sort: key, order })}>{heading}</a>
    </th>
  );
}
