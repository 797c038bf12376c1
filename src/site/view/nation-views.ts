import { oncePer } from "../../base/once-per.ts";
import { recentPer } from "../../base/recent-per.ts";
import { madeOf, type Typed } from "../../base/text.ts";
import type { Nation, NationAbsence } from "../../domain/nation.ts";
import { isComparedMonths } from "../../domain/nation-months.ts";
import type { NationStatistics } from "../../domain/nation-record.ts";
import type { ExpectedCount } from "../../domain/snapshot.ts";
import { figuresOf } from "../../domain/trend.ts";
import { trendSourceOf } from "../../editions/edition.ts";
import type { StateCode } from "../../editions/us-states.ts";
import type { NationEntry } from "../../figures/entries.ts";
import { nameInState, stateName, stateOf } from "../../gazetteer/state-text.ts";
import type { NationPlaceEntry } from "../../lookup/nation-names.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { WithoutFigures } from "../../lookup/without-figures.ts";
import { datasetOf, type NationAddress } from "../http/page.ts";
import { URLS, urlIn } from "../ui/urls.ts";
import { NATION_ABSENCES, NOT_LISTED } from "./absence-names.ts";
import {
  compareSlug,
  compareUrl,
  countiesText,
  nationCompareSlug,
  nationFullName,
  nationPlaceUrl,
  nationSlugCalled,
  stateUrl,
} from "./addresses.ts";
import { EARLIER_ADDRESSES } from "./earlier-addresses.ts";
import { meantInNation } from "./find-typed.ts";
import {
  type AbsenceView,
  type EditionView,
  type EditionViews,
  isGraded,
  type PlaceView,
  type View,
} from "./place-view.ts";
import { soFarOf } from "./so-far.tsx";

/** Below this share of residents in graded places, few places report separately. */
export const FEW_COVERED = 0.3;

/** Of residents in places with a grade, unrounded. */
export function shareOf({ residents_covered: covered, population }: Covered): number {
  return covered / population;
}
type Covered = Pick<NationStatistics, "residents_covered" | "population">;

/** The place of a name in a state, with or without a grade; the address of a place of the dataset is always its own. */
export function placeCalled(
  places: NationPlaces,
  state: StateCode | undefined,
  name: Typed,
): NationPlaceEntry | undefined {
  if (state === undefined) return undefined;
  const slug = `${state.toLowerCase()}/${name}`;
  const known = placesBySlug(places).get(slug);
  if (known !== undefined) return known;
  const geoid = EARLIER_ADDRESSES[slug];
  const meaning = places.find({ state, name: madeOf(name, geoid ?? name) });
  return meaning.is === "one" ? meaning.place.entry : undefined;
}

const placesBySlug = oncePer(
  ({ entries, nation }: NationPlaces): ReadonlyMap<string, NationEntry | NationAbsence> =>
    new Map([...entries, ...nation.absent].map((place) => [nationCompareSlug(place, nation), place])),
);

/** In a generation. A page shows some tens: its own place, those of its size, and those around it. */
const MOST_VIEWS = 2_500;

const viewsIn = oncePer((nation: Nation) => {
  const { yardstick, yearlyMoves: moves, correlation, dataYear, edition: words } = nation;
  const edition: EditionView = {
    words,
    trend: yardstick.trend,
    moves: {
      benchmark: yardstick.trend,
      yearlyMoves: { cities: moves, counties: moves },
      correlations: { cities: correlation, counties: correlation },
    },
    dataYear,
    yearSoFar: isComparedMonths(nation.months) ? nation.months.year : null,
    home: URLS.nation,
    compare: URLS.nationCompare,
    chart: URLS.nationChart,
    coverage: URLS.nationCoverage,
    reasons: URLS.nationCoverage,
  };
  const named = (place: NationPlaceEntry) => {
    const { name, county, state, geoid } = place;
    return {
      ...{ edition, name, county },
      id: geoid ?? "",
      title: nameInState(place),
      fullName: nationFullName(place, nation),
      kind: "city",
      where: [...(county === null ? [] : [county]), stateName(state)].join(", "),
      above: [
        [URLS.nation, words.title],
        [stateUrl(state), stateName(state)],
      ],
      path: nationPlaceUrl(place, nation),
      slug: nationCompareSlug(place, nation),
      trendSource: trendSourceOf(words, state),
      populationGap: state === words.includes.abbreviation ? words.includes.populationGap : undefined,
    } as const;
  };
  return {
    edition,
    graded: recentPer(MOST_VIEWS, (place: NationEntry): PlaceView => {
      const { record, offenses, cautions, nextYear } = place;
      return {
        ...named(place),
        ...{ record, offenses, cautions, nextYear },
        // Large: a page of all places must not hold those of each.
        get rating() {
          return place.rating;
        },
        get trend() {
          return place.trend;
        },
        get filled() {
          return place.filled;
        },
        soFar: soFarOf(place.months, place.provisional),
        source: (year) => `${record.source}, ${year}; yardstick: FBI, national estimate`,
      };
    }),
    absent: recentPer(MOST_VIEWS, (place: NationAbsence | WithoutFigures): AbsenceView => {
      const { population, reason, detail } = place;
      const { name, word } = reason === null ? NOT_LISTED : NATION_ABSENCES[reason];
      return {
        ...named(place),
        ...{ population, detail, reason: name, why: word, expected: expectedOf(place, dataYear) },
        get trend() {
          return place.trend;
        },
        soFar: soFarOf("months" in place ? place.months : null, null),
      };
    }),
  };
});

/** What was expected of the data year of a place whose figures are incomplete. */
function expectedOf(
  { expected, trend }: Pick<NationAbsence, "expected" | "trend">,
  year: number,
): readonly ExpectedCount[] {
  if (expected === null || trend === null) return [];
  const [violent, property] = [Math.round(expected.violent), Math.round(expected.property)];
  const reported = figuresOf(trend, year);
  const isLess = (reported.violent ?? 0) < violent || (reported.property ?? 0) < property;
  return isLess ? [{ year, violent, property }] : [];
}

/** As the pages of all editions show it. */
export function nationView(place: NationEntry, nation: Nation): PlaceView;
export function nationView(place: NationAbsence | WithoutFigures, nation: Nation): AbsenceView;
export function nationView(place: NationPlaceEntry, nation: Nation): View;
export function nationView(place: NationPlaceEntry, nation: Nation): View {
  const { graded, absent } = viewsIn(nation);
  return "record" in place ? graded(place) : absent(place);
}

/** Also of a place in several counties with that of most residents, which its name does not need. */
const comparedView = oncePer((places: NationPlaces) =>
  recentPer(MOST_VIEWS, (place: NationPlaceEntry): View => {
    const [view, counties] = [nationView(place, places.nation), places.countiesOf(place)];
    const [first] = counties;
    if (view.county !== null || first === undefined) return view;
    return { ...view, county: first, where: [countiesText(counties), view.where].join(", ") };
  }),
);

/** With the county of most of its residents, where it lies in several. */
export function nationTown(places: NationPlaces, entry: NationEntry): PlaceView {
  const view = comparedView(places)(entry);
  if (!isGraded(view)) throw new TypeError(`${entry.name} is no place with a grade`);
  return view;
}

export function nationViews(at: NationAddress): EditionViews {
  const { places: nation } = at;
  return {
    edition: viewsIn(nation.nation).edition,
    dataset: datasetOf(at),
    noun: "city or town",
    placeOf(slug) {
      const [state = "", city = ""] = slug.split("/");
      const place = placeCalled(nation, stateOf(madeOf(slug, state)), madeOf(slug, city));
      return place && comparedView(nation)(place);
    },
    slugCalled: (name) => nationSlugCalled(nation, name),
    suggestions: async (name) => meantInNation(nation, name),
    ownEdition(chosen) {
      for (const { records } of at.editions.states) {
        const own = chosen.map(({ id }) => records.cities.find(({ geoid }) => geoid === id));
        const slugs = own.flatMap((city) => (city === undefined ? [] : [compareSlug(records.edition, city.record)]));
        if (slugs.length < chosen.length) continue;
        return {
          href: compareUrl(slugs, urlIn(records.edition, URLS.compare)),
          possessive: records.edition.possessive,
        };
      }
      return undefined;
    },
  };
}

export function nationEdition(nation: Nation): EditionView {
  return viewsIn(nation).edition;
}
