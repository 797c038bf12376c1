import { seriesBreaksText } from "../../domain/caution.ts";
import { cityHistory, countyHistory, yearRecord } from "../../domain/history-record.ts";
import type { StateEdition } from "../../editions/edition.ts";
import { lookUpOf } from "../schema.ts";
import { commonOf, MATCHING, placeBatch, placeLookUp } from "./place-lookup.ts";

const CITY = lookUpOf("CityHistory", cityHistory);
const COUNTY = lookUpOf("CountyHistory", countyHistory);

function notesOf(edition: StateEdition): string {
  return `${MATCHING} Query parameters are refused. Figures are not fully comparable across these years. ${seriesBreaksText(edition)}`;
}

export const getHistory = (edition: StateEdition) =>
  placeLookUp(commonOf(edition).city, {
    summary: "Look up a city's history",
    description: `Rates and score of a ${edition.name} city for each year since 2010, in ascending order. Each score uses the current method and only data up to its year; null if a year has no score. A city without a grade is also found if it has its own figures in any year. ${notesOf(edition)}`,
    answer: "The years, or that the city is not in the dataset or has no figures of its own.",
    envelope: CITY,
    schemas: { YearRecord: yearRecord, CityHistory: cityHistory },
    method: "history",
    tool: {
      name: "history",
      elsewhere: "getNationHistory",
      title: `Yearly figures of a ${edition.name} city`,
      description:
        "Rates, score, and grade of a city for each year since 2010; a year without a complete count has no score.",
    },
  });

export const getCountyHistory = (edition: StateEdition) =>
  placeLookUp(commonOf(edition).county, {
    summary: "Look up a county's history",
    description: `Rates and score of a ${edition.name} county for each year since 2010, as for a city. Counties without a grade are also found. ${notesOf(edition)}`,
    answer: "The years, or that there is no such county.",
    envelope: COUNTY,
    schemas: { YearRecord: yearRecord, CountyHistory: countyHistory },
    method: "countyHistory",
    tool: {
      name: "county_history",
      title: `Yearly figures of a ${edition.name} county`,
      description: "Rates, score, and grade of a county for each year since 2010.",
    },
  });

export const historyBatch = (edition: StateEdition) =>
  placeBatch(edition, {
    summary: "Look up several histories",
    description: "Rates and scores of cities and counties for each year since 2010.",
    data: { city: cityHistory, county: countyHistory },
    name: "History",
    method: "historyBatch",
  });
