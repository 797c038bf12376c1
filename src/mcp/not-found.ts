import type { Typed } from "../base/text.ts";
import type { NationNotFound } from "../domain/nation-place.ts";
import type { FoundPlace, Location, Suggestions } from "../domain/place.ts";
import { whole } from "../domain/published.ts";
import type { StateEdition } from "../editions/edition.ts";
import { UNITED_STATES } from "../editions/united-states.ts";
import type { Geography } from "../lookup/geography.ts";
import type { StatePlaces } from "../lookup/state-places.ts";
import { absenceOf } from "./context.ts";

/** What leads on from a name that a tool has no figures for. */
interface NotFound {
  /** Without figures, which need their context. */
  readonly suggestions: readonly object[];
  readonly hint: string;
}

const MAX_SUGGESTIONS = 3;

/** Where a state is named: in an argument of the tool or in the names, or only for another tool. */
const STATE_HINTS = {
  argument: "send its state in the argument state, such as TX",
  names: "add its state to its name, such as Austin, TX",
  another_tool: "send its state to a tool that takes one",
} as const;
export type TakesState = keyof typeof STATE_HINTS;

/** The way on from a name that no city or county with a record has. */
export async function notFoundFrom(name: Typed, places: StatePlaces, takesState: TakesState): Promise<NotFound> {
  const geography = await places.geography();
  const located = geography.locate({ name });
  if (!located.found) return briefly(located, places.records.edition, takesState);
  return { suggestions: meant(name, geography).map(brief), hint: hintAt(located.data, places) };
}

/** The same from the suggestions and the hint of an answer. */
export function briefly(
  { suggestions, hint }: Suggestions,
  { name: state }: StateEdition,
  takesState: TakesState,
): NotFound {
  const own = hint ?? hintFor(suggestions, state);
  return {
    suggestions: suggestions.slice(0, MAX_SUGGESTIONS).map(brief),
    hint: suggestions.length === 0 ? `${own} For a city outside ${state}, ${STATE_HINTS[takesState]}.` : own,
  };
}

/** The same for a place of the nation. */
export function brieflyInNation({ suggestions, hint }: Pick<NationNotFound, "suggestions" | "hint">): NotFound {
  return {
    suggestions: suggestions.map(({ city, state, county, status }) => ({ city, state, county, status })),
    hint: suggestions.length > 0 ? (hint ?? `${CHOOSE} ${CITIES_ONLY}`) : [hint ?? [], CITIES_ONLY].flat().join(" "),
  };
}

const CHOOSE = "No place has exactly this name. Ask which of the suggestions is meant.";
const CITIES_ONLY = `Compared with ${UNITED_STATES.name}, only cities and towns of ${whole(UNITED_STATES.fewestResidents)} residents or more have figures.`;

function meant(q: Typed, geography: Geography): readonly FoundPlace[] {
  const found = geography.list({ q, limit: MAX_SUGGESTIONS });
  return found.ok ? found.page.places : [];
}

function brief({ name, kind, county, within, status, match }: FoundPlace): object {
  return { name, kind, county, ...(within === null ? {} : { within }), status, match };
}

function hintFor({ length }: readonly FoundPlace[], state: string): string {
  return length === 0
    ? `No place known in ${state} has this name. find_place takes the beginning of a name, locate a ZIP code or a point.`
    : CHOOSE;
}

function hintAt({ matched: { kind, name }, candidates: [first] }: Location, places: StatePlaces): string {
  const county = first?.county ?? "";
  const absent = kind === "city" ? places.published.absentCity(name) : places.published.absentCounty(name);
  switch (kind) {
    case "city":
      return absent ? `${name}: ${absenceOf(absent)}` : `${name} is a city in ${county}. Use a tool for cities.`;
    case "county":
      return absent ? `${name}: ${absenceOf(absent)}` : `${name} is a county. Use a tool for counties.`;
    case "neighborhood":
      return `${name} is part of ${first?.city ?? county} and has no figures of its own. locate gives the record that applies.`;
    case "unincorporated":
      return `${name} is a community in ${county} and has no figures of its own. locate gives the record that applies.`;
    case "zip":
      return `${name} is a ZIP code. locate gives the record that applies.`;
    case "several":
      return `Several places are called ${name}. Ask which one is meant, and name its city or county.`;
  }
}
