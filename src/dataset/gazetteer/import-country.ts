import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { openPieces, packed, packedPieces } from "../../base/packed-file.ts";
import { type StateCode, US_STATES } from "../../editions/us-states.ts";
import { writeAtomically } from "../../figures/file.ts";
import { countryForms } from "../../gazetteer/country-forms.ts";
import { countryNames } from "../../gazetteer/country-names.ts";
import { kilometersBetween } from "../../gazetteer/distance.ts";
import { createGazetteer } from "../../gazetteer/gazetteer.ts";
import {
  type CountyOutlineFile,
  OUTLINED_ROWS,
  type OutlineFile,
  outlinePiece,
  outlinesIn,
} from "../../gazetteer/outline-table.ts";
import { openPlaceTable, type PlaceTableFile, summed } from "../../gazetteer/place-table.ts";
import type { GeographyContent } from "../../gazetteer/tables.ts";
import { openZipTable } from "../../gazetteer/zip-table.ts";
import { readTable, text } from "../csv.ts";
import { fail } from "../fault.ts";
import { type FileBytes, readOfficialFiles, sourcesOf } from "../official-files.ts";
import { readPlaceEstimates } from "../sources/census-places.ts";
import { readSources, sourcesText } from "../sources.ts";
import { readGeography } from "../state/geography-file.ts";
import type { ImportOptions } from "../state/import.ts";
import type { StateBuild } from "../state/state-build.ts";
import { type CountryRow, readCountryRows, readJoinedNames, readSameMunicipalities } from "./country-rows.ts";
import { COUNTRY_FILES, COUNTRY_TABLES, GAZETTEER_DIR } from "./country-sources.ts";
import { countiesByPoint, countyName, readCountyTopology } from "./county-areas.ts";
import { MOVED_POINTS_FILE, type MovedPoint, movedPoints, movedPointsText } from "./moved-points.ts";
import { otherNames, readReviewedNames } from "./other-names.ts";
import {
  type Area,
  countyColumns,
  type Drawing,
  type Drawn,
  outlineColumns,
  readDrawing,
  stateDrawing,
} from "./outline-columns.ts";
import { type CountyAt, differences, placeColumns, pointColumns } from "./place-columns.ts";
import { zipColumns } from "./zip-shares.ts";

/**
 * The folder `us/geo` of the official files → the gazetteer's tables under `data/gazetteer/`: the same files give the
 * same bytes. @throws DatasetError
 */
export async function importCountry({ sourceDir, dataDir, retrieved }: ImportOptions, builds: readonly StateBuild[]) {
  const known = await readSources(dataDir, COUNTRY_TABLES.sources);
  const { files } = await readOfficialFiles(COUNTRY_FILES, [join(sourceDir, "us", "geo"), sourceDir]);
  const one = (kind: keyof typeof COUNTRY_FILES) =>
    files[kind].at(-1) ?? fail({ file: sourceDir }, "a file is missing");
  const drawing = readDrawing(one("outlines"));
  const outlines = drawing.areas;
  const all = readCountryRows(one("places").bytes, one("places").name);
  const dissolved = dissolvedInto(all);
  const listed = all.filter(({ geoid }) => !dissolved.has(geoid));
  const rows = await withEstimates(withCountyGovernments(listed, outlines), one("estimates"));
  const byGeoid = new Map(rows.map(({ geoid }, row) => [geoid, row]));
  const rowOf = (geoid: string) => byGeoid.get(geoid) ?? fail({ file: sourceDir }, `there is no place ${geoid}`);
  const reviewed = await readReviewedNames(dataDir);
  const same = readSameMunicipalities(one("coextensive").bytes, one("coextensive").name);
  const table = placeColumns(rows, formerCounties(one("counties"), rows), {
    same: same.map(({ subdivision, place }) => [rowOf(subdivision), rowOf(place)] as const),
    earlier: [...earlierCodes(outlines), ...dissolved].map(([geoid, now]) => [geoid, rowOf(now)] as const),
    others: otherNames(rows, readJoinedNames(one("joined").bytes, one("joined").name), reviewed, builds),
    meant: reviewed.meant.map(({ geoid }) => rowOf(geoid)),
    parts: reviewed.parts.map(({ geoid, city, name }) => [rowOf(geoid), rowOf(city), name] as const),
  });
  const places = new Map(table.same);
  const zips = { zips: one("zips"), counties: one("zipCounties"), places: one("zipPlaces") };
  const zipTable = zipColumns(zips, rows, (geoid) => {
    const row = byGeoid.get(dissolved.get(geoid) ?? geoid);
    return row === undefined ? undefined : (places.get(row) ?? row);
  });
  const geographies = await Promise.all(builds.map(({ folder }) => readGeography(join(dataDir, folder))));
  // The finer ones of a state's own edition come before those of the country.
  const drawings = [...geographies.map(stateDrawing), drawing, readDrawing(one("subdivisionOutlines"))];
  const drawn = stateOutlines(drawings, table, rows, byGeoid);
  const outlined = rowsOf(drawn);
  const outlinePieces = packedPieces([[OUTLINED_ROWS, differences(outlined)], ...drawn]);
  const counties = countyOutlines(one, table, byGeoid, missingIn(table, rows, outlined));
  const names = countryNames(openPlaceTable(table));
  const forms = countryForms(openPlaceTable(table));
  const located = rows.map(reviewedPoint(geographies));
  const pieces = openPieces(() => outlinePieces);
  const gazetteer = createGazetteer({
    ...{ places: () => table, names: () => names, points: () => pointColumns(located), zips: () => zipTable },
    ...{ counties: () => counties, forms: () => forms },
    outlines: (state) => outlinesIn(pieces, state),
    outlinedRows: () => differences(outlined),
  });
  const moved = movedPoints(gazetteer, openZipTable(zipTable));
  const written = [
    [COUNTRY_TABLES.outlines, outlinePieces],
    [COUNTRY_TABLES.counties, packed(counties)],
    [COUNTRY_TABLES.zips, packed(zipTable)],
    [COUNTRY_TABLES.places, packed(table)],
    [COUNTRY_TABLES.names, packed(names)],
    [COUNTRY_TABLES.forms, packed(forms)],
    [COUNTRY_TABLES.points, packed(pointColumns(withPoints(located, moved)))],
    [MOVED_POINTS_FILE, movedPointsText(moved)],
  ] as const;
  await mkdir(join(dataDir, GAZETTEER_DIR), { recursive: true });
  for (const [name, bytes] of written) await writeAtomically(join(dataDir, name), bytes);
  const sources = sourcesOf(COUNTRY_FILES, files, known, retrieved);
  await writeAtomically(join(dataDir, COUNTRY_TABLES.sources), sourcesText(sources));
  return { sources, written: written.map(([name]) => name), places: rows.length };
}

/** The points of a state's own edition, of which some were moved: the Census Bureau's of San Francisco lies in the sea. */
function reviewedPoint(geographies: readonly GeographyContent[]): (row: CountryRow) => CountryRow {
  const points = new Map(geographies.flatMap(({ cities }) => cities.map((city) => [city.geoid, city] as const)));
  return (row) => {
    const point = points.get(row.geoid);
    return point === undefined ? row : { ...row, latitude: point.latitude, longitude: point.longitude };
  };
}

/** The points of publishers, but for those that were moved. */
function withPoints(rows: readonly CountryRow[], moved: readonly MovedPoint[]): readonly CountryRow[] {
  const points = new Map(moved.map(({ row, latitude, longitude }) => [row, { latitude, longitude }]));
  return rows.map((row, number) => ({ ...row, ...points.get(number) }));
}

/** The outlines of each state. An area that is in several drawings is that of the first. */
function stateOutlines(
  drawings: readonly Drawing[],
  { states }: PlaceTableFile,
  rows: readonly CountryRow[],
  byGeoid: ReadonlyMap<string, number>,
): readonly (readonly [name: string, outlines: OutlineFile])[] {
  return states.flatMap(({ code }) => {
    const seen = new Set<number>();
    const drawnParts = drawings.flatMap(({ topology, areas }) => {
      const drawn = areas.flatMap(({ geoid, place, arcs }): Area[] => {
        const row = byGeoid.get(place ?? geoid);
        if (row === undefined || rows[row]?.state !== code || seen.has(row)) return [];
        seen.add(row);
        return [{ row, arcs }];
      });
      if (drawn.length === 0) return [];
      return [outlineColumns(topology, drawn)];
    });
    return drawnParts.map((outlines, index) => [outlinePiece(code, index), outlines] as const);
  });
}

/** The rows of all outlines. */
function rowsOf(outlines: readonly (readonly [name: string, outlines: OutlineFile])[]): readonly number[] {
  return outlines.flatMap(([, one]) => [...summed(one.rows)]).toSorted((a, b) => a - b);
}

const CHANGED = z.object({ geoid: text, land_2019_to_2025: text });
/** Land of 2019 by that of 2025. */
const GROWN = 1 / 1.1;

function countyOutlines(
  one: (kind: "counties" | "changed") => FileBytes,
  { states }: PlaceTableFile,
  byGeoid: ReadonlyMap<string, number>,
  missing: CountyOutlineFile["missing"],
): CountyOutlineFile {
  const { bytes, name } = one("counties");
  const topology = readCountyTopology(bytes, name);
  const names = new Map(topology.objects.counties.geometries.map((county) => [String(county.id), countyName(county)]));
  const fips = new Map(US_STATES.map((state) => [state.fips as string, state.code]));
  let first = 0;
  const firsts = states.map(({ rows: [counties, places, subdivisions] }) => {
    const own = first;
    first += counties + places + subdivisions;
    return own;
  });
  const countyOf = (code: string) => {
    const state = states.findIndex((one) => one.code === fips.get(code.slice(0, 2)));
    if (state === -1) return undefined;
    const row = byGeoid.get(code);
    const named = states[state]?.counties.indexOf(`${names.get(code)} County`) ?? -1;
    return [state, row === undefined ? named : row - (firsts[state] ?? 0)] as const;
  };
  const changed = readTable(one("changed").bytes, one("changed").name, CHANGED);
  return countyColumns(topology, countyOf, {
    missing,
    grown: changed.flatMap(({ geoid, land_2019_to_2025 }) => {
      const row = byGeoid.get(geoid);
      return row !== undefined && land_2019_to_2025 !== "" && Number(land_2019_to_2025) < GROWN ? [row] : [];
    }),
  });
}

/** The counties in which a municipality has no outline. */
function missingIn(
  { states, counties, shares, same }: PlaceTableFile,
  rows: readonly CountryRow[],
  outlined: readonly number[],
): CountyOutlineFile["missing"] {
  const held = new Set([...outlined, ...same.map(([subdivision]) => subdivision)]);
  const others = Map.groupBy(shares, ([row]) => row);
  const found = rows.flatMap(({ level, kind, state }, row): CountyOutlineFile["missing"] => {
    if (level === "county" || kind === "community" || held.has(row)) return [];
    const own = others.get(row)?.map(([, county]) => county) ?? [counties[row] ?? 0];
    const index = states.findIndex(({ code }) => code === state);
    return own.map((county) => [index, county] as const);
  });
  return [...Map.groupBy(found, (county) => county.join(" ")).values()].flatMap((own) => own.slice(0, 1));
}

/** Where planning regions replaced the counties that people name. */
const FORMER_COUNTIES: StateCode = "CT";

/** The county of 2017 for places in planning regions, and for places whose counties are not listed or were divided. */
function formerCounties({ bytes, name }: FileBytes, rows: readonly CountryRow[]): CountyAt {
  const find = countiesByPoint(readCountyTopology(bytes, name));
  const at = (row: CountryRow) => find(row.latitude, row.longitude);
  const counties = new Map(rows.flatMap((row) => (row.level === "county" ? [[row.geoid, row] as const] : [])));
  const insides = rows.flatMap((row) => {
    const county = row.state === FORMER_COUNTIES && row.level !== "county" ? at(row) : null;
    return county === null ? [] : [{ row, county }];
  });
  return (row) => {
    const isFormer = row.state === FORMER_COUNTIES;
    if (row.level === "county" || (!isFormer && row.counties.some(([code]) => counties.has(code)))) return null;
    const found = at(row);
    if (isFormer) {
      // A point on the coast may be outside the simplified line: then the county of the nearest point that is inside.
      const inside =
        found ?? insides.toSorted((a, b) => kilometersBetween(row, a.row) - kilometersBetween(row, b.row))[0]?.county;
      return inside === undefined ? null : { code: inside.code, name: `${inside.name} County` };
    }
    const listed = found === null ? undefined : counties.get(found.code);
    const county = listed ?? nearest(row, counties.values());
    return { code: county.geoid, name: county.officialName };
  };
}

/** The county of the state whose own point is nearest. */
function nearest(row: CountryRow, counties: Iterable<CountryRow>): CountryRow {
  const distance = (county: CountryRow) => kilometersBetween(row, county);
  const [first] = [...counties]
    .filter(({ state }) => state === row.state)
    .toSorted((a, b) => distance(a) - distance(b));
  return first ?? fail({ file: "us_gazetteer.csv.gz" }, `${row.state} has no county`);
}

/** "Louisville city" is only the former area of a government that has its name. @returns the code of the government by its own */
function dissolvedInto(rows: readonly CountryRow[]): ReadonlyMap<string, string> {
  const governments = rows.filter(({ kind }) => kind === "government");
  return new Map(
    rows.flatMap(({ isNonfunctioning, state, officialName, geoid }) => {
      const name = officialName.replace(/ city$/, "");
      const own = governments.find((row) => row.state === state && row.officialName.startsWith(`${name}/`));
      return isNonfunctioning && own !== undefined ? [[geoid, own.geoid] as const] : [];
    }),
  );
}

/** Places newer than the survey have the Census Bureau's estimate. */
async function withEstimates(rows: readonly CountryRow[], { bytes, name }: FileBytes): Promise<readonly CountryRow[]> {
  const keyOf = (state: string, officialName: string) => `${state}|${officialName.replace(/ Town city$/, " city")}`;
  const estimates = new Map(
    (await readPlaceEstimates(bytes, name)).map((place) => [
      keyOf(place.state, place.officialName),
      [...place.residents.values()].at(-1) ?? null,
    ]),
  );
  return rows.map((row) =>
    row.residents === null && row.level === "place"
      ? { ...row, residents: estimates.get(keyOf(row.state, row.officialName)) ?? null }
      : row,
  );
}

/** A county among the outlines of municipalities is one: Los Alamos, Honolulu. */
function withCountyGovernments(rows: readonly CountryRow[], outlines: readonly Drawn[]): readonly CountryRow[] {
  const codes = new Set(outlines.map(({ geoid }) => geoid));
  return rows.map((row) => (row.level === "county" && codes.has(row.geoid) ? { ...row, kind: "government" } : row));
}

/** Codes of 2019 in brackets behind the source of an outline: `tl2019 (1239075)`. */
const EARLIER = /\((\d{7})\)$/;

function earlierCodes(outlines: readonly Drawn[]): readonly (readonly [earlier: string, now: string])[] {
  return outlines.flatMap(({ geoid, src }) => {
    const [, earlier] = EARLIER.exec(src) ?? [];
    return earlier === undefined ? [] : [[earlier, geoid] as const];
  });
}
