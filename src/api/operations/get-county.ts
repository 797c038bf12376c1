import { countyRecord } from "../../domain/record.ts";
import type { Description } from "../description.ts";
import { countyFound, countyLookup, countyNotFound } from "../schema.ts";
import { countyInPath, MATCHING, NO_CITY } from "./names.ts";

export const getCounty: Description = {
  tag: "Safety",
  summary: "Look up a county",
  description: `The safety summary of a California county: the fallback for absent cities. A county without a complete year among the last three has no record. ${MATCHING}`,
  path: countyInPath,
  answer: { description: "The county's record, or that there is none.", schema: countyLookup },
  schemas: {
    CountySafetyRecord: countyRecord,
    CountyLookup: countyLookup,
    CountyFound: countyFound,
    CountyNotFound: countyNotFound,
  },
  examples: {
    found: { summary: "A county", parameters: { name: "Orange" } },
    notFound: { summary: "Not a county in California", parameters: { name: NO_CITY } },
  },
  sample: {
    parameters: { name: "San Diego" },
    method: "county",
    list: null,
    prints: ["grade", "safety_score", "data_year"],
  },
  tool: {
    name: "county",
    title: "Safety record of a California county",
    description: "Score, grade, and crime rate of a whole county: the fallback for absent cities.",
    argument: 'County in California, with or without the word "County"',
    answers: "the record of a county",
  },
};
