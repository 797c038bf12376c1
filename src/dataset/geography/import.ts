import { createHash } from "node:crypto";
import { join } from "node:path";
import { canonicalCityName } from "../../domain/alias.ts";
import { recordFrom } from "../../domain/named.ts";
import { canonicalText, writeAtomically } from "../../places/file.ts";
import type { GeographyCity, GeographySource } from "../../places/geography-tables.ts";
import { type Attempt, attempt, fail } from "../fault.ts";
import { compareText, readTables } from "../input-tables.ts";
import { readOptional } from "../rows.ts";
import { measureAccuracy } from "./accuracy.ts";
import { type PlaceArea, readCountyAreas, readPlaceAreas } from "./areas.ts";
import { type DetailedBoundaries, simplifyBoundaries } from "./boundaries.ts";
import { countyPoint } from "./county-point.ts";
import { GeographyError, type GeographyFile, geographyBytes, readGeography, sealGeography } from "./file.ts";
import { GEOGRAPHY_INPUT_KINDS, GEOGRAPHY_INPUTS, type GeographyInputKind } from "./files.ts";
import { namedPlaceAt, readNames, reviewNames } from "./place-names.ts";
import { type GeographyReport, geographyReport } from "./report.ts";
import {
  checkLocated,
  type ReviewedLocation,
  readReviewedLocations,
  readReviewedNames,
  readReviewedZips,
} from "./review.ts";
import { readZipCodes, reviewZips } from "./zip-codes.ts";

/** Files that an import writes under the data folder. */
export const GEOGRAPHY_FILES = { geography: "geography.json.br", report: "geography-report.json" } as const;

interface GeographyImportOptions {
  /** Folder of the files of `GEOGRAPHY_INPUTS`. */
  readonly sourceDir: string;
  /** The project's `data` folder, with the tables that an import of the official files made. */
  readonly dataDir: string;
  /** Day of retrieval, `YYYY-MM-DD`, of files that no earlier import has read. */
  readonly retrieved: string;
}

/** Boundaries, ZIP codes and names → the compact geography file and its report. The same files give the same bytes. */
export function importGeography(options: GeographyImportOptions): Promise<Attempt<GeographyReport>> {
  return attempt(async () => {
    const { sourceDir, dataDir } = options;
    const { places } = await readTables(dataDir);
    const inputs = await readInputs(sourceDir);
    const countyAreas = readCountyAreas(inputs.counties, GEOGRAPHY_INPUTS.counties.file);
    const cityAreas = readPlaceAreas(inputs.cities, GEOGRAPHY_INPUTS.cities.file);
    const officialPoints = new Map(places.map((place) => [place.geoid, place]));
    const locations = await readReviewedLocations(dataDir);
    const cities = cityAreas.map((area) => located(cityOf(area, officialPoints), locations)).toSorted(byGeoid);
    const rows = (["names", "ambiguousNames", "homonyms"] as const).flatMap((kind) =>
      readNames(inputs[kind], GEOGRAPHY_INPUTS[kind].file),
    );
    checkLocated(locations, [...cities.map(({ city, county }) => ({ name: city, county })), ...rows]);
    const { names, leftOut } = reviewNames(
      rows.map((row) => namedPlaceAt(row, locations, cities)),
      cities,
      await readReviewedNames(dataDir),
    );
    const detailed: DetailedBoundaries = {
      counties: countyAreas,
      cities: cityAreas,
      communities: readPlaceAreas(inputs.communities, GEOGRAPHY_INPUTS.communities.file),
    };
    const geography = sealGeography({
      sources: await sourcesOf(inputs, options),
      counties: countyAreas
        .map((area) => ({ fips: area.properties.geoid, county: area.properties.name, ...countyPoint(area) }))
        .toSorted((a, b) => compareText(a.fips, b.fips)),
      cities,
      names,
      zips: reviewZips(readZipCodes(inputs.zips, GEOGRAPHY_INPUTS.zips.file), await readReviewedZips(dataDir), cities),
      boundaries: simplifyBoundaries(detailed, cities),
    });
    const bytes = geographyBytes(geography);
    const report = geographyReport(geography, bytes.length, leftOut, measureAccuracy(detailed, geography.boundaries));
    await writeAtomically(join(dataDir, GEOGRAPHY_FILES.geography), bytes);
    await writeAtomically(join(dataDir, GEOGRAPHY_FILES.report), canonicalText(report));
    return report;
  });
}

type InputBytes = Readonly<Record<GeographyInputKind, Uint8Array>>;

async function readInputs(sourceDir: string): Promise<InputBytes> {
  const read = async (kind: GeographyInputKind) => {
    const { file, publisher, title } = GEOGRAPHY_INPUTS[kind];
    const bytes = await readOptional(join(sourceDir, file));
    return bytes ?? fail("file_missing", { file: sourceDir }, `there is no ${file} (${publisher}: ${title})`);
  };
  return recordFrom(await Promise.all(GEOGRAPHY_INPUT_KINDS.map(async (kind) => [kind, await read(kind)] as const)));
}

/** With the official point, which the records have too; a city newer than the list of places with that of its area. */
function cityOf(
  { properties: { geoid, name, county, lat, lon } }: PlaceArea,
  official: ReadonlyMap<string, Omit<GeographyCity, "geoid">>,
): GeographyCity {
  const {
    city,
    county: officialCounty,
    latitude,
    longitude,
  } = official.get(geoid) ?? {
    city: canonicalCityName(name),
    county,
    latitude: lat,
    longitude: lon,
  };
  if (officialCounty !== county)
    fail("name_unmatched", { file: "places.csv" }, `${city} lies in ${county} by its area`);
  return { geoid, city, county, latitude, longitude };
}

function located(city: GeographyCity, locations: readonly ReviewedLocation[]): GeographyCity {
  const reviewed = locations.find(({ name, county }) => name === city.city && county === city.county);
  return reviewed === undefined ? city : { ...city, latitude: reviewed.latitude, longitude: reviewed.longitude };
}

/** A file keeps its day of retrieval as long as its hash is the same. */
async function sourcesOf(inputs: InputBytes, options: GeographyImportOptions): Promise<readonly GeographySource[]> {
  const before = await readGeography(join(options.dataDir, GEOGRAPHY_FILES.geography)).catch(previousOrNone);
  return GEOGRAPHY_INPUT_KINDS.map((kind): GeographySource => {
    const sha256 = createHash("sha256").update(inputs[kind]).digest("hex");
    const seen = before?.sources.find((source) => source.sha256 === sha256);
    const { file, publisher, title, url, license, attribution, note } = GEOGRAPHY_INPUTS[kind];
    const retrieved = seen?.retrieved ?? options.retrieved;
    return { file, publisher, title, url, license, attribution, retrieved, sha256, note };
  });
}

function previousOrNone(error: unknown): GeographyFile | null {
  if (error instanceof GeographyError) return null;
  throw error;
}

function byGeoid(a: { readonly geoid: string }, b: { readonly geoid: string }): number {
  return compareText(a.geoid, b.geoid);
}
