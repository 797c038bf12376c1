/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { rowHtml, SortedTable } from "./sorted-table.tsx";
import { type Column, type FileColumn, type Filtered, findRows, tableFile, tableQuery, tableUrl } from "./table.ts";
import { LiveTable } from "./table-filter.tsx";

interface PageTableSpec<Row extends Filtered> {
  /** The path of the page. The files are below it, under the table's id. */
  readonly path: string;
  /** One word: the table's anchor, and the prefix of its parameters. */
  readonly id: string;
  /** A description of the table for screen readers. */
  readonly caption: string;
  /** The singular and plural of what a row is: "city", "cities". */
  readonly noun: string;
  readonly plural: string;
  /** Label of the search field: "City or county". */
  readonly searchLabel: string;
  readonly columns: readonly Column<Row>[];
  /** The columns of the downloads. */
  readonly fileColumns: readonly FileColumn<Row>[];
  readonly rows: readonly Row[];
}

/** A table that shares its page with others, sorted and filtered by the URL, with downloads. */
export interface PageTable {
  readonly count: number;
  /** Filter, count, table, and downloads. */
  section(parameters: URLSearchParams): Child;
  /** The rows for the same parameters, as text. */
  file(format: "csv" | "json", parameters: URLSearchParams): string;
}

export function createPageTable<Row extends Filtered>(spec: PageTableSpec<Row>): PageTable {
  const { columns, fileColumns, rows, id } = spec;
  const counties = countiesOf(rows);
  const queryOf = (parameters: URLSearchParams) => tableQuery(columns, parameters, counties, id);
  // A row looks the same in every order and under every filter.
  const rowsHtml = new Map<Row, string>();
  const htmlOf = (row: Row): string => {
    const html = rowsHtml.get(row) ?? rowHtml(row, columns, true);
    rowsHtml.set(row, html);
    return html;
  };
  return {
    count: rows.length,
    section(parameters) {
      const query = queryOf(parameters);
      const { path, caption, noun, plural, searchLabel } = spec;
      const found = findRows(rows, columns, query);
      return (
        <LiveTable
          {...{ id, path, query, columns, counties, noun, plural }}
          count={found.length}
          label={searchLabel}
          caption={caption}
          empty={
            <p class="empty">
              Nothing matches{query.search === "" ? "" : ` “${query.search}”`}. Try fewer filters, or{" "}
              <a href={`${path}#${id}`}>show the whole table</a>.
            </p>
          }
          fileUrl={(format) => tableUrl(`${path}/${id}.${format}`, query, { others: [] })}
        >
          <SortedTable class="stack" {...{ caption, columns }} rows={found.map(htmlOf)} sorted={{ path, query }} />
        </LiveTable>
      );
    },
    file: (format, parameters) => tableFile(format, fileColumns, findRows(rows, columns, queryOf(parameters))),
  };
}

/** The counties to choose from: those with a row. Empty if every row is a county. */
function countiesOf(rows: readonly Filtered[]): readonly string[] {
  if (rows.every(({ county }) => county === null)) return [];
  return [...new Set(rows.map(({ county, name }) => county ?? name))].toSorted();
}
