import type { StateEdition } from "../domain/edition.ts";
import { explainCity, explainCounty, type StateYardstick } from "../domain/explain.ts";
import { historyOfCity, historyOfCounty } from "../domain/history.ts";
import { besideNationOf } from "../domain/nation-entry.ts";
import type { Editions } from "../places/editions.ts";
import type { Places } from "../places/places.ts";
import { type NameList, namesIn } from "./batch-names.ts";
import { AT_ONCE, answerEach, type Batch, type Operation, operationsOf, type ReadOperation } from "./operation.ts";
import type { STATE_DESCRIPTIONS } from "./operations/state.ts";

/** The operations on the cities and counties of a state, with its own yardstick. */
export function stateOperations(edition: StateEdition, dataset: (editions: Editions) => Places): readonly Operation[] {
  const { lookUp, computed, search, batch } = operationsOf({
    edition,
    dataset,
    describe: async (id: keyof typeof STATE_DESCRIPTIONS) =>
      (await import("./operations/state.ts")).STATE_DESCRIPTIONS[id](edition),
  });
  const explanationOfCity = computed({
    id: "explainCity",
    path: "/explain/{city}",
    kind: "explain",
    find: (places, name) => places.city(name)?.entry,
    dataOf: (city, { records }, { unitedStates }) => ({
      ...explainCity(city, records),
      nation: besideNationOf(unitedStates.ofGeoid(city.geoid)),
    }),
  });
  const explanationOfCounty = computed({
    id: "explainCounty",
    path: "/explain/county/{name}",
    kind: "explain",
    find: (places, name) => places.county(name)?.entry,
    dataOf: withState(explainCounty),
  });
  const historyOfOneCity = computed({
    id: "getHistory",
    path: "/history/{city}",
    kind: "history",
    find: cityWithYears,
    dataOf: withState(historyOfCity),
  });
  const historyOfOneCounty = computed({
    id: "getCountyHistory",
    path: "/history/county/{name}",
    kind: "history",
    find: countyWithYears,
    dataOf: withState(historyOfCounty),
  });

  return [
    lookUp({
      id: "getCity",
      path: "/safety/{city}",
      kind: "city",
      find: (places, name) => places.city(name)?.answer,
    }),
    lookUp({
      id: "getCounty",
      path: "/safety/county/{name}",
      kind: "county",
      find: (places, name) => places.county(name)?.answer,
    }),
    batch({
      id: "lookUpBatch",
      path: "/safety/batch",
      kind: "batch",
      lists: ["cities"],
      read: (body, by) => namesIn(body, by, ["cities"]),
      answer: (places, { cities = [] }, turn) => turn(() => places.batch(cities)),
    }),
    lookUp({
      id: "getStatistics",
      path: "/stats",
      kind: "stats",
      find: (places) => places.stats,
    }),
    explanationOfCity,
    explanationOfCounty,
    batch({
      id: "explainBatch",
      path: "/explain/batch",
      kind: "explain",
      ...ofEach({ cities: explanationOfCity, counties: explanationOfCounty }),
    }),
    historyOfOneCity,
    historyOfOneCounty,
    batch({
      id: "historyBatch",
      path: "/history/batch",
      kind: "history",
      ...ofEach({ cities: historyOfOneCity, counties: historyOfOneCounty }),
    }),
    search({
      id: "findPlaces",
      path: "/places",
      kind: "places",
      finder: async () => (await import("./place-answers.ts")).places,
    }),
    search({
      id: "locate",
      path: "/locate",
      kind: "locate",
      finder: async () => (await import("./place-answers.ts")).location,
    }),
    batch({
      id: "locateBatch",
      path: "/locate/batch",
      kind: "locate",
      lists: ["queries"],
      read: async (body, by) => (await import("./batch-queries.ts")).queriesIn(body, by),
      async answer(places, { queries = [] }, turn) {
        const { locateAll } = await import("./batch-queries.ts");
        return locateAll(queries, await places.geography(), turn);
      },
    }),
  ];
}

/** A batch with an item for each city and county, in the order of the lists. The plan counts both. */
function ofEach(
  each: Readonly<Record<NameList, ReadOperation>>,
): Pick<Batch<Places, never>, "lists" | "read" | "answer"> {
  const lists = ["cities", "counties"] as const;
  return {
    lists,
    read: (body, by) => namesIn(body, by, lists),
    answer(_, { cities = [], counties = [] }, turn, editions) {
      const asked = (list: NameList, name: string) => async () =>
        turn(() => each[list].answer(editions, { path: [name], search: "" }, AT_ONCE));
      return answerEach([
        ...cities.map((city) => ({ named: { city }, answer: asked("cities", city) })),
        ...counties.map((county) => ({ named: { county }, answer: asked("counties", county) })),
      ]);
    },
  };
}

function withState<Place>(
  dataOf: (place: Place, state: StateYardstick) => unknown,
): (place: Place, places: Places) => unknown {
  return (place, { records }) => dataOf(place, records);
}

/** Includes absent places that have their own figures in some year. */
function cityWithYears(places: Places, name: string) {
  const absent = places.absentCity(name);
  return places.city(name)?.entry ?? (absent?.trend ? absent : undefined);
}

function countyWithYears(places: Places, name: string) {
  return places.county(name)?.entry ?? places.absentCounty(name);
}
