import { SERIES_BREAKS_TEXT } from "../../domain/caution.ts";
import { CALIFORNIA } from "../../domain/edition.ts";
import { cityHistory, countyHistory, yearRecord } from "../../domain/history-record.ts";
import { MATCHING, placeBatch, placeLookUp } from "./place-lookup.ts";

const NOTES = `${MATCHING} Query parameters are refused. Figures are not fully comparable across these years. ${SERIES_BREAKS_TEXT}`;

export const getHistory = placeLookUp("city", {
  summary: "Look up a city's history",
  description: `Rates and score of a ${CALIFORNIA.name} city for each year since 2010, in ascending order. Each score uses the current method and only data up to its year; null if a year has no score. A city without a record is also found if it has its own figures in any year. ${NOTES}`,
  answer: "The years, or that the city is not in the dataset or has no figures of its own.",
  data: cityHistory,
  name: "CityHistory",
  schemas: { YearRecord: yearRecord, CityHistory: cityHistory },
  method: "history",
  tool: {
    name: "history",
    elsewhere: "getNationHistory",
    title: `Yearly figures of a ${CALIFORNIA.name} city`,
    description:
      "Rates, score, and grade of a city for each year since 2010; a year without a complete count has no score.",
  },
});

export const getCountyHistory = placeLookUp("county", {
  summary: "Look up a county's history",
  description: `Rates and score of a ${CALIFORNIA.name} county for each year since 2010, as for a city. Counties without a record are also found. ${NOTES}`,
  answer: "The years, or that there is no such county.",
  data: countyHistory,
  name: "CountyHistory",
  schemas: { YearRecord: yearRecord, CountyHistory: countyHistory },
  method: "countyHistory",
  tool: {
    name: "county_history",
    title: `Yearly figures of a ${CALIFORNIA.name} county`,
    description: "Rates, score, and grade of a county for each year since 2010.",
  },
});

export const historyBatch = placeBatch({
  summary: "Look up several histories",
  description: "Rates and scores of cities and counties for each year since 2010.",
  data: { city: cityHistory, county: countyHistory },
  name: "History",
  method: "historyBatch",
});
