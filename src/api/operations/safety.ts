import { CALIFORNIA } from "../../domain/edition.ts";
import { batchData, cityRecord, countyRecord, datasetStatistics } from "../../domain/record.ts";
import type { Description } from "../description.ts";
import {
  BATCH_MAXIMUMS,
  batchItem,
  batchItemFound,
  batchItemNotFound,
  batchRequest,
  batchResponse,
} from "../schema.ts";
import { MATCHING, placeLookUp } from "./place-lookup.ts";

const OTHER_STATE = `\`state\` in the query is not needed; one other than ${CALIFORNIA.name} gets 400, because a namesake would be found.`;

export const getCity = placeLookUp("city", {
  summary: "Look up a city",
  description: `The safety record of a ${CALIFORNIA.name} city. ${MATCHING} In that case look up its county. ${OTHER_STATE}`,
  answer: "The city's record, or that the city is not in the dataset.",
  data: cityRecord,
  name: "City",
  schemas: { CitySafetyRecord: cityRecord },
  method: "city",
  tool: {
    name: "city",
    elsewhere: "getNationPlace",
    title: `Safety record of a ${CALIFORNIA.name} city`,
    description: "Score (0 to 100; the state is 50), grade, and crime rate of a city.",
  },
});

export const getCounty = placeLookUp("county", {
  summary: "Look up a county",
  description: `The safety summary of a ${CALIFORNIA.name} county: the fallback for absent cities. A county without a complete year among the last six has no record. ${MATCHING} ${OTHER_STATE}`,
  answer: "The county's record, or that there is none.",
  data: countyRecord,
  name: "County",
  schemas: { CountySafetyRecord: countyRecord },
  method: "county",
  tool: {
    name: "county",
    title: `Safety record of a ${CALIFORNIA.name} county`,
    description: "Score, grade, and crime rate of a whole county: the fallback for absent cities.",
  },
});

export const getStatistics: Description = {
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
};

const lists = { cities: ["Irvine", "Los Angeles", "Atlantis"] };

export const lookUpBatch: Description = {
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
