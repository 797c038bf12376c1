import { capitalized } from "../../base/capitalized.ts";
import { madeOf, type Typed } from "../../base/text.ts";
import type { Match } from "../../domain/place-query.ts";
import type { StateCode } from "../../editions/us-states.ts";
import { normalized } from "../../gazetteer/fold.ts";
import { looseKey, nameKey } from "../../gazetteer/legal-names.ts";
import { stateName } from "../../gazetteer/state-text.ts";
import { territoryHint } from "../../gazetteer/territories.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { NationMatch } from "../../lookup/nation-search.ts";
import type { Address } from "../http/page.ts";
import { stateUrl } from "../view/addresses.ts";
import { type FoundInState, findTyped, isMeant, nationEntryOf, placeHref } from "../view/find-typed.ts";
import { inAddress } from "./address-search.ts";
import { lettersIn } from "./letters.ts";

import { answersOf, boroughAnswer, countyAnswer, nationAnswer, type PlaceAnswer, stateAnswer } from "./place-answer.ts";
import { AROUND, type Found, type NameInState, nothing } from "./search-answer.ts";
import { inZip } from "./zip-search.ts";

/** The most places of each list. */
const SHOWN = 25;
/** Matches that are read. */
const READ = 200;

/** A name, with or without its state: the page of the only place that has it, or all that do. */
export async function inNames(at: Address, asked: Typed): Promise<Found> {
  return (await inName(at, asked)) ?? (await inQuestion(at, asked)) ?? unknown(at, asked);
}

/**
 * undefined where nothing has the name, or one like it.
 * @param isPart whether it is a part of what was typed, and no longer read as an address, as two names, or as a question
 */
async function inName(at: Address, asked: Typed, isPart = false): Promise<Found | undefined> {
  const { editions } = at;
  const { q, isLetters } = lettersIn(asked);
  const [nation] = editions.nations;
  const text = nation?.search().read(q);
  const said = text?.state ?? null;
  const states = editions.states.filter(({ edition }) => said === null || edition.abbreviation === said);
  const inStates = await findTyped(states, q, READ);
  const matches = nation === undefined ? [] : namedBy(at, nation, q);
  const { called, others } = joined(nation, matches, inStates.places);
  const [only, second] = called;
  const isOne = only !== undefined && second === undefined;
  // "L.A." is not Louisiana.
  const isState = isLetters && isOne ? null : (text?.isState ?? null);
  if (isState !== null && called.length === 0) return stateUrl(isState);
  const isCity = isState !== null && isNameOf(q, isState) && nation !== undefined && hasCity(nation, q);
  if (isState !== null && !isCity && !inStates.places.some(({ place }) => isMeant(place))) return stateUrl(isState);
  const kind = only === undefined || nation === undefined || said !== null ? null : kindDropped(nation, q, matches);
  if (kind !== null) return kindAnswer(kind, called);
  if (isOne && isState === null) return only.href;
  const where = said === null ? "" : ` in ${stateName(said)}`;
  const names = called.map((place) => place.name.replace(/, [^,]*$/, ""));
  const literal = names.find((one) => normalized(madeOf(q, one)) === text?.name);
  // "East Pao Alto, CA" misspells a name: its last word is no city of an address.
  const isPlain =
    !isPart && called.length === 0 && (others.length === 0 || DIGIT.test(q)) && !AROUND.test(q.trim().slice(1));
  const addressed = isPlain ? ((await inAddress(at, q)) ?? inPair(at, q)) : undefined;
  if (addressed !== undefined) return addressed;
  const territory = called.length > 0 ? null : territoryHint(q);
  const understood = understoodText(q, where);
  if (territory !== null) return nothing("name", understood, territory);
  if (called.length === 0 && others.length === 0) return undefined;
  if (called.length === 0 && matches.every(({ match }) => match === "approximate") && inStates.places.length === 0) {
    const asQuestion = isPart ? undefined : await inQuestion(at, q);
    if (asQuestion !== undefined) return asQuestion;
    return nothing("name", understood, `${missingText(where)} These names are like it.`, others.slice(0, SHOWN));
  }
  // A small place that has no figures is named by itself, unless all are.
  const isMain = ({ isListed, residents }: PlaceAnswer) =>
    isListed || residents >= (nation?.edition.fewestResidents ?? 0);
  const main = called.filter(isMain);
  return {
    is: "places",
    name: literal ?? nameOf(q),
    where,
    called: main.length > 0 ? main : called.slice(0, SHOWN),
    smaller: main.length > 0 ? called.filter((place) => !isMain(place)).slice(0, SHOWN) : [],
    others: isState === null ? others.slice(0, SHOWN) : [],
    isCalled: literal !== undefined,
    ofName: called.length,
    total: called.length + others.length,
    state: isState,
  };
}

function unknown({ editions }: Address, q: Typed): Found {
  const [nation] = editions.nations;
  const said = nation?.search().read(q).state ?? null;
  const where = said === null ? "" : ` in ${stateName(said)}`;
  const digits = q.trim();
  if (!DIGITS.test(digits)) {
    const answer = nothing("name", understoodText(q, where), missingText(where));
    return nation === undefined || said === null ? answer : { ...answer, inState: nameInState(nation, said, q) };
  }
  if (digits.length > ZIP_DIGITS)
    return nothing("zip", `We read “${digits}” as a Census GEOID.`, "No place of the 50 states has it.");
  return nothing("zip", `We read “${digits}” as a part of a ZIP code.`, "A ZIP code has five digits.");
}

/** The largest places of a state that a neighborhood may be in. */
const LARGEST = 5;

/** "Harlem, NY" is a neighborhood, which no list of places has: where it may be, and the places of its name. */
function nameInState(nation: NationPlaces, state: StateCode, q: Typed): NameInState {
  const largest = [...nation.entries, ...nation.nation.absent]
    .filter((place) => place.state === state)
    .toSorted((a, b) => nation.residentsOf(b) - nation.residentsOf(a))
    .slice(0, LARGEST);
  const name = nameOf(q);
  const elsewhere = nation.gazetteer
    .everywhere(madeOf(q, name))
    .rows.filter((row) => nation.gazetteer.place(row).state !== state);
  return {
    state,
    name,
    largest: largest.map((place) => nationAnswer(place, nation)),
    elsewhere: answersOf(nation, elsewhere.slice(0, LARGEST)),
  };
}

function understoodText(q: Typed, where: string): string {
  return `We read “${q.trim()}” as the name of a place${where}.`;
}

/** What stands around a name in a question: "how safe is Dayton, Ohio?", "Dayton crime rate". */
const BEFORE =
  /^(?:(?:how|what|where|which|when|why|is|are|was|does|do|the|a|an|it|i|my|safe|safest|dangerous|most|more|best|bad|worst|live|living|crimes?|violent|property|rates?|statistics|stats|data|map|maps|grades?|scores?|safety|murders?|homicides?|thefts?|cit(?:y|ies)|towns?|places?|suburbs?|there|much|many|high|low|lowest|highest|in|of|for|to|around|near|about|moving|move|visit)\s+)+/i;
const UP_TO_NAME = /^.*?\b(?:in|of|is|for|at)\s+/i;
const AFTER =
  /(?:\s+(?:a|an|is|safe|dangerous|bad|good|place|to|live|in|visit|crimes?|violent|property|rates?|statistics|stats|data|map|grades?|scores?|safety|murders?|homicides?|thefts?|police|department|reports?|city|20\d\d|now|today|or|not))+$/i;

/** A question about a place: what it asks of the name in it. */
async function inQuestion(at: Address, q: Typed): Promise<Found | undefined> {
  if (AROUND.test(q)) return undefined;
  const asked = q.replace(/[?!.]+\s*$/, "").trim();
  // "The Colony" and "Town and Country" begin with words of questions.
  const starts = [asked.replace(UP_TO_NAME, ""), asked.replace(BEFORE, "")];
  for (const name of new Set(starts.map((start) => start.replace(AFTER, "")))) {
    if (name === asked || name.length < LEAST_LETTERS) continue;
    const typed = madeOf(q, name);
    const found = (await inZip(at, typed)) ?? (await inName(at, typed, true));
    const isNamed = typeof found === "string" || found?.is === "zip" || (found?.is === "places" && found.ofName > 0);
    if (isNamed) return found;
  }
  return undefined;
}

const LEAST_LETTERS = 3;

const DIGIT = /\d/;
const DIGITS = /^\d+$/;
const ZIP_DIGITS = 5;
/** After a county whose department is meant. */
const DEPARTMENT = /\b(?:sheriff|police)\b.*$/i;

interface Named extends NationMatch {
  /** Instead of what the edition has of the entry. */
  readonly shown?: PlaceAnswer;
}

/** The places of the name, with counties and boroughs, and what the search finds by its words. */
function namedBy({ editions }: Address, nation: NationPlaces, q: Typed): readonly Named[] {
  const { said, name, state } = nation.search().read(q);
  const part = state === null ? undefined : nation.gazetteer.find(state, q);
  const borough = part?.is === "part" ? boroughAnswer(nation, part.row) : undefined;
  if (part?.is === "part" && borough !== undefined)
    return [{ entry: nation.ofRow(part.row).entry, match: "exact", shown: borough }];
  const candidatesOf = (text: string) => {
    const located = nation.locate({ name: madeOf(q, text) });
    return located.found && located.data.basis === "name" ? located.data.candidates : [];
  };
  const own = candidatesOf(q);
  const county = (text: string) => candidatesOf(text).filter(({ kind }) => kind === "county");
  const department = q.replace(DEPARTMENT, "");
  const isDepartment = department !== q && department.trim() !== "";
  // "Miami-Dade", "Cook County Sheriff"
  const hasCounty = isDepartment || nation.gazetteer.isCounty(looseKey(nameKey(name)));
  const candidates = own.length > 0 || !hasCounty ? own : county(isDepartment ? department : `${q} County`);
  const named = candidates.flatMap((candidate): readonly Named[] => {
    const row = nation.gazetteer.ofGeoid(candidate.geoid ?? "");
    if (row === undefined) return [];
    if (candidate.kind === "borough") {
      const shown = boroughAnswer(nation, row);
      return shown === undefined ? [] : [{ entry: nation.ofRow(row).entry, match: "exact", shown }];
    }
    const { entry } = nation.ofRow(row);
    return [
      { entry, match: "exact", ...(candidate.kind === "county" && { shown: countyAnswer(editions, nation, row) }) },
    ];
  });
  const known = new Set(named.flatMap(({ entry: { geoid } }) => geoid ?? []));
  const all = [
    ...named,
    ...nation
      .search()
      .matches(q, READ)
      .filter(({ entry: { geoid } }) => !known.has(geoid ?? "")),
  ];
  // "Carson City" is Carson, which the Census Bureau calls "Carson city", only where no place has the name as it is.
  const hasLiteral =
    said !== null && all.some((one) => one.match === "exact" && nation.search().isLiteral(q, one.entry));
  return all.map((one) =>
    hasLiteral && one.match === "exact" && !nation.search().isLiteral(q, one.entry) ? { ...one, match: "alias" } : one,
  );
}

/** A kind that was typed and that no place has in its name: "Mexico City" is none, but Mexico is a city. */
function kindDropped(nation: NationPlaces, q: Typed, matches: readonly Named[]) {
  const { name, said } = nation.search().read(q);
  if (said === null || !name.startsWith(`${said.name} `)) return null;
  const meant = matches.filter(({ match }) => match === "exact");
  const hasKind = (one: Named) => normalized(madeOf(q, one.entry.name)) !== said.name;
  if (
    meant.length === 0 ||
    meant.some((one) => one.shown !== undefined || hasKind(one) || nation.search().isLiteral(q, one.entry))
  )
    return null;
  return { typed: q.trim(), kind: name.slice(said.name.length + 1), name: meant[0]?.entry.name ?? said.name };
}

function kindAnswer(
  { typed, kind, name }: { readonly typed: string; readonly kind: string; readonly name: string },
  called: readonly PlaceAnswer[],
): Found {
  const these = called.length === 1 ? `This ${kind} is` : "These are";
  const missing = `No place of the 50 states has “${capitalized(kind)}” in this name. ${these} called ${name}.`;
  return nothing("kind", `We looked for “${typed}”.`, missing, called.slice(0, SHOWN));
}

function missingText(where: string): string {
  return `No city, town, township, or census-designated place${where} has this name.`;
}

/** `Springfield` of "Springfield, IL". */
function nameOf(q: Typed): string {
  return (q.split(",")[0] ?? q).trim();
}

/** Whether the name of a state is a city's: New York in its own state, and Washington, the capital. */
function hasCity({ gazetteer }: NationPlaces, q: Typed): boolean {
  const name = normalized(q);
  return gazetteer.everywhere(q).rows.some((row) => normalized(madeOf(q, gazetteer.place(row).name)) === name);
}

/** "New York" is a city, too, but "NY" is the state alone. */
function isNameOf(q: Typed, state: StateCode): boolean {
  return madeOf(q, q.trim().toLowerCase()) === madeOf(q, stateName(state).toLowerCase());
}

/** The places of the nation, and what only a state's edition knows, each once. */
function joined(nation: NationPlaces | undefined, matches: readonly Named[], inStates: readonly FoundInState[]) {
  if (nation === undefined) return { called: [], others: [] };
  const known = new Map(
    inStates.flatMap((found) => {
      const entry = nationEntryOf(found, nation);
      return entry === undefined ? [] : [[entry.geoid, { entry, found }] as const];
    }),
  );
  const shownOf = ({ entry, shown }: Pick<Named, "entry" | "shown">): PlaceAnswer => {
    const answer = shown ?? nationAnswer(entry, nation);
    const own = shown === undefined && entry.geoid !== null ? known.get(entry.geoid)?.found : undefined;
    if (own === undefined) return answer;
    // A place that the nation has nothing of is better known by its state's own edition.
    if (!answer.isListed) return stateAnswer(own, answer.residents);
    return { ...answer, own: { href: placeHref(own), edition: own.places.edition } };
  };
  const ofNation = matches.map((one) => ({ shown: shownOf(one), match: one.match }));
  const taken = new Set(matches.map(({ entry }) => entry.geoid));
  const counties = new Set(matches.flatMap(({ shown }) => shown?.href ?? []));
  const ofStates = inStates.flatMap((found) => {
    const { entry } = [...known.values()].find((one) => one.found === found) ?? {};
    const isTaken = entry === undefined ? counties.has(placeHref(found)) : taken.has(entry.geoid);
    if (isTaken) return [];
    const shown = entry === undefined ? stateAnswer(found) : shownOf({ entry });
    return [{ shown, match: found.place.match ?? "approximate" }];
  });
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

/** What is between two names. */
const BETWEEN = /\s*(?:\band\b|\bor\b|\bvs\b\.?|\bversus\b|[&/+–-])\s*/i;
/** The largest of each name. */
const OF_EACH = 3;
const MOST_PAIR_WORDS = 6;

/** "Dallas Fort Worth", "Bloomington-Normal": the places of both names. */
function inPair({ editions }: Address, q: Typed): Found | undefined {
  const [nation] = editions.nations;
  if (nation === undefined) return undefined;
  const rowsOf = (name: string) => {
    const { rows, meaning } = nation.gazetteer.everywhere(madeOf(q, name));
    return meaning?.is === "one" ? [meaning.row] : rows.slice(0, OF_EACH);
  };
  const text = q.trim();
  const [first = "", second, ...more] = text.split(BETWEEN);
  const words = text.split(/\s+/).slice(0, MOST_PAIR_WORDS);
  const pairs =
    second !== undefined && more.length === 0
      ? [[first, second] as const]
      : words.slice(1).map((_, at) => [words.slice(0, at + 1).join(" "), words.slice(at + 1).join(" ")] as const);
  for (const [name, other] of pairs) {
    const [own, others] = [rowsOf(name), rowsOf(other)];
    if (own.length === 0 || others.length === 0) continue;
    const near = answersOf(nation, [...own, ...others]).filter(({ isListed }) => isListed);
    if (near.length > 0)
      return nothing("names", `We read “${text}” as two names, ${name} and ${other}.`, "The largest of each:", near);
  }
  return undefined;
}
