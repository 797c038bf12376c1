/** @jsxImportSource hono/jsx */

import type { Child, PropsWithChildren } from "hono/jsx";
import { MAX_NAME_LENGTH } from "../../domain/name.ts";
import { type Option, SelectField } from "../form.tsx";
import { counted } from "../number.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { shortCounty } from "./place-columns.tsx";
import { countySlug } from "./place-url.ts";
import { anchorOf, type Column, parameterName, SIZES, type TableQuery } from "./table.ts";

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
function TableFilter<Row>({ path, query, columns, label, counties = [] }: TableFilterProps<Row>) {
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
        <SelectField
          id={name("order")}
          label="Order"
          options={[
            ["ascending", "Ascending"],
            ["descending", "Descending"],
          ]}
          selected={query.order}
        />
        <button type="submit">Show</button>
      </form>
    </search>
  );
}

interface LiveTableProps<Row> extends TableFilterProps<Row> {
  readonly id: string;
  /** The number of rows, and the singular and plural of what a row is. */
  readonly count: number;
  readonly noun: string;
  readonly plural: string;
  /** The name of the scroll box. */
  readonly caption: string;
  /** Shown instead of a table without rows. */
  readonly empty: Child;
  readonly fileUrl: DownloadsProps["urlOf"];
}

/** A table with its filter, the number of its rows, and its downloads. The script updates them in place. */
export function LiveTable<Row>(props: PropsWithChildren<LiveTableProps<Row>>) {
  const { id, count, noun, plural, caption, empty, fileUrl, children, ...filter } = props;
  return (
    <div data-live id={id}>
      <TableFilter {...filter} />
      <p role="status" class="small muted" data-live-status>
        {counted(count, noun, plural)}
      </p>
      <div data-live-results>
        {count === 0 ? (
          empty
        ) : (
          <>
            <ScrollBox label={caption}>{children}</ScrollBox>
            <Downloads urlOf={fileUrl} />
          </>
        )}
      </div>
    </div>
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
