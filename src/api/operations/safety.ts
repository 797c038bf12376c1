import { batchData, cityRecord, countyRecord, datasetStatistics } from "../../domain/record.ts";
import type { StateEdition } from "../../editions/edition.ts";
import type { Description } from "../description.ts";
import {
  BATCH_MAXIMUMS,
  batchItem,
  batchItemFound,
  batchItemNotFound,
  batchRequest,
  batchResponse,
  lookUpOf,
} from "../schema.ts";
import { commonOf, MATCHING, placeLookUp, UNKNOWN_NAME } from "./place-lookup.ts";

const CITY = lookUpOf("City", cityRecord);
const COUNTY = lookUpOf("County", countyRecord);

function otherState({ name }: StateEdition): string {
  return `\`state\` in the query is not needed; one other than ${name} gets 400, because a namesake would be found.`;
}

export const getCity = (edition: StateEdition) =>
  placeLookUp(commonOf(edition).city, {
    summary: "Look up a city",
    description: `The safety record of a ${edition.name} city. ${MATCHING} In that case look up its county. ${otherState(edition)}`,
    answer: "The city's record, or that the city is not in the dataset.",
    envelope: CITY,
    schemas: { CitySafetyRecord: cityRecord },
    method: "city",
    tool: {
      name: "city",
      elsewhere: "getNationPlace",
      title: `Safety record of a ${edition.name} city`,
      description: "Score (0 to 100; the state is 50), grade, and crime rate of a city.",
    },
  });

export const getCounty = (edition: StateEdition) =>
  placeLookUp(commonOf(edition).county, {
    summary: "Look up a county",
    description: `The safety summary of a ${edition.name} county: the fallback for absent cities. A county without a complete year among the last six has no grade. ${MATCHING} ${otherState(edition)}`,
    answer: "The county's record, or that there is none.",
    envelope: COUNTY,
    schemas: { CountySafetyRecord: countyRecord },
    method: "county",
    tool: {
      name: "county",
      title: `Safety record of a ${edition.name} county`,
      description: "Score, grade, and crime rate of a whole county: the fallback for absent cities.",
    },
  });

export const getStatistics = (): Description => ({
  tag: "Dataset",
  summary: "Describe the dataset",
  description: "Coverage counts, data year, last update, and the distribution of grades.",
  answer: { description: "Statistics of the dataset.", schema: datasetStatistics },
  schemas: { DatasetStatistics: datasetStatistics },
  examples: { statistics: { summary: "The current dataset" } },
  sample: { method: "stats" },
  tool: {
    name: "dataset",
    title: "What the dataset covers",
    description: "Numbers of cities and counties, the year of the figures, the last update, cities by grade.",
  },
});

export const lookUpBatch = ({ samples }: StateEdition): Description => {
  const lists = { cities: [...samples.cities, UNKNOWN_NAME] };
  return {
    tag: "Safety",
    summary: "Look up several cities",
    description:
      "One item for each name, in the order of the request; a repeated name is answered each time. A batch with more " +
      `names than the plan allows is refused (${BATCH_MAXIMUMS}). One batch counts as one request.`,
    body: batchRequest,
    answer: { description: "One item for each name.", schema: batchResponse },
    schemas: {
      BatchData: batchData,
      BatchRequest: batchRequest,
      BatchResponse: batchResponse,
      BatchItem: batchItem,
      BatchItemFound: batchItemFound,
      BatchItemNotFound: batchItemNotFound,
    },
    examples: { batch: { summary: "Two cities of the dataset and one that is not in it", lists } },
    sample: { lists, method: "batch" },
    // Assistants use the comparison tool instead.
    tool: null,
  };
};
