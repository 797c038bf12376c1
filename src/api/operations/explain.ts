import { CALIFORNIA } from "../../domain/edition.ts";
import { besideNation, cityExplanation, countyExplanation } from "../../domain/explanation.ts";
import { MATCHING, placeBatch, placeLookUp } from "./place-lookup.ts";

export const explainCity = placeLookUp("city", {
  summary: "Explain a city's score",
  description: `How the score of a ${CALIFORNIA.name} city was computed: its rates compared with the state's in words, the 80% range of next year's score, cautions, counts, smoothing, and the formula with the city's own numbers. ${MATCHING}`,
  answer: "The explanation, or that the city is not in the dataset.",
  data: cityExplanation,
  name: "Explanation",
  schemas: { Explanation: cityExplanation, BesideNation: besideNation },
  method: "explain",
  tool: {
    name: "explain_city",
    elsewhere: "explainNationPlace",
    title: `How the score of a ${CALIFORNIA.name} city was computed`,
    description:
      "Its rates compared with the state's in words, the range for next year's score, cautions, counts, smoothing, and the formula with the city's own numbers.",
  },
});

export const explainCounty = placeLookUp("county", {
  summary: "Explain a county's score",
  description: `How the score of a ${CALIFORNIA.name} county was computed, as for a city. ${MATCHING} Query parameters are refused.`,
  answer: "The explanation, or that there is no such county.",
  data: countyExplanation,
  name: "CountyExplanation",
  schemas: { CountyExplanation: countyExplanation },
  method: "explainCounty",
  tool: {
    name: "explain_county",
    title: `How the score of a ${CALIFORNIA.name} county was computed`,
    description: "Counts, rates, smoothing, the formula with the county's own numbers, both ranges, and the cautions.",
  },
});

export const explainBatch = placeBatch({
  summary: "Explain several scores",
  description: "The explanations of cities and counties.",
  data: { city: cityExplanation, county: countyExplanation },
  name: "Explain",
  method: "explainBatch",
});
