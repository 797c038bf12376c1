import type { Edition, NationEdition, StateEdition } from "../editions/edition.ts";
import { ALL_EDITIONS } from "../editions/table.ts";
import type { PrebuiltAnswer } from "../figures/answers.ts";
import { unknownParameters } from "../http/query.ts";
import type { Served } from "../lookup/served.ts";
import { batchOfBoth, locationBatch, nameBatch, placeBatch } from "./batch.ts";
import { areasExplanationOf, areasHistoryOf, areasMonthsOf, areasOf, areasOfState } from "./county-areas.ts";
import { explanationOf, historyOf, monthsOf, peersOf, recordOf } from "./look-up.ts";
import type { Operation, Published, ReadOperation } from "./operation.ts";
import type { NATION_DESCRIPTIONS } from "./operations/nation-descriptions.ts";
import type { STATE_DESCRIPTIONS } from "./operations/state.ts";
import { queryOperation } from "./query-operation.ts";

/** Routing, the OpenAPI document, reference pages, try-it forms, tools, and fuzz tests come from this table. */
export const OPERATIONS = operationsFor(ALL_EDITIONS);

export function operationsFor(editions: readonly Edition[]): readonly Operation[] {
  return editions.flatMap((edition) => (edition.kind === "state" ? inState(edition) : inNation(edition)));
}

/** The operations on the cities and counties of a state. Ids are published: they never change. */
function inState(edition: StateEdition): readonly Operation[] {
  const suffix = edition.path === "" ? "" : edition.abbreviation;
  const as = (id: keyof typeof STATE_DESCRIPTIONS): Published => ({
    id: id + suffix,
    edition,
    describe: async () => (await import("./operations/state.ts")).STATE_DESCRIPTIONS[id](edition),
  });
  const city = recordOf("city", as("getCity"));
  const explanations = {
    cities: explanationOf("city", as("explainCity")),
    counties: explanationOf("county", as("explainCounty")),
  };
  const histories = {
    cities: historyOf("city", as("getHistory")),
    counties: historyOf("county", as("getCountyHistory")),
  };
  return [
    city,
    recordOf("county", as("getCounty")),
    nameBatch(as("lookUpBatch"), edition),
    statistics(as("getStatistics")),
    ...Object.values(explanations),
    batchOfBoth(as("explainBatch"), explanations),
    ...Object.values(histories),
    batchOfBoth(as("historyBatch"), histories),
    listOfPlaces(as("findPlaces")),
    location(as("locate")),
    locationBatch(as("locateBatch")),
  ];
}

/** The operations on places in all states. */
function inNation(edition: NationEdition): readonly Operation[] {
  const as = (id: keyof typeof NATION_DESCRIPTIONS): Published => ({
    id,
    edition,
    describe: async () => (await import("./operations/nation-descriptions.ts")).NATION_DESCRIPTIONS[id],
  });
  const place = recordOf("city", as("getNationPlace"));
  const [areas, ...otherAreas] = areasIn(edition);
  return [
    place,
    placeBatch(as("lookUpNationBatch"), place, areas),
    explanationOf("city", as("explainNationPlace")),
    historyOf("city", as("getNationHistory")),
    listOfPlaces(as("findNationPlaces")),
    peersOf(as("getNationPeers")),
    monthsOf(as("getNationMonths")),
    location(as("locateInNation")),
    locationBatch(as("locateBatchInNation")),
    ready(as("getNationStates"), "/states", (served) => served.nation(edition).statesAnswer),
    statistics(as("getNationStatistics")),
    areas,
    ...otherAreas,
  ];
}

/** The operations on what county departments police. */
function areasIn(edition: NationEdition): readonly [areas: ReadOperation, ...others: ReadOperation[]] {
  const as = (id: keyof typeof import("./operations/areas.ts")) => ({
    id,
    edition,
    describe: async () => (await import("./operations/areas.ts"))[id],
  });
  return [
    areasOf(as("getCountyAreas")),
    areasExplanationOf(as("explainCountyAreas")),
    areasHistoryOf(as("getCountyAreasHistory")),
    areasMonthsOf(as("getCountyAreasMonths")),
    areasOfState(as("listCountyAreas")),
  ];
}

/** An answer that the dataset has ready. */
function ready(published: Published, path: string, answerOf: (served: Served) => PrebuiltAnswer): ReadOperation {
  const { edition } = published;
  const refusesParameters = !edition.ignoresParameters;
  return {
    ...published,
    method: "GET",
    path: `/v1${edition.path}${path}`,
    kind: "stats",
    refusesParameters,
    lastModified: (served) => served.of(edition).lastModified,
    answer: (served, { search }) =>
      (refusesParameters ? unknownParameters(search) : null) ?? { ok: true, answer: answerOf(served) },
  };
}

function statistics(published: Published): ReadOperation {
  return ready(published, "/stats", (served) => served.of(published.edition).stats());
}

function listOfPlaces(published: Published): ReadOperation {
  return queryOperation(published, "/places", "places", async () =>
    (await import("./place-answers.ts")).listReader(published.edition),
  );
}

function location(published: Published): ReadOperation {
  return queryOperation(published, "/locate", "locate", async () =>
    (await import("./place-answers.ts")).locationReader(published.edition),
  );
}
