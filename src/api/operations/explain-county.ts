import { countyExplanation } from "../../domain/explanation.ts";
import type { Description } from "../description.ts";
import { lookUpOf } from "../schema.ts";
import { COUNTY_ARGUMENT, COUNTY_EXAMPLES, countyInPath, MATCHING } from "./name-parameters.ts";

const answer = lookUpOf("CountyExplanation", countyExplanation);

export const explainCounty: Description = {
  tag: "Safety",
  summary: "Explain a county's score",
  description: `How the score of a California county was computed, as for a city. ${MATCHING} Query parameters are refused.`,
  path: countyInPath,
  answer: { description: "The explanation, or that there is no such county.", schema: answer.lookUp },
  schemas: {
    CountyExplanation: countyExplanation,
    ...answer.schemas,
  },
  examples: COUNTY_EXAMPLES,
  sample: {
    parameters: { name: "San Diego" },
    method: "explainCounty",
  },
  tool: {
    name: "explain_county",
    title: "How the score of a California county was computed",
    description: "Counts, rates, smoothing, the formula with the county's own numbers, both ranges, and the cautions.",
    argument: COUNTY_ARGUMENT,
  },
};
