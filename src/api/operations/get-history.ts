import { SERIES_BREAKS_TEXT } from "../../domain/caution.ts";
import { cityHistory, yearRecord } from "../../domain/history-record.ts";
import type { Description } from "../description.ts";
import { lookUpOf } from "../schema.ts";
import { CITY_ARGUMENT, CITY_EXAMPLES, cityInPath, MATCHING } from "./name-parameters.ts";

const answer = lookUpOf("CityHistory", cityHistory);

export const getHistory: Description = {
  tag: "Safety",
  summary: "Look up a city's history",
  description: `Rates and score of a California city for each year since 2010, in ascending order. Each score uses the current method and only data up to its year; null if a year has no score. A city without a record is also found if it has its own figures in any year. ${MATCHING} Query parameters are refused. Figures are not fully comparable across these years. ${SERIES_BREAKS_TEXT}`,
  path: cityInPath,
  answer: {
    description: "The years, or that the city is not in the dataset or has no figures of its own.",
    schema: answer.lookUp,
  },
  schemas: {
    YearRecord: yearRecord,
    CityHistory: cityHistory,
    ...answer.schemas,
  },
  examples: CITY_EXAMPLES,
  sample: {
    parameters: { city: "Los Angeles" },
    method: "history",
  },
  tool: {
    name: "history",
    title: "Yearly figures of a California city",
    description:
      "Rates, score, and grade of a city for each year since 2010; a year without a complete count has no score.",
    argument: CITY_ARGUMENT,
  },
};
