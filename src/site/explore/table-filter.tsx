/** @jsxImportSource hono/jsx */

import { MAX_NAME_LENGTH } from "../../domain/name.ts";
import { counted } from "../number.ts";
import { shortCounty } from "./place-columns.tsx";
import { countySlug } from "./place-url.ts";
import { anchorOf, type Column, ORDERS, parameterName, SIZES, type TableQuery } from "./table.ts";

interface TableFilterProps<Row> {
  readonly path: string;
  readonly query: TableQuery;
  readonly columns: readonly Column<Row>[];
  /** Label of the search field: "City or county". */
  readonly label: string;
  /** County names to choose from; empty for a table of counties. */
  readonly counties?: readonly string[];
}

/** The form above a table: which rows to show, in which order. The URL stores all of it. */
export function TableFilter<Row>({ path, query, columns, label, counties = [] }: TableFilterProps<Row>) {
  const name = (parameter: Parameters<typeof parameterName>[1]) => parameterName(query.table, parameter);
  return (
    <search>
      <form method="get" action={path + anchorOf(query.table)} class="inline-form filter">
        {query.others.map(([other, value]) => (
          <input type="hidden" name={other} value={value} />
        ))}
        <div class="field">
          <label for={name("q")}>{label}</label>
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
          <div class="field">
            <label for={name("county")}>County</label>
            <select id={name("county")} name={name("county")}>
              <option value="">All counties</option>
              {counties.map((county) => (
                <option value={countySlug(county)} selected={county === query.county}>
                  {shortCounty(county)}
                </option>
              ))}
            </select>
          </div>
        )}
        <div class="field">
          <label for={name("size")}>Residents</label>
          <select id={name("size")} name={name("size")}>
            <option value="">Any number</option>
            {SIZES.map(({ name: size, value }) => (
              <option value={value} selected={value === query.size}>
                {size}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for={name("sort")}>Sort by</label>
          <select id={name("sort")} name={name("sort")}>
            {columns.map(({ key, heading }) => (
              <option value={key} selected={key === query.sort}>
                {heading}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for={name("order")}>Order</label>
          <select id={name("order")} name={name("order")}>
            {ORDERS.map((order) => (
              <option value={order} selected={order === query.order}>
                {order === "ascending" ? "Ascending" : "Descending"}
              </option>
            ))}
          </select>
        </div>
        <button type="submit">Show</button>
      </form>
    </search>
  );
}

interface TableStatusProps {
  readonly count: number;
  readonly noun: string;
  readonly plural: string;
}

/** The number of rows. Screen readers announce it when it changes. */
export function TableStatus({ count, noun, plural }: TableStatusProps) {
  return (
    <p role="status" class="small muted" data-live-status>
      {counted(count, noun, plural)}
    </p>
  );
}

interface DownloadsProps {
  /** The URL of a download format. */
  readonly urlOf: (format: "csv" | "json") => string;
}

/** The table above as a file, with the same order and filters. */
export function Downloads({ urlOf }: DownloadsProps) {
  return (
    <p class="small">
      Download this table: <a href={urlOf("csv")}>CSV</a>, <a href={urlOf("json")}>JSON</a>
    </p>
  );
}
