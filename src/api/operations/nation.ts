import { z } from "zod";
import { MAX_NAME_LENGTH } from "../../base/text.ts";
import { areasNotFound, countyAreas } from "../../domain/area-record.ts";
import { nationExplanation } from "../../domain/explanation.ts";
import {
  namesakeHint,
  nationNotFound,
  nationPeers,
  nationPlaceData,
  nationPlaceElement,
  nationPlaceListed,
  nationPlaceRecord,
  nationPlacesPage,
} from "../../domain/nation-place.ts";
import { nationHistory, nationMonths, nationStates, nationStatistics } from "../../domain/nation-record.ts";
import { MAX_BATCH_NAMES } from "../../domain/plan.ts";
import { whole } from "../../domain/published.ts";
import { rank } from "../../domain/rank.ts";
import { isRanked, SIZE_CLASSES } from "../../domain/size-class.ts";
import { UNITED_STATES } from "../../editions/united-states.ts";
import { GEOID_PATTERN, LONGEST_GEOID } from "../../gazetteer/geoid.ts";
import { countyInState, placeInState, placeOfGeoid } from "../batch-places.ts";
import type { DescribedQuery, Description } from "../description.ts";
import { nationPlacesParameters } from "../places-query.ts";
import { BATCH_MAXIMUMS, lookUpOf } from "../schema.ts";
import { nameInPath, placeLookUp } from "./place-lookup.ts";

const path = z.object({
  state: nameInPath.meta({ title: "State", description: "USPS code or name of the state", example: "TX" }),
  city: nameInPath.meta({ title: "City", description: "City or town; spaces as `+` or `%20`", example: "Austin" }),
});

const MATCHING =
  "Letter case, accents, hyphens, and extra spaces are ignored, as are `City of` and `Town of` before the name; its county may follow it. " +
  "Nothing is guessed: a name that fits several places of the state, or none, gets 200 with `found` false, `suggestions`, and a `hint`. " +
  "An unknown state is 400.";

const FEWEST = `${whole(UNITED_STATES.fewestResidents)} residents or more`;

const FOUND = z.literal(true).meta({ description: "Whether the place has a grade" });
const MISSED = {
  found: z.literal(false).meta({ description: "No graded place of that name in the state" }),
  ...nationNotFound.shape,
};

/** "10,000 to 24,999, …, 250,000 and over" */
const SIZES = SIZE_CLASSES.filter(isRanked)
  .map(({ min, max }) => `${number(min)} ${max === null ? "and over" : `to ${number(max)}`}`)
  .join(", ");

function number(residents: number): string {
  return residents.toLocaleString("en-US");
}

const EXAMPLES = {
  found: { summary: "A city with a grade", parameters: { state: "TX", city: "Austin" } },
  absent: { summary: "A city whose figures are incomplete", parameters: { state: "IL", city: "Chicago" } },
  several: { summary: "A name of several places", parameters: { state: "NJ", city: "Hamilton Township" } },
} as const;

// Without tools: those of a city take a state.
const COMMON = { tag: "Nation", path, examples: EXAMPLES, sample: EXAMPLES.found.parameters } as const;

export const getNationPlace = placeLookUp(COMMON, {
  summary: "Look up a city or town in any state",
  description: `Score, grade, and rates of a place of ${FEWEST}, compared with the United States, where the average scores 50. ${MATCHING}`,
  answer: "The record, or why there is none.",
  envelope: lookUpOf("NationPlace", nationPlaceRecord, FOUND, MISSED, { hint: namesakeHint }),
  schemas: { NationRecord: nationPlaceRecord, NationPlaceElement: nationPlaceElement },
  method: "us.city",
});

export const explainNationPlace = placeLookUp(COMMON, {
  summary: "Explain the score of a place in any state",
  description: `How the score was computed: rates compared with the nation's in words, the range for next year's score (80%), cautions, counts, smoothing, and the formula with the place's own numbers. ${MATCHING}`,
  answer: "The explanation, or why there is none.",
  envelope: lookUpOf("NationExplanation", nationExplanation, FOUND, MISSED),
  schemas: { NationExplanation: nationExplanation },
  method: "us.explain",
});

export const getNationHistory = placeLookUp(COMMON, {
  summary: "Look up the history of a place in any state",
  description: `Rates and score of each year since 2012, in ascending order. 2021 has no score, because many places did not report that year. A place without a grade is also found if it has figures in any year. ${MATCHING}`,
  answer: "The years, or why there are none.",
  envelope: lookUpOf("NationHistory", nationHistory, FOUND, MISSED),
  schemas: { NationHistory: nationHistory },
  method: "us.history",
});

export const getNationPeers = placeLookUp(
  { ...COMMON, argument: "City or town" },
  {
    summary: "Look up the places next to one in size",
    description: `The five next larger and the five next smaller places with a grade, in the state and in the nation, with their figures. Each place of 10,000 residents or more has its rank by score among places of its size (${SIZES}). The FBI advises against ranking places: scores that differ by a few points may differ by chance. ${MATCHING}`,
    answer: "The places, or why there are none.",
    envelope: lookUpOf("NationPeers", nationPeers, FOUND, MISSED),
    schemas: { NationPeers: nationPeers, NationPlaceListed: nationPlaceListed, NationRank: rank },
    method: "us.peers",
    tool: {
      name: "peers",
      title: "The places of similar size in any state",
      description:
        "Five larger and five smaller places with their figures, in the state and in the nation, and each place's rank among those of its size. Compared with the United States.",
    },
  },
);

export const getNationMonths = placeLookUp(
  { ...COMMON, argument: "City or town" },
  {
    summary: "Look up the months of a place in any state",
    description: `Reported offenses by month and class since January of the year after the data year, by the FBI's monthly figures of departments. They are preliminary: departments add reports later. \`provisional\` compares the first twelve months with the record; it has no score. A place without a grade is also found if it has months. ${MATCHING}`,
    answer: "The months, or why there are none.",
    envelope: lookUpOf("NationMonths", nationMonths, FOUND, MISSED),
    schemas: { NationMonths: nationMonths },
    method: "us.months",
    tool: {
      name: "months",
      title: "Reported offenses by month in any state",
      description: "Counts by month and class after the record's year, and that year against the record. Preliminary.",
    },
  },
);

const asked = z.object({
  state: placeInState.shape.state.meta({
    maxLength: 100,
    pattern: "^[\\s\\S]*$",
    description: "USPS code or name of the state",
  }),
  city: placeInState.shape.city.meta({
    maxLength: MAX_NAME_LENGTH,
    pattern: "^[\\s\\S]*$",
    description: "City or town",
  }),
});
const askedByGeoid = z.object({
  geoid: placeOfGeoid.shape.geoid.meta({
    maxLength: LONGEST_GEOID,
    pattern: GEOID_PATTERN,
    description: "Census GEOID of a place or county subdivision, also fully qualified",
  }),
});
const askedCounty = z.object({
  state: asked.shape.state,
  county: countyInState.shape.county.meta({
    maxLength: MAX_NAME_LENGTH,
    pattern: "^[\\s\\S]*$",
    description: "County with or without its kind, for what its departments police",
  }),
});
const named = z.object({
  ...asked.shape,
  county: countyInState.shape.county
    .meta({
      maxLength: MAX_NAME_LENGTH,
      pattern: "^[\\s\\S]*$",
      description: "Its county, which tells namesakes apart",
    })
    .exactOptional(),
});
const withoutCity = askedCounty.meta({ not: { properties: { city: {} }, required: ["city"] } });
const request = z.object({
  places: z
    .array(z.xor([named, askedByGeoid, withoutCity]))
    .readonly()
    .meta({
      description: `Maximum by plan: ${BATCH_MAXIMUMS}, unless the account has custom limits`,
      maxItems: MAX_BATCH_NAMES,
    }),
});
const found = { found: z.literal(true), data: nationPlaceRecord, hint: namesakeHint };
const notFound = { found: z.literal(false), data: z.null(), ...nationNotFound.shape };
/** Each with the place as it was sent, by name, by GEOID, or by its county. */
const items = {
  NationBatchItemFound: z.strictObject({ ...asked.shape, ...found }),
  NationBatchItemNotFound: z.strictObject({ ...asked.shape, ...notFound }),
  NationBatchItemGeoidFound: z.strictObject({ ...askedByGeoid.shape, ...found }),
  NationBatchItemGeoidNotFound: z.strictObject({ ...askedByGeoid.shape, ...notFound }),
  NationBatchItemCountyFound: z.strictObject({ ...askedCounty.shape, found: z.literal(true), data: countyAreas }),
  NationBatchItemCountyNotFound: z.strictObject({
    ...askedCounty.shape,
    found: z.literal(false),
    data: z.null(),
    ...areasNotFound.shape,
  }),
};
const item = z.xor(Object.values(items));
const response = z.strictObject({
  results: z
    .array(item)
    .readonly()
    .meta({ description: "One result per place, in the order of the request", maxItems: MAX_BATCH_NAMES }),
});
const places = [{ state: "TX", city: "Austin" }, { state: "Massachusetts", city: "Worcester" }, { geoid: "3651000" }];
const withCounty = [...places, { state: "MD", county: "Howard County" }];

export const lookUpNationBatch: Description = {
  tag: "Nation",
  summary: "Look up several places in any states",
  description: `One result for each place, a name in a state, with or without its county, or a Census GEOID, in the order of the request, with the whole record; a county has the areas of its departments, as in \`GET /v1/us/areas/{state}/{county}\`. A batch with more places than the plan allows is refused (${BATCH_MAXIMUMS}), and so is one with an unknown state. One batch counts as one request.`,
  body: request,
  answer: { description: "One result for each place.", schema: response },
  schemas: {
    NationBatchRequest: request,
    NationBatchResponse: response,
    NationBatchItem: item,
    ...items,
  },
  examples: {
    batch: {
      summary: "A place with a grade, one without, one by its GEOID, and the areas of a county",
      lists: { places: withCounty },
    },
  },
  sample: { lists: { places }, method: "us.batch" },
  // Assistants use the comparison tool instead.
  tool: null,
};

const TABLE = { state: "OH", county: "Hamilton", min_population: "10000", sort: "-population", limit: "3" };
const RANKING = { state: "OH", status: "graded", grade: "A", sort: "-score", limit: "3" };

export const findNationPlaces: DescribedQuery = {
  tag: "Nation",
  summary: "Search and list places in all states",
  description:
    `Places of ${FEWEST}, with or without a grade. \`q\` may end in a state; without one, the namesakes of all states are ` +
    "listed, the largest first. The search completes names and tolerates typing errors; lookups do neither. `near` with `radius_km` lists " +
    "what is around a point, and `format=csv` gives a table. `rank` is the place's position by score among places of its size " +
    `(${SIZES}). An unknown or repeated parameter is 400.`,
  query: nationPlacesParameters,
  answer: { description: "One page of the places that match.", schema: nationPlacesPage },
  schemas: { NationPlacesPage: nationPlacesPage, NationPlaceFigures: nationPlaceData },
  examples: {
    search: { summary: "All places named Springfield", parameters: { q: "springfield", limit: "3" } },
    ranking: { summary: "The places of a state with an A, best first", parameters: RANKING },
    near: {
      summary: "Places around a point, nearest first",
      parameters: { near: "30.27,-97.74", radius_km: "30", limit: "3" },
    },
    table: { summary: "The largest places of a county as a table", parameters: { ...TABLE, format: "csv" } },
    nextPage: { summary: "The next page of the ranking", parameters: RANKING, after: "ranking" },
  },
  sample: { parameters: { q: "springfield" }, method: "us.places" },
  tool: null,
};

export const getNationStates: Description = {
  tag: "Nation",
  summary: "List the coverage of each state",
  description:
    "For each state the share of residents who live in places with a grade, and the state's own rates as context. A state has no score.",
  answer: { description: "The states by name.", schema: nationStates },
  schemas: { NationStates: nationStates },
  examples: { states: { summary: "All states" } },
  sample: { method: "us.states" },
  tool: null,
};

export const getNationStatistics: Description = {
  tag: "Nation",
  summary: "Describe the dataset of the United States",
  description: "Coverage counts, data year, last update, and the distribution of grades.",
  answer: { description: "Statistics of the dataset.", schema: nationStatistics },
  schemas: { NationStatistics: nationStatistics },
  examples: { statistics: { summary: "The current dataset" } },
  sample: { method: "us.stats" },
  tool: null,
};
