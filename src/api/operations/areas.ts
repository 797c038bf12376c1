import { z } from "zod";
import {
  areaRecord,
  areasNotFound,
  countyAreas,
  countyAreasExplanation,
  countyAreasHistory,
  countyAreasMonths,
  stateAreasList,
} from "../../domain/area-record.ts";
import type { Description } from "../description.ts";
import { lookUpOf } from "../schema.ts";
import { nameInPath, placeLookUp } from "./place-lookup.ts";

const state = nameInPath.meta({ title: "State", description: "USPS code or name of the state", example: "MD" });
const path = z.object({
  state,
  county: nameInPath.meta({
    title: "County",
    description: "County with or without its kind, or its GEOID; spaces as `+` or `%20`",
    example: "Howard County",
  }),
});

const AREA =
  "An area is what a sheriff or a county police department polices, never the whole county: cities with departments of their own are not in it. " +
  "A county without figures gets 200 with `found` false, its departments with the reason, and a `hint`. An unknown state is 400.";
const FOUND = z.literal(true).meta({ description: "Whether a department of the county has figures" });
const MISSED = {
  found: z.literal(false).meta({ description: "No department of the county has figures" }),
  ...areasNotFound.shape,
};
const EXAMPLES = {
  found: { summary: "A county police department with a grade", parameters: { state: "MD", county: "Howard County" } },
  withoutGrade: { summary: "A sheriff without a grade", parameters: { state: "KY", county: "Madison" } },
  absent: { summary: "A sheriff who polices no area", parameters: { state: "TX", county: "Dallas" } },
} as const;
const COMMON = { tag: "Nation", path, examples: EXAMPLES, sample: EXAMPLES.found.parameters } as const;

export const getCountyAreas = placeLookUp(
  { ...COMMON, argument: "County, parish, or borough" },
  {
    summary: "Look up what a county's departments police",
    description: `Rates, and a grade where the department's reports are whole, for the people whom no city's police serves. ${AREA}`,
    answer: "The departments of the county with figures, or why there are none.",
    envelope: lookUpOf("CountyAreas", countyAreas, FOUND, MISSED),
    schemas: { CountyAreas: countyAreas, AreaRecord: areaRecord },
    method: "us.areas",
    tool: {
      name: "area",
      title: "What a sheriff or county police department polices",
      description:
        "Rates, and a grade where reports are whole, of the part of a county that no city's police serves. Never call it the county. For a place without a grade; locate names it in covered_by.",
    },
  },
);

export const explainCountyAreas = placeLookUp(COMMON, {
  summary: "Explain the figures of a county's departments",
  description: `Where the residents come from, whether the reports are whole, counts, smoothing, and the years that count. ${AREA}`,
  answer: "The explanation, or why there is none.",
  envelope: lookUpOf("CountyAreasExplanation", countyAreasExplanation, FOUND, MISSED),
  schemas: { CountyAreasExplanation: countyAreasExplanation },
  method: "us.explainAreas",
});

export const getCountyAreasHistory = placeLookUp(COMMON, {
  summary: "Look up the history of a county's departments",
  description: `Rates of each year since 2018 for which the FBI's Table 10 is here. ${AREA}`,
  answer: "The years of each department, or why there are none.",
  envelope: lookUpOf("CountyAreasHistory", countyAreasHistory, FOUND, MISSED),
  schemas: { CountyAreasHistory: countyAreasHistory },
  method: "us.areasHistory",
});

export const getCountyAreasMonths = placeLookUp(COMMON, {
  summary: "Look up the months of a county's departments",
  description: `Reported offenses by month and class, as \`GET /v1/us/months/{state}/{city}\` has them of a place. They are preliminary, and have no score. ${AREA}`,
  answer: "The months of each department, or why there are none.",
  envelope: lookUpOf("CountyAreasMonths", countyAreasMonths, FOUND, MISSED),
  schemas: { CountyAreasMonths: countyAreasMonths },
  method: "us.areasMonths",
});

export const listCountyAreas: Description = {
  tag: "Nation",
  summary: "List the areas of a state's county departments",
  description:
    "All areas of the state with figures, by county. They are apart from its cities, and never added to them.",
  path: z.object({ state }),
  answer: { description: "The areas by county.", schema: stateAreasList },
  schemas: { StateAreas: stateAreasList },
  examples: { state: { summary: "The areas of a state", parameters: { state: "DE" } } },
  sample: { parameters: { state: "VA" }, method: "us.areasOf" },
  tool: null,
};
