import { madeOf, type Typed } from "../../base/text.ts";
import type { Match } from "../../domain/place-query.ts";
import type { StateCode } from "../../editions/us-states.ts";
import { lastWords } from "../../gazetteer/endings.ts";
import { normalized } from "../../gazetteer/fold.ts";
import { stateName } from "../../gazetteer/state-text.ts";
import { territoryHint } from "../../gazetteer/territories.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { NationMatch } from "../../lookup/nation-search.ts";
import type { Address } from "../http/page.ts";
import { cityUrl, nationPlaceUrl, stateUrl } from "../view/addresses.ts";
import { type FoundInState, findTyped, isMeant, placeHref } from "../view/find-typed.ts";
import { answersOf, boroughAnswer, countyAnswer, nationAnswer, type PlaceAnswer, stateAnswer } from "./place-answer.ts";
import { type Found, nothing } from "./search-answer.ts";
import { inZip } from "./zip-search.ts";

/** The most places of each list. */
const SHOWN = 25;
/** Matches that are read. */
const READ = 200;

/** A name, with or without its state: the page of the only place that has it, or all that do. */
export async function inNames(at: Address, asked: Typed): Promise<Found> {
  const { editions } = at;
  const q = LETTERS.test(asked.trim()) ? madeOf(asked, asked.replaceAll(".", "")) : asked;
  const [nation] = editions.nations;
  const text = nation?.search().read(q);
  const isState = text?.isState ?? null;
  const matches = nation === undefined ? [] : namedBy(nation, q);
  const said = text?.state ?? null;
  const states = editions.states.filter(({ edition }) => said === null || edition.abbreviation === said);
  const inStates = await findTyped(states, q, READ);
  const isCity =
    isState !== null && nation?.published(isState, stateName(isState)).is === "one" && isNameOf(q, isState);
  const own = inStates.places.filter(({ place }) => isMeant(place));
  if (isState !== null && !isCity && own.length === 0) return stateUrl(isState);
  const { called, others } = joined(nation, matches, inStates.places);
  const [only, second] = called;
  if (only !== undefined && second === undefined && isState === null) return only.own?.href ?? only.href;
  const listed = called.filter(({ isListed }) => isListed);
  const where = said === null ? "" : ` in ${stateName(said)}`;
  const names = called.map((place) => place.name.replace(/, [^,]*$/, ""));
  const literal = names.find((one) => normalized(madeOf(q, one)) === text?.name);
  const name = literal ?? nameOf(q);
  const addressed = called.length > 0 ? undefined : await inAddress(at, q);
  if (addressed !== undefined) return addressed;
  const understood = `We read “${q.trim()}” as the name of a place${where}.`;
  const territory = called.length > 0 ? null : territoryHint(q);
  if (territory !== null) return nothing("name", understood, territory);
  if (called.length === 0 && others.length === 0) {
    if (!DIGITS.test(q)) return nothing("name", understood, missingText(where));
    return nothing("zip", `We read “${q.trim()}” as a part of a ZIP code.`, "A ZIP code has five digits.");
  }
  if (called.length === 0 && matches.every(({ match }) => match === "approximate") && inStates.places.length === 0) {
    return nothing("name", understood, `${missingText(where)} These names are like it.`, others.slice(0, SHOWN));
  }
  return {
    is: "places",
    name,
    where,
    called: listed,
    smaller: called.filter(({ isListed }) => !isListed).slice(0, SHOWN),
    others: others.slice(0, SHOWN),
    isCalled: literal !== undefined,
    ofName: called.length,
    total: called.length + others.length,
    state: isState,
  };
}

/** "L.A.", "N.Y.C." */
const LETTERS = /^(?:[a-z]\.){2,}$/i;
const DIGITS = /^\s*\d+\s*$/;
/** After a county whose department is meant. */
const DEPARTMENT = /\b(?:sheriff|police)\b.*$/i;

interface Named extends NationMatch {
  /** Instead of what the edition has of the entry. */
  readonly shown?: PlaceAnswer;
}

/** The places of the name, with counties and boroughs, and what the search finds by its words. */
function namedBy(nation: NationPlaces, q: Typed): readonly Named[] {
  const { name, said } = nation.search().read(q);
  const candidatesOf = (text: string) => {
    const located = nation.locate({ name: madeOf(q, text) });
    return located.found && located.data.basis === "name" ? located.data.candidates : [];
  };
  const own = candidatesOf(q);
  const county = (text: string) => candidatesOf(text).filter(({ kind }) => kind === "county");
  const department = q.replace(DEPARTMENT, "");
  const isDepartment = department !== q && department.trim() !== "";
  // "Miami-Dade", "Cook County Sheriff"
  const candidates = own.length > 0 ? own : [...county(isDepartment ? department : `${q} County`)];
  const named = candidates.flatMap((candidate): readonly Named[] => {
    const row = nation.gazetteer.ofGeoid(candidate.geoid ?? "");
    if (row === undefined) return [];
    if (candidate.kind === "borough") {
      const shown = boroughAnswer(nation, row);
      return shown === undefined ? [] : [{ entry: nation.ofRow(row).entry, match: "exact", shown }];
    }
    const { entry } = nation.ofRow(row);
    return [{ entry, match: "exact", ...(candidate.kind === "county" && { shown: countyAnswer(nation, row) }) }];
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
  const isLiteral = ({ entry }: Named) => normalized(madeOf(q, entry.name)) === name;
  const hasLiteral = said !== null && all.some((one) => one.match === "exact" && isLiteral(one));
  return all.map((one) => (hasLiteral && one.match === "exact" && !isLiteral(one) ? { ...one, match: "alias" } : one));
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
      "address",
      `We read “${q.trim()}” as an address.`,
      "It may be in one of these places.",
      answersOf(nation, meaning.rows),
    );
  }
  if (zip !== null) return inZip(at, madeOf(q, zip));
  return STREET.test(q) ? inStreet(at, nation, q) : undefined;
}

/** A number, and words after it. */
const STREET = /^\s*\d+[a-z]?\s+\S+\s+\S/i;
/** Words of a city's name after a street without a comma. */
const MAX_CITY_WORDS = 4;

/** An address without a state: the places that its last words name. */
function inStreet(at: Address, nation: NationPlaces, q: Typed): Found | undefined {
  const address = normalized(q);
  const end = address.split(",").at(-1)?.trim() ?? "";
  for (const words of [end, ...Array.from(lastWords(end, MAX_CITY_WORDS), (apart) => apart.end)]) {
    const rows = /\d/.test(words) ? [] : nation.gazetteer.everywhere(madeOf(q, words)).rows;
    const [only, second] = rows;
    if (only !== undefined && second === undefined) return urlOfRow(at, nation, only);
    if (only === undefined) continue;
    const { name } = nation.ofRow(only).entry;
    const understood = `We read “${q.trim()}” as an address in ${name}.`;
    return nothing("address", understood, "Which of these?", answersOf(nation, rows.slice(0, SHOWN)));
  }
  return undefined;
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
function joined(nation: NationPlaces | undefined, matches: readonly Named[], inStates: readonly FoundInState[]) {
  const ofNation = matches.flatMap(({ entry, match, shown: instead }) => {
    if (nation === undefined) return [];
    const own = inStates.find(
      ({ place, places }) =>
        places.edition.abbreviation === entry.state && place.kind !== "neighborhood" && place.name === entry.name,
    );
    const answer = instead ?? nationAnswer(entry, nation);
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
