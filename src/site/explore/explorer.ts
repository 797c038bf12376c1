import stored from "../../../data/changes.json" with { type: "json" };
import type { PlaceTrend, Snapshot } from "../../domain/snapshot.ts";
import { yearChanges } from "../../domain/snapshot-diff.ts";
import { historyOf } from "../../domain/trend.ts";
import type { PackedBoundaries } from "../../places/borders.ts";
import type { Places } from "../../places/places.ts";
import { filteredPage, type ReadyPage, RecentPages, readyFile, readyPage } from "../ready-page.ts";
import { URLS } from "../urls.ts";
import { absentCountyPage } from "./absent-county-page.tsx";
import { backtestPage } from "./backtest-page.tsx";
import { CHANGE_TABLES, createChangeTables } from "./change-tables.tsx";
import { changesPage } from "./changes-page.tsx";
import { absentCityPage, cityPage } from "./city-page.tsx";
import { countyNames } from "./county-names.ts";
import { countyPage } from "./county-page.tsx";
import { coveragePage } from "./coverage-page.tsx";
import { COVERAGE_TABLES, createCoverageTables } from "./coverage-tables.tsx";
import { HISTORY_COLUMNS } from "./history-section.tsx";
import { methodologyPage } from "./methodology-page.tsx";
import type { PageTable } from "./page-table.tsx";
import { downloadColumns, type PlaceRow, placeRow } from "./place-table.tsx";
import { cityUrl, countyUrl } from "./place-url.ts";
import { PLACE_LISTS, type PlaceListKind, placesPage } from "./places-page.tsx";
import { statePage } from "./state-page.tsx";
import { findRows, isFiltered, tableFile, tableQuery, tableUrl } from "./table.ts";

/** The public pages of one snapshot. Each new snapshot gets a new explorer. */
export interface Explorer {
  /** Paths of all pages, for tests and the sitemap. */
  readonly paths: readonly string[];
  /** The page or download at a path. undefined if there is none. */
  find(path: string, query: URLSearchParams): ReadyPage | Rendering | undefined;
  /** The same, rendered if it has to be. */
  page(path: string, query: URLSearchParams): ReadyPage | undefined;
  /** All graded cities and counties. */
  rows(): readonly PlaceRow[];
  readonly snapshot: Snapshot;
}

/** A page or download of which there are too many to keep them all, such as the results of a search. */
export interface Rendering {
  /** Takes some milliseconds, unless it was among the last ones. */
  render(): ReadyPage;
}

export interface ExplorerParts {
  readonly places: Places;
  /** For the maps. */
  readonly boundaries: PackedBoundaries;
  /** Base URL of the API, for the commands to copy. */
  readonly baseUrl: string;
}

/** How many other cities the table of similar size shows. */
const ALIKE = 8;

/** undefined where the snapshot has no such page. */
type Maker = (query: URLSearchParams) => ReadyPage | Rendering | undefined;

export function createExplorer({ places, boundaries, baseUrl }: ExplorerParts): Explorer {
  const snapshot = places.records;
  const rows = lazyRows(places);
  const kept = new Map<string, ReadyPage>();
  const recent = new RecentPages();
  const keep = (key: string, make: () => ReadyPage): ReadyPage => {
    const page = kept.get(key) ?? make();
    kept.set(key, page);
    return page;
  };
  const remember = (key: string, make: () => ReadyPage): ReadyPage | Rendering =>
    recent.get(key) ?? { render: () => recent.get(key) ?? recent.add(key, make()) };

  const pages = new Map<string, Maker>();
  const files = new Map<string, Maker>();
  const addPage = (path: string, make: () => string) => pages.set(path, () => keep(path, () => readyPage(make())));

  addPage(URLS.explore, () => statePage({ places, boundaries }));
  addPage(URLS.methodology, methodologyPage);
  addPage(URLS.backtest, backtestPage);
  addTables(
    URLS.changes,
    CHANGE_TABLES,
    () => createChangeTables(snapshot, yearChanges.parse(stored)),
    (tables, parameters) => changesPage(snapshot, tables, parameters),
  );
  addTables(
    URLS.coverage,
    COVERAGE_TABLES,
    () => createCoverageTables(snapshot),
    (tables, parameters) => coveragePage(places, tables, parameters),
  );
  addPlaces("city");
  addPlaces("county");
  for (const city of snapshot.cities) {
    const { city: name, county } = city.record;
    const neighbors = () => rows("city").filter((row) => row.county === county);
    const alike = () => rowsOfSize(rows("city"), city.record.population);
    addPage(cityUrl(name), () => cityPage({ places, city, neighbors: neighbors(), alike: alike(), baseUrl }));
    addYears(cityUrl(name), city.trend);
  }
  for (const city of snapshot.absent) addPage(cityUrl(city.city), () => absentCityPage({ places, city, baseUrl }));
  for (const county of snapshot.counties) {
    const name = county.record.county;
    const cities = () => rows("city").filter((row) => row.county === name);
    addPage(countyUrl(name), () => countyPage({ places, county, rows: cities(), boundaries, baseUrl }));
    addYears(countyUrl(name), county.trend);
  }
  for (const county of snapshot.absentCounties) {
    const name = county.county;
    const cities = () => rows("city").filter((row) => row.county === name);
    addPage(countyUrl(name), () => absentCountyPage({ places, county, rows: cities(), boundaries, baseUrl }));
    addYears(countyUrl(name), county.trend);
  }

  function addYears(path: string, trend: PlaceTrend): void {
    const years = () => historyOf(trend, snapshot.state.trend);
    for (const format of ["csv", "json"] as const) {
      const file = `${path}/years.${format}`;
      files.set(file, () => remember(file, () => readyFile(format, tableFile(format, HISTORY_COLUMNS, years()))));
    }
  }

  /** A page with several tables, each with its downloads. */
  function addTables<Id extends string, Tables extends Readonly<Record<Id, PageTable>> | null>(
    path: string,
    ids: readonly Id[],
    makeTables: () => Tables,
    html: (tables: Tables, parameters: URLSearchParams) => string,
  ): void {
    let made: { readonly tables: Tables } | undefined;
    const tables = () => {
      made ??= { tables: makeTables() };
      return made.tables;
    };
    pages.set(path, (parameters) => {
      const valid = new URLSearchParams(ids.flatMap((id) => tables()?.[id].parameters(parameters) ?? []));
      if (valid.size === 0) return keep(path, () => readyPage(html(tables(), valid)));
      return remember(`${path}?${valid}`, () => filteredPage(html(tables(), valid)));
    });
    for (const id of ids) {
      for (const format of ["csv", "json"] as const) {
        const file = `${path}/${id}.${format}`;
        files.set(file, (parameters) => {
          const table = tables()?.[id];
          if (!table) return undefined;
          const valid = new URLSearchParams([...table.parameters(parameters)]);
          return remember(`${file}?${valid}`, () => readyFile(format, table.file(format, valid)));
        });
      }
    }
  }

  /** The table of all cities or counties, and its downloads. */
  function addPlaces(kind: PlaceListKind): void {
    const { path, columns } = PLACE_LISTS[kind];
    const counties = countyNames(snapshot);
    pages.set(path, (parameters) => {
      const query = tableQuery(columns, parameters, counties);
      const html = () => placesPage({ kind, snapshot, rows: rows(kind), query });
      // Complete sorted tables are few and are kept. Filtered tables can be anything.
      return isFiltered(query)
        ? remember(tableUrl(path, query), () => filteredPage(html()))
        : keep(`${path} ${query.sort} ${query.order}`, () => readyPage(html()));
    });
    for (const format of ["csv", "json"] as const) {
      files.set(`${path}.${format}`, (parameters) => {
        const query = tableQuery(columns, parameters, counties);
        const found = () => findRows(rows(kind), columns, query);
        return remember(tableUrl(`${path}.${format}`, query), () =>
          readyFile(format, tableFile(format, downloadColumns(columns), found())),
        );
      });
    }
  }

  const find = (path: string, query: URLSearchParams) => (pages.get(path) ?? files.get(path))?.(query);
  return {
    snapshot,
    rows: () => [...rows("city"), ...rows("county")],
    paths: [...pages.keys()],
    find,
    page(path, query) {
      const found = find(path, query);
      return found && "render" in found ? found.render() : found;
    },
  };
}

/** The rows of the tables of places, created with the first page that needs them. */
function lazyRows({ records: snapshot }: Places): (kind: PlaceListKind) => readonly PlaceRow[] {
  const made: Partial<Record<PlaceListKind, readonly PlaceRow[]>> = {};
  return (kind) => {
    const places = kind === "city" ? snapshot.cities : snapshot.counties;
    made[kind] ??= places.map((place) => placeRow(place, place.intervals.nextYear));
    return made[kind];
  };
}

/** The cities with a similar population, largest first. */
function rowsOfSize(rows: readonly PlaceRow[], population: number): readonly PlaceRow[] {
  const sorted = rows.toSorted((a, b) => b.population - a.population);
  const at = sorted.findIndex((row) => row.population <= population);
  const start = Math.max(0, Math.min(at - ALIKE / 2, sorted.length - ALIKE - 1));
  return sorted.slice(start, start + ALIKE + 1);
}
