import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { type GeoPoint, kilometersBetween, nearestTo } from "../../gazetteer/distance.ts";
import { POINT_PARTS, SHARE_PARTS } from "../../gazetteer/place-table.ts";
import { ZIP_BASES, type ZipBasis, type ZipTableFile } from "../../gazetteer/zip-table.ts";
import { count, decimal, oneOf, type RowOf, readTable, text } from "../csv.ts";
import type { FileBytes } from "../official-files.ts";
import type { CountryRow } from "./country-rows.ts";
import { differences } from "./place-columns.ts";

const share = z.union([z.literal("").transform(() => null), decimal(0, 1)]);
const zip = text.regex(/^\d{5}$/, "is not a ZIP code of five digits");

const ZIP = z.object({
  zip,
  latitude: decimal(-90, 90),
  longitude: decimal(-180, 180),
  zcta2020: oneOf(["0", "1"]),
  population_acs2023: z.union([z.literal("").transform(() => null), count]),
});
const COUNTY = z.object({ zip, county_geoid: text, share_land_2020: share, share_residents_2010: share });
const PLACE = z.object({
  zip,
  geoid: text,
  level: oneOf(["place", "county_subdivision"]),
  class: oneOf(["M", "C"]),
  share_land_2020: share,
  share_residents_2010: share,
  inside_subdivision: oneOf(["", "0", "1", "p"]),
});

interface ZipFiles {
  readonly zips: FileBytes;
  readonly counties: FileBytes;
  readonly places: FileBytes;
}

interface Candidate {
  readonly row: number;
  readonly share: number;
}

interface ZipRow {
  readonly zip: string;
  readonly basis: ZipBasis;
  readonly candidates: readonly Candidate[];
  /** -1 if none has nine tenths of it. */
  readonly county: number;
  readonly latitude: number;
  readonly longitude: number;
  /** null for a code without an area. */
  readonly residents: number | null;
}

/** Where one place has a ZIP code, whatever its land; and where one county has it. */
const MOST_RESIDENTS = 0.9;
/** Smaller shares are where two lines cross. */
const LEAST_SHARE = 0.005;
/** Land of a county that no subdivision has, where all of it should be in one. */
const LEAST_LAND = 0.02;

/** Every ZIP code with the places that have shares in it, in columns. @param rowOf the row of a GEOID @throws DatasetError */
export function zipColumns(
  { zips, counties, places }: ZipFiles,
  rows: readonly CountryRow[],
  rowOf: (geoid: string) => number | undefined,
): ZipTableFile {
  const countyRows = Map.groupBy(readTable(gunzipSync(counties.bytes), counties.name, COUNTY), (row) => row.zip);
  const allPlaces = readTable(gunzipSync(places.bytes), places.name, PLACE);
  const placeRows = Map.groupBy(allPlaces, (row) => row.zip);
  const newer = newerPlaces(allPlaces, rows, rowOf);
  const listed = readTable(gunzipSync(zips.bytes), zips.name, ZIP, (row) => [row.zip]).toSorted((a, b) =>
    a.zip < b.zip ? -1 : 1,
  );
  const known = listed.flatMap((row): readonly ZipRow[] => {
    const point = { latitude: row.latitude, longitude: row.longitude };
    const own = { zip: row.zip, ...point, residents: row.population_acs2023 };
    const inCounties = (countyRows.get(row.zip) ?? []).flatMap((county): readonly ZipPart[] => {
      const number = rowOf(county.county_geoid);
      return number === undefined
        ? []
        : [{ row: number, land: county.share_land_2020, residents: county.share_residents_2010 }];
    });
    const listedCounties = countyShares(inCounties);
    const county = listedCounties.find((one) => one.share >= MOST_RESIDENTS)?.row ?? -1;
    const listedPlaces = placeRows.get(row.zip) ?? [];
    // Where one of the places has no residents of 2010, nobody knows whose the others' are.
    const isOld = listedPlaces.every(
      ({ geoid, share_land_2020: land }) => !newer.has(geoid) || (land ?? 0) < LEAST_LAND,
    );
    const inPlaces = listedPlaces.flatMap((place): readonly PlacePart[] => {
      const number = rowOf(place.geoid);
      if (number === undefined) return [];
      return [
        {
          row: number,
          land: place.share_land_2020,
          residents: isOld ? place.share_residents_2010 : null,
          isSubdivision: place.level === "county_subdivision",
          isCommunity: place.class === "C",
          isInside: place.inside_subdivision === "1" || place.inside_subdivision === "p",
        },
      ];
    });
    const shares = sharesOf(inPlaces, inCounties, rows);
    if (shares !== null && shares.candidates.length > 0) {
      return [{ ...own, county, ...shares, candidates: inGovernments(shares.candidates, rows, rowOf) }];
    }
    const basis = row.zcta2020 === "0" ? ("point" as const) : ("county_only" as const);
    const around = listedCounties.length > 0 ? listedCounties : [{ row: nearestCounty(point, rows), share: 1 }];
    return [{ ...own, county, basis, candidates: rounded(around) }];
  });
  const parts = (degrees: number) => Math.round(degrees * POINT_PARTS);
  const candidates = known.flatMap((one) => one.candidates);
  return {
    format: 2,
    zips: differences(known.map((one) => Number(one.zip))),
    bases: known.map(({ basis }) => ZIP_BASES.indexOf(basis)).join(""),
    counts: known.map((one) => one.candidates.length),
    rows: differences(candidates.map(({ row }) => row)),
    shares: candidates.map((one) => one.share),
    counties: differences(known.map(({ county }) => county)),
    latitudes: differences(known.map(({ latitude }) => parts(latitude))),
    longitudes: differences(known.map(({ longitude }) => parts(longitude))),
    residents: known.map(({ residents }) => residents ?? -1),
  };
}

/** Residents of a place that would be seen in the shares of 2010. */
const LEAST_RESIDENTS = 500;

/** Municipalities that the shares of residents do not have: newer ones, and those that were listed as another one in 2010. */
function newerPlaces(
  listed: readonly RowOf<typeof PLACE>[],
  rows: readonly CountryRow[],
  rowOf: (geoid: string) => number | undefined,
): ReadonlySet<string> {
  const places = Map.groupBy(
    listed.filter(({ level, class: own }) => level === "place" && own === "M"),
    ({ geoid }) => geoid,
  );
  const newer = [...places].filter(([geoid, own]) => {
    const residents = rows[rowOf(geoid) ?? -1]?.residents ?? 0;
    return residents >= LEAST_RESIDENTS && own.every(({ share_residents_2010: share }) => (share ?? 0) === 0);
  });
  return new Set(newer.map(([geoid]) => geoid));
}

/** The row of the county whose own point is nearest. */
function nearestCounty(point: GeoPoint, rows: readonly CountryRow[]): number {
  const counties = rows.flatMap((row, number) => (row.level === "county" ? [{ ...row, number }] : []));
  return nearestTo(point, counties)[0]?.place.number ?? 0;
}

interface ZipPart {
  readonly row: number;
  readonly land: number | null;
  readonly residents: number | null;
}

interface PlacePart extends ZipPart {
  readonly isSubdivision: boolean;
  readonly isCommunity: boolean;
  /** Whether its land is counted again in a subdivision. */
  readonly isInside: boolean;
}

/** By residents, else by land, else all the same. */
function countyShares(counties: readonly ZipPart[]): readonly Candidate[] {
  const by = (["residents", "land"] as const).find((basis) => counties.some((county) => (county[basis] ?? 0) > 0));
  return counties.map((county) => ({
    row: county.row,
    share: by === undefined ? 1 / counties.length : (county[by] ?? 0),
  }));
}

type Shares = Pick<ZipRow, "basis" | "candidates">;

/** null without any place or subdivision. */
function sharesOf(
  parts: readonly PlacePart[],
  counties: readonly ZipPart[],
  rows: readonly CountryRow[],
): Shares | null {
  const [first] = parts;
  if (first === undefined) return null;
  const merged = [...Map.groupBy(parts, ({ row }) => row).values()].flatMap(mergedPart);
  const subdivisions = merged.filter(({ isSubdivision }) => isSubdivision);
  const places = merged.filter(({ isSubdivision }) => !isSubdivision);
  const byResidents = places.flatMap(({ row, residents }) => (residents === null ? [] : [{ row, share: residents }]));
  const [most] = byResidents.toSorted((a, b) => b.share - a.share);
  if (subdivisions.length === 0) {
    const basis = byResidents.length > 0 ? "residents" : "land";
    const own = basis === "residents" ? byResidents : places.map(({ row, land }) => ({ row, share: land ?? 0 }));
    return { basis, candidates: rounded([...own, ...remainder(own, counties, basis, rows, LEAST_SHARE)]) };
  }
  const isMunicipality = places.some(({ row, isCommunity }) => row === most?.row && !isCommunity);
  if (most !== undefined && isMunicipality && most.share >= MOST_RESIDENTS) {
    return { basis: "residents", candidates: rounded([most]) };
  }
  const own = withoutOverlap(
    places.filter(({ isCommunity }) => !isCommunity),
    subdivisions,
    rows,
  );
  return { basis: "land", candidates: rounded([...own, ...remainder(own, counties, "land", rows, LEAST_LAND)]) };
}

/** The part of one municipality: as a place, where it is a subdivision, too; with the land of what joined it. */
function mergedPart(parts: readonly PlacePart[]): readonly PlacePart[] {
  const places = parts.filter(({ isSubdivision }) => !isSubdivision);
  const [first] = places.length > 0 ? places : parts;
  if (first === undefined || places.length < 2) return first === undefined ? [] : [first];
  return [{ ...first, land: places.reduce((sum, { land }) => sum + (land ?? 0), 0) }];
}

/** The land of villages is taken out of the nearest subdivisions of their county, which contain them. */
function withoutOverlap(
  places: readonly PlacePart[],
  subdivisions: readonly PlacePart[],
  rows: readonly CountryRow[],
): readonly Candidate[] {
  const left = new Map(subdivisions.map(({ row, land }) => [row, land ?? 0]));
  for (const { row, land, isInside } of places) {
    const place = rows[row];
    if (!isInside || place === undefined) continue;
    const around = [...left.keys()].toSorted((a, b) => distance(place, rows[a]) - distance(place, rows[b]));
    let taken = land ?? 0;
    for (const other of around) {
      const share = left.get(other) ?? 0;
      const part = Math.min(share, taken);
      left.set(other, share - part);
      taken -= part;
      if (taken <= 0) break;
    }
  }
  return [
    ...places.map(({ row, land }) => ({ row, share: land ?? 0 })),
    ...[...left].map(([row, share]) => ({ row, share })),
  ];
}

function distance(from: CountryRow, to: CountryRow | undefined): number {
  return to === undefined ? Number.POSITIVE_INFINITY : kilometersBetween(from, to);
}

/** What is left of each county, if it is enough. */
function remainder(
  own: readonly Candidate[],
  counties: readonly ZipPart[],
  basis: "residents" | "land",
  rows: readonly CountryRow[],
  least: number,
): readonly Candidate[] {
  const left = 1 - own.reduce((sum, one) => sum + one.share, 0);
  if (left < least) return [];
  const free = counties.map(({ row, ...shares }) => {
    const code = rows[row]?.geoid ?? "";
    const taken = own
      .filter((one) => rows[one.row]?.counties[0]?.[0] === code)
      .reduce((sum, one) => sum + one.share, 0);
    return { row, share: Math.max(0, (shares[basis] ?? shares.land ?? 0) - taken) };
  });
  const sum = free.reduce((total, one) => total + one.share, 0);
  if (sum === 0) return [];
  return free.map(({ row, share }) => ({ row, share: (share * left) / sum }));
}

/** A community of a city and county is a part of it: Urban Honolulu. */
function inGovernments(
  candidates: readonly Candidate[],
  rows: readonly CountryRow[],
  rowOf: (geoid: string) => number | undefined,
): readonly Candidate[] {
  const shares = new Map<number, number>();
  for (const { row, share } of candidates) {
    const place = rows[row];
    const county = place?.kind === "community" ? rowOf(place.counties[0]?.[0] ?? "") : undefined;
    const own = county !== undefined && rows[county]?.kind === "government" ? county : row;
    shares.set(own, (shares.get(own) ?? 0) + share);
  }
  return [...shares].map(([row, share]) => ({ row, share })).toSorted((a, b) => b.share - a.share || a.row - b.row);
}

/** Largest first, in whole parts that add up to 1 at most. */
function rounded(candidates: readonly Candidate[]): readonly Candidate[] {
  const sum = candidates.reduce((total, one) => total + one.share, 0);
  const scale = SHARE_PARTS / Math.max(1, sum);
  return candidates
    .filter((one) => one.share >= LEAST_SHARE || candidates.length === 1)
    .map(({ row, share }) => ({ row, share: Math.floor(share * scale + 1e-6) }))
    .toSorted((a, b) => b.share - a.share || a.row - b.row);
}
