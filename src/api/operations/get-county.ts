import { countyRecord } from "../../domain/record.ts";
import type { Description } from "../description.ts";
import { lookUpOf } from "../schema.ts";
import { COUNTY_ARGUMENT, COUNTY_EXAMPLES, countyInPath, MATCHING } from "./name-parameters.ts";

const answer = lookUpOf("County", countyRecord);

export const getCounty: Description = {
  tag: "Safety",
  summary: "Look up a county",
  description: `The safety summary of a California county: the fallback for absent cities. A county without a complete year among the last six has no record. ${MATCHING}`,
  path: countyInPath,
  answer: { description: "The county's record, or that there is none.", schema: answer.lookUp },
  schemas: {
    CountySafetyRecord: countyRecord,
    ...answer.schemas,
  },
  examples: COUNTY_EXAMPLES,
  sample: {
    parameters: { name: "San Diego" },
    method: "county",
  },
  tool: {
    name: "county",
    title: "Safety record of a California county",
    description: "Score, grade, and crime rate of a whole county: the fallback for absent cities.",
    argument: COUNTY_ARGUMENT,
  },
};
