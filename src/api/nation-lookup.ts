import { UNITED_STATES } from "../domain/edition.ts";
import type { NationAbsence } from "../domain/nation.ts";
import type { NationEntry } from "../domain/nation-entry.ts";
import type { StateCode } from "../domain/us-states.ts";
import type { PrebuiltAnswer } from "../places/dataset-answers.ts";
import { stateOf } from "../places/nation-names.ts";
import type { NationPlaces } from "../places/nation-places.ts";
import type { NationFound } from "../places/nation-search.ts";
import { type Common, cachedAnswer, type ReadOperation } from "./operation.ts";
import { invalidParameters, unknownParameters } from "./query.ts";
import { unknownState } from "./state-parameter.ts";

interface NationLookUp extends Common {
  /** undefined if what was found has no such answer. */
  readonly answerOf: (found: NationFound, places: NationPlaces, id: string) => PrebuiltAnswer | undefined;
}

/** A lookup by the state and the city in the path. Unknown parameters are refused. */
export function nationLookUp({ answerOf, ...common }: NationLookUp): ReadOperation {
  return {
    ...common,
    edition: UNITED_STATES,
    dataset: ({ unitedStates }) => unitedStates,
    method: "GET",
    refusesParameters: true,
    answer({ unitedStates: places }, { path: [state = "", city = ""], search }, turn) {
      const refused = unknownParameters(search);
      if (refused !== null) return refused;
      const code = stateOf(state);
      if (code === undefined) return invalidParameters([{ parameter: "state", detail: unknownState(state) }]);
      const found = places.find(code, city);
      const answer = answerOf(found, places, common.id);
      if (answer !== undefined) return { ok: true, answer };
      return turn(() => places.wayOn(code, city, found)).then((wayOn) => ({
        ok: true,
        answer: places.answer({ found: false, data: null, ...wayOn }),
      }));
    },
  };
}

/** An answer that is computed from a place, and kept. */
export function computedAnswer<Place extends { readonly state: StateCode; readonly name: string }>(
  placeOf: (found: NationFound) => Place | undefined,
  dataOf: (place: Place, places: NationPlaces) => unknown,
): NationLookUp["answerOf"] {
  return (found, places, id) => {
    const place = placeOf(found);
    if (place === undefined) return undefined;
    const request = `${id} ${place.state} ${place.name} ${"county" in place ? place.county : ""}`;
    return cachedAnswer(places, request, () => places.answer({ found: true, data: dataOf(place, places) }));
  };
}

/** Includes places without a record that have figures in some year. */
export function placeWithYearsIn(found: NationFound): NationEntry | NationAbsence | undefined {
  if (found.kind === "graded") return found.entry;
  return found.kind === "absent" && found.absence.trend !== null ? found.absence : undefined;
}
