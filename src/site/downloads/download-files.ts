import { createHash } from "node:crypto";
import { historyOf } from "../../domain/history.ts";
import type { PlaceTrend, Snapshot } from "../../domain/snapshot.ts";
import type { Geography } from "../../places/geography.ts";
import { type Address, type Loaded, movedTo } from "../http/page.ts";
import { csvFile, type FileColumn } from "../ui/columns.ts";
import { URLS, urlOf } from "../ui/urls.ts";
import {
  COLUMN_SOURCES,
  type DownloadColumn,
  HISTORY_COLUMNS,
  type HistoryRow,
  PLACE_COLUMNS,
  type PlaceDownloadRow,
  RECORD_COLUMNS,
} from "./download-columns.ts";

/** Raised with every change to the format of a file. It is part of the URLs, whose content never changes. */
export const DOWNLOAD_FORMAT = 3;

/** The permission to use the files, in each JSON file and on the page. */
export const PERMISSION =
  "You may download, keep, cache, and redistribute these files, modified or not, without a key and without asking. Name the sources. Names licensed under CC BY 4.0 need attribution to GeoNames (geonames.org).";

interface DataDictionaryRow {
  readonly file: string;
  readonly column: string;
  readonly description: string;
  readonly source: string;
  readonly license: string;
}

export const DATA_DICTIONARY: readonly DataDictionaryRow[] = [
  ...dictionaryOf("records", RECORD_COLUMNS),
  ...dictionaryOf("places", PLACE_COLUMNS),
  ...dictionaryOf("history", HISTORY_COLUMNS),
];

export interface DownloadData {
  /** 16 hex digits, used in the URLs: another one for other records, places, or columns. */
  readonly version: string;
  readonly snapshot: Snapshot;
  readonly geography: Geography;
}

/** In place of a version: the current one. */
export const LATEST = "latest";

export async function loadDownloads({ places }: Pick<Address, "places">): Promise<{ readonly data: DownloadData }> {
  const snapshot = places.records;
  const geography = await places.geography();
  const version = createHash("sha256").update(`${DOWNLOAD_FORMAT} ${snapshot.version}`).digest("hex").slice(0, 16);
  return { data: { version, snapshot, geography } };
}

/** The data for a file at a URL with the current version; "latest" leads to it. */
export async function loadDownload(at: Address, file: string): Promise<Loaded<DownloadData>> {
  const { data } = await loadDownloads(at);
  const { version } = at.params;
  if (version === LATEST) return movedTo(urlOf(URLS.download, { version: data.version, file }), 302);
  return version === data.version ? { data } : null;
}

const DICTIONARY_COLUMNS = (["file", "column", "description", "source", "license"] as const).map(
  (key): FileColumn<DataDictionaryRow> => ({ key, value: (row) => row[key] }),
);

function download<Row>(
  content: string,
  columns: readonly FileColumn<Row>[],
  rowsOf: (data: DownloadData) => readonly Row[],
) {
  return {
    content,
    csv: (data: DownloadData) => csvFile(columns, rowsOf(data)),
    objects: (data: DownloadData) =>
      rowsOf(data).map((row) => Object.fromEntries(columns.map(({ key, value }) => [key, value(row)]))),
  };
}

export const DOWNLOADS = {
  records: download("Records of all graded cities and of the counties", RECORD_COLUMNS, ({ snapshot }) => [
    ...snapshot.cities,
    ...snapshot.counties,
  ]),
  places: download("All known cities, counties, communities, and neighborhoods", PLACE_COLUMNS, ({ geography }) =>
    placeRows(geography),
  ),
  history: download("The years since 2010 of each city and county", HISTORY_COLUMNS, ({ snapshot }) =>
    historyRows(snapshot),
  ),
  "data-dictionary": download(
    "What each column of the other files means, its source, and its license",
    DICTIONARY_COLUMNS,
    () => DATA_DICTIONARY,
  ),
} as const;
export const DOWNLOAD_NAMES = ["records", "places", "history", "data-dictionary"] as const;
export const DOWNLOAD_TYPES = ["csv", "json"] as const;

/** JSON files include metadata that CSV leaves to the data dictionary. */
export function downloadText(
  data: DownloadData,
  name: keyof typeof DOWNLOADS,
  type: (typeof DOWNLOAD_TYPES)[number],
): string {
  if (type === "csv") return DOWNLOADS[name].csv(data);
  const { version, snapshot, geography } = data;
  const about = { version, data_year: snapshot.dataYear, last_updated: snapshot.lastUpdated, permission: PERMISSION };
  const titles = [...snapshot.sources, ...geography.sources].map(({ publisher, title }) => `${publisher}: ${title}`);
  const columns = DATA_DICTIONARY.filter(({ file }) => file === name).map(({ file: _, ...column }) => column);
  return JSON.stringify({ ...about, sources: [...new Set(titles)], columns, rows: DOWNLOADS[name].objects(data) });
}

function dictionaryOf<Row>(file: string, columns: readonly DownloadColumn<Row>[]): readonly DataDictionaryRow[] {
  return columns.map(({ key: column, description, source }) => ({
    file,
    column,
    description,
    ...COLUMN_SOURCES[source],
  }));
}

/** Names and official points of cities and counties are from the Census Bureau. */
function placeRows({ places, names }: Geography): readonly PlaceDownloadRow[] {
  const named = new Map(names.map((known) => [known.place, known.named]));
  return places.map((place) => {
    const { source, license } = named.get(place) ?? { source: "Census TIGER/Line", license: "public domain" };
    return { place, nameSource: source, nameLicense: license };
  });
}

function historyRows({ cities, absent, counties, absentCounties, state }: Snapshot): readonly HistoryRow[] {
  const rows = (kind: HistoryRow["kind"], name: string, county: string, trend: PlaceTrend | null) =>
    trend === null ? [] : historyOf(trend, state.trend).map((year): HistoryRow => ({ kind, name, county, year }));
  return [
    ...cities.flatMap(({ record: { city, county }, trend }) => rows("city", city, county, trend)),
    ...absent.flatMap(({ city, county, trend }) => rows("city", city, county, trend)),
    ...counties.flatMap(({ record: { county }, trend }) => rows("county", county, county, trend)),
    ...absentCounties.flatMap(({ county, trend }) => rows("county", county, county, trend)),
  ];
}
