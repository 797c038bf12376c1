import { madeOf, type Typed } from "../../base/text.ts";
import type { CoveringArea } from "../../domain/area-record.ts";
import type { Match } from "../../domain/place-query.ts";
import type { StateCode } from "../../editions/us-states.ts";
import type { DegreeLine } from "../../gazetteer/outline-table.ts";
import type { PlaceLevel } from "../../gazetteer/place-table.ts";
import { stateName } from "../../gazetteer/state-text.ts";
import { territoryHint, territoryZipHint } from "../../gazetteer/territories.ts";
import { typedPoint } from "../../gazetteer/typed-point.ts";
import type { ZipBasis } from "../../gazetteer/zip-table.ts";
import { zipIn } from "../../lookup/locate.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { NationMatch } from "../../lookup/nation-search.ts";
import { type Address, type Loaded, movedTo } from "../http/page.ts";
import { nationLand } from "../map/land.ts";
import type { DrawGround } from "../map/map-shapes.ts";
import { areaUrl, cityUrl, countyUrl, nationPlaceUrl, stateUrl, zipUrl } from "../view/addresses.ts";
import { type FoundInState, findTyped, isMeant, placeHref, type SearchQuery } from "../view/find-typed.ts";
import { nationAnswer, type PlaceAnswer, stateAnswer } from "./place-answer.ts";

/** What a search shows if it does not lead to a page. */
export type SearchAnswer =
  | { readonly is: "empty" }
  | PlacesAnswer
  | ZipAnswer
  /** What was understood, what is missing, and places that may be meant. */
  | {
      readonly is: "nothing";
      readonly understood: string;
      readonly missing: string;
      readonly near: readonly PlaceAnswer[];
    };

interface PlacesAnswer {
  readonly is: "places";
  /** The name without what says where it is. */
  readonly name: string;
  /** Where it is, if that was typed: " in Ohio". */
  readonly where: string;
  /** Places of the name, the largest first; those without figures by themselves. */
  readonly called: readonly PlaceAnswer[];
  readonly smaller: readonly PlaceAnswer[];
  /** Places whose name has the words. */
  readonly others: readonly PlaceAnswer[];
  /** How many places match, including those not shown. */
  readonly total: number;
  /** The state of the name. */
  readonly state: StateCode | null;
}

interface ZipShare {
  readonly place: PlaceAnswer;
  readonly share: number;
  /** Of its boundary; undefined where none is held. */
  readonly lines: readonly DegreeLine[] | undefined;
}

interface ZipAnswer {
  readonly is: "zip";
  readonly zip: string;
  readonly basis: ZipBasis;
  /** The largest share first; of land, those of cities and villages before townships, and the county's own last. */
  readonly shares: readonly ZipShare[];
  readonly ground: DrawGround;
  /** The area of a county department that covers it, where no single place does. */
  readonly covered: CoveringArea | null;
}

export interface SearchView {
  readonly query: string;
  readonly answer: SearchAnswer;
}

/** The most places of each list. */
const SHOWN = 25;
/** Matches that are read. */
const READ = 200;

/** `/search?q=`: the page of what is meant, or what it may be. */
export async function loadSearch(at: Address, { q }: SearchQuery): Promise<Loaded<SearchView>> {
  if (q.trim() === "") return { data: { query: "", answer: { is: "empty" } } };
  const found = (await inPoint(at, q)) ?? (await inZip(at, q)) ?? (await inNames(at, q));
  return typeof found === "string" ? movedTo(found, 302) : { data: { query: q, answer: found } };
}

/** Either the address of a page, or what is shown. */
type Found = SearchAnswer | string;

/** Coordinates: the page of the place there, or of the area of a county's department. */
async function inPoint({ editions }: Address, q: Typed): Promise<Found | undefined> {
  const point = typedPoint(q);
  if (point === null) return undefined;
  const understood = `We read “${q.trim()}” as a latitude and a longitude.`;
  if (Math.abs(point.latitude) > 90 || Math.abs(point.longitude) > 180) {
    return nothing(understood, "A latitude is between −90 and 90, a longitude between −180 and 180.");
  }
  for (const places of editions.states) {
    const located = (await places.geography()).locate(point);
    const first = located.found ? located.data.candidates[0] : undefined;
    if (first !== undefined) {
      return first.city === null ? countyUrl(places.edition, first.county) : cityUrl(places.edition, first.city);
    }
  }
  const [nation] = editions.nations;
  const where = nation?.gazetteer.locate(point) ?? null;
  if (nation === undefined || where === null)
    return nothing(understood, "It is outside the 50 states and Washington, DC.");
  const row = where.municipality ?? where.community ?? null;
  if (row !== null) return nationPlaceUrl(nation.ofRow(row).entry, nation.nation);
  const area = nation.countyAreas.coveredAt(where);
  if (area !== null && area.reason === null) return areaUrl(area.state, area.county);
  const rows = where.unheld.length > 0 ? where.unheld : where.countyRow === null ? [] : [where.countyRow];
  const place = `${where.county}, ${stateName(where.state)}`;
  return nothing(
    understood,
    where.unheld.length > 0
      ? `It is in ${place}, where we do not hold the boundary of every place: it may be in one of these.`
      : `It is in ${place}, outside of every city and town.`,
    answersOf(nation, rows),
  );
}

/** A ZIP code: the page of the one place that has nine tenths of it, or all places with their shares. */
async function inZip({ editions }: Address, q: Typed): Promise<Found | undefined> {
  const zip = zipIn(q);
  if (zip === undefined) return undefined;
  for (const { geography, edition } of editions.states) {
    if ((await geography()).locate({ zip }).found) return zipUrl(edition, zip);
  }
  const [nation] = editions.nations;
  const known = nation?.gazetteer.zip(zip);
  if (nation === undefined || known === undefined) {
    return nothing(
      `We read “${zip}” as a ZIP code.`,
      territoryZipHint(zip) ?? "Neither the Census Bureau’s list nor the postal codes that we hold have it.",
    );
  }
  if (known.point !== null) {
    const point = { latitude: known.point.latitude / 100_000, longitude: known.point.longitude / 100_000 };
    const where = nation.gazetteer.locate(point);
    const row = where?.municipality ?? where?.community ?? where?.countyRow ?? null;
    return zipOf(nation, zip, known.basis, row === null ? [] : [{ row, share: 1 }]);
  }
  return zipOf(nation, zip, known.basis, known.candidates);
}

/** A place has a ZIP code if it has this share of it. */
const NEARLY_ALL = 0.9;

/** Of shares of land. */
const ZIP_ORDER = { place: 0, subdivision: 1, county: 2 } as const satisfies Record<PlaceLevel, number>;

function zipOf(
  nation: NationPlaces,
  zip: string,
  basis: ZipBasis,
  candidates: readonly { readonly row: number; readonly share: number }[],
): Found {
  const [first] = candidates;
  if (first !== undefined && first.share >= NEARLY_ALL && basis !== "county_only") {
    const { entry } = nation.ofRow(first.row);
    if (nation.gazetteer.place(first.row).level !== "county") return nationPlaceUrl(entry, nation.nation);
  }
  const levelOf = ({ row }: { readonly row: number }) => ZIP_ORDER[nation.gazetteer.place(row).level];
  // Farmland around a city has more of the land, but few of the residents.
  const ordered = basis === "land" ? candidates.toSorted((a, b) => levelOf(a) - levelOf(b)) : candidates;
  const { ground } = nationLand(nation.gazetteer);
  const lines = (row: number) => nation.gazetteer.outlineOf(row);
  const shares = ordered.map(({ row, share }) => ({ place: rowAnswer(nation, row), share, lines: lines(row) }));
  const located = nation.locate({ zip });
  return { is: "zip", zip, basis, shares, ground, covered: located.found ? located.data.covered_by : null };
}

/** What the edition has of a row; of a county, its land outside of the places. */
function rowAnswer(nation: NationPlaces, row: number): PlaceAnswer {
  const answer = nationAnswer(nation.ofRow(row).entry, nation);
  const { level } = nation.gazetteer.place(row);
  return level === "county" ? { ...answer, detail: "Outside of the cities and towns", why: "no figures" } : answer;
}

function answersOf(nation: NationPlaces, rows: readonly number[]): readonly PlaceAnswer[] {
  return rows.map((row) => rowAnswer(nation, row));
}

/** A name, with or without its state: the page of the only place that has it, or all that do. */
async function inNames(at: Address, q: Typed): Promise<Found> {
  const { editions } = at;
  const [nation] = editions.nations;
  const text = nation?.search().read(q);
  const isState = text?.isState ?? null;
  const matches = nation?.search().matches(q, READ) ?? [];
  const inStates = await findTyped(editions.states, q, READ);
  const isCity =
    isState !== null && nation?.published(isState, stateName(isState)).is === "one" && isNameOf(q, isState);
  const own = inStates.places.filter(({ place }) => isMeant(place));
  if (isState !== null && !isCity && own.length === 0) return stateUrl(isState);
  const { called, others } = joined(nation, matches, inStates.places);
  const [only, second] = called;
  if (only !== undefined && second === undefined && isState === null) return only.own?.href ?? only.href;
  const listed = called.filter(({ isListed }) => isListed);
  const where = text?.state ? ` in ${stateName(text.state)}` : "";
  const name = called[0]?.name.replace(/, [^,]*$/, "") ?? nameOf(q);
  const addressed = called.length > 0 ? undefined : await inAddress(at, q);
  if (addressed !== undefined) return addressed;
  const territory = called.length > 0 ? null : territoryHint(q);
  if (territory !== null) return nothing(`We read “${q.trim()}” as the name of a place.`, territory);
  if (called.length === 0 && others.length === 0) {
    return nothing(`We read “${q.trim()}” as the name of a place${where}.`, missingText(where));
  }
  if (called.length === 0 && matches.every(({ match }) => match === "approximate") && inStates.places.length === 0) {
    return nothing(
      `We read “${q.trim()}” as the name of a place${where}.`,
      `${missingText(where)} These names are like it.`,
      others.slice(0, SHOWN),
    );
  }
  return {
    is: "places",
    name,
    where,
    called: listed,
    smaller: called.filter(({ isListed }) => !isListed).slice(0, SHOWN),
    others: others.slice(0, SHOWN),
    total: called.length + others.length,
    state: isState,
  };
}

/** An address: the place that its city and its ZIP code mean together. The street is ignored. */
async function inAddress(at: Address, q: Typed): Promise<Found | undefined> {
  const [nation] = at.editions.nations;
  if (nation === undefined) return undefined;
  const { meaning, zip } = nation.gazetteer.address(q);
  if (meaning?.is === "one") return urlOfRow(at, nation, meaning.row);
  if (meaning?.is === "part") return urlOfRow(at, nation, meaning.city);
  if (meaning?.is === "several") {
    return nothing(
      `We read “${q.trim()}” as an address.`,
      "It may be in one of these places.",
      answersOf(nation, meaning.rows),
    );
  }
  return zip === null ? undefined : inZip(at, madeOf(q, zip));
}

/** The page of a place in its state's own edition, or in the nation's. */
function urlOfRow({ editions }: Address, nation: NationPlaces, row: number): string {
  const { entry } = nation.ofRow(row);
  const own = editions.states.find(({ edition }) => edition.abbreviation === entry.state);
  const city = own?.records.cities.find(({ geoid }) => geoid === entry.geoid);
  return own && city ? cityUrl(own.edition, city.record.city) : nationPlaceUrl(entry, nation.nation);
}

function missingText(where: string): string {
  return `No city, town, township, or census-designated place${where} has this name.`;
}

/** `Springfield` of "Springfield, IL". */
function nameOf(q: Typed): string {
  return (q.split(",")[0] ?? q).trim();
}

/** "New York" is a city, too, but "NY" is the state alone. */
function isNameOf(q: Typed, state: StateCode): boolean {
  return madeOf(q, q.trim().toLowerCase()) === madeOf(q, stateName(state).toLowerCase());
}

/** The places of the nation and those that only a state's edition knows, each once. */
function joined(nation: NationPlaces | undefined, matches: readonly NationMatch[], inStates: readonly FoundInState[]) {
  const ofNation = matches.flatMap(({ entry, match }) => {
    if (nation === undefined) return [];
    const own = inStates.find(
      ({ place, places }) =>
        places.edition.abbreviation === entry.state && place.kind !== "neighborhood" && place.name === entry.name,
    );
    const answer = nationAnswer(entry, nation);
    // A place that the nation has nothing of is better known by its state's own edition.
    const shown =
      own === undefined
        ? answer
        : answer.isListed
          ? { ...answer, own: { href: placeHref(own), edition: own.places.edition } }
          : stateAnswer(own);
    return [{ shown, match, own }];
  });
  const taken = new Set(ofNation.flatMap(({ own }) => own ?? []));
  const ofStates = inStates
    .filter((found) => !taken.has(found))
    .map((found) => ({ shown: stateAnswer(found), match: found.place.match ?? "approximate" }));
  const all: readonly { readonly shown: PlaceAnswer; readonly match: Match }[] = [...ofNation, ...ofStates];
  // A short form means a place only if none has it as its name.
  const called = all.some(({ match }) => match === "exact") ? "exact" : "alias";
  const answers = (isCalled: boolean) =>
    all.filter(({ match }) => (match === called) === isCalled).map(({ shown }) => shown);
  return {
    called: answers(true).toSorted((a, b) => b.residents - a.residents),
    others: answers(false).toSorted((a, b) => Number(b.isListed) - Number(a.isListed)),
  };
}

function nothing(understood: string, missing: string, near: readonly PlaceAnswer[] = []): SearchAnswer {
  return { is: "nothing", understood, missing, near };
}
