import { readDataset } from "../src/figures/file.ts";
import { readNation } from "../src/figures/nation-file.ts";
import { DATASETS } from "../src/main/paths.ts";
import { fetchAll } from "./fetch-all.ts";
import { mistyped, pickFrom } from "./fixture.ts";
import { residentBytes } from "./procfs.ts";
import { randomNumbers, shuffled } from "./random.ts";
import type { BenchServer } from "./servers.ts";

/** So many searches and locations of each kind: they read all that a process keeps of the country. */
const EACH = 400;
/** Latitudes and longitudes of the country and of California, each from and how far. */
const COUNTRY_BOX = [26, 22, -123, 53] as const;
const CALIFORNIA_BOX = [33, 5, -121, 4] as const;
const CONNECTIONS = 8;
/** A pause of 15 seconds, after which a process has dropped what it can; the jobs of each minute may interrupt the first one. */
const PAUSE_MS = 40_000;

/** Every place's lookup, and then searches and locations all over the country: the same in every run. */
export function countryRequests(): readonly string[] {
  const { places, absent } = readNation(DATASETS.unitedStates.own);
  const { cities, counties } = readDataset(DATASETS.california.own).records;
  const random = randomNumbers();
  const pick = <Value>(values: readonly Value[]) => pickFrom(values, random);
  const each = (path: () => string) => Array.from({ length: EACH }, path);
  const inBox = ([south, height, west, width]: typeof COUNTRY_BOX | typeof CALIFORNIA_BOX) => ({
    latitude: (south + random() * height).toFixed(4),
    longitude: (west + random() * width).toFixed(4),
  });
  const point = (box: typeof COUNTRY_BOX | typeof CALIFORNIA_BOX) => {
    const { latitude, longitude } = inBox(box);
    return `lat=${latitude}&lon=${longitude}`;
  };
  const code = encodeURIComponent;
  const states = new Set(places.map(({ state }) => state));
  const lookups = [
    ...[...places, ...absent].map(({ state, name }) => `/v1/us/safety/${state}/${code(name)}`),
    ...cities.map(({ record }) => `/v1/safety/${code(record.city)}`),
    ...counties.map(({ record }) => `/v1/safety/county/${code(record.county)}`),
  ];
  const searches = [
    ...each(() => `/v1/us/places?q=${code(pick(places).name)}`),
    ...each(() => `/v1/us/places?q=${code(pick(places).name.slice(0, 4))}`),
    ...each(() => `/v1/us/places?q=${code(mistyped(pick(places).name, random))}`),
    ...each(() => `/v1/places?q=${code(mistyped(pick(cities).record.city, random))}`),
    ...each(() => {
      const { name, state } = pick(places);
      return `/v1/us/locate?name=${code(`${name}, ${state}`)}`;
    }),
    ...each(() => `/v1/us/locate?zip=${String(501 + Math.floor(random() * 98_000)).padStart(5, "0")}`),
    ...each(() => `/v1/us/locate?${point(COUNTRY_BOX)}`),
    ...each(() => `/v1/locate?${point(CALIFORNIA_BOX)}`),
    ...each(() => {
      const { latitude, longitude } = inBox(COUNTRY_BOX);
      return `/v1/us/places?near=${latitude},${longitude}&radius_km=50`;
    }),
    ...[...states].flatMap((state) => [`/v1/us/areas/${state}`, `/v1/us/places?state=${state}&sort=score&limit=100`]),
  ];
  return [...lookups, ...shuffled(searches, random)];
}

/** Memory in bytes after all of `countryRequests` and a pause. @throws Error if a request fails */
export async function memoryAfterCountry({ url, pids: [pid] }: BenchServer, key: string): Promise<number> {
  await fetchAll(url, countryRequests().toReversed(), CONNECTIONS, { "X-API-Key": key });
  await Bun.sleep(PAUSE_MS);
  return residentBytes(pid);
}
