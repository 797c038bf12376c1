import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { openPieces, unpacked } from "../../base/packed-file.ts";
import { countryForms } from "../../gazetteer/country-forms.ts";
import { countryNames } from "../../gazetteer/country-names.ts";
import type { NameHashFile } from "../../gazetteer/name-hash.ts";
import {
  type CountyOutlineFile,
  OUTLINED_ROWS,
  openCountyOutlines,
  outlinesIn,
} from "../../gazetteer/outline-table.ts";
import {
  LEVELS,
  openPlaceTable,
  PLACE_KINDS,
  type PlaceTableFile,
  type PointTableFile,
  SHARE_PARTS,
  summed,
} from "../../gazetteer/place-table.ts";
import type { FormFile } from "../../gazetteer/search-forms.ts";
import { openZipTable, type ZipTableFile } from "../../gazetteer/zip-table.ts";
import { DatasetError, type Fault, fail, fault } from "../fault.ts";
import { COUNTRY_TABLES } from "./country-sources.ts";

/** Whether the gazetteer's tables agree with each other: the import alone writes them. @throws DatasetError */
export async function checkCountry(dataDir: string) {
  const read = async <Content>(file: string): Promise<Content> => unpacked(await bytesOf(dataDir, file));
  const places = await read<PlaceTableFile>(COUNTRY_TABLES.places);
  const points = await read<PointTableFile>(COUNTRY_TABLES.points);
  const zips = await read<ZipTableFile>(COUNTRY_TABLES.zips);
  const counties = await read<CountyOutlineFile>(COUNTRY_TABLES.counties);
  const outlineBytes = await bytesOf(dataDir, COUNTRY_TABLES.outlines);
  const outlines = openPieces(() => outlineBytes);
  const pieces = places.states.flatMap(({ code }) => outlinesIn(outlines, code));
  const size = places.codes.length;
  const names = await read<NameHashFile>(COUNTRY_TABLES.names);
  const forms = await read<FormFile>(COUNTRY_TABLES.forms);
  const faults = [
    ...placeFaults(places, points),
    ...madeFaults(places, { names, forms }),
    ...zipFaults(zips, size),
    ...pieces.flatMap((piece) => rowFaults(COUNTRY_TABLES.outlines, piece.rows, size)),
    ...(isDeepStrictEqual(
      [...summed(outlines.pieces<readonly number[]>([OUTLINED_ROWS])[0] ?? [])],
      pieces.flatMap(({ rows }) => [...summed(rows)]).toSorted((a, b) => a - b),
    )
      ? []
      : [fault({ file: COUNTRY_TABLES.outlines }, "the list of rows is not that of the outlines")]),
    ...(openCountyOutlines(counties).size === counties.counties.length
      ? []
      : [fault({ file: COUNTRY_TABLES.counties }, "an outline has no county")]),
  ];
  if (faults.length > 0) throw new DatasetError(faults);
  return {
    places: size,
    ZIPs: zips.zips.length,
    outlines: pieces.reduce((sum, { rows }) => sum + rows.length, 0),
    counties: counties.counties.length,
  };
}

async function bytesOf(dataDir: string, file: string): Promise<Uint8Array> {
  return readFile(join(dataDir, file)).catch(() =>
    fail({ file }, `the file is missing in ${dataDir}; restore it from the repository, or import again`),
  );
}

function placeFaults(file: PlaceTableFile, points: PointTableFile): readonly Fault[] {
  const at = { file: COUNTRY_TABLES.places };
  const size = file.states.reduce((sum, { rows }) => sum + rows.reduce((all, one) => all + one, 0), 0);
  const lengths = [
    file.codes.length,
    file.names.split("\n").length,
    file.kinds.length,
    file.residents.length,
    file.counties.length,
    points.latitudes.length,
    points.longitudes.length,
  ];
  if (lengths.some((length) => length !== size)) return [fault(at, `the columns do not have ${size} rows each`)];
  const table = openPlaceTable(file);
  const unsorted = table.states.flatMap(({ code, levels }) =>
    LEVELS.flatMap(({ level }, index) => {
      const [first = 0, end = 0] = levels.slice(index, index + 2);
      const isSorted = table.codes.subarray(first + 1, end).every((own, row) => own > (table.codes[first + row] ?? 0));
      return isSorted ? [] : [fault(at, `the codes of ${code} are not in order (${level})`)];
    }),
  );
  const unknownKind = table.kinds.findIndex((kind) => PLACE_KINDS[kind] === undefined);
  const nowhere = table.states.flatMap(({ code, first, end, counties }) =>
    table.counties.subarray(first, end).every((county) => county < counties.length)
      ? []
      : [fault(at, `a place of ${code} is in a county that the state does not have`)],
  );
  const shared = [...table.shares].filter(
    ([, own]) => own.reduce((sum, [, share]) => sum + share, 0) > SHARE_PARTS + own.length,
  );
  return [
    ...unsorted,
    ...(unknownKind === -1 ? [] : [fault(at, `row ${unknownKind} has an unknown kind`)]),
    ...nowhere,
    ...shared.map(([row]) => fault(at, `the counties of ${table.officialName(row)} have more than all residents`)),
  ];
}

/** The names and spellings that look-ups and searches compare are made from the places. */
function madeFaults(places: PlaceTableFile, made: { readonly names: NameHashFile; readonly forms: FormFile }) {
  const table = openPlaceTable(places);
  const expected = { names: countryNames(table), forms: countryForms(table) };
  return (["names", "forms"] as const)
    .filter((name) => !isDeepStrictEqual(made[name], expected[name]))
    .map((name) => fault({ file: COUNTRY_TABLES[name] }, "the names are not those of the places; import them again"));
}

function zipFaults(file: ZipTableFile, size: number): readonly Fault[] {
  const at = { file: COUNTRY_TABLES.zips };
  const count = file.counts.reduce((sum, own) => sum + own, 0);
  const columns = [file.bases, file.counts, file.latitudes, file.longitudes, file.residents];
  if (columns.some(({ length }) => length !== file.zips.length) || count !== file.rows.length) {
    return [fault(at, "the columns do not have the same rows")];
  }
  const table = openZipTable(file);
  const faults: Fault[] = [];
  for (let index = 0; index < table.size; index++) {
    const zip = table.zip(index);
    const candidates = table.find(zip)?.candidates ?? [];
    const sum = candidates.reduce((total, { share }) => total + share, 0);
    if (candidates.length === 0) faults.push(fault(at, `${zip} is nowhere`));
    if (sum > 1.000_001) faults.push(fault(at, `the shares of ${zip} add up to ${sum}`));
    if (candidates.some(({ row }) => row < 0 || row >= size)) faults.push(fault(at, `${zip} is in an unknown place`));
  }
  return faults;
}

function rowFaults(file: string, rows: readonly number[], size: number): readonly Fault[] {
  const last = rows.reduce((sum, own) => sum + own, 0);
  return last < size && rows.slice(1).every((step) => step > 0) ? [] : [fault({ file }, "an outline is of no place")];
}
