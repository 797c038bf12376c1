import { foldCityName } from "../../../domain/name.ts";
import type { FindPlaces, Place, PlaceData } from "../../../domain/place.ts";
import type { SnapshotCity, SnapshotCounty } from "../../../domain/snapshot.ts";
import type { Atlas } from "../../../snapshot/atlas.ts";
import { namesOf } from "../../../snapshot/names.ts";

/** The cities and counties of the snapshot by the beginning of a word of their names, those with most residents first. */
export function knownPlaces({ snapshot }: Atlas): FindPlaces {
  const known = [
    ...snapshot.cities.map((city) => ({ place: cityPlace(city), names: namesOf(city) })),
    ...snapshot.counties.map((county) => ({ place: countyPlace(county), names: [county.record.county] })),
    ...snapshot.absent.map((absent) => ({ place: absentPlace(absent), names: [absent.city] })),
  ].map(({ place, names }) => ({ place, folded: names.map(foldCityName) }));

  return ({ q = "", limit }) => {
    const wanted = foldCityName(q);
    const rankOf = (names: readonly string[]) =>
      names.includes(wanted) ? 0 : names.some((name) => name.startsWith(wanted)) ? 1 : 2;
    const found = known
      .filter(({ folded }) => wanted !== "" && folded.some((name) => ` ${name}`.includes(` ${wanted}`)))
      .toSorted(
        (a, b) =>
          rankOf(a.folded) - rankOf(b.folded) ||
          (b.place.data?.population ?? 0) - (a.place.data?.population ?? 0) ||
          a.place.name.localeCompare(b.place.name, "en"),
      );
    const places = found.slice(0, limit).map(({ place }) => place);
    return { ok: true, page: { places, total: found.length, next: null } };
  };
}

function cityPlace(city: SnapshotCity): Place {
  const { record, latitude, longitude } = city;
  return { ...common(record.county), kind: "city", name: record.city, latitude, longitude, data: dataOf(city) };
}

function countyPlace(county: SnapshotCounty): Place {
  const name = county.record.county;
  return { ...common(name), kind: "county", name, latitude: 0, longitude: 0, data: dataOf(county) };
}

function absentPlace({ city, county, reason }: Atlas["snapshot"]["absent"][number]): Place {
  return {
    ...common(county),
    kind: "city",
    name: city,
    status: "absent",
    reason,
    latitude: 0,
    longitude: 0,
    data: null,
  };
}

function common(county: string) {
  return { county, within: null, status: "graded", reason: null } as const;
}

function dataOf({ record, rating }: SnapshotCity | SnapshotCounty): PlaceData {
  const { safety_score, grade, grade_label, crime_rate_per_1k, population, data_year } = record;
  return {
    safety_score,
    grade,
    grade_label,
    crime_rate_per_1k,
    violent_rate_per_1k: rating.violent.rate,
    property_rate_per_1k: rating.property.rate,
    population,
    data_year,
  };
}
