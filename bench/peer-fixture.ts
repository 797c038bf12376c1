import { feature } from "topojson-client";
import type { GeographyFile } from "../src/dataset/geography/file.ts";
import { explainCity } from "../src/domain/explain.ts";
import { historyOfCity } from "../src/domain/history.ts";
import type { Place } from "../src/domain/place.ts";
import type { Snapshot } from "../src/domain/snapshot.ts";

/** The input of the peers: the keys they must accept, and the answers they must give. */
export interface PeerFixture {
  readonly keys: readonly string[];
  readonly cities: readonly unknown[];
  readonly counties: readonly unknown[];
  /** By city name. */
  readonly histories: Readonly<Record<string, unknown>>;
  readonly explanations: Readonly<Record<string, unknown>>;
  readonly places: readonly Place[];
  readonly zips: GeographyFile["zips"];
  /** The name of the city or county by Census GEOID. */
  readonly geoids: Readonly<Record<string, string>>;
  /** GeoJSON, with the GEOID as the id of each feature. */
  readonly boundaries: Readonly<Record<"cities" | "counties", unknown>>;
}

export function peerFixture(
  snapshot: Snapshot,
  geography: GeographyFile,
  places: readonly Place[],
  keys: readonly string[],
): PeerFixture {
  const { cities, counties, state } = snapshot;
  const byCity = (make: (city: (typeof cities)[number]) => unknown) =>
    Object.fromEntries(cities.map((city) => [city.record.city, make(city)]));
  return {
    keys,
    cities: cities.map(({ record }) => record),
    counties: counties.map(({ record }) => record),
    histories: byCity((city) => historyOfCity(city, state.trend)),
    explanations: byCity((city) => explainCity(city, state.trend)),
    places,
    zips: geography.zips,
    geoids: Object.fromEntries([
      ...geography.cities.map(({ geoid, city }) => [geoid, city]),
      ...geography.counties.map(({ fips, county }) => [fips, county]),
    ]),
    boundaries: {
      cities: feature(geography.boundaries, geography.boundaries.objects.cities),
      counties: feature(geography.boundaries, geography.boundaries.objects.counties),
    },
  };
}
