import { cityRecord } from "../../domain/record.ts";
import type { Description } from "../description.ts";
import { lookUpOf } from "../schema.ts";
import { CITY_ARGUMENT, CITY_EXAMPLES, cityInPath, MATCHING } from "./name-parameters.ts";

const answer = lookUpOf("City", cityRecord);

export const getCity: Description = {
  tag: "Safety",
  summary: "Look up a city",
  description: `The safety record of a California city. ${MATCHING} In that case look up its county.`,
  path: cityInPath,
  answer: { description: "The city's record, or that the city is not in the dataset.", schema: answer.lookUp },
  schemas: {
    CitySafetyRecord: cityRecord,
    ...answer.schemas,
  },
  examples: CITY_EXAMPLES,
  sample: {
    parameters: { city: "Los Angeles" },
    method: "city",
  },
  tool: {
    name: "city",
    title: "Safety record of a California city",
    description: "Score (0 to 100; the state is 50), grade, and crime rate of a city.",
    argument: CITY_ARGUMENT,
  },
};
