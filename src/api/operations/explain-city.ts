import { explanation } from "../../domain/explanation.ts";
import type { Description } from "../description.ts";
import { explanationFound, explanationLookup, explanationNotFound } from "../schema.ts";
import { cityInPath, MATCHING, NO_CITY } from "./names.ts";

export const explainCity: Description = {
  tag: "Safety",
  summary: "Explain a city's score",
  description: `What made the score of one California city: its rates against the state's in words, where the score will lie next year 8 times in 10, what to know of its figures, counts, smoothing, and the formula with the city's own numbers. ${MATCHING}`,
  path: cityInPath,
  answer: {
    description: "The explanation, or word that the city is not in the dataset.",
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
    title: "What made the score of a California city",
    description:
      "Its rates against the state's in words, where next year's score will lie, cautions, counts, smoothing, and the formula with the city's own numbers.",
    argument: "City in California, in any common spelling; never guessed",
    answers: "what made a city's score, where it will lie next year, and what to know of its figures",
  },
};
