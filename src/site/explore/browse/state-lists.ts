import { CALIFORNIA } from "../../../domain/edition.ts";
import { oncePer } from "../../../domain/once-per.ts";
import type { AbsentCity, AbsentCounty, PlaceTrend, Snapshot, SnapshotPlace } from "../../../domain/snapshot.ts";
import { yearChange } from "../../../domain/year-change.ts";
import type { Address } from "../../http/page.ts";
import { sourceLine } from "../../ui/source-line.ts";
import { URLS } from "../../ui/urls.ts";
import { NO_FIGURES, placeRow } from "../place-columns.tsx";
import { shortCounty } from "../place-name.ts";
import { citySlug, cityUrl, compareUrl, countySlug, countyUrl } from "../place-url.ts";
import type { BrowseList, BrowseRow } from "./browse-list.ts";
import type { BrowseView } from "./browse-page.tsx";
import type { BrowseQuery } from "./browse-query.ts";

/** `/explore/browse`: the cities or the counties of the state. */
export function loadBrowse({ places }: Address, query: BrowseQuery): { readonly data: BrowseView } {
  const lists = listsOf(places.records);
  const list = query.kind === "counties" ? lists.counties : lists.cities;
  const slugOf = ({ name, county }: BrowseRow) => (county === null ? `${countySlug(name)}-county` : citySlug(name));
  return { data: { list, query, compare: (rows) => compareUrl(rows.map(slugOf)) } };
}

/** Calculated once: the change of each place, by its own years. */
const listsOf = oncePer((snapshot: Snapshot) => {
  const { cities, counties, absent, absentCounties, dataYear, state } = snapshot;
  const shared = {
    edition: CALIFORNIA,
    path: URLS.browse,
    file: `${URLS.browse}.csv`,
    least: 0,
    from: state.trend.from,
    dataYear,
    source: sourceLine(dataYear),
    kinds: [
      { kind: "cities", text: "Cities" },
      { kind: "counties", text: "Counties" },
    ],
  } as const;
  const rowOf = (place: SnapshotPlace): BrowseRow => {
    const change = yearChange(place, snapshot)?.score;
    return {
      ...placeRow(place),
      area: "city" in place.record ? countySlug(place.record.county) : "",
      scores: place.trend.score,
      change: change
        ? { before: change.before, points: change.after - change.before, isUnusual: change.isUnusual }
        : null,
    };
  };
  const areas = new Set([...cities.map(({ record }) => record.county), ...absent.map(({ county }) => county)]);
  return {
    cities: {
      ...shared,
      first: "city",
      title: `Cities of ${CALIFORNIA.name}`,
      noun: ["city", "cities"],
      rows: [...cities.map(rowOf), ...absent.map(absentRow)],
      areas: [...areas].toSorted().map((county) => [countySlug(county), shortCounty(county)] as const),
      map: `${URLS.explore}?kind=cities`,
    },
    counties: {
      ...shared,
      first: "county",
      title: `Counties of ${CALIFORNIA.name}`,
      noun: ["county", "counties"],
      rows: [...counties.map(rowOf), ...absentCounties.map(absentRow)],
      areas: [],
      map: URLS.explore,
    },
  } as const satisfies Record<string, BrowseList>;
});

function absentRow(place: AbsentCity | AbsentCounty): BrowseRow {
  const isCity = "city" in place;
  const trend: PlaceTrend | null = place.trend;
  return {
    ...NO_FIGURES,
    id: isCity ? (place.geoid ?? "") : place.fips,
    name: isCity ? place.city : place.county,
    href: isCity ? cityUrl(place.city) : countyUrl(place.county),
    county: isCity ? place.county : null,
    population: place.population,
    area: isCity ? countySlug(place.county) : "",
    scores: trend?.score ?? [],
    change: null,
  };
}
