import { explainCity } from "../domain/explain.ts";
import type { Atlas } from "../snapshot/atlas.ts";
import { lookUp, madeOnce, type Operation, resource } from "./operation.ts";

/**
 * The operations of version 1, each once: routing, the OpenAPI document, the reference pages, the forms to try them, the
 * tools for assistants and the fuzzing are made from this table and the descriptions that it loads.
 */
export const OPERATIONS = [
  lookUp({
    id: "getCity",
    path: "/v1/safety/{city}",
    kind: "city",
    find: (atlas, name) => atlas.cityAnswer(name),
    names: (atlas) => atlas.cityNames(),
    refusesParameters: false,
    describe: async () => (await import("./operations/get-city.ts")).getCity,
  }),
  lookUp({
    id: "getCounty",
    path: "/v1/safety/county/{name}",
    kind: "county",
    find: (atlas, name) => atlas.countyAnswer(name),
    names: (atlas) => atlas.countyNames(),
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
    find: madeOnce((atlas: Atlas, name) => atlas.findCity(name), explainCity),
    refusesParameters: true,
    describe: async () => (await import("./operations/explain-city.ts")).explainCity,
  }),
] as const satisfies readonly Operation[];
