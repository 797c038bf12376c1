import { z } from "zod";
import { locateAnswer } from "../../domain/place.ts";
import { MAX_BATCH_NAMES } from "../../domain/plan.ts";
import type { Description } from "../description.ts";
import { locateParameters } from "../locate-query.ts";
import { BATCH_MAXIMUMS } from "../schema.ts";

const query = z
  .strictObject({
    ...locateParameters.shape,
    zip: z.string().meta({ maxLength: 30, pattern: "^[^\\x00-\\x1f\\x7f-\\x9f]*$" }).exactOptional(),
  })
  .meta({ description: "A point, a ZIP code, or a name, as it was sent" });
const [found, notFound] = locateAnswer.options;
const itemFound = z.strictObject({ query, ...found.shape });
const itemNotFound = z.strictObject({ query, ...notFound.shape });
const item = z.discriminatedUnion("found", [itemFound, itemNotFound]);
const request = z.object({
  queries: z
    .array(locateParameters)
    .readonly()
    .meta({
      description: `Each has \`lat\` and \`lon\`, or \`zip\`, or \`name\`. Maximum by plan: ${BATCH_MAXIMUMS}, unless the account has custom limits`,
      maxItems: MAX_BATCH_NAMES,
    }),
});
const response = z.strictObject({
  results: z
    .array(item)
    .readonly()
    .meta({ description: "One result per query, in the order of the request", maxItems: MAX_BATCH_NAMES }),
});

const lists = { queries: [{ zip: "92618" }, { lat: 34.0983, lon: -118.3267 }, { name: "Bel Air" }] };

export const locateBatch: Description = {
  tag: "Places",
  summary: "Find the records for several points, ZIP codes, or names",
  description:
    "One result for each query, in the order of the request: the query, and the answer of `GET /v1/locate`. A batch with " +
    `more queries than the plan allows is refused (${BATCH_MAXIMUMS}), and so is one with a malformed query. One batch ` +
    "counts as one request.",
  body: request,
  answer: { description: "One result for each query.", schema: response },
  schemas: {
    LocateBatchRequest: request,
    LocateBatchResponse: response,
    LocateBatchItem: item,
    LocateBatchItemFound: itemFound,
    LocateBatchItemNotFound: itemNotFound,
  },
  examples: { batch: { summary: "A ZIP code, a point, and a name that is not found", lists } },
  sample: { lists, method: "locateBatch" },
  // Assistants locate one place at a time.
  tool: null,
};
