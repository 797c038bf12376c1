import { datasetStatistics } from "../../domain/record.ts";
import type { Description } from "../description.ts";

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
