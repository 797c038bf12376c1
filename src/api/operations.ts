import { explainCity, explainCounty } from "../domain/explain.ts";
import { historyOfCity, historyOfCounty } from "../domain/history.ts";
import type { Trend } from "../domain/snapshot.ts";
import type { Atlas } from "../snapshot/atlas.ts";
import { cachedAnswer, lookUp, type Operation, resource, search } from "./operation.ts";

/**
 * The operations of version 1. This table and the descriptions that it loads generate routing, the OpenAPI document,
 * the reference pages, the forms to try them, the tools for assistants, and the fuzz tests.
 */
export const OPERATIONS = [
  lookUp({
    id: "getCity",
    path: "/v1/safety/{city}",
    kind: "city",
    find: (atlas, name) => atlas.cityAnswer(name),
    findPublished: (atlas, name, length) => atlas.publishedCityAnswer(name, length),
    refusesParameters: false,
    describe: async () => (await import("./operations/get-city.ts")).getCity,
  }),
  lookUp({
    id: "getCounty",
    path: "/v1/safety/county/{name}",
    kind: "county",
    find: (atlas, name) => atlas.countyAnswer(name),
    findPublished: (atlas, name, length) => atlas.publishedCountyAnswer(name, length),
    refusesParameters: false,
    describe: async () => (await import("./operations/get-county.ts")).getCounty,
  }),
  {
    id: "lookUpBatch",
    method: "POST",
    path: "/v1/safety/batch",
    kind: "batch",
    text: null,
    refusesParameters: false,
    answer: ({ atlas }, { names }) => ({ ok: true, answer: { body: atlas.batchAnswer(names).toString() } }),
    describe: async () => (await import("./operations/look-up-batch.ts")).lookUpBatch,
  },
  resource({
    id: "getStatistics",
    path: "/v1/stats",
    kind: "stats",
    find: (atlas) => atlas.stats,
    describe: async () => (await import("./operations/get-statistics.ts")).getStatistics,
  }),
  lookUp({
    id: "explainCity",
    path: "/v1/explain/{city}",
    kind: "explain",
    find: cachedAnswer((atlas: Atlas, name) => atlas.findCity(name), withState(explainCity)),
    refusesParameters: true,
    describe: async () => (await import("./operations/explain-city.ts")).explainCity,
  }),
  lookUp({
    id: "explainCounty",
    path: "/v1/explain/county/{name}",
    kind: "explain",
    find: cachedAnswer((atlas: Atlas, name) => atlas.findCounty(name), withState(explainCounty)),
    refusesParameters: true,
    describe: async () => (await import("./operations/explain-county.ts")).explainCounty,
  }),
  lookUp({
    id: "getHistory",
    path: "/v1/history/{city}",
    kind: "history",
    find: cachedAnswer(cityWithYears, withState(historyOfCity)),
    refusesParameters: true,
    describe: async () => (await import("./operations/get-history.ts")).getHistory,
  }),
  lookUp({
    id: "getCountyHistory",
    path: "/v1/history/county/{name}",
    kind: "history",
    find: cachedAnswer(countyWithYears, withState(historyOfCounty)),
    refusesParameters: true,
    describe: async () => (await import("./operations/get-county-history.ts")).getCountyHistory,
  }),
  search({
    id: "findPlaces",
    path: "/v1/places",
    kind: "places",
    text: "q",
    finder: async () => (await import("./geography-answers.ts")).places,
    describe: async () => (await import("./operations/find-places.ts")).findPlaces,
  }),
  search({
    id: "locate",
    path: "/v1/locate",
    kind: "locate",
    text: "name",
    finder: async () => (await import("./geography-answers.ts")).location,
    describe: async () => (await import("./operations/locate.ts")).locate,
  }),
] as const satisfies readonly Operation[];

/** An answer that compares a place with the state. */
function withState<Place>(dataOf: (place: Place, state: Trend) => unknown): (place: Place, atlas: Atlas) => unknown {
  return (place, { snapshot }) => dataOf(place, snapshot.state.trend);
}

/** Includes absent places that have their own figures in some year. */
function cityWithYears(atlas: Atlas, name: string) {
  const absent = atlas.findAbsentCity(name);
  return atlas.findCity(name) ?? (absent?.trend ? absent : undefined);
}

function countyWithYears(atlas: Atlas, name: string) {
  return atlas.findCounty(name) ?? atlas.findAbsentCounty(name);
}
