import { cityRecord } from "../../domain/record.ts";
import type { Description } from "../description.ts";
import { cityFound, cityLookup, cityNotFound } from "../schema.ts";
import { cityInPath, MATCHING, NO_CITY } from "./names.ts";

export const getCity: Description = {
  tag: "Safety",
  summary: "Look up a city",
  description: `The safety record of a California city. ${MATCHING} In that case look up its county.`,
  path: cityInPath,
  answer: { description: "The city's record, or that the city is not in the dataset.", schema: cityLookup },
  schemas: {
    CitySafetyRecord: cityRecord,
    CityLookup: cityLookup,
    CityFound: cityFound,
    CityNotFound: cityNotFound,
  },
  examples: {
    found: { summary: "A city of the dataset", parameters: { city: "Irvine" } },
    notFound: { summary: "A city that is not in the dataset", parameters: { city: NO_CITY } },
  },
  sample: {
    parameters: { city: "Los Angeles" },
    method: "city",
    list: null,
    prints: ["grade", "safety_score", "data_year"],
  },
  tool: {
    name: "city",
    title: "Safety record of a California city",
    description: "Score (0 to 100; the state is 50), grade, and crime rate of a city.",
    argument: "City in California, in any common spelling; no fuzzy matching",
    answers: "the record of a city",
  },
};
