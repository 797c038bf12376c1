import { ownText } from "../base/text.ts";
import type { Place } from "../domain/place.ts";
import type { CityRecord, CountyRecord } from "../domain/record.ts";
import type { AbsentCity, AbsentCounty, Snapshot, SnapshotCity, SnapshotCounty } from "../domain/snapshot.ts";
import type { StateEdition } from "../editions/edition.ts";
import { foldsOf } from "../gazetteer/fold.ts";
import type { GeographyCity, GeographyCounty, GeographyTables, NamedArea, ZipCode } from "../gazetteer/tables.ts";
import { placeDataOf } from "./list.ts";
import { MIN_SHARE } from "./places.ts";

/** A city with the names that lookups accept; `record` is null if it is absent. */
export interface KnownCity {
  readonly place: Place;
  readonly geoid: string;
  readonly names: readonly string[];
  readonly record: CityRecord | null;
  readonly residents: number;
}

export interface KnownCounty {
  readonly place: Place;
  readonly fips: string;
  readonly record: CountyRecord | null;
  readonly residents: number;
}

export interface KnownName {
  readonly place: Place;
  readonly named: NamedArea;
}

export type CatalogPlace = KnownCity | KnownCounty | KnownName;

export type Catalog = ReturnType<typeof createCatalog>;

/** The ZIP codes of a postal name: the residential ones, or all if there are none. A single one locates the name. */
export function zipsOf({ zips }: NamedArea, known: ReadonlyMap<string, ZipCode>): readonly ZipCode[] {
  const codes = zips.flatMap((zip) => known.get(zip) ?? []);
  const inhabited = codes.filter(({ shares }) => shares[0]?.basis === "residents");
  return inhabited.length === 0 ? codes : inhabited;
}

/** All known places, joined with the records of a snapshot. */
export function createCatalog(
  file: Pick<GeographyTables, "cities" | "counties" | "names" | "zips">,
  snapshot: Snapshot,
  aliasesOf: (city: string) => readonly string[],
) {
  const graded = new Map(snapshot.cities.map((city) => [nameIn(city.record), city]));
  const absent = new Map(snapshot.absent.map((city) => [nameIn(city), city]));
  const counties = new Map(snapshot.counties.map((county) => [county.record.county, county]));
  const absentCounties = new Map(snapshot.absentCounties.map((county) => [county.county, county]));
  const zips = new Map(file.zips.map((zip) => [zip.zip, zip]));
  const cityNames = new Map(file.cities.map(({ geoid, city }) => [geoid, city]));
  const known = {
    /** By GEOID. */
    cities: new Map(
      file.cities.map((own): [string, KnownCity] => {
        const { geoid, city } = own;
        const name = nameIn(own);
        const names = [city, ...aliasesOf(city)];
        return [geoid, { geoid, names, ...joined("city", city, own, graded.get(name), absent.get(name)) }];
      }),
    ),
    /** All counties, by name with the word "County". */
    counties: new Map(
      file.counties.map((own): [string, KnownCounty] => {
        const { fips, county: name } = own;
        return [name, { fips, ...joined("county", name, own, counties.get(name), absentCounties.get(name)) }];
      }),
    ),
    names: file.names.map(
      (named): KnownName => ({
        place: partOf(
          named,
          named.cityGeoid === null ? null : (cityNames.get(named.cityGeoid) ?? null),
          isSplit(named, zips),
        ),
        named,
      }),
    ),
  };
  return {
    ...known,
    /** All of them, by name. */
    all: byName([...known.cities.values(), ...known.counties.values(), ...known.names], snapshot.edition),
  };
}

/** By name without case and accents, and places of one name by kind, county, and city: the same on every machine. */
function byName(places: readonly CatalogPlace[], edition: StateEdition): readonly CatalogPlace[] {
  const fold = foldsOf(edition).city;
  return places
    .map((known) => {
      const { kind, name, county, within } = known.place;
      return { known, key: [fold(ownText(name)), kind, county, within ?? ""].join("|") };
    })
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ known }) => known);
}

export function residentsOf(known: CatalogPlace): number {
  return "named" in known ? known.named.residents : known.residents;
}

function nameIn({ city, county }: { readonly city: string; readonly county: string }): string {
  return `${city}, ${county}`;
}

/** A city or county of the file with what the snapshot has of it. */
function joined<Graded extends SnapshotCity | SnapshotCounty>(
  kind: "city" | "county",
  name: string,
  { county, latitude, longitude }: GeographyCity | GeographyCounty,
  graded: Graded | undefined,
  absent: AbsentCity | AbsentCounty | undefined,
) {
  const status = graded === undefined ? "absent" : "graded";
  const data = graded === undefined ? null : placeDataOf(graded);
  const reason = absent?.reason ?? null;
  const place: Place = { kind, name, county, within: null, split: false, status, reason, latitude, longitude, data };
  const record: Graded["record"] | null = graded?.record ?? null;
  return { place, record, residents: graded?.record.population ?? absent?.population ?? 0 };
}

function isSplit(named: NamedArea, known: ReadonlyMap<string, ZipCode>): boolean {
  const [only, ...others] = zipsOf(named, known);
  const share = others.length === 0 ? only?.shares[0]?.share : undefined;
  return (share ?? named.share) < MIN_SHARE;
}

function partOf({ name, county, latitude, longitude }: NamedArea, within: string | null, split: boolean): Place {
  const kind = within === null ? "unincorporated" : "neighborhood";
  return { kind, name, county, within, split, status: "part", reason: null, latitude, longitude, data: null };
}
