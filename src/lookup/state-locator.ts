import type { Typed } from "../base/text.ts";
import type { Candidate, FoundLocation, Location, ShareBasis } from "../domain/place.ts";
import type { GeoPoint } from "../gazetteer/distance.ts";
import { type Names, orderOf } from "../gazetteer/edition-names.ts";
import type { GeographyTables, NamedArea, ZipCode } from "../gazetteer/tables.ts";
import { MIN_SHARE } from "./places.ts";
import {
  type Catalog,
  type CatalogPlace,
  type KnownCity,
  type KnownCounty,
  type KnownName,
  zipsOf,
} from "./state-catalog.ts";

/** What holds a point, what a ZIP code is in, and what a name means, with the record that applies; null for nothing. */
export function createStateLocator(
  tables: Pick<GeographyTables, "zips">,
  catalog: Catalog,
  areasAt: (point: GeoPoint) => readonly string[],
  names: Names,
) {
  const zips = new Map(tables.zips.map((zip) => [zip.zip, zip]));
  const cityOf = (geoid: string | null) => (geoid === null ? undefined : catalog.cities.get(geoid));
  const countiesByFips = new Map([...catalog.counties.values()].map((county) => [county.fips, county]));
  const communities = new Map(
    catalog.names.flatMap((known) => (known.named.geoid === null ? [] : [[known.named.geoid, known] as const])),
  );
  const citiesInCounties = new Map(
    [...catalog.cities.values()].map((city) => [`${city.place.name}|${city.place.county}`, city]),
  );

  function locatePoint(point: GeoPoint): FoundLocation | null {
    const areas = areasAt(point);
    const firstOf = <Known>(known: ReadonlyMap<string, Known>) =>
      areas.flatMap((geoid) => known.get(geoid) ?? []).at(0);
    const city = firstOf(catalog.cities);
    if (city !== undefined) return locateCity(city);
    const county = firstOf(countiesByFips);
    if (county === undefined) return null;
    const community = firstOf(communities);
    if (community === undefined) return locateCounty(county);
    const matched = { kind: community.place.kind, name: community.place.name };
    // A few communities are in two counties.
    return decided(matched, [candidate(null, county.place.name, 1, "point")]);
  }

  function locateZip(zip: string): FoundLocation | null {
    const known = zips.get(zip);
    if (known === undefined) return null;
    return decided({ kind: "zip", name: zip }, candidatesOfZip(known));
  }

  /** A city takes precedence for its name, as in lookups; other places with the name follow it. */
  function locateName(name: Typed): FoundLocation | null {
    const { found, parts, isElsewhere, isShared } = names.understand(name);
    if (isElsewhere) return null;
    const known = [...found.keys()].flatMap((number) => catalog.all[number] ?? []);
    const [first, ...rest] = known.toSorted((a, b) => orderOf(a.place) - orderOf(b.place));
    if (first === undefined) return null;
    if ("fips" in first) return locateCounty(first);
    const namesakes = [
      ...rest.flatMap((other) => ("fips" in other ? [] : candidatesOf(other))),
      ...parts.flatMap(({ place }) => {
        const around = catalog.all[place];
        return around === undefined ? [] : candidatesOf(around).map((own) => ({ ...own, basis: "hint" as const }));
      }),
    ];
    const { data } = "geoid" in first ? locateCity(first) : { data: locateNamed(first) };
    const isListed = (one: Candidate) => data.candidates.some(({ city }) => city !== null && city === one.city);
    const candidates = [...data.candidates, ...namesakes.filter((one) => !isListed(one))];
    if (candidates.length === data.candidates.length || "geoid" in first)
      return { found: true, data: { ...data, candidates, others: isShared } };
    const matched = { kind: "several", name: first.place.name } as const;
    return { found: true, data: { matched, answer: null, city: null, county: null, candidates, others: isShared } };
  }

  function candidatesOf(known: CatalogPlace): readonly Candidate[] {
    if ("named" in known) return candidatesOfName(known.named);
    return [candidate("geoid" in known ? known.geoid : null, known.place.county, 1, "point")];
  }

  /** Where a place of the catalog is, even if other places share its name. */
  function locateNamed({ place, named }: KnownName): Location {
    return decided({ kind: place.kind, name: place.name }, candidatesOfName(named)).data;
  }

  function locateCity(known: KnownCity): FoundLocation {
    return decided({ kind: "city", name: known.place.name }, candidatesOf(known));
  }

  function locateCounty(known: KnownCounty): FoundLocation {
    return decided({ kind: "county", name: known.place.name }, candidatesOf(known));
  }

  /** Which record applies: the city's if nine tenths are in one graded city, otherwise that of the only county. */
  function decided(matched: Location["matched"], candidates: readonly Candidate[]): FoundLocation {
    const inCity = candidates.find(({ city, share }) => city !== null && share >= MIN_SHARE);
    const inCounty = catalog.counties.get(countyOf(candidates) ?? "")?.record ?? null;
    const record = inCity === undefined ? null : recordOf(inCity);
    const answer = record !== null ? "city" : inCounty !== null ? "county" : null;
    return { found: true, data: { matched, answer, city: record, county: inCounty, candidates, others: false } };
  }

  function recordOf({ city, county }: Candidate) {
    return citiesInCounties.get(`${city}|${county}`)?.record ?? null;
  }

  function candidate(geoid: string | null, county: string, share: number, basis: ShareBasis): Candidate {
    return { city: cityOf(geoid)?.place.name ?? null, county, share, basis };
  }

  function candidatesOfZip({ shares }: ZipCode): readonly Candidate[] {
    return shares.map(({ cityGeoid, county, share, basis }) => candidate(cityGeoid, county, share, basis));
  }

  function candidatesOfName(named: NamedArea): readonly Candidate[] {
    const [only, ...others] = zipsOf(named, zips);
    if (only !== undefined && others.length === 0) return candidatesOfZip(only);
    const basis = only?.shares[0]?.basis ?? "point";
    return [candidate(named.cityGeoid, named.county, named.share, basis)];
  }

  return { locatePoint, locateZip, locateName, locateNamed };
}

/** The county of nine tenths of the candidates; null if there is none. */
function countyOf(candidates: readonly Candidate[]): string | null {
  const shares = new Map<string, number>();
  for (const { county, share } of candidates) shares.set(county, (shares.get(county) ?? 0) + share);
  const [county] = [...shares].find(([, share]) => share >= MIN_SHARE) ?? [null];
  return county;
}
