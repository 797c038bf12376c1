/** @jsxImportSource hono/jsx */
import { UNITED_STATES } from "../../domain/edition.ts";
import type { NationAbsence } from "../../domain/nation.ts";
import type { NationEntry } from "../../domain/nation-entry.ts";
import type { NationStatistics } from "../../domain/nation-record.ts";
import { stateOf } from "../../places/nation-names.ts";
import type { NationPlaces } from "../../places/nation-places.ts";
import type { EditionYear } from "../ui/layout.tsx";
import { type Graded, gradedPlace } from "../ui/plate.tsx";

export const NATION_SOURCE = "FBI, Crime in the United States, Table 8, 2012 to 2024 (copies)";

/** For the strip that names edition and year on each of its pages. */
export function nationEdition({ nation: { dataYear } }: NationPlaces): EditionYear {
  return { words: UNITED_STATES, year: dataYear };
}

/** Of residents in places with a record, unrounded. */
export function shareOf({ residents_covered: covered, population }: Covered): number {
  return covered / population;
}
type Covered = Pick<NationStatistics, "residents_covered" | "population">;

export function gradedEntry({ record, cautions }: NationEntry): Graded {
  return gradedPlace({ record, cautions });
}

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

/** The same of a slug: "tx/austin". */
export function placeOfSlug(places: NationPlaces, slug: string): ReturnType<typeof placeCalled> {
  const [state = "", city = ""] = slug.split("/");
  return placeCalled(places, state, city);
}

/** Why a place has no record, in one or two words, on a plate. */
export const NATION_ABSENCE_WORDS = {
  policed_by_county: "county police",
  no_figures: "no figures",
  few_residents: "small",
  population_unclear: "unclear",
  short_past: "short past",
  incomplete_figures: "incomplete",
} as const satisfies Record<NationAbsence["reason"], string>;

export const NATION_ABSENCE_NAMES = {
  policed_by_county: "Policed by the county",
  no_figures: "No figures published",
  few_residents: "Fewer than 10,000 residents",
  population_unclear: "Sources disagree about the population",
  short_past: "Too few complete years before",
  incomplete_figures: "Reports look incomplete",
} as const satisfies Record<NationAbsence["reason"], string>;
