import { explanation } from "../../domain/explanation.ts";
import type { Description } from "../description.ts";
import { explanationFound, explanationLookup, explanationNotFound } from "../schema.ts";
import { cityInPath, MATCHING, NO_CITY } from "./names.ts";

export const explainCity: Description = {
  tag: "Safety",
  summary: "Explain a city's score",
  description: `How the score of a California city was computed: its rates compared with the state's in words, the range for next year's score (8 times in 10), cautions, counts, smoothing, and the formula with the city's own numbers. ${MATCHING}`,
  path: cityInPath,
  answer: {
    description: "The explanation, or that the city is not in the dataset.",
    schema: explanationLookup,
  },
  schemas: {
    Explanation: explanation,
    ExplanationLookup: explanationLookup,
    ExplanationFound: explanationFound,
    ExplanationNotFound: explanationNotFound,
  },
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
    title: "How the score of a California city was computed",
    description:
      "Its rates compared with the state's in words, the range for next year's score, cautions, counts, smoothing, and the formula with the city's own numbers.",
    argument: "City in California, in any common spelling; no fuzzy matching",
    answers: "how a city's score was computed, the range for next year's score, and cautions",
  },
};
