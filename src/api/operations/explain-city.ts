import { explanation } from "../../domain/explanation.ts";
import type { Description } from "../description.ts";
import { explanationLookup } from "../schema.ts";
import { cityInPath, MATCHING, NO_CITY } from "./names.ts";

export const explainCity: Description = {
  tag: "Safety",
  summary: "Explain a city's score",
  description: `What made the score of one California city: counts, rates, smoothing, the formula with the city's own numbers, an 80 % interval, and the score with the city's own past as the prior. ${MATCHING}`,
  path: cityInPath,
  answer: {
    description: "The explanation, or word that the city is not in the dataset.",
    schema: explanationLookup,
  },
  schemas: { Explanation: explanation, ExplanationLookup: explanationLookup },
  examples: {
    found: { summary: "A city of the dataset", parameters: { city: "Irvine" } },
    notFound: { summary: "A city that is not in the dataset", parameters: { city: NO_CITY } },
  },
  sample: {
    parameters: { city: "Los Angeles" },
    method: "explain",
    list: null,
    prints: ["grade", "safety_score", "data_year"],
  },
  tool: {
    name: "explain_city",
    title: "What made the score of a California city",
    description:
      "Counts, rates, smoothing, the formula with the city's own numbers, an 80 % interval, and the score with its own past as the prior.",
    argument: "City in California, in any common spelling; never guessed",
    answers: "what made a city's score, how sure it is, and what its own past would make of it",
  },
};
