/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { MAX_NAME_LENGTH } from "../../domain/name.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import { type Column, FILE_FORMATS, type FileColumn, tableFile } from "../columns.ts";
import { type Option, SelectField } from "../form.tsx";
import { counted } from "../number.ts";
import { type Address, type Page, page } from "../page.ts";
import { Table } from "../table.tsx";
import { URLS } from "../urls.ts";
import { shortCounty } from "./place-name.ts";
import { countySlug } from "./place-url.ts";
import {
  anchorOf,
  type Filtered,
  findRows,
  parameterName,
  SIZES,
  type TableQuery,
  tableParameters,
  tableQuery,
  tableUrl,
} from "./table-query.ts";

interface TableSpec<Row extends Filtered> {
  /** The path of the page. */
  readonly path: string;
  /** One word: its anchor, and, on a page with several tables, the prefix of its parameters and the name of its files. */
  readonly id: string;
  readonly isAlone?: boolean;
  readonly caption: string;
  /** The singular and plural of what a row is: "city", "cities". */
  readonly noun: string;
  readonly plural: string;
  /** Label of the search field: "City or county". */
  readonly searchLabel: string;
  readonly class?: string;
  readonly columns: readonly Column<Row>[];
  readonly fileColumns: readonly FileColumn<Row>[];
  readonly rows: readonly Row[];
}

/** A table that is sorted and filtered by the URL, with its files. */
export interface PageTable {
  readonly count: number;
  /** Filter, count, table, and files. The script updates them in place. */
  section(parameters: URLSearchParams): Child;
  /** The rows for the same parameters, as text. */
  file(format: "csv" | "json", parameters: URLSearchParams): string;
}

export function createPageTable<Row extends Filtered>(spec: TableSpec<Row>): PageTable {
  const { columns, fileColumns, rows, id, path, caption, noun, plural, isAlone = false } = spec;
  const counties = countiesOf(rows);
  const queryOf = (parameters: URLSearchParams) => tableQuery(columns, parameters, counties, isAlone ? "" : id);
  const files = isAlone ? path : `${path}/${id}`;
  return {
    count: rows.length,
    section(parameters) {
      const query = queryOf(parameters);
      const found = findRows(rows, columns, query);
      return (
        <div data-live id={id}>
          <TableFilter {...spec} query={query} counties={counties} />
          <p role="status" class="small muted" data-live-status>
            {counted(found.length, noun, plural)}
          </p>
          <div data-live-results>
            {found.length === 0 ? (
              <NothingFound query={query} plural={plural} path={path + anchorOf(query.table)} />
            ) : (
              <>
                <Table
                  label={caption}
                  class={spec.class ?? "stack"}
                  caption={caption}
                  columns={columns}
                  rows={found}
                  sorted={{ ...query, urlOf: (sort, order) => tableUrl(path, query, { sort, order }) }}
                />
                <FileLinks urlOf={(format) => tableUrl(`${files}.${format}`, query, { others: [] })} />
              </>
            )}
          </div>
        </div>
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

interface TableFilterProps<Row extends Filtered> extends Pick<TableSpec<Row>, "path" | "searchLabel" | "columns"> {
  readonly query: TableQuery;
  readonly counties: readonly string[];
}

/** The form above a table: which rows to show, sorted by which column. The URL stores all of it. */
function TableFilter<Row extends Filtered>(props: TableFilterProps<Row>) {
  const { path, query, searchLabel, columns, counties } = props;
  const name = (parameter: Parameters<typeof parameterName>[1]) => parameterName(query.table, parameter);
  return (
    <search>
      <form method="get" action={path + anchorOf(query.table)} class="inline-form filter">
        {query.others.map(([other, value]) => (
          <input type="hidden" name={other} value={value} />
        ))}
        <div class="field">
          <label for={name("q")}>{searchLabel}</label>
          <input
            id={name("q")}
            name={name("q")}
            type="search"
            value={query.search}
            maxlength={MAX_NAME_LENGTH}
            autocomplete="off"
          />
        </div>
        {counties.length === 0 ? null : (
          <SelectField
            id={name("county")}
            label="County"
            options={[
              ["", "All counties"],
              ...counties.map((county): Option => [countySlug(county), shortCounty(county)]),
            ]}
            selected={query.county === "" ? "" : countySlug(query.county)}
          />
        )}
        <SelectField
          id={name("size")}
          label="Residents"
          options={[["", "Any number"], ...SIZES.map(({ name: size, value }): Option => [value, size])]}
          selected={query.size}
        />
        <SelectField
          id={name("sort")}
          label="Sort by"
          options={columns.map(({ key, heading }): Option => [key, heading])}
          selected={query.sort}
        />
        <button type="submit">Show</button>
      </form>
    </search>
  );
}

interface NothingFoundProps {
  readonly query: TableQuery;
  readonly plural: string;
  readonly path: string;
}

function NothingFound({ query: { search }, plural, path }: NothingFoundProps) {
  return (
    <div class="empty">
      <h2>
        No {plural} match{search === "" ? "" : ` “${search}”`}
      </h2>
      <p>
        Remove some filters, or <a href={path}>show the whole table</a>. Is it a neighborhood, a ZIP code, or a city
        without a record? <a href={`${URLS.search}?${new URLSearchParams({ q: search })}`}>Search all places</a>.
      </p>
    </div>
  );
}

/** The table above as a file, with the same order and filters. */
export function FileLinks({ urlOf }: { readonly urlOf: (format: (typeof FILE_FORMATS)[number]) => string }) {
  return (
    <p class="small">
      Download this table: <a href={urlOf("csv")}>CSV</a>, <a href={urlOf("json")}>JSON</a>
    </p>
  );
}

interface TablesPage<Id extends string, Tables> {
  readonly path: string;
  readonly ids: readonly Id[];
  readonly isAlone?: boolean;
  /** null if this dataset has no tables. */
  readonly tables: (snapshot: Snapshot) => Tables;
  readonly render: (at: Address, tables: Tables, parameters: URLSearchParams) => string;
}

/** A page with tables, each of which is also a file. */
export function tablesPages<Id extends string, Tables extends Readonly<Record<Id, PageTable>> | null>({
  path,
  ids,
  isAlone = false,
  tables,
  render,
}: TablesPage<Id, Tables>): readonly Page[] {
  return [
    page({
      path,
      query: tableParameters(isAlone ? undefined : ids),
      load: ({ places }, parameters) => ({ data: { tables: tables(places.records), parameters } }),
      render: (view, at) => render(at, view.tables, new URLSearchParams(view.parameters)),
    }),
    ...ids.flatMap((id) =>
      FILE_FORMATS.map((format) =>
        page({
          path: isAlone ? `${path}.${format}` : `${path}/${id}.${format}`,
          type: format,
          query: tableParameters(isAlone ? undefined : [id]),
          load({ places }, parameters) {
            const table = tables(places.records)?.[id];
            return table ? { data: table.file(format, new URLSearchParams(parameters)) } : null;
          },
          render: (text) => text,
        }),
      ),
    ),
  ];
}
