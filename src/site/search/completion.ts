import { z } from "zod";
import { capitalized } from "../../base/capitalized.ts";
import { madeOf, type Typed } from "../../base/text.ts";
import type { Match } from "../../domain/place-query.ts";
import { yardstickText } from "../../editions/edition.ts";
import { STATE_EDITIONS } from "../../editions/table.ts";
import { type StateCode, US_STATES } from "../../editions/us-states.ts";
import { type Completion, completionOf, inOrder } from "../../gazetteer/completion.ts";
import { normalized } from "../../gazetteer/fold.ts";
import { COSTS } from "../../gazetteer/search-forms.ts";
import { stateName } from "../../gazetteer/state-text.ts";
import { territoryHint } from "../../gazetteer/territories.ts";
import type { NationPlaceEntry } from "../../lookup/nation-names.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { StatePlaces } from "../../lookup/state-places.ts";
import { kindText } from "../../lookup/without-figures.ts";
import { type Address, queryOneOf, typedName } from "../http/page.ts";
import { gradedPlace, letterText } from "../ui/grade.tsx";
import { number } from "../ui/number.ts";
import { URLS, withQuery } from "../ui/urls.ts";
import { countiesText, nationPlaceUrl, stateUrl } from "../view/addresses.ts";
import {
  type FoundInState,
  findTyped,
  isMeant,
  nationEntryOf,
  placeSuggestion,
  type Suggestion,
} from "../view/find-typed.ts";
import { lettersIn } from "./letters.ts";
import { countyAnswer } from "./place-answer.ts";

/** Of each way to match. */
const RANKED = 20;
const SHOWN = 8;

/**
 * `state`: its places come first. `edition`: places as an edition's forms take them; a state's has its own figures, which
 * compare with the state.
 */
export const suggestionsQuery = z.object({
  q: typedName,
  state: queryOneOf(US_STATES.map(({ code }) => code.toLowerCase())),
  edition: queryOneOf(["us", ...STATE_EDITIONS.map(({ abbreviation }) => abbreviation.toLowerCase())]),
});
type SuggestionsQuery = z.infer<typeof suggestionsQuery>;

interface Ranked extends Completion {
  readonly isHere: boolean;
  readonly shown: Suggestion;
  /** Said where another one has the same words; null where it says nothing. */
  readonly kind: string | null;
}

/** Completions of a typed beginning over the whole country: the best matches first, of these the page's state, then by residents. */
export async function loadSuggestions(
  { editions }: Address,
  { q: typed, state, edition }: SuggestionsQuery,
): Promise<{ readonly data: readonly Suggestion[] }> {
  const [nation] = editions.nations;
  const { q } = lettersIn(typed);
  if (nation === undefined || q.trim() === "" || territoryHint(q) !== null) return { data: [] };
  const isGeneral = edition === "";
  if (ZIP_BEGINNING.test(q.trim())) return { data: isGeneral ? zipSuggestions(nation, q) : [] };
  const here = US_STATES.find(({ code }) => code.toLowerCase() === state)?.code ?? null;
  const own = editions.states.find((places) => codeOf(places).toLowerCase() === edition);
  const states = isGeneral ? editions.states : own === undefined ? [] : [own];
  const { places: inStates } = await findTyped(states, q, SHOWN);
  const isShort = normalized(q).length < LEAST_LETTERS;
  const ofNation = nation
    .search()
    .completions(q, RANKED, here)
    .filter(({ entry }) => own === undefined || entry.state !== codeOf(own))
    .map(({ entry, ...ranked }): Ranked => {
      const place = placeOfNation(nation, entry, ranked.match);
      // A place that the nation has nothing of is better known by its state's own edition.
      const better = ranked.isListed
        ? undefined
        : inStates.find((one) => nationEntryOf(one, nation)?.geoid === entry.geoid);
      const shown = better === undefined ? place : placeSuggestion(better);
      return { ...ranked, shown: own === undefined ? shown : { ...shown, figure: "" }, kind: kindOf(nation, entry) };
    });
  const ofStates = inStates.flatMap((found): readonly Ranked[] => {
    const asked = { found, nation, isHere: codeOf(found.places) === here };
    return own === undefined
      ? unknownToNation(asked, q)
      : [{ ...rankedInState(asked, q), shown: placeSuggestion(found) }];
  });
  const counties = isGeneral ? [...countiesOf(editions, nation, q, here), ...boroughsOf(nation, q, here)] : [];
  // "of" is inside the names of half the country.
  const found = [...ofNation, ...ofStates, ...counties].filter(({ tier }) => tier === "named" || !isShort);
  const ranked = withKinds(distinct(inOrder(found)).slice(0, SHOWN));
  const [first] = ranked;
  const named = isGeneral ? statesOf(nation, q) : [];
  // New York is a city before it is a state.
  const isCity =
    (first?.isExact ?? false) && named.some(({ isCode, shown }) => isCode || first?.name.startsWith(`${shown.name}, `));
  const stateRows = named.map(({ shown }) => shown);
  const all = isCity && first !== undefined ? [first, ...stateRows, ...ranked.slice(1)] : [...stateRows, ...ranked];
  return { data: all.slice(0, SHOWN) };
}

function codeOf({ edition }: StatePlaces): StateCode {
  return edition.abbreviation;
}

function placeOfNation(nation: NationPlaces, entry: NationPlaceEntry, match: Match): Suggestion {
  const graded = "record" in entry ? gradedPlace(entry) : null;
  return {
    name: `${entry.name}, ${entry.state}`,
    detail: countiesText(nation.countiesOf(entry)) ?? stateName(entry.state),
    figure:
      "record" in entry && graded !== null
        ? `${letterText(entry.record.grade)} ${entry.record.safety_score}, ${yardstickText(nation.edition)}, ${entry.record.data_year}`
        : "no grade",
    href: nationPlaceUrl(entry, nation.nation),
    isExact: match === "exact" || match === "alias",
  };
}

/** What a place is, in words; null for one that only the edition has. */
function kindOf({ gazetteer }: NationPlaces, entry: NationPlaceEntry): string | null {
  const row = entry.geoid === null ? undefined : gazetteer.ofGeoid(entry.geoid);
  return row === undefined ? null : capitalized(kindText(gazetteer.place(row)));
}

interface InState {
  readonly found: FoundInState;
  readonly nation: NationPlaces;
  readonly isHere: boolean;
}

/** Of neighborhoods and communities nobody counts the residents. */
const UNKNOWN_RESIDENTS = 10_000;

function rankedInState({ found, nation, isHere }: InState, q: Typed): Omit<Ranked, "shown"> {
  const { kind, name, match } = found.place;
  const isCity = kind === "city";
  const entry = nationEntryOf(found, nation);
  const county = found.places.published.county(name)?.entry.record.population ?? 0;
  const residents =
    kind === "county" ? county * COUNTY_WEIGHT : entry === undefined ? UNKNOWN_RESIDENTS : nation.residentsOf(entry);
  const isInside = match === "prefix" && !name.toLowerCase().startsWith(normalized(q));
  const cost = isInside ? COSTS.beginning + 1 : COST_OF[match ?? "approximate"];
  return { ...completionOf({ cost, residents, isMunicipality: isCity, isListed: isCity }), isHere, kind: null };
}

const COST_OF = {
  exact: COSTS.exact,
  alias: COSTS.alias,
  prefix: COSTS.beginning,
  approximate: COSTS.approximate,
} as const satisfies Record<Match, number>;

/** What the nation has under another name, or not at all: a neighborhood. Its counties are found beside those of all states. */
function unknownToNation(asked: InState, q: Typed): readonly Ranked[] {
  const { found, nation } = asked;
  const { kind, match } = found.place;
  const entry = nationEntryOf(found, nation);
  if (kind === "county" || match === null || (entry !== undefined && !isMeant(found.place))) return [];
  const ranked = rankedInState(asked, q);
  if (entry === undefined) return [{ ...ranked, shown: placeSuggestion(found) }];
  return [{ ...ranked, shown: placeOfNation(nation, entry, match), kind: kindOf(nation, entry) }];
}

/** Users mean a county less often than a city of similar size. */
const COUNTY_WEIGHT = 0.04;

function countiesOf(
  editions: Address["editions"],
  nation: NationPlaces,
  q: Typed,
  here: StateCode | null,
): readonly Ranked[] {
  const { name, state } = nation.search().read(q);
  const { gazetteer } = nation;
  if (name.length < LEAST_LETTERS) return [];
  return gazetteer
    .countiesBeginning(madeOf(q, name), RANKED)
    .filter((row) => (state === null || gazetteer.stateOf(row) === state) && !gazetteer.isMunicipality(row))
    .map((row) => {
      const { residents, name: county } = gazetteer.place(row);
      const { href, why } = countyAnswer(editions, nation, row);
      const isExact = county.toLowerCase() === name;
      return {
        ...completionOf({
          cost: isExact ? COSTS.exact : COSTS.beginning,
          residents: residents * COUNTY_WEIGHT,
          isMunicipality: isExact,
          isListed: true,
        }),
        isHere: gazetteer.stateOf(row) === here,
        shown: { name: `${county}, ${gazetteer.stateOf(row)}`, detail: "County", figure: why, href, isExact },
        kind: null,
      };
    });
}

/** The counties that are parts of a city: Brooklyn. */
function boroughsOf(nation: NationPlaces, q: Typed, here: StateCode | null): readonly Ranked[] {
  const { name: typed, state } = nation.search().read(q);
  const { gazetteer } = nation;
  if (typed.length < LEAST_LETTERS) return [];
  return gazetteer.table().parts.flatMap(([row, city, name]): Ranked[] => {
    const folded = name.toLowerCase();
    if (!folded.startsWith(typed) || (state !== null && gazetteer.stateOf(row) !== state)) return [];
    const { entry } = nation.ofRow(city);
    const [cost, match] = folded === typed ? ([COSTS.exact, "exact"] as const) : ([COSTS.beginning, "prefix"] as const);
    const shown = placeOfNation(nation, entry, match);
    const { residents } = gazetteer.place(row);
    return [
      {
        ...completionOf({ cost, residents, isMunicipality: true, isListed: true }),
        isHere: entry.state === here,
        shown: { ...shown, name: `${name}, ${entry.state}`, detail: "Part of a city", figure: `see ${entry.name}` },
        kind: null,
      },
    ];
  });
}

const LEAST_LETTERS = 3;

/** States by the beginning of their name, or by their code. */
function statesOf({ states }: NationPlaces, q: Typed) {
  const typed = q.trim().toLowerCase();
  return states.states.flatMap(({ state, name, places }) => {
    const isCode = state.toLowerCase() === typed;
    if (!isCode && (typed.length < LEAST_LETTERS || !name.toLowerCase().startsWith(typed))) return [];
    const figure = `${places === 0 ? "no" : number(places)} graded ${places === 1 ? "place" : "places"}`;
    return [{ isCode, shown: { name, detail: "State", figure, href: stateUrl(state), isState: true } }];
  });
}

/** The first of those with the same page. */
function distinct(ranked: readonly Ranked[]): readonly Ranked[] {
  return [...Map.groupBy(ranked, ({ shown }) => shown.href).values()].flatMap((same) => same.slice(0, 1));
}

/** With the kind of those that have the same words: a village and the town around it. */
function withKinds(ranked: readonly Ranked[]): readonly Suggestion[] {
  const counts = Map.groupBy(ranked, ({ shown: { name, detail } }) => `${name}|${detail}`);
  return ranked.map(({ shown, kind }) => {
    const isAlone = counts.get(`${shown.name}|${shown.detail}`)?.length === 1;
    return isAlone || kind === null ? shown : { ...shown, detail: `${kind}, ${shown.detail}` };
  });
}

const ZIP_BEGINNING = /^\d{3,5}$/;

/** ZIP codes, each with the places in it. */
function zipSuggestions(nation: NationPlaces, digits: Typed): readonly Suggestion[] {
  return nation.gazetteer.zipsBeginning(digits.trim(), SHOWN).map((zip) => {
    const located = nation.locate({ zip: madeOf(digits, zip) });
    const { place, county, candidates } = located.found ? located.data : { place: null, county: null, candidates: [] };
    const [first, ...others] = candidates;
    const main = place ?? (first?.city == null ? null : { city: first.city, state: first.state });
    const name =
      main === null ? (county === null ? "" : `${county.county}, ${county.state}`) : `${main.city}, ${main.state}`;
    const more = place === null && others.length > 0 ? ` and ${others.length} more` : "";
    return { name: zip, detail: "ZIP code", figure: `${name}${more}`, href: withQuery(URLS.search, { q: zip }) };
  });
}
