import type { StateCode } from "../domain/us-states.ts";
import { UNITED_STATES } from "../editions/united-states.ts";
import { explainNationPlace, historyOfNationPlace } from "../figures/entries.ts";
import type { NationPlaces } from "../figures/nation-dataset.ts";
import type { NationFound } from "../figures/nation-search.ts";
import { stateOf } from "../gazetteer/kinds.ts";
import { invalidParameters } from "../http/query.ts";
import { answerEach, type Operation, operationsOf } from "./operation.ts";
import { unknownState } from "./state-parameter.ts";

const { batch, computed, lookUp, search } = operationsOf({
  edition: UNITED_STATES,
  dataset: ({ unitedStates }) => unitedStates,
  describe: async (id: keyof typeof import("./operations/nation.ts")) => (await import("./operations/nation.ts"))[id],
  refusedNames: ([state]) =>
    state === undefined || stateOf(state) !== undefined
      ? null
      : invalidParameters([{ parameter: "state", detail: unknownState(state) }]),
  wayOn: (places: NationPlaces, [state, city = ""]) => {
    const code = checked(state);
    return places.wayOn(code, city, places.find(code, city));
  },
});

function checked(state = ""): StateCode {
  const code = stateOf(state);
  if (code === undefined) throw new RangeError("a state was not checked");
  return code;
}

function find(places: NationPlaces, [state, city = ""]: readonly string[]): NationFound {
  return places.find(checked(state), city);
}

const placeLookUp = lookUp({
  id: "getNationPlace",
  path: "/safety/{state}/{city}",
  kind: "city",
  refusesParameters: true,
  find(places, ...path) {
    const found = find(places, path);
    return found.kind === "graded" ? found.answer : undefined;
  },
});

/** The operations on places of all states, with the yardstick of the United States. */
export const NATION_OPERATIONS = [
  placeLookUp,
  batch({
    id: "lookUpNationBatch",
    path: "/safety/batch",
    kind: "batch",
    lists: ["places"],
    read: async (body, by) => (await import("./nation-batch.ts")).placesIn(body, by),
    answer: (_, { places = [] }, turn, editions) =>
      answerEach(
        places.map(({ state, city }) => ({
          named: { state, city },
          answer: () => placeLookUp.answer(editions, { path: [state, city], search: "" }, turn),
        })),
      ),
  }),
  computed({
    id: "explainNationPlace",
    path: "/explain/{state}/{city}",
    kind: "explain",
    find(places, ...path) {
      const found = find(places, path);
      return found.kind === "graded" ? found.entry : undefined;
    },
    dataOf: (entry, { nation }) => explainNationPlace(entry, nation),
  }),
  computed({
    id: "getNationHistory",
    path: "/history/{state}/{city}",
    kind: "history",
    /** Includes places without a record that have figures in some year. */
    find(places, ...path) {
      const found = find(places, path);
      if (found.kind === "graded") return found.entry;
      return found.kind === "absent" && found.absence.trend !== null ? found.absence : undefined;
    },
    dataOf: (place, { nation }) => historyOfNationPlace(place, nation),
  }),
  search({
    id: "findNationPlaces",
    path: "/places",
    kind: "places",
    finder: async () => (await import("./nation-finder.ts")).nationFinder,
  }),
  lookUp({
    id: "getNationStates",
    path: "/states",
    kind: "stats",
    refusesParameters: true,
    find: ({ statesAnswer }) => statesAnswer,
  }),
  lookUp({
    id: "getNationStatistics",
    path: "/stats",
    kind: "stats",
    refusesParameters: true,
    find: ({ stats }) => stats,
  }),
] as const satisfies readonly Operation[];
