import { z } from "zod";
import type { StateEdition } from "../../../editions/edition.ts";
import type { CityNames } from "../../../gazetteer/city-names.ts";
import type { GeographyCity, NamedArea } from "../../../gazetteer/tables.ts";
import { count, decimal, nonEmpty, oneOf, optionalText, type RowOf, readTable } from "../../csv.ts";
import { fail } from "../../fault.ts";
import { compareText } from "../../input-rows.ts";
import { pointIn, type Reviewed } from "../review.ts";

/** With the column names and the spelling of the file. */
const rowIn = (edition: StateEdition) => {
  const { latitude, longitude } = pointIn(edition);
  return z
    .object({
      name: nonEmpty,
      kind: oneOf(["neighbourhood", "unincorporated", "postal"]),
      place_geoid: optionalText,
      county: nonEmpty,
      lat: latitude,
      lon: longitude,
      population: count,
      share: z.union([z.literal("").transform(() => 1), decimal(0, 1)]),
      source: nonEmpty,
      licence: nonEmpty,
    })
    .refine(({ kind, place_geoid }) => kind !== "neighbourhood" || place_geoid !== null, {
      path: ["kind"],
      message: "lies in no city",
    });
};

/** Names of places other than cities, as spelled in a file. @throws DatasetError */
export function readNames(bytes: Uint8Array, file: string, edition: StateEdition): readonly NamedArea[] {
  // How the file says that a name is that of a census-designated place.
  const censusPlace = new RegExp(`^Census CDP (${edition.fips}\\d{5}) `);
  return readTable(bytes, file, rowIn(edition)).map((row) => namedPlace(row, censusPlace));
}

function namedPlace(row: RowOf<ReturnType<typeof rowIn>>, censusPlace: RegExp): NamedArea {
  const { name, kind, county, share, source } = row;
  return {
    name,
    geoid: censusPlace.exec(source)?.[1] ?? null,
    cityGeoid: row.place_geoid,
    county,
    latitude: row.lat,
    longitude: row.lon,
    residents: row.population,
    share,
    zips: kind === "postal" ? (source.match(/\b\d{5}\b/g) ?? []) : [],
    source,
    license: row.licence,
  };
}

/** The name where a review puts it, otherwise where its source does. @throws DatasetError if the review's city is unknown */
export function namedPlaceAt(
  row: NamedArea,
  locations: readonly Reviewed<"placeLocations">[],
  cities: readonly GeographyCity[],
): NamedArea {
  const reviewed = locations.find(({ name, county }) => name === row.name && county === row.county);
  if (reviewed === undefined) return row;
  const { latitude, longitude } = reviewed;
  if (reviewed.city === null) return { ...row, latitude, longitude };
  return { ...row, latitude, longitude, cityGeoid: geoidOf(reviewed.city, row.county, cities), share: 1 };
}

/** The GEOID of a city that a review names. @throws DatasetError */
export function geoidOf(name: string, county: string, cities: readonly GeographyCity[]): string {
  const city = cities.find((one) => one.city === name && one.county === county);
  return city?.geoid ?? fail({ file: "review" }, `${name}, ${county} is not a city`);
}

const REVIEW = { file: "review/place-names.csv" } as const;

/** The names as they are shown, without other spellings of a city's own name. @throws DatasetError */
export function reviewNames(
  rows: readonly NamedArea[],
  cities: readonly GeographyCity[],
  review: readonly Reviewed<"placeNames">[],
  { aliasesOf, foldCity }: CityNames,
): readonly NamedArea[] {
  // Without spaces: the postal service writes "Mc Farland".
  const closed = (name: string) => foldCity(name).replaceAll(" ", "");
  const ownNames = new Map(cities.map(({ geoid, city }) => [geoid, [city, ...aliasesOf(city)].map(closed)]));
  const isOwnName = ({ name, cityGeoid }: NamedArea) =>
    cityGeoid !== null && (ownNames.get(cityGeoid)?.includes(closed(name)) ?? false);
  const unused = review.find(({ county, name }) => !rows.some((row) => county === row.county && name === row.name));
  if (unused !== undefined) fail(REVIEW, `"${unused.name}" of ${unused.county} is not known`);
  const names = rows.flatMap((row): NamedArea[] => {
    const reviewed = review.find(({ county, name }) => county === row.county && name === row.name);
    const shown = reviewed === undefined ? row.name : reviewed.shown;
    return shown === null || isOwnName(row) ? [] : [{ ...row, name: shown }];
  });
  const keys = new Set<string>();
  for (const { name, county, cityGeoid } of names) {
    const key = `${closed(name)}|${county}|${cityGeoid}`;
    if (keys.has(key)) fail(REVIEW, `"${name}" of ${county} occurs twice: leave out one spelling`);
    keys.add(key);
  }
  return names.toSorted((a, b) => compareText(a.name, b.name) || compareText(a.county, b.county));
}
