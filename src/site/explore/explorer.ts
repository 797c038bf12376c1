import stored from "../../../data/changes.json" with { type: "json" };
import { yearChanges } from "../../domain/snapshot-diff.ts";
import type { Atlas } from "../../snapshot/atlas.ts";
import { type ReadyPage, readyPage } from "../ready-page.ts";
import { URLS } from "../urls.ts";
import { backtestPage } from "./backtest-page.tsx";
import { countyShapes } from "./california.ts";
import { changesPage } from "./changes-page.tsx";
import { citiesPage } from "./cities-page.tsx";
import { absentCityPage, cityPage } from "./city-page.tsx";
import { cityRow, tableQuery } from "./city-table.tsx";
import { countyPage } from "./county-page.tsx";
import { coveragePage } from "./coverage-page.tsx";
import { methodologyPage } from "./methodology-page.tsx";
import { cityUrl, countyUrl } from "./place-url.ts";
import { statePage } from "./state-page.tsx";

/** The public pages over one snapshot. A new snapshot is a new explorer. */
export interface Explorer {
  /** Paths of all pages, for tests and for the site's map. */
  readonly paths: readonly string[];
  /** The page at a path; it is made at its first request and kept. undefined where there is none. */
  page(path: string, query: URLSearchParams): ReadyPage | undefined;
}

export interface ExplorerParts {
  readonly atlas: Atlas;
  /** Of the API, for the lines to be copied. */
  readonly baseUrl: string;
}

export function createExplorer({ atlas, baseUrl }: ExplorerParts): Explorer {
  const { snapshot } = atlas;
  const shapes = countyShapes();
  const makers = new Map<string, () => string>();
  makers.set(URLS.explore, () => statePage({ atlas, shapes }));
  makers.set(URLS.methodology, methodologyPage);
  makers.set(URLS.backtest, backtestPage);
  makers.set(URLS.changes, () => changesPage(snapshot, yearChanges.parse(stored)));
  makers.set(URLS.coverage, () => coveragePage(atlas));
  for (const city of snapshot.cities) {
    makers.set(cityUrl(city.record.city), () => cityPage({ atlas, city, baseUrl }));
  }
  for (const city of snapshot.absent) makers.set(cityUrl(city.city), () => absentCityPage({ atlas, city, baseUrl }));
  for (const county of snapshot.counties) {
    const shape = shapes.get(county.fips);
    makers.set(countyUrl(county.record.county), () => countyPage({ atlas, county, shape, baseUrl }));
  }

  const kept = new Map<string, ReadyPage>();
  const keep = (key: string, make: () => string): ReadyPage => {
    const page = kept.get(key) ?? readyPage(make());
    kept.set(key, page);
    return page;
  };
  let rows: ReturnType<typeof rowsOf> | undefined;

  function cities(parameters: URLSearchParams): ReadyPage {
    rows ??= rowsOf(atlas);
    const table = { snapshot, rows, query: tableQuery(parameters) };
    const { search, sort, order } = table.query;
    // Sorted whole tables are sixteen; what is searched for is anybody's, and is not kept.
    return search === ""
      ? keep(`${URLS.exploreCities} ${sort} ${order}`, () => citiesPage(table))
      : readyPage(citiesPage(table));
  }

  return {
    paths: [...makers.keys(), URLS.exploreCities],
    page(path, query) {
      if (path === URLS.exploreCities) return cities(query);
      const make = makers.get(path);
      return make && keep(path, make);
    },
  };
}

function rowsOf({ snapshot }: Atlas) {
  return snapshot.cities.map((city) => cityRow(city, city.intervals.nextYear));
}
