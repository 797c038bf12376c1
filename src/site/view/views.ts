import { oncePer } from "../../base/once-per.ts";
import type { Typed } from "../../base/text.ts";
import type {
  AbsentCity,
  AbsentCounty,
  Snapshot,
  SnapshotCity,
  SnapshotCounty,
  SnapshotPlace,
} from "../../domain/snapshot.ts";
import { movesOf } from "../../domain/year-change.ts";
import { sourceOf } from "../../editions/edition.ts";
import type { StateEntry, StatePlaces } from "../../lookup/state-places.ts";
import { type Address, datasetOf } from "../http/page.ts";
import { URLS, urlIn } from "../ui/urls.ts";
import { STATE_ABSENCES } from "./absence-names.ts";
import {
  cityUrl,
  compareSlug,
  compareUrl,
  countyUrl,
  fullNameIn,
  nationCompareSlug,
  nationSlugCalled,
  placeNameOf,
} from "./addresses.ts";
import { meantBy } from "./find-typed.ts";
import type { AbsenceView, EditionView, EditionViews, PlaceView, View } from "./place-view.ts";

export function cityCalled({ city, absentCity }: StatePlaces, name: Typed): SnapshotCity | AbsentCity | undefined {
  return city(name)?.entry ?? absentCity(name);
}

export function countyCalled(
  { county, absentCounty }: StatePlaces,
  name: Typed,
): SnapshotCounty | AbsentCounty | undefined {
  return county(name)?.entry ?? absentCounty(name);
}

/** The pages above one of a place in a county. */
export function aboveIn({ edition }: Snapshot, county: string | undefined): View["above"] {
  const ofCounty = county === undefined ? [] : [[countyUrl(edition, county), county] as const];
  return [[urlIn(edition, URLS.explore), edition.name], ...ofCounty];
}

const viewsIn = oncePer((snapshot: Snapshot) => {
  const { edition: words, dataYear, state } = snapshot;
  const coverage = urlIn(words, URLS.coverage);
  const edition: EditionView = {
    words,
    trend: state.trend,
    moves: movesOf(snapshot),
    dataYear,
    yearSoFar: null,
    home: urlIn(words, URLS.explore),
    compare: urlIn(words, URLS.compare),
    chart: urlIn(words, URLS.chart),
    coverage,
    reasons: `${coverage}#reasons`,
  };
  const named = (place: AbsentCity | AbsentCounty | SnapshotPlace["record"]) => {
    const { county } = place;
    const isCity = "city" in place;
    const name = placeNameOf(place);
    return {
      ...{ edition, name, county, slug: compareSlug(words, place) },
      title: name,
      fullName: fullNameIn(words, name),
      kind: isCity ? "city" : "county",
      where: isCity ? `${county}, ${words.name}` : words.name,
      above: aboveIn(snapshot, isCity ? county : undefined),
      path: isCity ? cityUrl(words, name) : countyUrl(words, name),
      trendSource: words.trendSource,
      populationGap: words.populationGap,
    } as const;
  };
  return {
    edition,
    graded: oncePer((place: SnapshotPlace): PlaceView => {
      const { record, rating, offenses, trend, cautions, lowClasses, intervals } = place;
      return {
        ...named(record),
        ...{ record, rating, offenses, trend, cautions, lowClasses },
        id: "geoid" in place ? place.geoid : place.fips,
        source: (year) => sourceOf(words, year),
        nextYear: intervals.nextYear,
      };
    }),
    absent: oncePer((place: AbsentCity | AbsentCounty): AbsenceView => {
      const { population, reason, detail, trend } = place;
      return {
        ...named(place),
        ...{ population, detail, trend },
        where: "city" in place ? place.county : "",
        id: ("city" in place ? place.geoid : place.fips) ?? "",
        reason: STATE_ABSENCES[reason].name,
        why: STATE_ABSENCES[reason].word,
        expected: "city" in place && reason === "incomplete_figures" ? place.expected : [],
      };
    }),
  };
});

/** As the pages of all editions show it. */
export function stateView(place: SnapshotPlace, snapshot: Snapshot): PlaceView;
export function stateView(place: AbsentCity | AbsentCounty, snapshot: Snapshot): AbsenceView;
export function stateView(place: StateEntry, snapshot: Snapshot): View;
export function stateView(place: StateEntry, snapshot: Snapshot): View {
  const { graded, absent } = viewsIn(snapshot);
  return "record" in place ? graded(place) : absent(place);
}

export function stateEdition(snapshot: Snapshot): EditionView {
  return viewsIn(snapshot).edition;
}

export function stateViews(at: Address): EditionViews {
  const { places, editions } = at;
  const { records: snapshot } = places;
  return {
    edition: stateEdition(snapshot),
    dataset: datasetOf(at),
    noun: "city or county",
    placeOf(slug) {
      const place = slug.endsWith("-county") ? countyCalled(places, slug) : cityCalled(places, slug);
      return place && stateView(place, snapshot);
    },
    slugCalled(name) {
      const place = cityCalled(places, name) ?? places.county(name)?.entry;
      return place && stateView(place, snapshot).slug;
    },
    suggestions: (name) => meantBy(at, name),
    acrossStates(chosen, typed) {
      const [nation] = editions.nations;
      if (nation === undefined) return undefined;
      const slugs = [
        ...chosen.map(({ id }) => {
          const entry = nation.ofGeoid(id);
          return entry && nationCompareSlug(entry, nation.nation);
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
