import { batchData } from "../../domain/record.ts";
import type { Description } from "../description.ts";
import {
  BATCH_MAXIMUMS,
  batchItem,
  batchItemFound,
  batchItemNotFound,
  batchRequest,
  batchResponse,
} from "../schema.ts";

const lists = { cities: ["Irvine", "Los Angeles", "Atlantis"] };

export const lookUpBatch: Description = {
  tag: "Safety",
  summary: "Look up several cities",
  description:
    "One item for each name, in the order of the request; a repeated name is answered each time. A batch with more " +
    `names than the plan allows is refused (${BATCH_MAXIMUMS}). One batch counts as one request.`,
  body: batchRequest,
  answer: { description: "One item for each name.", schema: batchResponse },
  schemas: {
    BatchData: batchData,
    BatchRequest: batchRequest,
    BatchResponse: batchResponse,
    BatchItem: batchItem,
    BatchItemFound: batchItemFound,
    BatchItemNotFound: batchItemNotFound,
  },
  examples: { batch: { summary: "Two cities of the dataset and one that is not in it", lists } },
  sample: { lists, method: "batch" },
  // Assistants use the comparison tool instead.
  tool: null,
};
