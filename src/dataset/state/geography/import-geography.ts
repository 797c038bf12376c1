import { createHash } from "node:crypto";
import { join } from "node:path";
import { polygonArea, polygonCentroid, polygonContains } from "d3-polygon";
import { recordFrom } from "../../../base/named-table.ts";
import type { GeographyCity, GeographySource, LabelPoint } from "../../../gazetteer/tables.ts";
import { DatasetError, fail } from "../../fault.ts";
import { compareText, readOptional } from "../../input-rows.ts";
import { readGeography, writeGeography } from "../geography-file.ts";
import type { ImportOptions } from "../import.ts";
import { type RowPlace, readTables } from "../input-tables.ts";
import { type Reviewed, readReview } from "../review.ts";
import { GEOGRAPHY_KINDS, type GeographyKind, type StateBuild } from "../state-build.ts";
import { simplifyBoundaries } from "./boundaries.ts";
import {
  type CountyArea,
  countyAreas as countyAreasOf,
  type PlaceArea,
  placeAreas,
  readAreas,
} from "./boundary-areas.ts";
import { namedPlaceAt, readNames, reviewNames } from "./place-names.ts";
import { readZipCodes, reviewZips } from "./zip-codes.ts";

/**
 * Boundaries, ZIP codes, and names → the compact geography file. The data folder has the tables of an import of the
 * official files. @returns the size of the file, and how many of each kind it has @throws DatasetError
 */
export async function importGeography(state: StateBuild, options: ImportOptions) {
  const { sourceDir, dataDir } = options;
  const { edition, names: cityNames, geographyFiles: files } = state;
  const { places } = await readTables(dataDir, edition);
  const { placeNames, placeLocations, zipCodes } = await readReview(dataDir, edition);
  const inputs = await readInputs(state, sourceDir);
  const countyAreas = readAreas(countyAreasOf(edition), inputs.counties, files.counties.file);
  const cityAreas = readAreas(placeAreas(edition), inputs.cities, files.cities.file);
  const communities = readAreas(placeAreas(edition), inputs.communities, files.communities.file);
  const official = new Map(places.map((place) => [place.geoid, place]));
  const cities = cityAreas
    .map((area) => located(cityOf(area, official.get(area.properties.geoid), cityNames.canonical), placeLocations))
    .toSorted((a, b) => compareText(a.geoid, b.geoid));
  const rows = (["names", "ambiguousNames", "homonyms"] as const).flatMap((kind) =>
    readNames(inputs[kind], files[kind].file, edition),
  );
  checkLocations(placeLocations, [...cities.map(({ city, county }) => ({ name: city, county })), ...rows]);
  const geography = {
    sources: await sourcesOf(state, inputs, options),
    counties: countyAreas
      .map((area) => ({
        fips: area.properties.geoid,
        county: area.properties.name,
        ...countyPoint(area, files.counties.file),
      }))
      .toSorted((a, b) => compareText(a.fips, b.fips)),
    cities,
    names: reviewNames(
      rows.map((row) => namedPlaceAt(row, placeLocations, cities)),
      cities,
      placeNames,
      cityNames,
    ),
    zips: reviewZips(readZipCodes(inputs.zips, files.zips.file), zipCodes, cities),
    boundaries: simplifyBoundaries({ counties: countyAreas, cities: cityAreas, communities }, cities),
  };
  return {
    bytes: await writeGeography(dataDir, geography),
    counties: geography.counties.length,
    cities: cities.length,
    communities: communities.length,
    names: geography.names.length,
    zips: geography.zips.length,
  };
}

type InputBytes = Readonly<Record<GeographyKind, Uint8Array>>;

async function readInputs({ geographyFiles }: StateBuild, sourceDir: string): Promise<InputBytes> {
  const read = async (kind: GeographyKind) => {
    const { file, publisher, title } = geographyFiles[kind];
    const bytes = await readOptional(join(sourceDir, file));
    return bytes ?? fail({ file: sourceDir }, `there is no ${file} (${publisher}: ${title})`);
  };
  return recordFrom(await Promise.all(GEOGRAPHY_KINDS.map(async (kind) => [kind, await read(kind)] as const)));
}

const POINT_DECIMALS = 5;

/** The center of the largest part of a county. @throws DatasetError if it lies outside the county */
function countyPoint({ properties, geometry }: CountyArea, file: string): LabelPoint {
  const outlines = geometry.coordinates.flatMap(([outline]) => (outline === undefined ? [] : [outline]));
  const [largest = []] = outlines.toSorted((a, b) => Math.abs(polygonArea(b)) - Math.abs(polygonArea(a)));
  const center = polygonCentroid(largest);
  if (!polygonContains(largest, center)) fail({ file }, `the center of ${properties.name} lies outside`);
  const [longitude, latitude] = center;
  return { latitude: Number(latitude.toFixed(POINT_DECIMALS)), longitude: Number(longitude.toFixed(POINT_DECIMALS)) };
}

/** With the official point, which the records have too; a city newer than the list of places with that of its area. */
function cityOf(
  { properties }: PlaceArea,
  official: RowPlace | undefined,
  canonical: (name: string) => string,
): GeographyCity {
  const { geoid, name, county, lat, lon } = properties;
  if (official === undefined) return { geoid, city: canonical(name), county, latitude: lat, longitude: lon };
  const { city, latitude, longitude } = official;
  if (official.county !== county) fail({ file: "places.csv" }, `${city} lies in ${county} by its area`);
  return { geoid, city, county, latitude, longitude };
}

function located(city: GeographyCity, locations: readonly Reviewed<"placeLocations">[]): GeographyCity {
  const reviewed = locations.find(({ name, county }) => name === city.city && county === city.county);
  return reviewed === undefined ? city : { ...city, latitude: reviewed.latitude, longitude: reviewed.longitude };
}

/** @throws DatasetError if a location is of none of the places */
function checkLocations(
  locations: readonly Reviewed<"placeLocations">[],
  places: readonly { readonly name: string; readonly county: string }[],
): void {
  const known = new Set(places.map(({ name, county }) => `${name}, ${county}`));
  const unused = locations.find(({ name, county }) => !known.has(`${name}, ${county}`));
  if (unused) fail({ file: "review/place-locations.csv" }, `${unused.name}, ${unused.county} is not known`);
}

/** A file keeps its day of retrieval as long as its hash is the same. */
async function sourcesOf(
  { geographyFiles }: StateBuild,
  inputs: InputBytes,
  options: ImportOptions,
): Promise<readonly GeographySource[]> {
  const before = await readGeography(options.dataDir).catch((error: unknown) => {
    if (error instanceof DatasetError) return null;
    throw error;
  });
  return GEOGRAPHY_KINDS.map((kind): GeographySource => {
    const sha256 = createHash("sha256").update(inputs[kind]).digest("hex");
    const seen = before?.sources.find((source) => source.sha256 === sha256);
    const { note, ...file } = geographyFiles[kind];
    return { ...file, retrieved: seen?.retrieved ?? options.retrieved, sha256, note };
  });
}
