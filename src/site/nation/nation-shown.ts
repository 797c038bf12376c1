import { UNITED_STATES } from "../../domain/edition.ts";
import type { Nation, NationAbsence } from "../../domain/nation.ts";
import type { NationEntry } from "../../domain/nation-entry.ts";
import { oncePer } from "../../domain/once-per.ts";
import { yearChange } from "../../domain/year-change.ts";
import type { GeoPoint } from "../../places/distance.ts";
import { stateName } from "../../places/nation-names.ts";
import type { BrowseRow } from "../explore/browse/browse-list.ts";
import type { History } from "../explore/history-chart.tsx";
import { measureUrl } from "../explore/measure-url.ts";
import { type NearParts, nearRows } from "../explore/nearby.tsx";
import { NO_FIGURES, type PlaceRow, ratesOf } from "../explore/place-columns.tsx";
import { countySlug } from "../explore/place-url.ts";
import type { ShownPlace } from "../explore/shown-place.ts";
import type { Address } from "../http/page.ts";
import { nationCompareSlug, nationCompareUrl, nationFullName, nationPlaceUrl } from "../ui/nation-urls.ts";
import { URLS } from "../ui/urls.ts";
import { gradedEntry, NATION_SOURCE } from "./nation-parts.tsx";

/** What the test of a year's change needs. */
const movesOf = oncePer(({ yardstick, yearlyMoves, correlation }: Nation) => ({
  state: yardstick,
  yearlyMoves: { cities: yearlyMoves, counties: yearlyMoves },
  correlations: { cities: correlation, counties: correlation },
}));

/** A place with a record as the parts of the pages of all editions take it. */
export function nationPlace(entry: NationEntry, nation: Nation): ShownPlace {
  const { record, rating, offenses, trend, cautions, name, nextYear } = entry;
  const slug = nationCompareSlug(entry, nation);
  return {
    ...{ record, rating, offenses, trend, cautions, name, nextYear },
    edition: {
      words: UNITED_STATES,
      trend: nation.yardstick.trend,
      moves: movesOf(nation),
      dataYear: nation.dataYear,
      source: (year) => `${record.source}, ${year}; yardstick: FBI, national estimate`,
      trendSource: NATION_SOURCE,
      scale: `${UNITED_STATES.abbreviation} = 50`,
      against: ` (${UNITED_STATES.title} = 50)`,
    },
    fullName: nationFullName(entry, nation),
    kind: "city",
    county: entry.county,
    where: whereOf(entry),
    path: nationPlaceUrl(entry, nation),
    slug,
    compareUrl: nationCompareUrl([slug]),
    chartOf: (measure) => measureUrl(slug, measure, URLS.nationChart),
  };
}

/** Its years, also without a record; null without any. */
export function nationHistory({ trend, ...place }: NationEntry | NationAbsence, nation: Nation): History | null {
  if (trend === null) return null;
  const slug = nationCompareSlug(place, nation);
  return {
    name: place.name,
    page: nationPlaceUrl(place, nation),
    chartOf: (measure) => measureUrl(slug, measure, URLS.nationChart),
    trend,
    state: nation.yardstick.trend,
    yardstick: UNITED_STATES,
    source: NATION_SOURCE,
  };
}

/** `Travis County, Texas` */
export function whereOf({ county, state }: NationEntry | NationAbsence): string {
  return [...(county === null ? [] : [county]), stateName(state)].join(", ");
}

/** A place in a table; without a record, without figures. */
export function nationRow(place: NationEntry | NationAbsence, nation: Nation): PlaceRow {
  const { geoid, name, county } = place;
  const shared = { id: geoid ?? "", name, href: nationPlaceUrl(place, nation), county: county ?? "" };
  if (!("record" in place)) return { ...NO_FIGURES, ...shared, population: place.population };
  const { record, nextYear } = place;
  return {
    ...shared,
    population: record.population,
    graded: gradedEntry(place),
    next: nextYear,
    ...ratesOf(place),
    record,
  };
}

/** The same with its years. */
export function nationBrowseRow(place: NationEntry | NationAbsence, nation: Nation): BrowseRow {
  const change = "record" in place ? yearChange(place, movesOf(nation))?.score : undefined;
  return {
    ...nationRow(place, nation),
    area: place.county === null ? "" : countySlug(place.county),
    scores: place.trend?.score ?? [],
    change: change
      ? { before: change.before, points: change.after - change.before, isUnusual: change.isUnusual }
      : null,
  };
}

/** The graded places around one; null without coordinates, which only the edition of a place's own state may have. */
export function nationNear({ nation, places }: Address, place: NationEntry | NationAbsence): NearParts | null {
  const points = new Map(places.records.cities.map((city): [string, GeoPoint] => [city.geoid, city]));
  const point = points.get(place.geoid ?? "");
  if (point === undefined) return null;
  const { latitude, longitude } = point;
  const towns = nation.entries.flatMap((entry) => {
    const at = entry === place ? undefined : points.get(entry.geoid ?? "");
    return at ? [{ ...nationRow(entry, nation.nation), latitude: at.latitude, longitude: at.longitude }] : [];
  });
  return {
    center: {
      name: place.name,
      href: nationPlaceUrl(place, nation.nation),
      graded: "record" in place ? gradedEntry(place) : null,
      ...{ latitude, longitude },
    },
    near: nearRows(point, towns),
    edition: UNITED_STATES,
    source: NATION_SOURCE,
  };
}
