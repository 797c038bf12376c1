/** @jsxImportSource hono/jsx */
import { MAX_NAME_LENGTH } from "../../domain/name.ts";
import { counted } from "../number.ts";
import { shortCounty } from "./place-table.tsx";
import { countySlug } from "./place-url.ts";
import { type Column, ORDERS, SIZES, type TableQuery } from "./table.ts";

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
  return (
    <search>
      <form method="get" action={path} class="inline-form filter">
        <div class="field">
          <label for="q">{label}</label>
          <input id="q" name="q" type="search" value={query.search} maxlength={MAX_NAME_LENGTH} autocomplete="off" />
        </div>
        {counties.length === 0 ? null : (
          <div class="field">
            <label for="county">County</label>
            <select id="county" name="county">
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
          <label for="size">Residents</label>
          <select id="size" name="size">
            <option value="">Any number</option>
            {SIZES.map(({ name, value }) => (
              <option value={value} selected={value === query.size}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="sort">Sort by</label>
          <select id="sort" name="sort">
            {columns.map(({ key, heading }) => (
              <option value={key} selected={key === query.sort}>
                {heading}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="order">Order</label>
          <select id="order" name="order">
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
