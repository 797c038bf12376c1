import { scoreOf } from "../../domain/grade.ts";
import { historyOf } from "../../domain/history.ts";
import type { NationAbsence } from "../../domain/nation.ts";
import type { PlaceTrend, Snapshot, Trend } from "../../domain/snapshot.ts";
import { yardstickText } from "../../editions/edition.ts";
import type { NationEntry } from "../../figures/entries.ts";
import type { Geography } from "../../lookup/geography.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
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
    { ...wholeState, trend: { ...state.trend, score, begins: [] } },
  ].flatMap(withYears(state.trend));
}

/** Places with the county that the API answers. */
export function* withCounty<Place extends NationEntry | NationAbsence>(
  places: readonly Place[],
  { countyOf }: Pick<NationPlaces, "countyOf">,
): Generator<Place> {
  for (const place of places) yield { ...place, county: countyOf(place) };
}

/** One place after the other: all of them are too many to hold at once. */
export function* nationHistoryRows({ entries, nation, countyOf }: NationPlaces): Generator<NationHistoryRow> {
  const yardstick = yardstickText(nation.edition);
  const inYears = withYears(nation.yardstick.trend);
  for (const places of [entries, nation.absent]) {
    for (const place of places) {
      const { state, name, geoid, trend, filled } = place;
      for (const row of inYears({ state, name, county: countyOf(place), geoid, yardstick, trend })) {
        yield { ...row, filled: filled.filter(({ year }) => year === row.year.data_year) };
      }
    }
  }
  const { trend } = nation.yardstick;
  const score = trend.population.map((residents) => (residents === null ? null : scoreOf(1)));
  const whole = { ...trend, score, begins: [] };
  const { abbreviation: state, title: name } = nation.edition;
  for (const row of inYears({ state, name, county: null, geoid: null, yardstick, trend: whole }))
    yield { ...row, filled: [] };
}

/** A place in each of its years. */
export function withYears(yardstick: Trend) {
  return <Place extends { readonly trend: PlaceTrend | null }>({ trend, ...place }: Place) =>
    trend === null
      ? []
      : historyOf(trend, yardstick).map((year) => {
          return { ...place, year, begins: trend.begins.includes(year.data_year) };
        });
}
