import { explanation } from "../../domain/explanation.ts";
import type { Description } from "../description.ts";
import { lookUpOf } from "../schema.ts";
import { CITY_ARGUMENT, CITY_EXAMPLES, cityInPath, MATCHING } from "./name-parameters.ts";

const answer = lookUpOf("Explanation", explanation);

export const explainCity: Description = {
  tag: "Safety",
  summary: "Explain a city's score",
  description: `How the score of a California city was computed: its rates compared with the state's in words, the range for next year's score (8 times in 10), cautions, counts, smoothing, and the formula with the city's own numbers. ${MATCHING}`,
  path: cityInPath,
  answer: {
    description: "The explanation, or that the city is not in the dataset.",
    schema: answer.lookUp,
  },
  schemas: {
    Explanation: explanation,
    ...answer.schemas,
  },
  examples: CITY_EXAMPLES,
  sample: {
    parameters: { city: "Los Angeles" },
    method: "explain",
  },
  tool: {
    name: "explain_city",
    title: "How the score of a California city was computed",
    description:
      "Its rates compared with the state's in words, the range for next year's score, cautions, counts, smoothing, and the formula with the city's own numbers.",
    argument: CITY_ARGUMENT,
  },
};
