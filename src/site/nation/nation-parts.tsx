/** @jsxImportSource hono/jsx */
import { UNITED_STATES } from "../../domain/edition.ts";
import type { NationAbsence } from "../../domain/nation.ts";
import type { NationEntry } from "../../domain/nation-entry.ts";
import type { NationStatistics } from "../../domain/nation-record.ts";
import { stateOf } from "../../places/nation-names.ts";
import type { NationPlaces } from "../../places/nation-places.ts";
import { type Address, type Dataset, datasetOf } from "../http/page.ts";
import type { SearchBoxProps } from "../ui/search-box.tsx";
import { URLS } from "../ui/urls.ts";

export const NATION_SOURCE = UNITED_STATES.trendSource;

export const NATION_SEARCH: SearchBoxProps = {
  id: "us-q",
  action: URLS.nationSearch,
  label: "City or town, with or without its state",
};

export interface NationView {
  readonly places: NationPlaces;
  readonly dataset: Dataset;
}

export function loadNation(at: Address): { readonly data: NationView } {
  return { data: { places: at.nation, dataset: { ...datasetOf(at), version: at.nation.version } } };
}

/** Of residents in places with a record, unrounded. */
export function shareOf({ residents_covered: covered, population }: Covered): number {
  return covered / population;
}
type Covered = Pick<NationStatistics, "residents_covered" | "population">;

/** The place of a state and a name as they are typed or stand in a path, with or without a record. */
export function placeCalled(
  places: NationPlaces,
  typed: string,
  name: string,
): NationEntry | NationAbsence | undefined {
  const state = stateOf(typed);
  const found = state && places.find(state, name);
  return found?.kind === "graded" ? found.entry : found?.kind === "absent" ? found.absence : undefined;
}

/** Why a place has no record, and the same in one or two words on a plate. */
export const NATION_ABSENCES = {
  policed_by_county: { name: "Policed by the county", word: "county police" },
  no_figures: { name: "No figures published", word: "no figures" },
  few_residents: { name: "Fewer than 10,000 residents", word: "small" },
  population_unclear: { name: "Sources disagree about the population", word: "unclear" },
  short_past: { name: "Too few complete years before", word: "short past" },
  incomplete_figures: { name: "Reports look incomplete", word: "incomplete" },
} as const satisfies Record<NationAbsence["reason"], { readonly name: string; readonly word: string }>;
