import { createHash } from "node:crypto";
import { join } from "node:path";
import { polygonArea, polygonCentroid, polygonContains } from "d3-polygon";
import FILES from "../../../../data/geography-files.json" with { type: "json" };
import { namesOf, recordFrom } from "../../../base/named-table.ts";
import { CALIFORNIA } from "../../../editions/california.ts";
import { canonicalCityName } from "../../../gazetteer/california/alias.ts";
import type { GeographyCity, GeographySource, LabelPoint } from "../../../gazetteer/tables.ts";
import { DatasetError, fail } from "../../fault.ts";
import { compareText, readOptional } from "../../input-rows.ts";
import { readGeography, writeGeography } from "../../state/geography-file.ts";
import type { ImportOptions } from "../../state/import.ts";
import { type RowPlace, readTables } from "../../state/input-tables.ts";
import { type Reviewed, readReview } from "../../state/review.ts";
import { simplifyBoundaries } from "./boundaries.ts";
import { COUNTY_AREAS, type CountyArea, PLACE_AREAS, type PlaceArea, readAreas } from "./boundary-areas.ts";
import { namedPlaceAt, readNames, reviewNames } from "./place-names.ts";
import { readZipCodes, reviewZips } from "./zip-codes.ts";

/**
 * Boundaries, ZIP codes, and names (the files of data/geography-files.json) → the compact geography file. The data folder has
 * the tables of an import of the official files. @returns the size of the file, and how many of each kind it has
 * @throws DatasetError
 */
export async function importGeography(options: ImportOptions) {
  const { sourceDir, dataDir } = options;
  const { places } = await readTables(dataDir, CALIFORNIA);
  const { placeNames, placeLocations, zipCodes } = await readReview(dataDir, CALIFORNIA);
  const inputs = await readInputs(sourceDir);
  const countyAreas = readAreas(COUNTY_AREAS, inputs.counties, FILES.counties.file);
  const cityAreas = readAreas(PLACE_AREAS, inputs.cities, FILES.cities.file);
  const communities = readAreas(PLACE_AREAS, inputs.communities, FILES.communities.file);
  const official = new Map(places.map((place) => [place.geoid, place]));
  const cities = cityAreas
    .map((area) => located(cityOf(area, official.get(area.properties.geoid)), placeLocations))
    .toSorted((a, b) => compareText(a.geoid, b.geoid));
  const rows = (["names", "ambiguousNames", "homonyms"] as const).flatMap((kind) =>
    readNames(inputs[kind], FILES[kind].file),
  );
  checkLocations(placeLocations, [...cities.map(({ city, county }) => ({ name: city, county })), ...rows]);
  const geography = {
    sources: await sourcesOf(inputs, options),
    counties: countyAreas
      .map((area) => ({ fips: area.properties.geoid, county: area.properties.name, ...countyPoint(area) }))
      .toSorted((a, b) => compareText(a.fips, b.fips)),
    cities,
    names: reviewNames(
      rows.map((row) => namedPlaceAt(row, placeLocations, cities)),
      cities,
      placeNames,
    ),
    zips: reviewZips(readZipCodes(inputs.zips, FILES.zips.file), zipCodes, cities),
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

/** The files that the geography is made of. Each was derived from the sources that its note names. */
const KINDS = namesOf(FILES);
type Kind = (typeof KINDS)[number];
type InputBytes = Readonly<Record<Kind, Uint8Array>>;

async function readInputs(sourceDir: string): Promise<InputBytes> {
  const read = async (kind: Kind) => {
    const { file, publisher, title } = FILES[kind];
    const bytes = await readOptional(join(sourceDir, file));
    return bytes ?? fail({ file: sourceDir }, `there is no ${file} (${publisher}: ${title})`);
  };
  return recordFrom(await Promise.all(KINDS.map(async (kind) => [kind, await read(kind)] as const)));
}

const POINT_DECIMALS = 5;

/** The center of the largest part of a county. @throws DatasetError if it lies outside the county */
function countyPoint({ properties, geometry }: CountyArea): LabelPoint {
  const outlines = geometry.coordinates.flatMap(([outline]) => (outline === undefined ? [] : [outline]));
  const [largest = []] = outlines.toSorted((a, b) => Math.abs(polygonArea(b)) - Math.abs(polygonArea(a)));
  const center = polygonCentroid(largest);
  if (!polygonContains(largest, center))
    fail({ file: FILES.counties.file }, `the center of ${properties.name} lies outside`);
  const [longitude, latitude] = center;
  return { latitude: Number(latitude.toFixed(POINT_DECIMALS)), longitude: Number(longitude.toFixed(POINT_DECIMALS)) };
}

/** With the official point, which the records have too; a city newer than the list of places with that of its area. */
function cityOf({ properties }: PlaceArea, official: RowPlace | undefined): GeographyCity {
  const { geoid, name, county, lat, lon } = properties;
  if (official === undefined) return { geoid, city: canonicalCityName(name), county, latitude: lat, longitude: lon };
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
async function sourcesOf(inputs: InputBytes, options: ImportOptions): Promise<readonly GeographySource[]> {
  const before = await readGeography(options.dataDir).catch((error: unknown) => {
    if (error instanceof DatasetError) return null;
    throw error;
  });
  return KINDS.map((kind): GeographySource => {
    const sha256 = createHash("sha256").update(inputs[kind]).digest("hex");
    const seen = before?.sources.find((source) => source.sha256 === sha256);
    const { note, ...file } = FILES[kind];
    return { ...file, retrieved: seen?.retrieved ?? options.retrieved, sha256, note };
  });
}
