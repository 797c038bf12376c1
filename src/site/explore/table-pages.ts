import type { Snapshot } from "../../domain/snapshot.ts";
import { type Address, type Page, page } from "../page.ts";
import { countyNames } from "./county-names.ts";
import type { PageTable } from "./page-table.tsx";
import { placeRows } from "./place-data.ts";
import { downloadColumns } from "./place-table.tsx";
import { PLACE_LISTS, type PlaceListKind, placesPage } from "./places-page.tsx";
import { findRows, tableFile, tableParameters, tableQuery } from "./table.ts";

export const FILE_FORMATS = ["csv", "json"] as const;

/** The table of all cities or counties, and the same rows as files. */
export function placeListPages(kind: PlaceListKind): readonly Page[] {
  const { path, columns } = PLACE_LISTS[kind];
  const query = tableParameters();
  const load = ({ places: { records: snapshot } }: Address, parameters: string) => {
    const asked = tableQuery(columns, new URLSearchParams(parameters), countyNames(snapshot));
    return { data: { kind, snapshot, rows: placeRows(snapshot)[kind], query: asked } };
  };
  return [
    page({ path, query, load, render: placesPage }),
    ...FILE_FORMATS.map((format) =>
      page({
        path: `${path}.${format}`,
        type: format,
        query,
        load,
        render: (view) => tableFile(format, downloadColumns(columns), findRows(view.rows, columns, view.query)),
      }),
    ),
  ];
}

interface TablesPage<Id extends string, Tables> {
  readonly path: string;
  readonly ids: readonly Id[];
  /** null if this dataset has no tables. */
  readonly tables: (snapshot: Snapshot) => Tables;
  readonly render: (at: Address, tables: Tables, parameters: URLSearchParams) => string;
}

/** A page with several tables, each of which is also a file. */
export function tablesPages<Id extends string, Tables extends Readonly<Record<Id, PageTable>> | null>({
  path,
  ids,
  tables,
  render,
}: TablesPage<Id, Tables>): readonly Page[] {
  return [
    page({
      path,
      query: tableParameters(ids),
      load: ({ places }, parameters) => ({ data: { tables: tables(places.records), parameters } }),
      render: (view, at) => render(at, view.tables, new URLSearchParams(view.parameters)),
    }),
    ...ids.flatMap((id) =>
      FILE_FORMATS.map((format) =>
        page({
          path: `${path}/${id}.${format}`,
          type: format,
          query: tableParameters([id]),
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
