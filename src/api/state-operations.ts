import type { StateEdition } from "../domain/edition.ts";
import { explainCity, explainCounty, type StateYardstick } from "../domain/explain.ts";
import { historyOfCity, historyOfCounty } from "../domain/history.ts";
import { besideNationOf } from "../domain/nation-entry.ts";
import type { Editions } from "../places/editions.ts";
import type { Places } from "../places/places.ts";
import { type NameList, namesIn } from "./batch-names.ts";
import { answerEach, type Batch, type Operation, operationsOf, type ReadOperation } from "./operation.ts";

/** The operations on the cities and counties of a state, with its own yardstick. */
export function stateOperations(edition: StateEdition, dataset: (editions: Editions) => Places): readonly Operation[] {
  const { lookUp, computed, search, batch } = operationsOf(edition, dataset);
  const base = `/v1${edition.path}`;
  const idOf = (id: string) => (edition.path === "" ? id : id + edition.abbreviation);
  const explanationOfCity = computed({
    id: idOf("explainCity"),
    path: `${base}/explain/{city}`,
    kind: "explain",
    find: (places, name) => places.city(name)?.entry,
    dataOf: (city, { records }, { unitedStates }) => ({
      ...explainCity(city, records),
      nation: besideNationOf(unitedStates.ofGeoid(city.geoid)),
    }),
    describe: async () => (await import("./operations/explain.ts")).explainCity(edition),
  });
  const explanationOfCounty = computed({
    id: idOf("explainCounty"),
    path: `${base}/explain/county/{name}`,
    kind: "explain",
    find: (places, name) => places.county(name)?.entry,
    dataOf: withState(explainCounty),
    describe: async () => (await import("./operations/explain.ts")).explainCounty(edition),
  });
  const historyOfOneCity = computed({
    id: idOf("getHistory"),
    path: `${base}/history/{city}`,
    kind: "history",
    find: cityWithYears,
    dataOf: withState(historyOfCity),
    describe: async () => (await import("./operations/history.ts")).getHistory(edition),
  });
  const historyOfOneCounty = computed({
    id: idOf("getCountyHistory"),
    path: `${base}/history/county/{name}`,
    kind: "history",
    find: countyWithYears,
    dataOf: withState(historyOfCounty),
    describe: async () => (await import("./operations/history.ts")).getCountyHistory(edition),
  });

  return [
    lookUp({
      id: idOf("getCity"),
      path: `${base}/safety/{city}`,
      kind: "city",
      find: (places, name) => places.city(name)?.answer,
      describe: async () => (await import("./operations/safety.ts")).getCity(edition),
    }),
    lookUp({
      id: idOf("getCounty"),
      path: `${base}/safety/county/{name}`,
      kind: "county",
      find: (places, name) => places.county(name)?.answer,
      describe: async () => (await import("./operations/safety.ts")).getCounty(edition),
    }),
    batch({
      id: idOf("lookUpBatch"),
      path: `${base}/safety/batch`,
      kind: "batch",
      lists: ["cities"],
      read: (body, by) => namesIn(body, by, ["cities"]),
      answer: (editions, { cities = [] }, turn) => turn(() => dataset(editions).batch(cities)),
      describe: async () => (await import("./operations/safety.ts")).lookUpBatch,
    }),
    lookUp({
      id: idOf("getStatistics"),
      path: `${base}/stats`,
      kind: "stats",
      find: (places) => places.stats,
      describe: async () => (await import("./operations/safety.ts")).getStatistics,
    }),
    explanationOfCity,
    explanationOfCounty,
    batch({
      id: idOf("explainBatch"),
      path: `${base}/explain/batch`,
      kind: "explain",
      ...ofEach({ cities: explanationOfCity, counties: explanationOfCounty }),
      describe: async () => (await import("./operations/explain.ts")).explainBatch,
    }),
    historyOfOneCity,
    historyOfOneCounty,
    batch({
      id: idOf("historyBatch"),
      path: `${base}/history/batch`,
      kind: "history",
      ...ofEach({ cities: historyOfOneCity, counties: historyOfOneCounty }),
      describe: async () => (await import("./operations/history.ts")).historyBatch,
    }),
    search({
      id: idOf("findPlaces"),
      path: `${base}/places`,
      kind: "places",
      finder: async () => (await import("./place-answers.ts")).places,
      describe: async () => (await import("./operations/find-places.ts")).findPlaces(edition),
    }),
    search({
      id: idOf("locate"),
      path: `${base}/locate`,
      kind: "locate",
      finder: async () => (await import("./place-answers.ts")).location,
      describe: async () => (await import("./operations/locate.ts")).locate(edition),
    }),
    batch({
      id: idOf("locateBatch"),
      path: `${base}/locate/batch`,
      kind: "locate",
      lists: ["queries"],
      read: async (body, by) => (await import("./batch-queries.ts")).queriesIn(body, by),
      async answer(editions, { queries = [] }, turn) {
        const { locateAll } = await import("./batch-queries.ts");
        return locateAll(queries, await dataset(editions).geography(), turn);
      },
      describe: async () => (await import("./operations/locate.ts")).locateBatch,
    }),
  ];
}

/** A batch with an item for each city and county, in the order of the lists. The plan counts both. */
function ofEach(each: Readonly<Record<NameList, ReadOperation>>): Pick<Batch, "lists" | "read" | "answer"> {
  const lists = ["cities", "counties"] as const;
  return {
    lists,
    read: (body, by) => namesIn(body, by, lists),
    answer: (editions, given, turn) => answerEach(each, given, editions, turn),
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
