import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from "zod-openapi";
import { explanation } from "../../domain/explanation.ts";
import { MAX_NAME_LENGTH } from "../../domain/name.ts";
import { batchData, cityRecord, countyRecord, datasetStatistics } from "../../domain/record.ts";
import type { Atlas, ReadyAnswer } from "../../snapshot/atlas.ts";
import { batchRequest, batchResponse, cityLookup, countyLookup, explanationLookup } from "../schema.ts";
import { BATCH_HEADERS, COMMON_HEADERS, LIMIT_HEADERS, NO_STORE_HEADERS, VALIDATOR_HEADERS } from "./headers.ts";
import type { ProblemResponses } from "./problem-responses.ts";

/** Components of the document, by the zod schema of each. */
export const SCHEMAS = {
  CitySafetyRecord: cityRecord,
  CountySafetyRecord: countyRecord,
  BatchData: batchData,
  DatasetStatistics: datasetStatistics,
  Explanation: explanation,
  CityLookup: cityLookup,
  CountyLookup: countyLookup,
  ExplanationLookup: explanationLookup,
  BatchRequest: batchRequest,
  BatchResponse: batchResponse,
} as const;

const EXAMPLE_CITIES = ["Irvine", "Los Angeles", "Atlantis"] as const;
const [CITY, CITY_WITH_SPACE] = EXAMPLE_CITIES;
const COUNTY = "Orange";

const nameInPath = z
  .string()
  .min(1)
  .max(MAX_NAME_LENGTH)
  .regex(/^\P{Cc}+$/u);

const MATCHING =
  "Letter case, accents, hyphens, apostrophes and spaces do not matter; nothing is guessed. A name that is not in the " +
  "dataset is answered 200 with `found` false.";

/** The operations of version 1 (contract 4), and the explanation beside them, with real answers of the dataset as examples. */
export function operations(atlas: Atlas, problems: ProblemResponses) {
  const ofEveryOperation = {
    "401": problems.unauthorized,
    "403": problems.forbidden,
    "429": problems.limitExceeded,
    "431": problems.headersTooLarge,
    "500": problems.internal,
    "503": problems.unavailable,
  } as const;
  const ofEveryRead = { "304": NOT_MODIFIED, "405": problems.readOnly, ...ofEveryOperation } as const;
  const ofEveryLookup = { "400": problems.invalidName, "404": problems.pathUnknown, ...ofEveryRead } as const;

  const getCity: ZodOpenApiOperationObject = {
    operationId: "getCity",
    tags: ["Safety"],
    summary: "Look up a city",
    description: `The safety record of one California city. ${MATCHING} Ask for its county then.`,
    requestParams: {
      path: z.object({
        city: nameInPath.meta({
          description: "City name; spaces as `+` or `%20`",
          examples: [CITY, CITY_WITH_SPACE],
        }),
      }),
    },
    responses: {
      "200": readResponse("The city's record, or word that the city is not in the dataset.", cityLookup, {
        found: example("A city of the dataset", atlas.cityAnswer(CITY)),
        notFound: example("A city that is not in the dataset", atlas.notFound),
      }),
      ...ofEveryLookup,
    },
  };

  const explainCity: ZodOpenApiOperationObject = {
    operationId: "explainCity",
    tags: ["Safety"],
    summary: "Explain a city's score",
    description: `What made the score of one California city: counts, rates, smoothing, the formula with the city's own numbers, an 80 % interval, and the score with the city's own past as the prior. Counted as a look-up of a city. ${MATCHING}`,
    requestParams: {
      path: z.object({
        city: nameInPath.meta({
          description: "City name; spaces as `+` or `%20`",
          examples: [CITY, CITY_WITH_SPACE],
        }),
      }),
    },
    responses: {
      "200": readResponse("The explanation, or word that the city is not in the dataset.", explanationLookup, {
        found: example("A city of the dataset", atlas.explainAnswer(CITY)),
        notFound: example("A city that is not in the dataset", atlas.notFound),
      }),
      ...ofEveryLookup,
    },
  };

  const getCounty: ZodOpenApiOperationObject = {
    operationId: "getCounty",
    tags: ["Safety"],
    summary: "Look up a county",
    description: `The safety summary of one California county: the fallback where a city is absent. ${MATCHING}`,
    requestParams: {
      path: z.object({
        name: nameInPath.meta({
          description: 'County name with or without the word "County"; spaces as `+` or `%20`',
          examples: [COUNTY, `${COUNTY} County`],
        }),
      }),
    },
    responses: {
      "200": readResponse("The county's record, or word that there is no such county.", countyLookup, {
        found: example("A county", atlas.countyAnswer(COUNTY)),
        notFound: example("No county of California", atlas.notFound),
      }),
      ...ofEveryLookup,
    },
  };

  const lookUpBatch: ZodOpenApiOperationObject = {
    operationId: "lookUpBatch",
    tags: ["Safety"],
    summary: "Look up several cities",
    description:
      "One item for each name, in the order of the request; a name that comes twice is answered twice. At most 25 names " +
      "on the Free plan, 50 on Pro, 100 on Enterprise; a batch that is larger is refused as a whole. One batch counts as " +
      "one request.",
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: batchRequest, examples: { cities: { value: { cities: EXAMPLE_CITIES } } } },
      },
    },
    responses: {
      "200": {
        description: "One item for each name.",
        headers: z.object({ ...COMMON_HEADERS, ...LIMIT_HEADERS, ...NO_STORE_HEADERS, ...BATCH_HEADERS }),
        content: {
          "application/json": {
            schema: batchResponse,
            examples: {
              results: { value: JSON.parse(atlas.batchAnswer(EXAMPLE_CITIES).toString()) },
            },
          },
        },
      },
      "400": problems.invalidBatch,
      "405": problems.postOnly,
      "413": problems.bodyTooLarge,
      "415": problems.unsupportedMediaType,
      ...ofEveryOperation,
    },
  };

  const getStatistics: ZodOpenApiOperationObject = {
    operationId: "getStatistics",
    tags: ["Dataset"],
    summary: "Describe the dataset",
    description: "Coverage counts, data year, last update and the distribution of grades.",
    responses: {
      "200": readResponse("The dataset in numbers.", datasetStatistics, {
        statistics: example("The dataset at present", atlas.stats),
      }),
      ...ofEveryRead,
    },
  };

  return { getCity, explainCity, getCounty, lookUpBatch, getStatistics };
}

const NOT_MODIFIED: ZodOpenApiResponseObject = {
  id: "NotModified",
  description: "The answer is still the one that `If-None-Match` or `If-Modified-Since` names. It counts as a request.",
  headers: z.object({ ...COMMON_HEADERS, ...LIMIT_HEADERS, ...VALIDATOR_HEADERS }),
};

function readResponse(
  description: string,
  schema: z.ZodType,
  examples: Readonly<Record<string, ReturnType<typeof example>>>,
): ZodOpenApiResponseObject {
  return {
    description,
    headers: z.object({ ...COMMON_HEADERS, ...LIMIT_HEADERS, ...VALIDATOR_HEADERS }),
    content: { "application/json": { schema, examples } },
  };
}

function example(summary: string, { body }: ReadyAnswer) {
  return { summary, value: JSON.parse(body) };
}
