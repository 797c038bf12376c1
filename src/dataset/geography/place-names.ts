import { aliasesOf } from "../../domain/alias.ts";
import { STATE } from "../../domain/california.ts";
import { foldCityName } from "../../domain/name.ts";
import type { GeographyCity, NamedPlace } from "../../places/geography-tables.ts";
import { type Cell, count, decimal, latitude, longitude, nonEmpty, oneOf } from "../cell.ts";
import { readTable } from "../csv.ts";
import { fail } from "../fault.ts";
import { compareText } from "../input-tables.ts";
import type { ReviewedLocation, ReviewedName } from "./review.ts";

const COLUMNS = [
  "name",
  "kind",
  "place_geoid",
  "county",
  "lat",
  "lon",
  "population",
  "share",
  "source",
  "licence",
] as const;
const KINDS = ["neighbourhood", "unincorporated", "postal"] as const;

/** Names of places other than cities, as spelled in a file. @throws DatasetError */
export function readNames(bytes: Uint8Array, file: string): readonly NamedPlace[] {
  const table = readTable(bytes, file, COLUMNS);
  return table.lines.map((line) => namedPlace((column) => table.cell(line, column)));
}

function namedPlace(cell: (column: (typeof COLUMNS)[number]) => Cell): NamedPlace {
  const kind = oneOf(cell("kind"), KINDS);
  const cityGeoid = cell("place_geoid").text;
  if (kind === "neighbourhood" && cityGeoid === "")
    fail("value_malformed", cell("place_geoid"), "a neighborhood lies in a city");
  const source = nonEmpty(cell("source"));
  return {
    name: nonEmpty(cell("name")),
    geoid: CENSUS_PLACE.exec(source)?.[1] ?? null,
    cityGeoid: cityGeoid === "" ? null : cityGeoid,
    county: nonEmpty(cell("county")),
    latitude: latitude(cell("lat")),
    longitude: longitude(cell("lon")),
    residents: count(cell("population")),
    share: cell("share").text === "" ? 1 : decimal(cell("share"), 0, 1),
    zips: kind === "postal" ? (source.match(/\b\d{5}\b/g) ?? []) : [],
    source,
    license: nonEmpty(cell("licence")),
  };
}

/** The name where a review puts it, otherwise where its source does. @throws DatasetError if the review's city is unknown */
export function namedPlaceAt(
  row: NamedPlace,
  locations: readonly ReviewedLocation[],
  cities: readonly GeographyCity[],
): NamedPlace {
  const reviewed = locations.find(({ name, county }) => name === row.name && county === row.county);
  if (reviewed === undefined) return row;
  const { latitude, longitude } = reviewed;
  if (reviewed.city === null) return { ...row, latitude, longitude };
  return { ...row, latitude, longitude, cityGeoid: geoidOf(reviewed.city, row.county, cities), share: 1 };
}

/** The GEOID of a city that a review names. @throws DatasetError */
export function geoidOf(name: string, county: string, cities: readonly GeographyCity[]): string {
  const city = cities.find((one) => one.city === name && one.county === county);
  return city?.geoid ?? fail("name_unmatched", { file: "review" }, `${name}, ${county} is not a city`);
}

/** How the file of names says that a name is that of a census-designated place. */
const CENSUS_PLACE = new RegExp(`^Census CDP (${STATE.fips}\\d{5}) `);
const REVIEW = { file: "review/place-names.csv" } as const;

interface ReviewedNames {
  readonly names: readonly NamedPlace[];
  /** Names that are not places of their own, as spelled in their sources. */
  readonly leftOut: readonly string[];
}

/** The names as they are shown, without other spellings of a city's own name. @throws DatasetError */
export function reviewNames(
  rows: readonly NamedPlace[],
  cities: readonly GeographyCity[],
  review: readonly ReviewedName[],
): ReviewedNames {
  const ownNames = new Map(cities.map(({ geoid, city }) => [geoid, [city, ...aliasesOf(city)].map(closed)]));
  const isOwnName = ({ name, cityGeoid }: NamedPlace) =>
    cityGeoid !== null && (ownNames.get(cityGeoid)?.includes(closed(name)) ?? false);
  const names: NamedPlace[] = [];
  const leftOut: string[] = [];
  const used = new Set<ReviewedName>();
  for (const row of rows) {
    const reviewed = review.find(({ county, name }) => county === row.county && name === row.name);
    if (reviewed !== undefined) used.add(reviewed);
    const shown = reviewed === undefined ? row.name : reviewed.shown;
    if (shown === null || isOwnName(row)) leftOut.push(`${row.name}, ${row.county}`);
    else names.push({ ...row, name: shown });
  }
  const unused = review.find((row) => !used.has(row));
  if (unused !== undefined) fail("name_unmatched", REVIEW, `"${unused.name}" of ${unused.county} is not known`);
  const keys = new Set<string>();
  for (const { name, county, cityGeoid } of names) {
    const key = `${closed(name)}|${county}|${cityGeoid}`;
    if (keys.has(key)) fail("key_double", REVIEW, `"${name}" of ${county} occurs twice: leave out one spelling`);
    keys.add(key);
  }
  return {
    names: names.toSorted((a, b) => compareText(a.name, b.name) || compareText(a.county, b.county)),
    leftOut: leftOut.toSorted(compareText),
  };
}

/** A name without its spaces: the postal service writes "Mc Farland". */
function closed(name: string): string {
  return foldCityName(name).replaceAll(" ", "");
}
