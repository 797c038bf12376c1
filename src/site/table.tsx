/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { ScrollBox } from "./scroll-box.tsx";

/** The first column of a table has the headings of its rows. */
interface TableColumn<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => Child;
  /** A class of the heading and the cells. */
  readonly class?: string;
}

interface TableProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  /** With a label, the table is in a scroll box of this name. */
  readonly label?: string;
  /** The visible caption. */
  readonly title?: string;
  /** A caption for screen readers. */
  readonly caption?: string;
  /** With the class `stack`, a row becomes a block on a phone, and each cell shows its heading. */
  readonly class?: string;
  readonly id?: string;
  /** Without labels, the style sheet has those of a stack, which makes a long table smaller. */
  readonly hasLabels?: boolean;
}

export function Table<Row>({
  columns,
  rows,
  label,
  title,
  caption,
  class: classes,
  id,
  hasLabels = true,
}: TableProps<Row>) {
  const isStack = hasLabels && classes?.split(" ").includes("stack");
  const table = (
    <table class={classes} id={id}>
      {title ? <caption>{title}</caption> : null}
      {caption ? <caption class="visually-hidden">{caption}</caption> : null}
      <thead>
        <tr>
          {columns.map((column) => (
            <th scope="col" class={column.class}>
              {column.heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            {columns.map((column, index) => {
              const attributes = { "data-label": isStack ? column.heading : undefined, class: column.class };
              const content = column.cell(row);
              return index === 0 ? (
                <th scope="row" {...attributes}>
                  {content}
                </th>
              ) : (
                <td {...attributes}>{content}</td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return label === undefined ? table : <ScrollBox label={label}>{table}</ScrollBox>;
}
