import type { Typed } from "../../base/text.ts";
import type { ExpectedCount, LowClass, PlaceTrend, RatedPlace, ScoreRange, Trend } from "../../domain/snapshot.ts";
import type { FilledClass, Moves } from "../../domain/year-change.ts";
import { type Edition, yardstickText } from "../../editions/edition.ts";
import type { Dataset } from "../http/page.ts";
import { suggestionsIn, URLS, urlIn, withQuery } from "../ui/urls.ts";
import type { Suggestion } from "./find-typed.ts";
import type { SoFar } from "./so-far.tsx";

/** What the pages of its places say about an edition. */
export interface EditionView {
  readonly words: Edition;
  /** Of what scores 50. */
  readonly trend: Trend;
  readonly moves: Moves;
  readonly dataYear: number;
  /** The year after it, if the edition has months of that year. */
  readonly yearSoFar: number | null;
  /** The paths of its first page, its comparison, its charts of a measure, its coverage, and there the reasons. */
  readonly home: string;
  readonly compare: string;
  readonly chart: string;
  readonly coverage: string;
  readonly reasons: string;
}

interface ViewOfPlace {
  readonly edition: EditionView;
  /** GEOID or FIPS code; empty if it has none. */
  readonly id: string;
  readonly name: string;
  /** The heading of its page: "Austin, Texas". */
  readonly title: string;
  /** As a form or a search understands it: "Austin, TX". */
  readonly fullName: string;
  readonly kind: "city" | "county";
  readonly county: string | null;
  /** What it lies in: "Travis County, Texas"; may be empty. */
  readonly where: string;
  readonly above: readonly (readonly [href: string, text: string])[];
  readonly path: string;
  /** In the URL of a comparison. */
  readonly slug: Typed;
  /** null if no year has figures. */
  readonly trend: PlaceTrend | null;
  /** Only in an edition with months. */
  readonly soFar?: SoFar;
  /** Where the figures of all its years come from. */
  readonly trendSource: string;
  /** Why years between others have no residents, where one reason is known. */
  readonly populationGap: string | undefined;
}

/** A place with a grade, as the parts of its page take it. */
export interface PlaceView extends ViewOfPlace, RatedPlace {
  readonly trend: PlaceTrend;
  readonly record: RatedPlace["record"] & { readonly crime_rate_per_1k: number };
  /** Where the figures of a year come from. */
  readonly source: (year: number) => string;
  /** Only where the edition knows them. */
  readonly lowClasses?: readonly LowClass[];
  /** Only in an edition that fills in missing classes. */
  readonly filled?: readonly FilledClass[];
  /** null where its width is not known. */
  readonly nextYear: ScoreRange | null;
}

export interface AbsenceView extends ViewOfPlace {
  readonly population: number | null;
  /** Why, in a few words, in one or two in its box, and as a sentence without its period. */
  readonly reason: string;
  readonly why: string;
  readonly detail: string;
  /** What its incomplete years were expected to have, if they are the reason. */
  readonly expected: readonly ExpectedCount[];
}

export type View = PlaceView | AbsenceView;

/** With years, also without a grade. */
export type YearsView = View & { readonly trend: PlaceTrend };

export function hasYears(place: View): place is YearsView {
  return place.trend !== null;
}

export function isGraded(place: View): place is PlaceView {
  return "record" in place;
}

/** In the box of a grade, beside the score. */
export function scaleOf({ words: { isNamed, abbreviation } }: EditionView): string {
  return isNamed ? `${abbreviation} = 50` : "/100";
}

/** After a score in a sentence, unless the contract's edition is meant. */
export function againstOf({ words }: EditionView): string {
  return words.isNamed ? ` (${yardstickText(words)})` : "";
}

/** What a place lies in, below its heading. */
export function whereText({
  title,
  name,
  where,
  county,
}: Pick<ViewOfPlace, "title" | "name" | "where" | "county">): string {
  return title === name ? where : (county ?? where);
}

export function chartOf({ slug, edition }: Pick<ViewOfPlace, "slug" | "edition">, measure: string): string {
  return withQuery(edition.chart, { place: slug, measure });
}

/** A field for the names of an edition's places completes them, and places of other states if these are compared elsewhere. */
export function fillsOf({ words }: EditionView): { readonly "data-suggest": string; readonly "data-fills": string } {
  if (words.kind === "nation")
    return { "data-suggest": `${URLS.suggestions}?edition=us`, "data-fills": `${URLS.nation}/` };
  const own = [URLS.exploreCity, URLS.exploreCounty].map((path) => urlIn(words, path).replace(":slug", ""));
  const suggest = `${suggestionsIn(words.abbreviation)}&edition=${words.abbreviation.toLowerCase()}`;
  return { "data-suggest": suggest, "data-fills": [...own, `${URLS.nation}/`].join(" ") };
}

/** The slug of the page of an edition's place; undefined for a page of another edition. */
export function slugOfPage(href: string, edition: EditionView): string | undefined {
  const own = fillsOf(edition)
    ["data-fills"].split(" ")
    .filter((path) => edition.words.kind === "nation" || path !== `${URLS.nation}/`);
  const path = own.find((one) => href.startsWith(one));
  return path === undefined ? undefined : href.slice(path.length);
}

/** The places of an edition, as visitors name them. */
export interface EditionViews {
  readonly edition: EditionView;
  readonly dataset: Dataset;
  /** What can be compared, such as "city or county". */
  readonly noun: string;
  readonly placeOf: (slug: Typed) => View | undefined;
  /** The slug of the place that a typed name means. */
  readonly slugCalled: (name: Typed) => Typed | undefined;
  readonly suggestions: (name: Typed) => Promise<readonly Suggestion[]>;
  /** The comparison against the nation, if that edition has all of the places, also those of other states. */
  readonly acrossStates?: (chosen: readonly View[], typed: readonly Typed[]) => string | undefined;
  /** The comparison in the edition of a state, if that edition has all of the places. */
  readonly ownEdition?: (chosen: readonly View[]) => { readonly href: string; readonly possessive: string } | undefined;
}
