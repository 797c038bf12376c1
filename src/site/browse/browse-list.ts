import { oncePer } from "../../base/once-per.ts";
import { ownText } from "../../base/text.ts";
import { familyOf } from "../../domain/grade.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import { yearChange } from "../../domain/year-change.ts";
import { sourceOf } from "../../editions/edition.ts";
import { normalized } from "../../gazetteer/fold.ts";
import type { StateEntry } from "../../lookup/state-places.ts";
import type { Address } from "../http/page.ts";
import { counted } from "../ui/number.ts";
import { URLS, urlIn } from "../ui/urls.ts";
import { shortCounty } from "../view/addresses.ts";
import { betterText } from "../view/better-text.ts";
import { type BrowseQuery, NO_GRADE, SIZES } from "../view/browse-query.ts";
import { type PlaceRow, placeRow } from "../view/columns.tsx";
import { type EditionView, isGraded, type View } from "../view/place-view.ts";
import { isCompared, type SoFar } from "../view/so-far.tsx";
import { stateEdition, stateView } from "../view/views.ts";

export interface BrowseRow extends PlaceRow {
  /** In the URL of a comparison. */
  readonly slug: string;
  /** The counties that it lies in, as the filter names them. */
  readonly areas: readonly string[];
  /** Its state, as the filter of the list of all states names it; empty in a list of one. */
  readonly state: string;
  /** A score for each year of the list; null is a gap. */
  readonly scores: readonly (number | null)[];
  readonly soFar?: SoFar;
  /** Against the year before its own; null if that year is not complete. */
  readonly change: { readonly before: number; readonly points: number; readonly isUnusual: boolean } | null;
}

/** The places of one kind in an edition, with the words of their page. */
export interface BrowseList {
  readonly edition: EditionView;
  readonly path: string;
  /** Of the selection as a file, without its query. */
  readonly file: string;
  /** `Cities of California` */
  readonly title: string;
  readonly noun: readonly [one: string, many: string];
  readonly rows: readonly BrowseRow[];
  /** What places lie in, as values of the filter and names; empty if the edition has none. */
  readonly areas: readonly (readonly [value: string, name: string])[];
  /** Whether the places lie in counties. */
  readonly hasCounties: boolean;
  /** The states of a list of all, as values of the filter and names. Its places have ranks. */
  readonly states?: readonly (readonly [value: string, name: string])[];
  /** The column that it is sorted by unless a reader chooses another. */
  readonly first: string;
  /** The least residents that a place of the edition has. */
  readonly least: number;
  readonly source: string;
  /** The same places on a map, if the edition has one. */
  readonly map?: string;
  readonly kinds: readonly { readonly kind: string; readonly text: string }[];
}

/** A place of a list, with all counties that it lies in. */
export interface BrowsePlace {
  readonly view: View;
  /** The one that the table shows first. */
  readonly counties: readonly string[];
}

export interface BrowseView {
  readonly list: BrowseList;
  readonly query: BrowseQuery;
}

/** The list of some places of an edition, with their counties if they lie in some. */
export function browseList(
  edition: EditionView,
  places: readonly BrowsePlace[],
  parts: Omit<BrowseList, "edition" | "rows" | "areas" | "hasCounties">,
): BrowseList {
  const counties = new Set(places.flatMap((place) => place.counties));
  return {
    ...parts,
    edition,
    rows: places.map(browseRow),
    areas: [...counties].toSorted().map((county) => [areaOf(county), shortCounty(county)]),
    hasCounties: counties.size > 0,
  };
}

/** A county as a value of the filter. */
export function areaOf(county: string): string {
  return normalized(ownText(shortCounty(county))).replaceAll(" ", "-");
}

function browseRow({ view, counties }: BrowsePlace): BrowseRow {
  const { slug, trend, kind, edition, soFar } = view;
  const change = isGraded(view) ? yearChange(view, edition.moves)?.score : undefined;
  const row = placeRow(view);
  return {
    ...row,
    county: kind === "city" ? (counties[0] ?? row.county) : null,
    slug,
    areas: counties.map(areaOf),
    state: "",
    scores: trend?.score ?? [],
    ...(soFar === undefined ? {} : { soFar }),
    change: change
      ? { before: change.before, points: change.after - change.before, isUnusual: change.isUnusual }
      : null,
  };
}

const foldedName = oncePer(({ name }: BrowseRow) => normalized(ownText(name)));

/** The rows that pass the filters. Places without a grade are shown only if they are asked for. */
export function filtered({ rows }: BrowseList, query: BrowseQuery): readonly BrowseRow[] {
  const size = SIZES.find(({ key }) => key === query.size);
  const { grade, county, change, state, provisional } = query;
  const name = normalized(query.name);
  return rows.filter((row) => {
    const { graded, population } = row;
    const letter = graded ? familyOf(graded.letter) : NO_GRADE;
    if (grade.length === 0 ? graded === null : !grade.includes(letter)) return false;
    if (row.state !== "" && state !== "" && row.state !== state) return false;
    if (county.length > 0 && !row.areas.some((area) => county.includes(area))) return false;
    if (name !== "" && !foldedName(row).includes(name)) return false;
    if (size && (population === null || population < size.from || population >= size.to)) return false;
    if (provisional !== "" && !isCompared(row.soFar)) return false;
    return change === "" || (row.change !== null && isOf(row.change, change));
  });
}

function isOf({ points, isUnusual }: NonNullable<BrowseRow["change"]>, change: string): boolean {
  const isWanted = change === "better" || change === "rose" ? points > 0 : points < 0;
  return isWanted && (change === "better" || change === "worse" || isUnusual);
}

/** What the selection has in common, with the number found. */
export function selectionFinding(
  { noun: [one, many], edition, states }: BrowseList,
  rows: readonly BrowseRow[],
  query: BrowseQuery,
) {
  const count = counted(rows.length, one, many);
  if (rows.length === 0) return `No ${one} matches these filters`;
  const graded = rows.flatMap(({ graded }) => graded ?? []);
  if (states !== undefined && graded.length === rows.length) {
    const better = graded.filter(({ score }) => score > 50).length;
    return betterText(better, rows.length, [one, many], edition.words.average);
  }
  const compared = rows.filter(({ change }) => change !== null);
  if (query.change !== "" || compared.length === 0) return `${count} ${rows.length === 1 ? "matches" : "match"}`;
  const better = compared.filter(({ change }) => (change?.points ?? 0) > 0).length;
  return betterText(better, rows.length, [one, many], `in ${edition.dataYear - 1}`);
}

/** `/explore/browse`: the cities or the counties of the state. */
export function loadBrowse({ places }: Address, query: BrowseQuery): { readonly data: BrowseView } {
  const lists = listsOf(places.records);
  // The nation's own filters have no effect.
  const own = { ...query, state: "", provisional: "" };
  return { data: { list: query.kind === "counties" ? lists.counties : lists.cities, query: own } };
}

/** Calculated once: the change of each place, by its own years. */
const listsOf = oncePer((snapshot: Snapshot) => {
  const { cities, counties, absent, absentCounties, dataYear, edition: words } = snapshot;
  const edition = stateEdition(snapshot);
  const path = urlIn(words, URLS.browse);
  const listed = (place: StateEntry): BrowsePlace => {
    const view = stateView(place, snapshot);
    return { view, counties: view.kind === "city" && view.county !== null ? [view.county] : [] };
  };
  const shared = {
    path,
    file: `${path}.csv`,
    least: 0,
    source: sourceOf(words, dataYear),
    kinds: [
      { kind: "cities", text: "Cities" },
      { kind: "counties", text: "Counties" },
    ],
  } as const;
  return {
    cities: browseList(edition, [...cities, ...absent].map(listed), {
      ...shared,
      first: "city",
      title: `Cities of ${words.name}`,
      noun: ["city", "cities"],
      map: `${edition.home}?kind=cities`,
    }),
    counties: browseList(edition, [...counties, ...absentCounties].map(listed), {
      ...shared,
      first: "county",
      title: `Counties of ${words.name}`,
      noun: ["county", "counties"],
      map: edition.home,
    }),
  };
});
