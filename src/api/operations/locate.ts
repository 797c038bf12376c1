import { z } from "zod";
import { candidate, locateAnswer, location } from "../../domain/place.ts";
import { MAX_BATCH_NAMES } from "../../domain/plan.ts";
import type { StateEdition } from "../../editions/edition.ts";
import type { DescribedQuery, Description } from "../description.ts";
import { locateParameters } from "../locate-query.ts";
import { BATCH_MAXIMUMS } from "../schema.ts";
import { LINE_PATTERN } from "../text-parameter.ts";

export const locate = ({ name, landBox, samples: { neighborhood, ...samples } }: StateEdition): DescribedQuery => ({
  tag: "Places",
  summary: "Find the record for a point, a ZIP code, or a name",
  description:
    "Finds which city's or county's record applies at a point, in a ZIP code, or to a name that may not be a city. Send `lat` " +
    "and `lon`, or `zip`, or `name`. `answer` says which record to show; `candidates` lists all possible places, with " +
    "shares. A ZIP code with nine tenths of its residents in one city is answered with that city. City and community " +
    "boundaries are those of 2019, county boundaries those of 2016, and ZIP code areas those of 2010. Some names are " +
    `from GeoNames (CC BY 4.0): credit it where you show them. A point outside ${name}, an unknown ZIP code, or an ` +
    "unknown name gets 200 with `found` false, `suggestions`, and a `hint` if something is recognizably wrong. For what is elsewhere in " +
    "the United States, the hint names the endpoint that has it.",
  query: locateParameters,
  answer: { description: "The place and the record that applies, or that there is none.", schema: locateAnswer },
  schemas: { Location: location, LocationCandidate: candidate, LocationLookup: locateAnswer },
  examples: {
    point: {
      summary: `A point in ${neighborhood.name}`,
      parameters: { lat: neighborhood.lat, lon: neighborhood.lon },
    },
    zip: { summary: "A ZIP code", parameters: { zip: samples.zip } },
    name: { summary: "A community that is not a city", parameters: { name: samples.community } },
    notFound: { summary: "A point at sea", parameters: { lat: samples.seaLat, lon: String(landBox.west) } },
  },
  sample: {
    parameters: { zip: samples.zip },
    method: "locate",
  },
  tool: {
    name: "locate",
    elsewhere: "locateInNation",
    title: "Which record applies at a point, in a ZIP code, or to a name",
    description:
      "Send lat and lon, or zip, or name (a neighborhood or community too), anywhere in the United States. `answer` says whether the city's or the county's record applies; elsewhere `place` and `record` do. `candidates` lists all possible places.",
  },
});

interface LocateBatch {
  readonly parameters: z.ZodObject;
  /** What a query may have. */
  readonly what: string;
  /** Of the answers of one query. */
  readonly found: z.ZodObject;
  readonly notFound: z.ZodObject;
}

/** The schemas of a batch of queries. @param prefix of their names in the document */
export function locateBatchOf(prefix: string, { parameters, what, found, notFound }: LocateBatch) {
  const query = z
    .strictObject({
      ...parameters.shape,
      zip: z.string().meta({ maxLength: 30, pattern: LINE_PATTERN }).exactOptional(),
    })
    .meta({ description: "The query as it was sent" });
  const itemFound = z.strictObject({ query, ...found.shape });
  const itemNotFound = z.strictObject({ query, ...notFound.shape });
  const item = z.xor([itemFound, itemNotFound]);
  const request = z.object({
    queries: z
      .array(parameters)
      .readonly()
      .meta({
        description: `${what}. Maximum by plan: ${BATCH_MAXIMUMS}, unless the account has custom limits`,
        maxItems: MAX_BATCH_NAMES,
      }),
  });
  const response = z.strictObject({
    results: z
      .array(item)
      .readonly()
      .meta({ description: "One result per query, in the order of the request", maxItems: MAX_BATCH_NAMES }),
  });
  const schemas = {
    [`${prefix}LocateBatchRequest`]: request,
    [`${prefix}LocateBatchResponse`]: response,
    [`${prefix}LocateBatchItem`]: item,
    [`${prefix}LocateBatchItemFound`]: itemFound,
    [`${prefix}LocateBatchItemNotFound`]: itemNotFound,
  };
  return { request, response, schemas };
}

const [found, notFound] = locateAnswer.options;
const { request, response, schemas } = locateBatchOf("", {
  parameters: locateParameters,
  what: "Each has `lat` and `lon`, or `zip`, or `name`",
  found,
  notFound,
});

export const locateBatch = ({ samples: { zip, unclear, neighborhood } }: StateEdition): Description => {
  const point = { lat: Number(neighborhood.lat), lon: Number(neighborhood.lon) };
  const lists = { queries: [{ zip }, point, { name: unclear }] };
  return {
    tag: "Places",
    summary: "Find the records for several points, ZIP codes, or names",
    description:
      "One result for each query, in the order of the request: the query, and the answer of `GET /v1/locate`. A batch with " +
      `more queries than the plan allows is refused (${BATCH_MAXIMUMS}), and so is one with a malformed query. One batch ` +
      "counts as one request.",
    body: request,
    answer: { description: "One result for each query.", schema: response },
    schemas,
    examples: { batch: { summary: "A ZIP code, a point, and a name that is not found", lists } },
    sample: { lists, method: "locateBatch" },
    // Assistants locate one place at a time.
    tool: null,
  };
};
