import { SERIES_BREAKS_TEXT } from "../../domain/caution.ts";
import { countyHistory, yearRecord } from "../../domain/history-record.ts";
import type { Description } from "../description.ts";
import { lookUpOf } from "../schema.ts";
import { COUNTY_ARGUMENT, COUNTY_EXAMPLES, countyInPath, MATCHING } from "./name-parameters.ts";

const answer = lookUpOf("CountyHistory", countyHistory);

export const getCountyHistory: Description = {
  tag: "Safety",
  summary: "Look up a county's history",
  description: `Rates and score of a California county for each year since 2010, as for a city. Counties without a record are also found. ${MATCHING} Query parameters are refused. Figures are not fully comparable across these years. ${SERIES_BREAKS_TEXT}`,
  path: countyInPath,
  answer: { description: "The years, or that there is no such county.", schema: answer.lookUp },
  schemas: {
    YearRecord: yearRecord,
    CountyHistory: countyHistory,
    ...answer.schemas,
  },
  examples: COUNTY_EXAMPLES,
  sample: {
    parameters: { name: "San Diego" },
    method: "countyHistory",
  },
  tool: {
    name: "county_history",
    title: "Yearly figures of a California county",
    description: "Rates, score, and grade of a county for each year since 2010.",
    argument: COUNTY_ARGUMENT,
  },
};
