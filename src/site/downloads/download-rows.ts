import { yardstickText } from "../../domain/edition.ts";
import { scoreOf } from "../../domain/grade.ts";
import { historyOf } from "../../domain/history.ts";
import type { PlaceTrend, Snapshot, Trend } from "../../domain/snapshot.ts";
import type { Geography } from "../../places/geography.ts";
import type { NationPlaces } from "../../places/nation-places.ts";
import type { HistoryRow, NationHistoryRow, PlaceDownloadRow, ZipRow } from "./download-columns.ts";

/** Names and official points of cities and counties are from the Census Bureau. */
export function placeRows({ places, names, geoidOf }: Geography): readonly PlaceDownloadRow[] {
  const named = new Map(names.map((known) => [known.place, known.named]));
  return places.map((place) => {
    const { source, license } = named.get(place) ?? { source: "Census TIGER/Line", license: "public domain" };
    return { place, geoid: geoidOf(place), nameSource: source, nameLicense: license };
  });
}

export function zipRows({ zips, places, geoidOf }: Geography): readonly ZipRow[] {
  const names = new Map(places.flatMap((place) => (place.within === null ? [[geoidOf(place), place.name]] : [])));
  const counties = new Map(places.flatMap((place) => (place.kind === "county" ? [[place.name, geoidOf(place)]] : [])));
  return zips.flatMap((zip) =>
    zip.shares.map((part) => {
      const geoid = part.cityGeoid ?? counties.get(part.county) ?? "";
      return { ...zip, part, geoid, name: names.get(geoid) ?? part.county };
    }),
  );
}

export function historyRows({
  cities,
  absent,
  counties,
  absentCounties,
  state,
  edition,
}: Snapshot): readonly HistoryRow[] {
  const [city, county] = ["city", "county"] as const;
  const wholeState = { kind: "state", name: edition.name, county: null, geoid: null } as const;
  const score = state.trend.population.map((residents) => (residents === null ? null : scoreOf(1)));
  return [
    ...cities.map(({ record, geoid, trend }) => ({
      kind: city,
      name: record.city,
      county: record.county,
      geoid,
      trend,
    })),
    ...absent.map(({ city: name, county, geoid, trend }) => ({ kind: city, name, county, geoid, trend })),
    ...[...counties.map(({ record, ...rest }) => ({ ...rest, county: record.county })), ...absentCounties].map(
      ({ county: name, fips: geoid, trend }) => ({ kind: county, name, county: name, geoid, trend }),
    ),
    { ...wholeState, trend: { ...state.trend, score } },
  ].flatMap(withYears(state.trend));
}

export function nationHistoryRows({ entries, nation }: NationPlaces): readonly NationHistoryRow[] {
  const yardstick = yardstickText(nation.edition);
  return [...entries, ...nation.absent]
    .map(({ state, name, county, geoid, trend }) => ({ state, name, county, geoid, yardstick, trend }))
    .flatMap(withYears(nation.yardstick.trend));
}

/** A place in each of its years. */
function withYears(yardstick: Trend) {
  return <Place extends { readonly trend: PlaceTrend | null }>({ trend, ...place }: Place) =>
    trend === null ? [] : historyOf(trend, yardstick).map((year) => ({ ...place, year }));
}
