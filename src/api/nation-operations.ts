import { UNITED_STATES } from "../domain/edition.ts";
import { explainNationPlace, historyOfNationPlace } from "../domain/nation-entry.ts";
import { computedAnswer, nationLookUp, placeWithYearsIn } from "./nation-lookup.ts";
import { type Operation, operationsOf } from "./operation.ts";

const { batch, lookUp, search } = operationsOf(UNITED_STATES, ({ unitedStates }) => unitedStates);

/** The operations on places of all states, with the yardstick of the United States. */
export const NATION_OPERATIONS = [
  nationLookUp({
    id: "getNationPlace",
    path: "/v1/us/safety/{state}/{city}",
    kind: "city",
    answerOf: (found) => (found.kind === "graded" ? found.answer : undefined),
    describe: async () => (await import("./operations/nation.ts")).getNationPlace,
  }),
  batch({
    id: "lookUpNationBatch",
    path: "/v1/us/safety/batch",
    kind: "batch",
    lists: ["places"],
    read: async (body, by) => (await import("./nation-batch.ts")).placesIn(body, by),
    async answer({ unitedStates }, { places = [] }, turn) {
      const { lookUpAll } = await import("./nation-batch.ts");
      return lookUpAll(places, unitedStates, turn);
    },
    describe: async () => (await import("./operations/nation.ts")).lookUpNationBatch,
  }),
  nationLookUp({
    id: "explainNationPlace",
    path: "/v1/us/explain/{state}/{city}",
    kind: "explain",
    answerOf: computedAnswer(
      (found) => (found.kind === "graded" ? found.entry : undefined),
      (entry, { nation }) => explainNationPlace(entry, nation),
    ),
    describe: async () => (await import("./operations/nation.ts")).explainNationPlace,
  }),
  nationLookUp({
    id: "getNationHistory",
    path: "/v1/us/history/{state}/{city}",
    kind: "history",
    answerOf: computedAnswer(placeWithYearsIn, (place, { nation }) => historyOfNationPlace(place, nation)),
    describe: async () => (await import("./operations/nation.ts")).getNationHistory,
  }),
  search({
    id: "findNationPlaces",
    path: "/v1/us/places",
    kind: "places",
    finder: async () => (await import("./nation-finder.ts")).nationFinder,
    describe: async () => (await import("./operations/nation.ts")).findNationPlaces,
  }),
  lookUp({
    id: "getNationStates",
    path: "/v1/us/states",
    kind: "stats",
    refusesParameters: true,
    find: ({ statesAnswer }) => statesAnswer,
    describe: async () => (await import("./operations/nation.ts")).getNationStates,
  }),
  lookUp({
    id: "getNationStatistics",
    path: "/v1/us/stats",
    kind: "stats",
    refusesParameters: true,
    find: ({ stats }) => stats,
    describe: async () => (await import("./operations/nation.ts")).getNationStatistics,
  }),
] as const satisfies readonly Operation[];
