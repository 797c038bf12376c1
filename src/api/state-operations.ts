import type { StateEdition } from "../domain/edition.ts";
import { explainCity, explainCounty } from "../domain/explain.ts";
import { historyOfCity, historyOfCounty } from "../domain/history.ts";
import { besideNationOf } from "../domain/nation-entry.ts";
import type { Editions } from "../places/editions.ts";
import type { Places } from "../places/places.ts";
import { type NameList, namesIn } from "./batch-names.ts";
import { AT_ONCE, answerEach, type Operation, operationsOf } from "./operation.ts";
import type { STATE_DESCRIPTIONS } from "./operations/state.ts";

/** The operations on the cities and counties of a state, with its own yardstick. */
export function stateOperations(edition: StateEdition, dataset: (editions: Editions) => Places): readonly Operation[] {
  const { lookUp, computed, search, batch } = operationsOf({
    edition,
    dataset,
    describe: async (id: keyof typeof STATE_DESCRIPTIONS) =>
      (await import("./operations/state.ts")).STATE_DESCRIPTIONS[id](edition),
  });
  /** A lookup of a city, one of a county, and a batch with an item for each name; the plan counts both lists. */
  const ofBoth = <City, County>(
    kind: "explain" | "history",
    cities: Pick<Parameters<typeof computed<City>>[0], "id" | "find" | "dataOf">,
    counties: Pick<Parameters<typeof computed<County>>[0], "id" | "find" | "dataOf">,
    id: keyof typeof STATE_DESCRIPTIONS,
  ) => {
    const each = {
      cities: computed({ ...cities, path: `/${kind}/{city}`, kind }),
      counties: computed({ ...counties, path: `/${kind}/county/{name}`, kind }),
    };
    const lists = ["cities", "counties"] as const;
    return [
      each.cities,
      each.counties,
      batch({
        id,
        path: `/${kind}/batch`,
        kind,
        lists,
        read: (body, by) => namesIn(body, by, lists),
        answer(_, { cities: names = [], counties: others = [] }, turn, editions) {
          const asked = (list: NameList, name: string) => async () =>
            turn(() => each[list].answer(editions, { path: [name], search: "" }, AT_ONCE));
          return answerEach([
            ...names.map((city) => ({ named: { city }, answer: asked("cities", city) })),
            ...others.map((county) => ({ named: { county }, answer: asked("counties", county) })),
          ]);
        },
      }),
    ];
  };
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
    ...ofBoth(
      "explain",
      {
        id: "explainCity",
        find: (places, name) => places.city(name)?.entry,
        dataOf: (city, { records }, { unitedStates }) => ({
          ...explainCity(city, records),
          nation: besideNationOf(unitedStates.ofGeoid(city.geoid)),
        }),
      },
      {
        id: "explainCounty",
        find: (places, name) => places.county(name)?.entry,
        dataOf: (county, { records }) => explainCounty(county, records),
      },
      "explainBatch",
    ),
    ...ofBoth(
      "history",
      { id: "getHistory", find: cityWithYears, dataOf: (city, { records }) => historyOfCity(city, records) },
      {
        id: "getCountyHistory",
        find: countyWithYears,
        dataOf: (county, { records }) => historyOfCounty(county, records),
      },
      "historyBatch",
    ),
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

/** Includes absent places that have their own figures in some year. */
function cityWithYears(places: Places, name: string) {
  const absent = places.absentCity(name);
  return places.city(name)?.entry ?? (absent?.trend ? absent : undefined);
}

function countyWithYears(places: Places, name: string) {
  return places.county(name)?.entry ?? places.absentCounty(name);
}
