import { countyExplanation } from "../../domain/explanation.ts";
import type { Description } from "../description.ts";
import { lookUpOf } from "../schema.ts";
import { countyInPath, MATCHING, NO_CITY } from "./names.ts";

const answer = lookUpOf(countyExplanation);

export const explainCounty: Description = {
  tag: "Safety",
  summary: "Explain a county's score",
  description: `What made the score of one California county: the same as of a city. ${MATCHING} Query parameters are refused.`,
  path: countyInPath,
  answer: { description: "The explanation, or word that there is no such county.", schema: answer.lookUp },
  schemas: {
    CountyExplanation: countyExplanation,
    CountyExplanationLookup: answer.lookUp,
    CountyExplanationFound: answer.found,
    CountyExplanationNotFound: answer.notFound,
  },
  examples: {
    found: { summary: "A county", parameters: { name: "Orange" } },
    notFound: { summary: "No county of California", parameters: { name: NO_CITY } },
  },
  sample: {
    parameters: { name: "San Diego" },
    method: "explainCounty",
    list: null,
    prints: ["grade", "safety_score", "data_year"],
  },
  tool: {
    name: "explain_county",
    title: "What made the score of a California county",
    description:
      "Counts, rates, smoothing, the formula with the county's own numbers, both intervals, and the cautions.",
    argument: 'County in California, with or without the word "County"',
    answers: "the same of a county",
  },
};
