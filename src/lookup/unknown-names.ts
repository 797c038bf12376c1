import type { Typed } from "../base/text.ts";
import type { NationNotFound } from "../domain/nation-place.ts";
import type { StateEdition } from "../editions/edition.ts";
import type { StateCode } from "../editions/us-states.ts";
import type { Gazetteer } from "../gazetteer/gazetteer.ts";
import { bareName } from "../gazetteer/legal-names.ts";
import { stateName } from "../gazetteer/state-text.ts";
import { MAX_SUGGESTIONS } from "./hints.ts";
import type { Elements } from "./nation-elements.ts";
import type { NationKnown, NationMeaning, NationNames } from "./nation-names.ts";
import type { NationSearch } from "./nation-search.ts";
import type { AskedName } from "./places.ts";
import { saidParts } from "./said-parts.ts";

/** What leads on from a name. */
export interface WaysOn extends Pick<Elements, "elementOf">, Pick<NationNames, "find"> {
  readonly gazetteer: Gazetteer;
  readonly openSearch: () => NationSearch;
  /** The state with an edition of its own, which knows more names. */
  readonly includes: StateEdition;
}

type Help = Pick<NationNotFound, "reason" | "suggestions" | "hint">;
type Missed = Extract<NationMeaning, { readonly is: "none" }>;

/** What a name says besides. */
const CONTRADICTED = { county: "county", zip: "ZIP code", kind: "kind" } as const;
const ALONE = "Send the name alone if a suggestion is meant.";

/** What helps after a name that no place of a state has. */
export function noneFound(
  { state, name }: Pick<AskedName, "state" | "name">,
  { near, contradiction }: Missed,
  ways: WaysOn,
): Help {
  const { elementOf, openSearch, includes, gazetteer } = ways;
  const where = stateName(state);
  const helped = (known: readonly NationKnown[], hint: string): Help => ({
    ...{ reason: null, suggestions: known.slice(0, MAX_SUGGESTIONS).map(({ entry }) => elementOf(entry)), hint },
  });
  const { own, around } = saidParts(name, state);
  if (contradiction !== null && near.length > 0) {
    if (contradiction === "state") return helped(near, "This GEOID is of a place in another state.");
    const isUnknown = contradiction === "county" && around !== null && gazetteer.county(state, around) === undefined;
    const what = isUnknown
      ? `No county in ${where} is called ${around}.`
      : `No place in ${where} has this name and ${CONTRADICTED[contradiction]}.`;
    return helped(near, `${what} ${ALONE}`);
  }
  if (around !== null) {
    const [inner, outer] = [own, around].map((part) => placesOf(ways.find({ state, name: part })));
    if (inner !== undefined && inner.length > 0)
      return helped(inner, `No county in ${where} is called ${around}. ${ALONE}`);
    const [first] = outer ?? [];
    if (outer !== undefined && first !== undefined) {
      return helped(
        outer,
        `No place called ${own} is known in ${around}, ${where}. ${neighborhoodOf(first.entry.name)}`,
      );
    }
  }
  const { best } = openSearch();
  const bare = bareName(name);
  const suggestions = best(bare, MAX_SUGGESTIONS, state);
  if (suggestions.length > 0) return { reason: null, suggestions, hint: null };
  const lead =
    state === includes.abbreviation
      ? `Neighborhoods of ${includes.name} are in its own edition: ask /v1${includes.path}/locate.`
      : `If it is a neighborhood, send its city${hasParts(gazetteer, state) ? " or borough" : ""}, whose figures cover it.`;
  const hint = `No place in ${where} has this name. ${lead}`;
  return { reason: null, suggestions: best(bare, MAX_SUGGESTIONS), hint };
}

/** What helps after a name that no place of any state has. */
export function noneFoundAnywhere(name: Typed, { elementOf, openSearch, gazetteer, ofRow }: AnywhereWays): Help {
  const { own, around } = saidParts(name, null);
  const listed = (rows: readonly number[]) => rows.slice(0, MAX_SUGGESTIONS).map((row) => elementOf(ofRow(row).entry));
  if (around !== null) {
    const [inner = [], outer = []] = [own, around].map((part) => listed(gazetteer.everywhere(part).rows));
    const [within] = outer;
    const [first] = inner;
    if (within !== undefined) {
      const lead = `If it is a neighborhood, send its city and state, such as "${within.city}, ${within.state}".`;
      return { reason: null, suggestions: outer, hint: `No place called ${own} is known in ${around}. ${lead}` };
    }
    if (first !== undefined) {
      const hint = `${around} is neither a state nor a county. Send the name with its state, such as "${first.city}, ${first.state}".`;
      return { reason: null, suggestions: inner, hint };
    }
  }
  const suggestions = openSearch().best(name, MAX_SUGGESTIONS);
  const unknown = "No place in the United States has this name. If it is a neighborhood, send its city and state.";
  return { reason: null, suggestions, hint: suggestions.length > 0 ? null : unknown };
}

interface AnywhereWays extends Pick<WaysOn, "elementOf" | "openSearch" | "gazetteer"> {
  readonly ofRow: (row: number) => NationKnown;
}

function neighborhoodOf(city: string): string {
  return `If it is a neighborhood, the figures of ${city} cover it.`;
}

function placesOf(meaning: NationMeaning): readonly NationKnown[] {
  if (meaning.is === "several") return meaning.places;
  return meaning.is === "one" ? [meaning.place] : meaning.is === "part" ? [meaning.of] : [];
}

/** Whether the gazetteer has parts of a city of a state. */
function hasParts(gazetteer: Gazetteer, state: StateCode): boolean {
  return gazetteer.table().parts.some(([, city]) => gazetteer.stateOf(city) === state);
}
