import { CALIFORNIA } from "../../domain/edition.ts";
import { oncePer } from "../../domain/once-per.ts";
import type {
  AbsentCity,
  AbsentCounty,
  Snapshot,
  SnapshotCity,
  SnapshotCounty,
  SnapshotPlace,
} from "../../domain/snapshot.ts";
import type { Places } from "../../places/places.ts";
import { type Address, datasetOf } from "../http/page.ts";
import { nationCompareSlug, nationSlugCalled } from "../ui/nation-urls.ts";
import { sourceLine, TREND_SOURCE } from "../ui/source-line.ts";
import { URLS } from "../ui/urls.ts";
import { ABSENCES } from "./absence.ts";
import { placeNameOf } from "./place-name.ts";
import { cityUrl, compareSlug, compareUrl, countyUrl } from "./place-url.ts";
import { meantBy } from "./search/find-typed.ts";
import type { Shown, ShownAbsence, ShownEdition, ShownPlace, ShownPlaces } from "./shown-place.ts";

export type KnownPlace = SnapshotCity | SnapshotCounty | AbsentCity | AbsentCounty;

export function cityCalled({ city, absentCity }: Places, name: string): SnapshotCity | AbsentCity | undefined {
  return city(name)?.entry ?? absentCity(name);
}

export function countyCalled(
  { county, absentCounty }: Places,
  name: string,
): SnapshotCounty | AbsentCounty | undefined {
  return county(name)?.entry ?? absentCounty(name);
}

/** The pages above one of a place in a county. */
export function aboveIn(county: string | undefined): Shown["above"] {
  return [[URLS.explore, CALIFORNIA.name], ...(county === undefined ? [] : [[countyUrl(county), county] as const])];
}

const shownIn = oncePer((snapshot: Snapshot) => {
  const edition: ShownEdition = {
    words: CALIFORNIA,
    printed: "california",
    trend: snapshot.state.trend,
    moves: snapshot,
    dataYear: snapshot.dataYear,
    trendSource: TREND_SOURCE,
    scale: "/100",
    against: "",
    home: URLS.explore,
    compare: URLS.compare,
    chart: URLS.chart,
    coverage: `${URLS.coverage}#reasons`,
  };
  const named = (place: AbsentCity | AbsentCounty | SnapshotPlace["record"]) => {
    const { county } = place;
    const isCity = "city" in place;
    const name = placeNameOf(place);
    return {
      ...{ edition, name, fullName: name, county, slug: compareSlug(place) },
      kind: isCity ? "city" : "county",
      where: isCity ? `${county}, ${CALIFORNIA.name}` : CALIFORNIA.name,
      above: aboveIn(isCity ? county : undefined),
      path: isCity ? cityUrl(name) : countyUrl(name),
    } as const;
  };
  return {
    edition,
    graded: oncePer((place: SnapshotPlace): ShownPlace => {
      const { record, rating, offenses, trend, cautions, lowClasses, intervals } = place;
      return {
        ...named(record),
        ...{ record, rating, offenses, trend, cautions, lowClasses },
        id: "geoid" in place ? place.geoid : place.fips,
        source: sourceLine,
        nextYear: intervals.nextYear,
      };
    }),
    absent: oncePer((place: AbsentCity | AbsentCounty): ShownAbsence => {
      const { population, reason, detail, trend } = place;
      return {
        ...named(place),
        ...{ population, detail, trend },
        where: "city" in place ? place.county : "",
        id: ("city" in place ? place.geoid : place.fips) ?? "",
        reason: ABSENCES[reason].name,
        why: ABSENCES[reason].word,
        expected: "city" in place && reason === "incomplete_figures" ? place.expected : [],
      };
    }),
  };
});

export function californiaPlace(place: SnapshotPlace, snapshot: Snapshot): ShownPlace {
  return shownIn(snapshot).graded(place);
}

export function californiaAbsence(place: AbsentCity | AbsentCounty, snapshot: Snapshot): ShownAbsence {
  return shownIn(snapshot).absent(place);
}

export function californiaShown(place: KnownPlace, snapshot: Snapshot): Shown {
  return "record" in place ? californiaPlace(place, snapshot) : californiaAbsence(place, snapshot);
}

export function californiaEdition(snapshot: Snapshot): ShownEdition {
  return shownIn(snapshot).edition;
}

export function californiaPlaces(at: Address): ShownPlaces {
  const { places, nation } = at;
  return {
    edition: californiaEdition(places.records),
    dataset: datasetOf(at),
    noun: "city or county",
    examples: [
      ["oakland", "san-francisco"],
      ["fresno", "sacramento"],
      ["los-angeles-county", "orange-county"],
    ],
    placeOf(slug) {
      const place = slug.endsWith("-county") ? countyCalled(places, slug) : cityCalled(places, slug);
      return place && californiaShown(place, places.records);
    },
    slugCalled(name) {
      const place = cityCalled(places, name) ?? places.county(name)?.entry;
      return place && californiaShown(place, places.records).slug;
    },
    suggestions: (name) => meantBy(at, name),
    acrossStates(chosen, typed) {
      const slugs = [
        ...chosen.map(({ name }) => {
          const found = nation.find(CALIFORNIA.abbreviation, name);
          return found.kind === "graded" ? nationCompareSlug(found.entry, nation.nation) : undefined;
        }),
        ...typed.map((name) => nationSlugCalled(nation, name)),
      ];
      return slugs.includes(undefined)
        ? undefined
        : compareUrl(
            slugs.flatMap((slug) => slug ?? []),
            URLS.nationCompare,
          );
    },
  };
}
