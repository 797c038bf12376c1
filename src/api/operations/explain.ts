import { besideNation, cityExplanation, countyExplanation } from "../../domain/explanation.ts";
import type { StateEdition } from "../../editions/edition.ts";
import { lookUpOf } from "../schema.ts";
import { commonOf, MATCHING, placeBatch, placeLookUp } from "./place-lookup.ts";

const CITY = lookUpOf("Explanation", cityExplanation);
const COUNTY = lookUpOf("CountyExplanation", countyExplanation);

export const explainCity = (edition: StateEdition) =>
  placeLookUp(commonOf(edition).city, {
    summary: "Explain a city's score",
    description: `How the score of a ${edition.name} city was computed: its rates compared with the state's in words, the 80% range of next year's score, cautions, counts, smoothing, and the formula with the city's own numbers. ${MATCHING}`,
    answer: "The explanation, or that the city is not in the dataset.",
    envelope: CITY,
    schemas: { Explanation: cityExplanation, BesideNation: besideNation },
    method: "explain",
    tool: {
      name: "explain_city",
      elsewhere: "explainNationPlace",
      title: `How the score of a ${edition.name} city was computed`,
      description:
        "Its rates compared with the state's in words, the range for next year's score, cautions, counts, smoothing, and the formula with the city's own numbers.",
    },
  });

export const explainCounty = (edition: StateEdition) =>
  placeLookUp(commonOf(edition).county, {
    summary: "Explain a county's score",
    description: `How the score of a ${edition.name} county was computed, as for a city. ${MATCHING} Query parameters are refused.`,
    answer: "The explanation, or that there is no such county.",
    envelope: COUNTY,
    schemas: { CountyExplanation: countyExplanation },
    method: "explainCounty",
    tool: {
      name: "explain_county",
      title: `How the score of a ${edition.name} county was computed`,
      description:
        "Counts, rates, smoothing, the formula with the county's own numbers, both ranges, and the cautions.",
    },
  });

export const explainBatch = (edition: StateEdition) =>
  placeBatch(edition, {
    summary: "Explain several scores",
    description: "The explanations of cities and counties.",
    data: { city: cityExplanation, county: countyExplanation },
    name: "Explain",
    method: "explainBatch",
  });
