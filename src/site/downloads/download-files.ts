import { createHash } from "node:crypto";
import { whole } from "../../domain/published.ts";
import type { Edition, StateEdition } from "../../editions/edition.ts";
import { UNITED_STATES } from "../../editions/united-states.ts";
import type { Pieces } from "../http/made-files.ts";
import { type Address, type DataOf, type Loaded, movedTo, NO_QUERY, type Page, page } from "../http/page.ts";
import { csvPieces, type FileColumn } from "../ui/columns.ts";
import { URLS, urlOf } from "../ui/urls.ts";
import { boundaryPieces } from "./boundaries.ts";
import { sourcesOf } from "./column-meanings.ts";
import {
  AREA_COLUMNS,
  type DownloadColumn,
  HISTORY_COLUMNS,
  NATION_ABSENT_COLUMNS,
  NATION_HISTORY_COLUMNS,
  NATION_RECORD_COLUMNS,
  PLACE_COLUMNS,
  RECORD_COLUMNS,
  ZIP_COLUMNS,
} from "./download-columns.ts";
import { jsonPieces, parquetPieces } from "./download-formats.ts";
import { historyRows, nationHistoryRows, placeRows, withCounty, zipRows } from "./download-rows.ts";
import {
  areaYearRows,
  NATION_ABSENT_AREA_COLUMNS,
  NATION_AREA_COLUMNS,
  NATION_AREA_HISTORY_COLUMNS,
} from "./nation-areas.ts";
import { areaMonthRows, NATION_AREA_MONTH_COLUMNS, NATION_MONTH_COLUMNS, nationMonthRows } from "./nation-months.ts";
import {
  NATION_NAME_COLUMNS,
  NATION_PLACE_COLUMNS,
  NATION_ZIP_COLUMNS,
  nationFeaturePieces,
  nationNameCount,
  nationNameRows,
  nationPlaceRows,
  nationZipCount,
  nationZipRows,
} from "./nation-places.ts";
import { figureSources, placeSources } from "./terms.ts";

/** Raised with every change to the format of a file. It is part of the URLs, whose content never changes. */
export const DOWNLOAD_FORMAT = 12;

/** The permission to use the files, in their description and on the page. */
export const PERMISSION =
  "You may download, keep, cache, and redistribute these files, modified or not, without a key and without asking. Name the sources. Names licensed under CC BY 4.0 need attribution to GeoNames (geonames.org).";

interface DataDictionaryRow {
  readonly file: string;
  readonly column: string;
  readonly type: string;
  readonly description: string;
  readonly source: string;
  readonly license: string;
}

/** In place of a version: the current one. */
export const LATEST = "latest";

export type DownloadData = DataOf<typeof loadDownloads>;

export async function loadDownloads({ editions }: Pick<Address, "editions">) {
  const states = await Promise.all(
    editions.states.map(async (places) => ({ places, geography: await places.geography() })),
  );
  const nation = editions.nation(UNITED_STATES);
  // Used in the URLs: another one for other records, places, or columns.
  const versions = [DOWNLOAD_FORMAT, ...states.map(({ places }) => places.version), nation.version].join(" ");
  const version = createHash("sha256").update(versions).digest("hex").slice(0, 16);
  return { data: { version, states, nation } };
}

/** The data for a file at a URL with the current version; "latest" leads to it. */
async function loadDownload(at: Address, file: string): Promise<Loaded<DownloadData>> {
  const { data } = await loadDownloads(at);
  const { version } = at.params;
  if (version === LATEST) return movedTo(urlOf(URLS.download, { version: data.version, file }), 302);
  return version === data.version ? { data } : null;
}

const DICTIONARY_COLUMNS = (["file", "column", "type", "description", "source", "license"] as const).map(
  (key): FileColumn<DataDictionaryRow> => ({ key, value: (row) => row[key] }),
);

type DownloadType = "csv" | "json" | "parquet" | "geojson";

/** What a file has, and how it is written in each of its formats. */
interface Download {
  readonly content: string;
  /** Of its columns. */
  readonly dictionary?: Dictionary;
  /** How many rows a table has. */
  readonly rows?: (data: DownloadData) => number;
  readonly formats: Readonly<Partial<Record<DownloadType, Write>>>;
}

type Dictionary = (file: string) => readonly DataDictionaryRow[];
type Write = (data: DownloadData) => Pieces;
type StateData = DownloadData["states"][number];

function table<Row>(
  content: string,
  columns: readonly DownloadColumn<Row>[],
  rowsOf: (data: DownloadData) => Iterable<Row>,
  edition?: StateEdition,
): Download {
  return {
    content,
    dictionary: dictionaryOf(columns, edition),
    rows: (data) => Iterator.from(rowsOf(data)).reduce((count) => count + 1, 0),
    formats: {
      csv: (data) => csvPieces(columns, rowsOf(data)),
      json: (data) => jsonPieces(columns, rowsOf(data)),
      parquet: (data) => parquetPieces(columns, rowsOf(data)),
    },
  };
}

/** The files of a state's edition. Their names begin with its part of paths. */
function stateDownloads(edition: StateEdition): Readonly<Record<string, Download>> {
  const isContract = edition.path === "";
  const [prefix, where] = isContract ? ["", ""] : [`${edition.path.slice(1)}-`, `, ${edition.name}`];
  const tableOf = <Row>(
    content: string,
    columns: readonly DownloadColumn<Row>[],
    rowsOf: (data: StateData) => Iterable<Row>,
  ) => table(content + where, columns, (data) => data.states.filter(isOwn).flatMap((one) => [...rowsOf(one)]), edition);
  const isOwn = ({ places }: StateData) => places.records.edition === edition;
  return {
    [`${prefix}records`]: tableOf(
      "Records of all graded cities and of the counties",
      RECORD_COLUMNS,
      ({ places: { records } }) => [...records.cities, ...records.counties],
    ),
    [`${prefix}places`]: tableOf(
      "All known cities, counties, communities, and neighborhoods",
      PLACE_COLUMNS,
      ({ geography }) => placeRows(geography),
    ),
    [`${prefix}history`]: tableOf(
      `The years ${isContract ? "since 2010 " : ""}of each city and county, and of the state`,
      HISTORY_COLUMNS,
      ({ places }) => historyRows(places.records),
    ),
    [`${prefix}zip-codes`]: tableOf("The cities and counties of each ZIP code", ZIP_COLUMNS, ({ geography }) =>
      zipRows(geography),
    ),
    [`${prefix}boundaries`]: {
      content: `The cities and counties with their boundaries${where}`,
      dictionary: dictionaryOf(AREA_COLUMNS, edition),
      formats: {
        *geojson({ states }) {
          for (const one of states.filter(isOwn)) yield* boundaryPieces(one.geography);
        },
      },
    },
  };
}

const NATION_DOWNLOADS: Readonly<Record<string, Download>> = {
  "us-records": table("Records of all graded places of the United States", NATION_RECORD_COLUMNS, ({ nation }) =>
    withCounty(nation.entries, nation),
  ),
  "us-absent": table(
    `The places of ${whole(UNITED_STATES.fewestResidents)} residents or more without a grade, with the reason`,
    NATION_ABSENT_COLUMNS,
    ({ nation }) => withCounty(nation.nation.absent, nation),
  ),
  "us-history": {
    ...table("Each year since 2012 of these places, and of the nation", NATION_HISTORY_COLUMNS, ({ nation }) =>
      nationHistoryRows(nation),
    ),
    // Counted without making them: there are tens of thousands.
    rows: ({ nation: { entries, nation } }) =>
      [...entries, ...nation.absent].reduce((sum, { trend }) => sum + (trend?.score.length ?? 0), 0) +
      nation.yardstick.trend.population.length,
  },
  "us-areas": table(
    "What sheriffs and county police departments police, with figures; never whole counties",
    NATION_AREA_COLUMNS,
    ({ nation }) => nation.areas.entries,
  ),
  "us-absent-areas": table(
    "The county departments without figures, with the reason",
    NATION_ABSENT_AREA_COLUMNS,
    ({ nation }) => nation.nation.absentAreas,
  ),
  "us-area-history": table("The years of each county department", NATION_AREA_HISTORY_COLUMNS, ({ nation }) =>
    areaYearRows(nation),
  ),
  "us-months": table(
    "Reported offenses of these places by month and class, after the data year",
    NATION_MONTH_COLUMNS,
    ({ nation }) => nationMonthRows(nation),
  ),
  "us-area-months": table(
    "Reported offenses in the areas of county departments by month and class, after the data year",
    NATION_AREA_MONTH_COLUMNS,
    ({ nation }) => areaMonthRows(nation),
  ),
  "us-places": withGeoJson(
    table(
      "These places with GEOID, point, counties, and rank; as GeoJSON with their boundaries",
      NATION_PLACE_COLUMNS,
      ({ nation }) => nationPlaceRows(nation),
    ),
    ({ nation }) => nationFeaturePieces(nation),
  ),
  "us-zip-codes": {
    ...table("The places of each ZIP code of the United States", NATION_ZIP_COLUMNS, ({ nation }) =>
      nationZipRows(nation),
    ),
    rows: ({ nation }) => nationZipCount(nation),
  },
  "us-names": {
    ...table(
      "Names of the municipalities, census-designated places, and counties of 2,500 residents or more",
      NATION_NAME_COLUMNS,
      ({ nation }) => nationNameRows(nation),
    ),
    rows: ({ nation }) => nationNameCount(nation),
  },
};

function withGeoJson(download: Download, geojson: Write): Download {
  return { ...download, formats: { ...download.formats, geojson } };
}

/** Every file, in the order of the page, and what its columns mean. */
export function filesOf(states: readonly StateEdition[]) {
  const tables: Readonly<Record<string, Download>> = Object.assign({}, ...states.map(stateDownloads), NATION_DOWNLOADS);
  const dictionary = Object.entries(tables).flatMap(([file, { dictionary: ofFile }]) => ofFile?.(file) ?? []);
  const downloads = Object.entries<Download>({
    ...tables,
    "data-dictionary": {
      content: "What each column of the other files means, its source, and its license",
      formats: {
        csv: () => csvPieces(DICTIONARY_COLUMNS, dictionary),
        json: () => jsonPieces(DICTIONARY_COLUMNS, dictionary),
      },
    },
    datapackage: {
      content: "Version, sources, permission, and columns of the files, as a Data Package (datapackage.org)",
      formats: { json: (data) => [dataPackage(data)] },
    },
  });
  const files = downloads.flatMap(([name, { formats }]) =>
    (["csv", "json", "parquet", "geojson"] as const).flatMap((type) => {
      const write = formats[type];
      return write === undefined ? [] : [{ name, type, file: `${name}.${type}`, write }];
    }),
  );
  return { dictionary, downloads, files };
}

/** The pages of the files. */
export function downloadPages(states: readonly StateEdition[]): readonly Page[] {
  return filesOf(states).files.map(({ type, file, write }) =>
    page({
      path: URLS.download.replace(":file", file),
      type,
      cache: "immutable",
      query: NO_QUERY,
      load: (at) => loadDownload(at, file),
      render: (data) => ({ name: file, pieces: () => write(data) }),
    }),
  );
}

/** Each edition with its dataset. */
export function datasetsOf({ states, nation }: DownloadData) {
  const ofStates = states.map(({ places }) => [places.records.edition as Edition, places] as const);
  return [...ofStates, [nation.nation.edition, nation] as const];
}

function dataPackage(data: DownloadData): string {
  const { version, states } = data;
  const { dictionary, files } = filesOf(states.map(({ places }) => places.records.edition));
  const sources = [...figureSources(data), ...placeSources(data)].map(({ publisher, title, url, terms }) => ({
    title: `${publisher}: ${title}`,
    path: url,
    license: terms,
  }));
  const resources = files.filter(({ type, name }) => type === "csv" && name !== "data-dictionary");
  return JSON.stringify(
    {
      name: "safety-statistics",
      version,
      editions: datasetsOf(data).map(([{ title }, { version, statistics }]) => {
        const { data_year, last_updated } = statistics;
        return { title, version, data_year, last_updated };
      }),
      permission: PERMISSION,
      sources: [...new Map(sources.map((source) => [source.title, source])).values()],
      resources: resources.map(({ name, file }) => ({
        name,
        path: file,
        format: "csv",
        encoding: "utf-8",
        schema: {
          fields: dictionary
            .filter((row) => row.file === name)
            .map(({ column, type, description }) => ({
              name: column,
              type,
              description,
            })),
        },
      })),
    },
    null,
    2,
  );
}

function dictionaryOf<Row>(columns: readonly DownloadColumn<Row>[], edition?: StateEdition): Dictionary {
  const sources = sourcesOf(edition);
  return (file) =>
    columns.map(({ key: column, type, description, source: from }) => {
      const { source = "", license = "" } = sources[from] ?? {};
      return { file, column, type, description, source, license };
    });
}
