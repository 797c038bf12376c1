import { CALIFORNIA } from "../../domain/edition.ts";
import { cityRecord, countyRecord } from "../../domain/record.ts";
import { MATCHING, placeLookUp } from "./place-lookup.ts";

const OTHER_STATE = `\`state\` in the query is not needed; one other than ${CALIFORNIA.name} gets 400, because a namesake would be found.`;

export const getCity = placeLookUp("city", {
  summary: "Look up a city",
  description: `The safety record of a ${CALIFORNIA.name} city. ${MATCHING} In that case look up its county. ${OTHER_STATE}`,
  answer: "The city's record, or that the city is not in the dataset.",
  data: cityRecord,
  name: "City",
  schemas: { CitySafetyRecord: cityRecord },
  method: "city",
  tool: {
    name: "city",
    elsewhere: "getNationPlace",
    title: `Safety record of a ${CALIFORNIA.name} city`,
    description: "Score (0 to 100; the state is 50), grade, and crime rate of a city.",
  },
});

export const getCounty = placeLookUp("county", {
  summary: "Look up a county",
  description: `The safety summary of a ${CALIFORNIA.name} county: the fallback for absent cities. A county without a complete year among the last six has no record. ${MATCHING} ${OTHER_STATE}`,
  answer: "The county's record, or that there is none.",
  data: countyRecord,
  name: "County",
  schemas: { CountySafetyRecord: countyRecord },
  method: "county",
  tool: {
    name: "county",
    title: `Safety record of a ${CALIFORNIA.name} county`,
    description: "Score, grade, and crime rate of a whole county: the fallback for absent cities.",
  },
});
